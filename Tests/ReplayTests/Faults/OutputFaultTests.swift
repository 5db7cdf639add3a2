import Foundation
import TestSupport
import Testing

/// What every command that writes a file does where the file cannot be written, or the output is no
/// file.
@Suite("Faults of outputs")
struct OutputFaultTests {
  @Test("Without room for the output, the previous file stays", arguments: WritingCommand.all)
  func fullDisk(_ command: WritingCommand) throws {
    let scene = try Scene(command)
    // With room the command succeeds, so that the limit is what fails.
    _ = try scene.reference()
    #expect(try scene.run(after: "ulimit -f 0").exitCode == 74)
    try scene.expectUntouched()
  }

  @Test("A full disk leaves no new output", arguments: WritingCommand.ways)
  func fullDiskOfNewFile(_ command: WritingCommand) throws {
    let scene = try Scene(command, hasPrevious: false)
    #expect(try scene.run(after: "ulimit -f 0").exitCode == 74)
    #expect(try scene.names().isEmpty)
  }

  @Test("An output to a full device is an error that names it", arguments: WritingCommand.ways)
  func fullDevice(_ command: WritingCommand) throws {
    let scene = try Scene(command, hasPrevious: false)
    // The name of a link decides the format.
    let link = scene.output
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "/dev/full")
    let result = try scene.run()
    #expect(result.exitCode == 74)
    #expect(result.remarks.contains("error: \(link): cannot write: No space left on device"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/dev/full")
  }

  @Test(
    "An output in a missing folder is an error that names it", arguments: WritingCommand.toAnyName)
  func missingFolder(_ command: WritingCommand) throws {
    let scene = try Scene(command)
    let path = scene.folder.file("missing/\(command.output)")
    let result = try scene.run(output: path)
    #expect(result.exitCode == 74)
    #expect(result.remarks.contains("error: \(path): cannot write: No such file or directory"))
  }

  @Test("An output that is a folder is an error that names it", arguments: WritingCommand.ways)
  func folder(_ command: WritingCommand) throws {
    let scene = try Scene(command, hasPrevious: false)
    try FileManager.default.createDirectory(
      atPath: scene.output, withIntermediateDirectories: false)
    let result = try scene.run()
    #expect(result.exitCode == 74)
    #expect(result.remarks.contains("error: \(scene.output): cannot write: Is a directory"))
  }

  @Test(
    "An output in a read-only folder is an error of permissions that names it",
    .enabled(if: Privilege.canDrop), arguments: WritingCommand.ways)
  func readOnlyFolder(_ command: WritingCommand) throws {
    let scene = try Scene(command)
    try Privilege.open(scene.folder.path)
    #expect(chmod(scene.folder.file("out"), 0o555) == 0)
    let arguments = command.arguments(input: scene.input, output: scene.output)
    let result = try Privilege.run(Program.path, arguments)
    #expect(result.exitCode == 77)
    #expect(result.remarks.contains("error: \(scene.output): cannot write: Permission denied"))
    try scene.expectUntouched()
  }

  @Test(
    "A link stays, and the file that it leads to is replaced", arguments: WritingCommand.toAnyName)
  func link(_ command: WritingCommand) throws {
    let scene = try Scene(command)
    let link = scene.folder.file("link-" + command.output)
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "out/\(command.output)")
    #expect(try scene.run(output: link).exitCode == 0)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link) == "out/\(command.output)")
    #expect(try scene.text == scene.reference())
    #expect(try scene.names() == [command.output])
  }

  @Test("A link without a file stays, and the file is created", arguments: WritingCommand.toAnyName)
  func danglingLink(_ command: WritingCommand) throws {
    let scene = try Scene(command, hasPrevious: false)
    // Through another link, relative to a folder of its own.
    let link = scene.folder.file("link-" + command.output)
    let next = scene.folder.file("in/next-" + command.output)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: next)
    try FileManager.default.createSymbolicLink(
      atPath: next, withDestinationPath: "../out/\(command.output)")
    #expect(try scene.run(output: link).exitCode == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == next)
    #expect(try scene.text == scene.reference())
    #expect(try scene.names() == [command.output])
  }

  @Test("A pipe gets what a file would have", arguments: WritingCommand.ways)
  func pipe(_ command: WritingCommand) throws {
    let scene = try Scene(command, hasPrevious: false)
    #expect(mkfifo(scene.output, 0o600) == 0)
    let copy = scene.folder.file("copy")
    let result = try Program.run(
      "/bin/sh",
      ["-c", "cat < \"$0\" > \"$1\" & shift; \"$@\" && wait", scene.output, copy, Program.path]
        + command.arguments(input: scene.input, output: scene.output))
    #expect(result.exitCode == 0)
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == scene.reference())
    #expect(try scene.names() == [command.output])
  }

  @Test(
    "A device stays a device", .enabled(if: geteuid() == 0, "only root can replace devices"),
    arguments: WritingCommand.ways)
  func device(_ command: WritingCommand) throws {
    let scene = try Scene(command, hasPrevious: false)
    // The null device, which the kernel documents as 1:3.
    try #require(mknod(scene.output, S_IFCHR | 0o666, 1 << 8 | 3) == 0)
    let result = try scene.run()
    var status = stat()
    #expect(lstat(scene.output, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    // Nodes are of no use on a file system that is mounted without devices.
    #expect(result.exitCode == 0 || result.exitCode == 77)
    #expect(try scene.names() == [command.output])
  }

  @Test(
    "An output that is the input, by whatever name, is refused",
    arguments: WritingCommand.fromInputToAnyName,
    ["in/NAME", "link", "hard", "in/../in/NAME"])
  func sameFile(_ command: WritingCommand, _ name: String) throws {
    let scene = try Scene(command)
    let file = URL(filePath: scene.input).lastPathComponent
    let before = try Data(contentsOf: URL(filePath: scene.input))
    var path = scene.folder.file(name.replacing("NAME", with: file))
    let ending = URL(filePath: command.output).pathExtension
    switch name {
    case "link":
      path += "." + ending
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: scene.input)
    case "hard":
      path += "." + ending
      try FileManager.default.linkItem(atPath: scene.input, toPath: path)
    default: break
    }
    let result = try scene.run(output: path)
    #expect(result.exitCode == 64)
    #expect(result.remarks.contains("which would be lost") || name.hasPrefix("in/"))
    #expect(try Data(contentsOf: URL(filePath: scene.input)) == before)
  }

  @Test(
    "An output that is another input or output is refused",
    arguments: [
      "run IN -o DEVICE --device DEVICE", "run . -o DEVICE", "check . --junit EXPECTED",
      "check IN --junit DEVICE -o DEVICE", "convert IN new.evemu --description new.evemu",
      "convert IN DEVICE --device DEVICE --to-format evemu", "profile PROFILE -o PROFILE",
      "run IN --profile PROFILE -o PROFILE",
      "tune labels.jsonl --vary tap.slop=2..6 -o labels.jsonl",
      "score labels.jsonl -o labels.jsonl", "score . -o labels.jsonl",
      "score labels.jsonl -o DEVICE", "check IN -o EXPECTED", "check IN --junit EXPECTED",
      "check --files-from list -o EXPECTED", "explain - --expected swipe --against . -o DEVICE",
      "script a.gestures.jsonl a.evemu --expectations", "convert - IN", "run - -o IN",
    ])
  func otherInput(_ command: String) throws {
    let folder = try TemporaryFolder()
    let files = [
      "IN": SampleRecording.tap, "DEVICE": SampleRecording.description, "EXPECTED": "",
      "PROFILE": "base: standard\n",
      "labels.jsonl": #"{"v":2,"file":"IN","device":"a.txt","expect":[]}"#, "list": "IN\n",
      "a.gestures.jsonl": "tap\n",
    ]
    let names = ["IN": "IN.evemu", "DEVICE": "a.txt", "EXPECTED": "IN.gestures.jsonl"]
    for (name, text) in files {
      try folder.write(names[name] ?? name, text.replacing("IN", with: "IN.evemu"))
    }
    let words = command.split(separator: " ").map { names[String($0)] ?? String($0) }
    let result = try Program.run(
      "/bin/sh",
      ["-c", "cd \"$0\"; exec \"$@\" < IN.evemu", folder.path, Program.path] + words)
    #expect(result.exitCode == 64, "\(result.remarks)")
    #expect(result.remarks.contains("which would be lost"), "\(result.remarks)")
    for (name, text) in files {
      #expect(
        try folder.text(names[name] ?? name) == text.replacing("IN", with: "IN.evemu"),
        "\(name)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("new.evemu")))
  }

  @Test(
    "Where no input can be read, a header or an empty drawing replaces nothing",
    arguments: [
      ("run", "old.csv"), ("shake", "old.csv"), ("run", "old.txt"), ("locate", "old.svg"),
      ("locate", "old.gpx"),
    ])
  func unreadableInput(command: String, output: String) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("junk", "junk\n")
    let path = try folder.write(output, "previous")
    let result = try Program.run([command, input, "-o", path])
    #expect(result.exitCode == 65, "\(result.remarks)")
    #expect(try folder.text(output) == "previous")
  }

  @Test("A name of 255 bytes is as good as any", arguments: WritingCommand.toAnyName)
  func longName(_ command: WritingCommand) throws {
    let scene = try Scene(command)
    let ending = "." + URL(filePath: command.output).pathExtension
    let path =
      scene.folder.file("out/")
      + String(repeating: "n", count: 255 - ending.utf8.count) + ending
    #expect(try scene.run(output: path).exitCode == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8).isEmpty == scene.reference().isEmpty)
  }

  @Test("Who may not read the input may not read the output", arguments: WritingCommand.withInput)
  func permissions(_ command: WritingCommand) throws {
    for (mode, expected) in [(0o600, 0o600), (0o640, 0o640), (0o444, 0o644), (0o400, 0o600)] {
      let scene = try Scene(command, hasPrevious: false)
      #expect(chmod(scene.input, mode_t(mode)) == 0)
      #expect(try scene.run(after: "umask 022").exitCode == 0)
      #expect(try permissions(scene.output) == expected, "input \(String(mode, radix: 8))")
    }
  }

  @Test(
    "Who may not read the device description or the profile may not read the output",
    arguments: [
      ("convert IN out.yml --device DEVICE", "DEVICE"),
      ("run IN -o out.txt --device DEVICE", "DEVICE"),
      ("info IN -o out.txt --device DEVICE", "DEVICE"),
      ("check IN --junit out.yml --profile PROFILE", "PROFILE"),
      ("explain IN -o out.txt --profile PROFILE", "PROFILE"),
      ("shrink IN out.yml --expected tap --profile PROFILE", "PROFILE"),
      ("plot IN --compare-profile PROFILE -o out.html", "PROFILE"),
      ("run --files-from LIST -o out.txt", "LIST"),
      ("plot --files-from LIST -o out.svg", "LIST"),
      ("check --files-from LIST --junit out.xml", "LIST"),
    ])
  func privateOptions(_ command: String, _ secret: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("IN", SampleRecording.tap)
    try folder.write("IN.gestures.jsonl", "{\"gesture\":\"tap\"}\n")
    try folder.write("DEVICE", SampleRecording.description)
    try folder.write("PROFILE", "base: standard\n")
    try folder.write("LIST", "IN\n")
    for name in ["IN", "DEVICE", "PROFILE", "LIST"] {
      #expect(chmod(folder.file(name), name == secret ? 0o600 : 0o644) == 0)
    }
    let words = command.split(separator: " ").map(String.init)
    let result = try Program.run(
      "/bin/sh", ["-c", "umask 022; cd \"$0\"; exec \"$@\"", folder.path, Program.path] + words)
    #expect(result.exitCode == 0, "\(result.remarks)")
    let output = try #require(words.first { $0.hasPrefix("out.") })
    #expect(try permissions(folder.file(output)) == 0o600)
  }

  @Test(
    "Where one of two outputs cannot be written, the other stays as it was",
    arguments: [
      "convert IN full.evemu --description old.desc", "convert IN full.raw --description old.desc",
      "check IN --tap --junit old.xml -o full.txt", "check IN --tap --junit full.xml -o old.txt",
      "shapes learn --svg-path a=M0,0L9,9 -o full.json --svg old.svg",
      "shapes learn --svg-path a=M0,0L9,9 -o old.json --svg full.svg",
      "shapes show marks.shapes.json -o full.txt --svg old.svg",
      "shapes show marks.shapes.json -o old.txt --svg full.svg",
      "script a.touch full.evemu --expectations old.gestures.jsonl",
      "script a.touch old.tar --count 2 --labels full.jsonl",
      "script a.touch full.tar --count 2 --labels old.jsonl",
      "stress IN --only tremor=1mm --seed 1 --save old.evemu -o full.txt",
      "stress IN --only tremor=1mm --seed 1 --save full.evemu -o old.txt",
    ])
  func twoOutputs(_ command: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("IN.evemu", SampleRecording.tap)
    try folder.write("IN.gestures.jsonl", "{\"gesture\":\"tap\"}\n")
    try folder.write("a.touch", "tap 50,30\n")
    let shapes = packageFolder.appending(path: "Examples/Samples/marks.shapes.json")
    try folder.write("marks.shapes.json", String(contentsOf: shapes, encoding: .utf8))
    var words = command.split(separator: " ").map { $0 == "IN" ? "IN.evemu" : String($0) }
    let full = try #require(words.first { $0.hasPrefix("full.") })
    let old = try #require(words.first { $0.hasPrefix("old.") })
    try FileManager.default.createSymbolicLink(
      atPath: folder.file(full), withDestinationPath: "/dev/full")
    if words.contains("--expectations") {
      // The expectations are those beside the trace.
      words.removeLast()
      try FileManager.default.moveItem(
        atPath: folder.file(full), toPath: folder.file("old.evemu"))
      words[2] = "old.evemu"
    }
    try folder.write(old, "old")
    let result = try Program.run(
      "/bin/sh", ["-c", "cd \"$0\"; exec \"$@\"", folder.path, Program.path] + words)
    #expect(result.exitCode == 74, "\(result.remarks)")
    #expect(try folder.text(old) == "old")
  }

  @Test("A failing check fails also when the reader of its output has gone, and writes its report")
  func goneReader() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.evemu", SampleRecording.tap)
    try folder.write("a.gestures.jsonl", "{\"gesture\":\"swipe\"}\n")
    let result = try Program.run(
      "/bin/bash",
      [
        "-c", "set -o pipefail; cd \"$0\"; \"$1\" check --tap --junit out.xml . | :", folder.path,
        Program.path,
      ])
    #expect(result.exitCode == 1)
    #expect(try folder.text("out.xml").contains("failures=\"1\""))
  }

  @Test("A write-protected file is not replaced")
  func writeProtected() throws {
    let folder = try TemporaryFolder()
    for (name, mode) in [("", 0o777), ("a.evemu", 0o644), ("old.yml", 0o444)] {
      if !name.isEmpty { try folder.write(name, SampleRecording.tap) }
      #expect(chmod(folder.file(name), mode_t(mode)) == 0)
    }
    let arguments = ["convert", folder.file("a.evemu"), folder.file("old.yml")]
    // Root may write any file.
    let result =
      geteuid() == 0
      ? try Program.run(
        "/usr/bin/setpriv", ["--reuid=65534", "--clear-groups", Program.path] + arguments)
      : try Program.run(arguments)
    #expect(result.exitCode == 77)
    #expect(result.remarks.contains("old.yml: cannot write: Permission denied"))
    #expect(try folder.text("old.yml") == SampleRecording.tap)
  }

  @Test(
    "A replaced file has no more permissions than it had, nor than the input has",
    arguments: WritingCommand.withInput)
  func keptPermissions(_ command: WritingCommand) throws {
    for (mode, previous, expected) in [
      (0o600, 0o644, 0o600), (0o644, 0o600, 0o600), (0o644, 0o664, 0o664),
    ] {
      let scene = try Scene(command)
      #expect(chmod(scene.input, mode_t(mode)) == 0 && chmod(scene.output, mode_t(previous)) == 0)
      #expect(try scene.run(after: "umask 022").exitCode == 0)
      #expect(try permissions(scene.output) == expected)
    }
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }
}
