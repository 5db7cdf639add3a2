import Foundation
import TestSupport
import Testing

/// Many recordings in one process: lists of paths, tar archives, and errors as records.
struct ManyRecordingsTests {
  private let folder: TemporaryFolder
  private let traces: [String]

  init() throws {
    folder = try TemporaryFolder()
    traces = ["tap", "pinch-out", "swipes"].map {
      packageFolder.appending(path: "Traces/\($0).evemu").path
    }
  }

  private func archive() throws -> String {
    let path = folder.file("shard.tar")
    _ = try Program.run("/bin/tar", ["-cPf", path] + traces)
    return path
  }

  @Test("A list, an archive and an archive on standard input produce the records of the files")
  func sameRecords() throws {
    let files = try Program.run(["run", "--json"] + traces)
    #expect(files.lines.count == 6)
    let list = try folder.write("list", traces.joined(separator: "\n"))
    #expect(try Program.run(["run", "--json", "--files-from", list]).output == files.output)
    let listed = try Program.run(
      ["run", "--json", "--files-from", "-", "--null"],
      input: traces.map { $0 + "\0" }.joined())
    #expect(listed.output == files.output)
    let archive = try archive()
    #expect(try Program.run(["run", "--json", archive]).output == files.output)
    let piped = try Program.run(
      "/bin/bash", ["-c", #"cat "$1" | "$0" run --json -"#, Program.path, archive])
    #expect(piped.output == files.output)
  }

  @Test(
    "Every command that reads several recordings takes archives and lists",
    arguments: [
      ["run", "--json"], ["info", "--json"], ["explain", "--json"],
      ["stress", "--json", "--only", "rate=60Hz"], ["check", "--json"],
    ])
  func containers(command: [String]) throws {
    var paths: [String] = []
    for name in ["tap.evemu", "tap.gestures.jsonl", "swipes.evemu", "swipes.gestures.jsonl"] {
      let source = packageFolder.appending(path: "Traces/\(name)").path
      try FileManager.default.copyItem(atPath: source, toPath: folder.file(name))
      if name.hasSuffix(".evemu") { paths.append(folder.file(name)) }
    }
    let files = try Program.run(command + paths)
    #expect(files.exitCode == 0 && files.lines.count > 1, "\(files.remarks)")
    let list = try folder.write("list", paths.joined(separator: "\n"))
    #expect(try Program.run(command + ["--files-from", list]).output == files.output)
    let archive = folder.file("all.tar")
    let members = ["swipes", "tap"].flatMap { ["\($0).evemu", "\($0).gestures.jsonl"] }
    _ = try Program.run("/bin/tar", ["-C", folder.path, "-cf", archive] + members)
    let archived = try Program.run(command + [archive])
    #expect(archived.exitCode == 0, "\(archived.remarks)")
    let records = files.output.replacingOccurrences(of: folder.path + "/", with: "")
    #expect(Set(archived.lines) == Set(records.split(separator: "\n")))
  }

  @Test(
    "Several threads print what one prints, in the same order",
    arguments: [
      ["run"], ["run", "--json", "--touches"], ["run", "--events", "--verbose"],
      ["run", "--json", "--error-records"], ["info"], ["info", "--json"], ["explain"],
      ["explain", "--json"],
    ])
  func threads(command: [String]) throws {
    let bad = try folder.write("bad.evemu", "E: 0.0 wrong\n")
    let empty = try folder.write("empty.txt", "nothing\n")
    let paths = [packageFolder.appending(path: "Traces").path, bad, traces[0], traces[0], empty]
    let one = try Program.run(command + ["--jobs", "1"] + paths)
    let several = try Program.run(command + ["--jobs", "3"] + paths)
    #expect(several.output == one.output && !one.output.isEmpty)
    #expect(several.exitCode == one.exitCode)
    // The summary has the time.
    let remarks = [one, several].map { result in
      result.remarks.split(separator: "\n").filter { !$0.contains("events/s") }
    }
    #expect(remarks[0] == remarks[1])
    let list = try folder.write("list", paths.dropFirst().joined(separator: "\n"))
    let listed = try Program.run(command + ["--jobs", "3", "--files-from", list, paths[0]])
    #expect(listed.output == one.output)
  }

  @Test(
    "A folder is converted into a folder, each recording under its name", arguments: ["1", "3"])
  func folders(jobs: String) throws {
    let source = folder.file("in")
    try FileManager.default.createDirectory(
      atPath: source + "/sub", withIntermediateDirectories: true)
    let yaml = packageFolder.appending(path: "Traces/swipes-two-fingers.yml").path
    for (path, name) in [
      (traces[0], "tap.evemu"), (traces[0], "sub/tap.evemu"), (yaml, "tap.yml"), (yaml, "two.yml"),
      (yaml, "tap.yml.evemu"),
    ] {
      try FileManager.default.copyItem(atPath: path, toPath: "\(source)/\(name)")
    }
    let bad = try folder.write("in/bad.evemu", "E: 0.0 wrong\n")
    let output = folder.file("out")
    let command = ["convert", "--jobs", jobs, "--to-format", "libinput", source, output]
    let result = try Program.run(command)
    #expect(result.exitCode == 65 && result.remarks.contains("error: \(bad)"))
    #expect(result.remarks.contains("out: 5 recordings"), "\(result.remarks)")
    // Recordings of the same name keep their endings, and one whose name is that of another.
    let written = [
      "sub/tap.yml", "tap.evemu.yml", "tap.yml.evemu.yml", "tap.yml.yml", "two.yml",
    ]
    let found = try FileManager.default.subpathsOfDirectory(atPath: output).sorted()
    #expect(found == ["sub"] + written)
    let one = try Program.run(["run", "--json", traces[0]]).output
    let converted = try Program.run(["run", "--json", output + "/sub/tap.yml"]).output
    #expect(
      converted.replacing(output + "/sub/tap.yml", with: "") == one.replacing(traces[0], with: ""))
    let link = folder.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: source)
    let inner = folder.file("inner")
    try FileManager.default.createSymbolicLink(
      atPath: inner, withDestinationPath: source + "/sub")
    for inside in [source + "/sub/out", link + "/new/out", inner + "/../new"] {
      let result = try Program.run(["convert", "--to-format", "raw", source, inside])
      #expect(result.exitCode == 64 && result.remarks.contains("is in the folder that is read"))
    }
  }

