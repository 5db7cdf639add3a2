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

  /// A file of the list, and a function from its text to the file that its authors published.
  private static let published: [(file: String, publish: @Sendable (String) -> String)] = [
    (
      // More columns and decimals, and other line ends.
      "data/accel/digits/digit-0_20251106_211606.csv",
      { text in
        text.split(separator: "\n").enumerated().map { index, line in
          if index == 0 { return "activity,\(line),gyroscope_x\r\n" }
          let cells = line.split(separator: ",").enumerated().map { $0 == 0 ? $1 : $1 + "0004" }
          return "digit,\(cells.joined(separator: ",")),0.5\r\n"
        }.joined()
      }
    ),
    ("data/drive/receiver.nmea", { $0 + "$GNRMC,022803.00\n" }),
    (
      // Other sentences in between, and more at the end.
      "data/drive/truth.nmea",
      { text in
        text.split(separator: "\n").map { "$GPRMC,1\n\($0)\n" }.joined() + "$GPGGA,2\n"
      }
    ),
  ]

  @Test(
    "A file is fetched from its repository, commit and path, and made from what lies there",
    .requiresShared("data/accel"), arguments: published.indices)
  func fetched(index: Int) throws {
    let (file, publish) = EvidenceTests.published[index]
    let row = try source(of: file)
    let text = try SharedFolder.text(file)
    _ = try folder.write("origin/\(row[3])/\(row[4])/\(row[5])", publish(text))
    let result = try evidence(
      "--origin", "file://" + folder.file("origin"), "--output", folder.file("evidence"),
      "--only", "drive")
    #expect(result.output.contains("1 of 514 files are there"), "\(result.remarks)")
    #expect(try folder.text("evidence/" + file) == text)
    #expect(result.output.contains("data/accel/wii/labels.csv: an excerpt that was made by hand"))
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
