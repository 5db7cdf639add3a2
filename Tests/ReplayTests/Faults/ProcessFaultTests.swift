import Foundation
import TestSupport
import Testing

/// What commands do with little or nothing of what a process usually has: streams, descriptors,
/// memory, a folder for temporary files.
@Suite("Faults of processes")
struct ProcessFaultTests {
  private static let tap = packageFolder.appending(path: "Traces/tap.evemu").path

  /// Runs the program in a shell: `"$@"` is the program with its arguments.
  private func shell(
    _ script: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> ProgramResult {
    try Program.run(
      "/bin/bash", ["-c", script, "bash", Program.path] + arguments, environment: environment)
  }

  // MARK: Streams

  @Test("Results that are not read end a command quietly", arguments: WritingCommand.toAnyName)
  func closedPipe(_ command: WritingCommand) throws {
    let scene = try Scene(command)
    let arguments =
      command.arguments(input: scene.input, output: "/dev/stdout") + command.formatArguments
    // The reader is gone before the command begins.
    let result = try shell(
      #"exec 3> >(:); wait $!; "$@" >&3; echo $?"#,
      arguments)
    #expect(result.output == "0\n", "\(result.remarks)")
    #expect(!result.remarks.contains("error"), "\(result.remarks)")
  }

  @Test("Results for a closed stream are an error, and do not get into other files")
  func closedStream() throws {
    let folder = try TemporaryFolder()
    // Without a device description there is a note, which must not get into the results.
    let text = SampleRecording.touch(1, x: 400...400, y: 400, start: 10, frames: 8)
    let path = try folder.write("tap.events", text)
    #expect(try shell(#""$@" >&-"#, ["run", path]).exitCode == 74)
    let reference = try Program.run(["run", "--json", path])
    #expect(reference.remarks.contains("note: ") && reference.lines.count == 1)
    for streams in [">&-", "2>&-", "<&-", "<&- >&- 2>&-"] {
      let output = folder.file("out.jsonl")
      let result = try shell("\"$@\" \(streams)", ["run", path, "-o", output])
      #expect(result.exitCode == 0)
      #expect(try folder.text("out.jsonl") == reference.output, "\(streams)")
    }
    #expect(try folder.text("tap.events") == text)
  }

  @Test(
    "Help and versions that cannot be written are an error",
    arguments: [
      ["--help"], ["--version"], ["help", "run"], ["run", "--help"],
      ["simulate", "motion", "--help"], ["--generate-completion-script", "bash"], ["help"],
    ])
  func help(_ arguments: [String]) throws {
    let full = try shell(#""$@" > /dev/full"#, arguments)
    #expect(full.exitCode == 74)
    #expect(
      full.remarks == "error: standard output: cannot write: No space left on device\n")
    #expect(try shell(#""$@" >&-"#, arguments).exitCode == 74)
    let closed = try shell(#"exec 3> >(:); wait $!; "$@" >&3"#, arguments)
    #expect(closed.exitCode == 0 && closed.remarks.isEmpty)
  }

  // MARK: Pipes

  @Test(
    "What is not a recording ends at its start, however long it is", arguments: ["run", "info"])
  func endlessInput(_ command: String) throws {
    let folder = try TemporaryFolder()
    let result = try shell(
      #""$@" < /dev/zero"#, [command, "-"], environment: ["TMPDIR": folder.file("missing")])
    #expect(result.exitCode == 65)
    #expect(result.remarks.contains("-: byte 0: expected a recording"))
    #expect(result.remarks.contains("found nothing but zeros"))
  }

  @Test("A missing folder for temporary files is an error that names it")
  func missingTemporaryFolder() throws {
    let folder = try TemporaryFolder()
    let result = try shell(
      #"cat "$3" | "$1" "$2" -"#, ["run", Self.tap],
      environment: ["TMPDIR": folder.file("missing")])
    #expect(result.exitCode == 74)
    #expect(
      result.remarks.hasPrefix("error: \(folder.file("missing")): cannot write a temporary file"))
    #expect(result.remarks.contains("(TMPDIR sets the folder): No such file or directory"))
  }

  @Test("A full folder for temporary files is an error that names it")
  func fullTemporaryFolder() throws {
    let folder = try TemporaryFolder()
    let result = try shell(
      #"ulimit -f 0; cat "$3" | "$1" "$2" - 2>&1 | cat; exit ${PIPESTATUS[1]}"#,
      ["run", Self.tap], environment: ["TMPDIR": folder.path])
    #expect(result.exitCode == 74)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test(
    "A command that is killed while it reads a pipe leaves no temporary file",
    arguments: [SIGKILL, SIGTERM])
  func killedSpool(signal: Int32) throws {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(filePath: Program.path)
    process.arguments = ["run", "-"]
    process.environment = ["TMPDIR": folder.path]
    let pipe = Pipe()
    process.standardInput = pipe
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    // A pipe holds 64 KiB: when all is written, more has been read than the start of the recording.
    let line = "E: 1.000000 0000 0000 0\n"
    try pipe.fileHandleForWriting.write(
      contentsOf: Data(String(repeating: line, count: (256 << 10) / line.utf8.count).utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == signal)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  // MARK: Limits of the process

  @Test("With few descriptors, an output is complete or not there", arguments: WritingCommand.ways)
  func descriptors(_ command: WritingCommand) throws {
    let scene = try Scene(command)
    let reference = try scene.reference()
    var codes: Set<Int32> = []
    for count in 4...7 {
      try scene.folder.write("out/\(command.output)", Scene.previous)
      let code = try scene.run(after: "ulimit -n \(count)").exitCode
      codes.insert(code)
      // The results of a check say which file could not be opened.
      let isResult = command.text.hasPrefix("check") && scene.text?.contains("open files") == true
      #expect(
        scene.text == (code == 0 ? reference : Scene.previous) || code == 74 && isResult,
        "\(count) descriptors: \(scene.text ?? "nothing")")
      #expect(try scene.names() == [command.output])
    }
    // A process with a library was once ended by SIGILL here, under much load: likely by
    // libdispatch, on which GRDB reads. The output was as it should be.
    let ends: Set<Int32> = command.text.hasPrefix("library ") ? [0, 74, SIGILL] : [0, 74]
    #expect(codes.isSubset(of: ends), "\(codes)")
    #expect(codes.contains(0))
  }

  // Not of libraries: where no thread can be made, libdispatch, on which GRDB closes a database,
  // waits for memory without end.
  @Test(
    "With little memory, an output is complete or not there",
    arguments: WritingCommand.ways.filter { !$0.text.hasPrefix("library ") })
  func memory(_ command: WritingCommand) throws {
    let scene = try Scene(command)
    let reference = try scene.reference()
    for megabytes in [100, 200, 400, 800] {
      try scene.folder.write("out/\(command.output)", Scene.previous)
      let code = try scene.run(
        after: "export SWIFT_BACKTRACE=enable=no; ulimit -c 0; ulimit -v \(megabytes << 10)"
      ).exitCode
      #expect(scene.text == (code == 0 ? reference : Scene.previous), "\(megabytes) MB")
      #expect(try scene.names() == [command.output])
    }
  }

  // MARK: File systems

  @Test(
    "A full and a read-only file system have different exit codes, and leave the previous file",
    .enabled(if: ProcessFaultTests.canMount, "mounting needs root"))
  func mountedFolders() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("disk"), withIntermediateDirectories: false)
    let mount = """
      set -e; cd '\(folder.path)'; mount -t tmpfs -o size=4k,nr_inodes=9 tmpfs disk
      echo previous > disk/out.evemu
      """
    let check = """
      code=0; "$@" || code=$?; ls -A disk; cat disk/out.evemu; exit $code
      """
    let arguments = ["convert", Self.tap, "disk/out.evemu"]
    func run(_ script: String) throws -> ProgramResult {
      try Program.run(
        "/usr/bin/env", ["unshare", "-m", "sh", "-c", script, "sh", Program.path] + arguments)
    }
    let full = try run("\(mount)\n\(check)")
    #expect(full.exitCode == 74 && full.output == "out.evemu\nprevious\n")
    #expect(full.remarks.contains("disk/out.evemu: cannot write: No space left on device"))
    let readOnly = try run("\(mount)\nmount -o remount,ro disk\n\(check)")
    #expect(readOnly.exitCode == 77 && readOnly.output == "out.evemu\nprevious\n")
    #expect(readOnly.remarks.contains("disk/out.evemu: cannot write: Read-only file system"))
  }

  private static let canMount: Bool = {
    let result = try? Program.run(
      "/usr/bin/env", ["unshare", "-m", "sh", "-c", "mount -t tmpfs tmpfs /mnt"])
    return geteuid() == 0 && result?.exitCode == 0
  }()

  // MARK: Expectations, and files of the wrong size

  @Test(
    "Expectations that cannot be written are an error, and not as expected",
    .enabled(if: Privilege.canDrop))
  func updateInReadOnlyFolder() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("in/tap.evemu", SampleRecording.tap)
    try Privilege.open(folder.path)
    #expect(chmod(folder.file("in"), 0o555) == 0)
    let result = try Privilege.run(Program.path, ["check", "--update", folder.file("in")])
    #expect(result.exitCode == 77)
    let expectations = folder.file("in/tap.gestures.jsonl")
    #expect(result.remarks.contains("error: \(expectations): cannot write: Permission denied"))
    #expect(result.remarks.contains("1 trace checked, 0 as expected, 1 not\n"))
    #expect(chmod(folder.file("in"), 0o755) == 0)
    let writable = try Program.run(["check", "--update", path])
    #expect(writable.exitCode == 0)
    #expect(writable.remarks.contains("1 trace checked, 0 as expected, 1 written\n"))
  }

