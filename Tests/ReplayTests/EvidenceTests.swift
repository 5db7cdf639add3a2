import Foundation
import TestSupport
import Testing

private let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

@Suite("Tools/evidence", .enabled(if: hasPython, "needs python3"))
struct EvidenceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func evidence(_ arguments: String...) throws -> ProgramResult {
    try Program.run(
      "/usr/bin/python3",
      [packageFolder.appending(path: "Tools/evidence").path, "--replay", Program.path] + arguments,
      environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin"])
  }

  /// The cells of a row of Evidence/sources.tsv.
  private func source(of file: String) throws -> [String] {
    let url = packageFolder.appending(path: "Evidence/sources.tsv")
    let rows = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    return try #require(rows.first { $0[0] == file })
  }

  @Test("Sizes and licences are announced, and nothing is stored, with --list")
  func list() throws {
    let result = try evidence("--list", "--output", folder.file("evidence"))
    #expect(result.exitCode == 0)
    #expect(result.lines.first?.hasPrefix("514 files, 28.7 MB, from https://") == true)
    #expect(result.output.contains("whot/evemu-devices: 15 files, 0.24 MB, MIT"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("evidence")))
  }

  @Test("Recordings are not stored in the checkout")
  func checkout() throws {
    let inside = packageFolder.appending(path: "evidence").path
    let result = try evidence("--output", inside)
    #expect(result.exitCode == 1)
    #expect(result.remarks.contains("do not belong into the checkout"))
    #expect(!FileManager.default.fileExists(atPath: inside))
  }

  @Test("A missing file and one with another content are named, and their tables are not measured")
  func missing() throws {
    _ = try folder.write("mirror/data/drive/truth.nmea", "another drive\n")
    let result = try evidence(
      "--mirror", folder.file("mirror"), "--output", folder.file("evidence"), "--only", "drive")
    #expect(result.exitCode == 1)
    #expect(result.output.contains("0 of 514 files are there"))
    #expect(result.output.contains("missing: data/drive/truth.nmea: has another SHA-256 than "))
    #expect(result.output.contains("missing: data/drive/receiver.nmea: [Errno 2]"))
    #expect(result.output.contains("not measured: 2 missing files, such as data/drive/receiver"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("evidence/data/drive/truth.nmea")))
    let unknown = try evidence(
      "--mirror", folder.file("mirror"), "--output", folder.file("evidence"), "--only", "none")
    #expect(unknown.exitCode == 64)
  }

  @Test(
    "A file is fetched from its repository, commit and path, and made from what lies there",
    .requiresShared("data/accel"))
  func fetched() throws {
    // The published file has more columns and other line ends than the one that is measured.
    let digits = try #require(
      FileManager.default.contentsOfDirectory(
        atPath: SharedFolder.path("data/accel/digits")
      ).min())
    let row = try source(of: "data/accel/digits/" + digits)
    let text = try SharedFolder.text(row[0])
    let more = text.split(separator: "\n").enumerated().map { index, line in
      index == 0 ? "activity,\(line),gyroscope_x\r\n" : "digit,\(line),0.5\r\n"
    }
    _ = try folder.write("origin/\(row[3])/\(row[4])/\(row[5])", more.joined())
    let result = try evidence(
      "--origin", "file://" + folder.file("origin"), "--output", folder.file("evidence"),
      "--only", "drive")
    #expect(result.output.contains("1 of 514 files are there"), "\(result.remarks)")
    #expect(try folder.text("evidence/" + row[0]) == text)
    #expect(result.output.contains("data/drive/truth.nmea: an excerpt that was made by hand"))
  }

  @Test(
    "The labels and the ranges of devices give the score of the corpus",
    .requiresShared("corpus/labels.v2.jsonl"))
  func score() throws {
    _ = try evidence(
      "--mirror", SharedFolder.url.path, "--output", folder.file("evidence"), "--only", "drive")
    func counts(_ labels: String) throws -> Data {
      let score = try Program.run(["score", "--json", labels])
      let output = try #require(
        JSONSerialization.jsonObject(with: Data(score.output.utf8)) as? [String: Any])
      let counts = output.filter { ["total", "classes", "exact"].contains($0.key) }
      return try JSONSerialization.data(withJSONObject: counts, options: .sortedKeys)
    }
    #expect(
      try counts(folder.file("evidence/corpus/labels.v2.jsonl"))
        == counts(SharedFolder.path("corpus/labels.v2.jsonl")))
  }
}
