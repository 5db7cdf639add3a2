#if Library
  import Foundation
  import TestSupport
  import Testing

  @Suite("The library command") struct LibraryCommandTests {
    private let folder: TemporaryFolder
    private let library: String
    private let tap = packageFolder.appending(path: "Traces/tap.evemu").path

    init() throws {
      folder = try TemporaryFolder()
      library = folder.file("library.sqlite")
    }

    private func run(_ words: String...) throws -> ProgramResult {
      try Program.run(["library"] + words + ["--library", library])
    }

    @Test("Without a folder, nothing is added, and no library is made")
    func noFolder() throws {
      let result = try run("add")
      #expect(result.exitCode == 64)
      #expect(result.remarks.contains("nothing was added before"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("Without a folder, those of before are read again")
    func sameFolders() throws {
      try folder.write("recordings/tap.evemu", SampleRecording.tap)
      #expect(try run("add", folder.file("recordings")).exitCode == 0)
      let result = try run("add")
      #expect(result.exitCode == 0)
      #expect(result.remarks.contains("1 recording, 1 unchanged"), "\(result.remarks)")
    }

    @Test(
      "A library that cannot be written compares the answers that it has",
      .enabled(if: Privilege.canDrop))
    func unwritableLibrary() throws {
      for profile in ["standard", "uikit"] {
        #expect(try run("add", "-q", "--profile", profile, tap).exitCode == 0)
      }
      #expect(chmod(library, 0o444) == 0 && chmod(folder.path, 0o555) == 0)
      defer { chmod(folder.path, 0o700) }
      let compare = ["library", "compare", "standard", "--library", library]
      let known = try Privilege.run(Program.path, compare + ["uikit"])
      #expect(known.exitCode == 0)
      #expect(known.remarks.contains("of 1 recordings differ"), "\(known.remarks)")
      let missing = try Privilege.run(Program.path, compare + ["textbook"])
      #expect(missing.exitCode == 77)
      #expect(
        missing.remarks.contains("1 recording without an answer under textbook"),
        "\(missing.remarks)")
    }

    @Test(
      "A library that cannot be made is an error that names it",
      arguments: [("missing/library.sqlite", 74), ("folder", 74), ("tap.evemu", 65)])
    func impossibleLibrary(
      name: String, code: Int32
    ) throws {
      try folder.write("folder/file", "")
      try folder.write("tap.evemu", SampleRecording.tap)
      let path = folder.file(name)
      let result = try Program.run(["library", "add", tap, "--library", path])
      #expect(result.exitCode == code)
      #expect(result.remarks.contains("error: \(path): "), "\(result.remarks)")
      #expect(try folder.text("tap.evemu") == SampleRecording.tap)
    }

    @Test(
      "A library in a read-only folder is an error of permissions", .enabled(if: Privilege.canDrop))
    func readOnlyFolder() throws {
      #expect(chmod(folder.path, 0o555) == 0)
      defer { chmod(folder.path, 0o700) }
      let result = try Privilege.run(
        Program.path, ["library", "add", tap, "--library", library])
      #expect(result.exitCode == 77)
      #expect(result.remarks.contains("error: \(library): cannot write"), "\(result.remarks)")
    }

    @Test("Cancelled gestures are listed as such, and are not recognized")
    func cancelled() throws {
      let traces = packageFolder.appending(path: "Traces").path
      let (pan, cancelled) = ("\(traces)/pan.evemu", "\(traces)/ends-in-pan.raw")
      #expect(try run("add", "-q", pan, cancelled).exitCode == 0)
      let found = try run("search", "--expected", "pan").output
      #expect(found.contains("pan.evemu") && !found.contains("ends-in-pan.raw"), "\(found)")
      #expect(try run("list", "gestures").output.hasSuffix("\n         1  pan\n"))
      let rest = try run("search", "--no-gestures").output
      #expect(!rest.contains("pan.evemu") && rest.contains("  pan right, cancelled  "), "\(rest)")
      #expect(
        try run("search", "--no-gestures", "--json").output
          .contains(#""gestures":[{"gesture":"pan","state":"cancelled","touches":1,"#))
    }

    @Test("Without room, a library stays as it was")
    func fullDisk() throws {
      #expect(try run("add", "-q", tap).exitCode == 0)
      let before = try Data(contentsOf: URL(filePath: library))
      let full = try Program.run(
        "/bin/sh",
        [
          // Room for the message, which goes to a file as well.
          "-c", "ulimit -f 8; exec \"$@\"", "sh", Program.path, "library", "add", "--all", tap,
          "--library", library,
        ])
      #expect(full.exitCode == 74)
      #expect(full.remarks.contains("error: \(library): "), "\(full.remarks)")
      #expect(try Data(contentsOf: URL(filePath: library)) == before)
      #expect(try run("search", "--expected", "tap", "--count").output == "1\n")
      for contradiction in [
        ["--count", "--json"], ["--min-duration", "5", "--max-duration", "1"],
      ] {
        let result = try Program.run(["library", "search", "--library", library] + contradiction)
        #expect(result.exitCode == 64)
        #expect(result.remarks.contains(contradiction.last == "1" ? "above" : "excludes --json"))
      }
    }
  }
#endif