  @Test("Expectations are as private as their trace")
  func updatedPermissions() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("tap.evemu", SampleRecording.tap)
    #expect(chmod(path, 0o600) == 0)
    #expect(try Program.run(["check", "--update", path]).exitCode == 0)
    var status = stat()
    #expect(stat(folder.file("tap.gestures.jsonl"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test(
    "A script and a profile of more than a megabyte are bad data",
    arguments: [
      ["script", "BIG", "OUT.evemu"], ["simulate", "location", "BIG", "OUT.gpx"],
      ["profile", "BIG"], ["run", "TAP", "--profile", "BIG"],
    ])
  func oversizedText(_ arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let big = folder.file("big")
    for (size, isTooLarge) in [(1 << 20, false), (1 << 20 + 1, true)] {
      try folder.write("big", [UInt8](repeating: UInt8(ascii: "#"), count: size))
      let result = try Program.run(
        arguments.map {
          $0.replacing("BIG", with: big).replacing("TAP", with: Self.tap)
            .replacing("OUT", with: folder.file("out"))
        })
      let message = "error: \(big): expected at most 1048576 bytes, found a larger file\n"
      #expect(result.remarks.contains(message) == isTooLarge, "\(result.remarks)")
      #expect(isTooLarge == false || result.exitCode == 65)
    }
  }

  @Test("Exit codes tell inputs that cannot be opened from outputs that cannot be created")
  func exitCodes() throws {
    let folder = try TemporaryFolder()
    let tap = try folder.write("tap.evemu", SampleRecording.tap)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("loop.evemu"), withDestinationPath: "loop.evemu")
    let longName = folder.file(String(repeating: "n", count: 250) + ".evemu")
    for path in [folder.file("no/a.evemu"), tap + "/a.evemu", folder.file("loop.evemu"), longName] {
      #expect(try Program.run(["convert", path, folder.file("out.evemu")]).exitCode == 66)
      #expect(try Program.run(["convert", tap, path]).exitCode == 74)
    }
    // The output is in the folder that is read.
    #expect(try Program.run(["convert", folder.path, folder.file("out.evemu")]).exitCode == 64)
    let newFolder = ["convert", tap, folder.file("new/"), "--to-format", "evemu"]
    #expect(try Program.run(newFolder).exitCode == 74)
    #expect(!FileManager.default.fileExists(atPath: folder.file("out.evemu")))
  }

  @Test("What a killed command left is no recording of its folder")
  func leftovers() throws {
    let folder = try TemporaryFolder()
    try folder.write("tap.evemu", SampleRecording.tap)
    try folder.write(".replay-3w5e11264sgsf.part", SampleRecording.swipe)
    let result = try Program.run(["run", "--json", folder.path])
    #expect(result.lines.count == 1 && result.output.contains(#""gesture":"tap""#))
  }
}