  @Test(
    "Sensors' recordings are found in archives and lists by their content",
    arguments: [("shake", "shakes.csv"), ("locate", "walk.nmea")])
  func sensors(command: String, name: String) throws {
    let samples = packageFolder.appending(path: "Examples/Samples").path
    let archive = folder.file("all.tar")
    _ = try Program.run("/bin/tar", ["-C", samples, "-cf", archive, name, "shakes.motion"])
    let file = try Program.run([command, "--json", "\(samples)/\(name)"])
    let archived = try Program.run([command, "--json", archive])
    #expect(archived.exitCode == 0 && !archived.output.isEmpty)
    #expect(
      archived.output == file.output.replacingOccurrences(of: "\(samples)/\(name)", with: name))
    #expect(archived.remarks.contains("shakes.motion: skipped, not a "))
    let list = try folder.write("list", "\(samples)/\(name)\n")
    #expect(try Program.run([command, "--json", "--files-from", list]).output == file.output)
  }

  @Test("A picture is drawn of the recordings in an archive")
  func picture() throws {
    let output = folder.file("x.svg")
    #expect(try Program.run(["plot", try archive(), "-o", output]).exitCode == 0)
    #expect(try folder.text("x.svg").contains("pinch"))
  }

  @Test("A check of an archive compares with the expectations in it")
  func checkedArchive() throws {
    try FileManager.default.copyItem(atPath: traces[0], toPath: folder.file("tap.evemu"))
    try FileManager.default.copyItem(atPath: traces[1], toPath: folder.file("pinch.evemu"))
    try folder.write("tap.gestures.jsonl", #"{"gesture":"swipe"}"#)
    try folder.write("none.gestures.jsonl", "")
    let archive = folder.file("all.tar")
    let members = ["tap.evemu", "pinch.evemu", "tap.gestures.jsonl", "none.gestures.jsonl"]
    _ = try Program.run("/bin/tar", ["-C", folder.path, "-cf", archive] + members)
    let result = try Program.run(["check", archive])
    #expect(result.exitCode == 1)
    #expect(result.output.contains("tap.evemu: not as expected"))
    #expect(result.output.contains("pinch.evemu: no pinch.gestures.jsonl"))
    #expect(result.output.contains("none.gestures.jsonl: no recording beside it"))
    let update = try Program.run(["check", "--update", archive])
    #expect(update.exitCode == 65)
    #expect(update.remarks.contains("found a member of an archive"), "\(update.remarks)")
    #expect(!FileManager.default.fileExists(atPath: "pinch.gestures.jsonl"))
  }

  @Test("Records are written before the rest of the list is known")
  func streams() throws {
    let script = #"""
      coproc "$0" run --json --quiet --files-from -
      echo "$1" >&"${COPROC[1]}"
      read -r line <&"${COPROC[0]}"
      echo "$line"
      """#
    let result = try Program.run("/bin/bash", ["-c", script, Program.path, traces[0]])
    #expect(result.output.contains(#""gesture":"tap""#), "\(result.remarks)")
  }

  @Test("With --error-records, what cannot be read is a record, and the rest are read")
  func errorRecords() throws {
    let broken = try folder.write("broken.evemu", "# EVEMU 1.3\nN: a\nE: zz\n")
    let other = try folder.write("other.txt", "hello")
    let paths = [broken, folder.file("missing"), other, traces[0]]
    let result = try Program.run(["run", "--json", "--error-records"] + paths)
    #expect(result.exitCode == 0)
    #expect(result.lines.count == 4)
    #expect(result.lines[0].contains(#""file":"\#(broken)","line":3,"column":4,"expected":"#))
    #expect(result.lines[1].contains("No such file or directory"))
    #expect(result.lines[2].contains("a recording: evemu"))
    #expect(result.lines[3].contains(#""gesture":"tap""#))
    let plain = try Program.run(["run", "--json", "--quiet"] + paths)
    #expect(plain.exitCode == 65)
    #expect(plain.output == result.lines[3] + "\n")
  }

  @Test("With --each, every input has a record, and those of members name their archive")
  func eachRecording() throws {
    let empty = try folder.write("empty", "")
    let still = try folder.write("still.evemu", SampleRecording.description)
    let broken = try folder.write("broken.evemu", "# EVEMU 1.3\nN: a\nE: zz\n")
    let inner = try folder.write("inner.txt", "hello")
    let tar = folder.file("all.tar")
    _ = try Program.run("/bin/tar", ["-cPf", tar, traces[0], still, inner])
    let paths = [empty, still, broken, folder.file("missing"), tar, traces[0]]
    let result = try Program.run(["run", "--json", "--error-records", "--each"] + paths)
    #expect(result.exitCode == 0)
    let records = result.lines.filter { !$0.contains(#""gesture":"#) }.map(String.init)
    #expect(records.count == 8, "\(result.output)")
    func each(_ file: String, _ archive: String? = nil, count: Int) -> String {
      let place = archive.map { #","archive":"\#($0)""# } ?? ""
      return #"{"v":2,"file":"\#(file)"\#(place),"gesture_count":\#(count)}"#
    }
    for record in [
      each(empty, count: 0), each(still, count: 0), each(traces[0], tar, count: 1),
      each(still, tar, count: 0), each(traces[0], count: 1),
    ] { #expect(records.contains(record), "\(record)") }
    #expect(records.contains { $0.contains(#""file":"\#(inner)","archive":"\#(tar)","error":"#) })
    #expect(records.count { $0.contains(#""error":"#) } == 3)
    #expect(try Program.run(["run", "--each", still]).exitCode == 64)
  }

  @Test(
    "With --error-records, members below hidden folders and of any name have records",
    arguments: [".local/a.evemu", ".a.evemu", "a.jsonl"])
  func hiddenMembers(name: String) throws {
    let path = folder.file(name)
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(),
      withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: traces[0], toPath: path)
    let (whole, below) = (folder.file("whole.tar"), folder.file("below.tar"))
    _ = try Program.run("/bin/tar", ["-cPf", whole, path])
    _ = try Program.run("/bin/tar", ["-C", folder.path, "-cf", below, name])
    let words = ["run", "--json", "--error-records"]
    #expect(try Program.run(words + [whole]).output == Program.run(words + [path]).output)
    #expect(try Program.run(words + [below]).lines.count == 1)
    // Without the option, an archive is read like a folder, wherever that folder was.
    #expect(try Program.run(["run", "--json", below]).exitCode == 66)
    let plain = try Program.run(["run", "--json", whole])
    #expect(plain.lines.count == (name.hasPrefix(".local") ? 1 : 0))
  }

  @Test(
    "With --error-records, an archive without recordings has no records and is no error",
    arguments: ["", "folder"])
  func emptyArchive(name: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("folder"), withIntermediateDirectories: true)
    let script = """
      cd "$1" && tar -cf - $2 | "$0" run --json --error-records -
      """
    let words = ["-c", script, Program.path, folder.path, name.isEmpty ? "-T /dev/null" : name]
    let result = try Program.run("/bin/bash", words)
    #expect(result.output == "")
    #expect(result.remarks == "")
    #expect(result.exitCode == 0)
    let plain = try Program.run(
      "/bin/bash", ["-c", script.replacing(" --error-records", with: "")] + words.dropFirst(2))
    // Zeros alone may be anything.
    #expect(plain.exitCode == (name.isEmpty ? 65 : 66))
  }

  @Test("A file of zeros is a recording that cannot be read, not an empty archive")
  func zeros() throws {
    let path = folder.file("zeros")
    try Data(count: 10240).write(to: URL(fileURLWithPath: path))
    let result = try Program.run(["run", "--json", "--error-records", path])
    #expect(result.lines.count == 1)
    #expect(result.output.contains(#""error":"#))
  }

  @Test("A cut archive is an error, after the records of its whole members")
  func cutArchive() throws {
    let archive = try archive()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: archive))
    let cut = folder.file("cut.tar")
    try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: cut))
    let result = try Program.run(["run", "--json", cut])
    #expect(result.exitCode == 65)
    #expect(result.lines.first?.contains(#""gesture":"tap""#) ?? false)
    #expect(result.remarks.contains("the end of the file: it was cut"))
  }

  @Test("An empty list has no records and is no error; a long path is one")
  func lists() throws {
    #expect(try Program.run(["run", "--files-from", "-"], input: "\n").exitCode == 0)
    let long = String(repeating: "a/", count: 2048)
    let fits = try Program.run(["run", "--files-from", "-"], input: long)
    #expect(fits.remarks.contains("File name too long") || fits.exitCode == 66)
    let result = try Program.run(["run", "--files-from", "-"], input: long + "b")
    #expect(result.remarks.contains("expected a path of at most 4096 bytes, found a longer one"))
  }

  @Test("A path with NUL is an error, and no other file is read instead")
  func pathsWithNUL() throws {
    let list = try Program.run(
      ["run", "--json", "--files-from", "-"], input: "\(traces[0])\0a\n\(traces[1])\n")
    #expect(list.exitCode == 65)
    #expect(list.lines.allSatisfy { $0.contains(traces[1]) } && !list.lines.isEmpty)
    #expect(
      list.remarks.contains("expected a path without NUL, as --null separates them"),
      "\(list.remarks)")
    try folder.write("tap.evemu", Array(Data(contentsOf: URL(filePath: traces[0]))))
    let labels = try folder.write(
      "labels.jsonl",
      #"{"v":2,"file":"tap.evemu\u0000x.evemu","expect":[{"gesture":"tap","touches":1,"taps":1,"start":0,"end":0.1}]}"#
    )
    let score = try Program.run(["score", labels, "--jobs", "1"])
    #expect(score.exitCode != 0)
    #expect(score.remarks.contains("1 missing recording"), "\(score.remarks)")
  }

  @Test("--name-devices names the device of a recording that has only one")
  func deviceNames() throws {
    let result = try Program.run(["run", "--json", "--name-devices", traces[0]])
    #expect(result.output.contains(#""device":"Touchstone Touchpad""#))
  }

  @Test("Variations of a script are the same each time, and a longer archive begins with a shorter")
  func variations() throws {
    let script = try folder.write("tap.touch", "hand human seed 5\ntap count 2\n")
    func make(_ count: Int, _ name: String) throws -> Data {
      let path = folder.file(name)
      let result = try Program.run(
        [
          "script", script, path, "--count", String(count), "--perturb", "tremor=0.2",
          "--device-name", "Pad", "--labels", path + ".jsonl",
        ])
      #expect(result.exitCode == 0, "\(result.remarks)")
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }
    let five = try make(5, "taps.tar")
    #expect(try make(5, "taps.tar") == five)
    let three = try make(3, "taps.tar").dropLast(1024)
    #expect(three == five.prefix(three.count))
    let records = try Program.run(["run", "--json", "--name-devices", folder.file("taps.tar")])
    #expect(records.lines.count == 3)
    #expect(records.lines.allSatisfy { $0.contains(#""device":"Pad""#) })
    #expect(Set(records.lines.map { $0.drop { $0 != "s" } }).count == 3, "each by its own hand")
  }

  @Test(
    "The names of the recordings of a script stay within its archive",
    arguments: [
      ("a/b", 0), ("a..b", 0), ("../b", 64), ("a/../../b", 64), ("..", 64), ("/b", 64), ("/", 64),
    ])
  func prefixes(prefix: String, exitCode: Int32) throws {
    let tar = folder.file("s.tar")
    let result = try Program.run(
      ["script", "-", tar, "--count", "1", "--prefix", prefix], input: "tap\n")
    #expect(result.exitCode == exitCode, "\(result.remarks)")
    #expect(result.remarks.contains("--prefix takes a name within") == (exitCode != 0))
    #expect(FileManager.default.fileExists(atPath: tar) == (exitCode == 0))
  }

  @Test("No label starts before its recording, also if a perturbation removes the first frames")
  func labelStarts() throws {
    let script = try folder.write("s.touch", "tap count 2\nwait 1\nswipe left\n")
    let labels = folder.file("l.jsonl")
    let words = ["script", script, folder.file("s.tar"), "--count", "20", "--labels", labels]
    #expect(try Program.run(words + ["--perturb", "tremor=0.3,rate=60"]).exitCode == 0)
    let text = try folder.text("l.jsonl")
    #expect(text.contains(#""start":0.0,"#) && !text.contains(#""start":-"#), "\(text)")
  }

  @Test("The parts of a score and of a search add up to the whole")
  func parts() throws {
    let script = try folder.write("swipe.touch", "swipe left\nwait 1s\ntap\n")
    let labels = folder.file("labels.jsonl")
    let tar = folder.file("swipe.tar")
    _ = try Program.run(["script", script, tar, "--count", "12", "--labels", labels])
    _ = try Program.run("/bin/tar", ["-C", folder.path, "-xf", tar])
    let each = try Program.run(["score", "--each", "--json", labels])
    #expect(each.lines.count == 12)
    #expect(each.lines.allSatisfy { $0.contains(#""tap":{"tp":1,"fp":0,"fn":0}"#) })
    let vary = ["--vary", "swipe.minimumLength=5..60", "--steps", "5", "--group-by", "folder"]
    let whole = try Program.run(["tune", "--json", labels] + vary)
    let recordings = try Program.run(["tune", "--each", labels] + vary)
    #expect(recordings.lines.count == 12)
    let counts = try folder.write(
      "counts", recordings.lines.reversed().joined(separator: "\n"))
    let none = try Program.run(
      ["tune", "--json", labels, "--counts", folder.write("none", "")] + vary)
    #expect(none.exitCode == 65 && none.remarks.contains("expected counts of recordings"))
    let reduced = try Program.run(["tune", "--json", labels, "--counts", counts] + vary)
    #expect(reduced.output == whole.output)
    let fewer = try Program.run(
      ["tune", "--json", labels, "--counts", counts, "--vary", "tap.slop=2..6", "--steps", "2"])
    #expect(fewer.exitCode == 65)
    // As many counts, of other values, another parameter or another profile.
    for other in [
      ["--vary", "swipe.minimumLength=5..50", "--steps", "5"],
      ["--vary", "tap.slop=2..6", "--steps", "5"], vary + ["--profile", "textbook"],
    ] {
      let result = try Program.run(["tune", "--json", labels, "--counts", counts] + other)
      #expect(result.exitCode == 65)
      #expect(result.remarks.contains("another --vary, --steps or profile"), "\(result.remarks)")
    }
  }
}
