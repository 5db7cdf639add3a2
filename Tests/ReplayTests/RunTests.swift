import Foundation
import TestSupport
import Testing

struct RunTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("The table is on standard output, the summary on standard error")
  func table() throws {
    let path = try folder.write("both.evemu", SampleRecording.both)
    let result = try Program.run(["run", path])
    #expect(result.exitCode == 0)
    #expect(
      result.output == """
             TIME      START  GESTURE     TOUCHES  DURATION  DETAILS
          0.200 s    0.000 s  swipe             1   0.200 s  right, 28.5 mm
          1.380 s    1.000 s  tap               1   0.080 s

        """)
    #expect(result.remarks.hasPrefix("1 file, 64 events, 2 gestures in 0."), "\(result.remarks)")
  }

  @Test("Records are printed as JSON Lines")
  func json() throws {
    let path = try folder.write("tap.evemu", SampleRecording.tap)
    let result = try Program.run(["run", "--json", path])
    #expect(
      result.output == """
        {"v":2,"file":"\(path)","time_s":0.380001,"start_s":0.0,"gesture":"tap",\
        "state":"recognized","touches":1,"taps":1,"duration_s":0.08,\
        "location_mm":{"x":10.0,"y":10.0}}

        """)
  }

  @Test("Standard input produces the same records as the file")
  func standardInput() throws {
    let path = try folder.write("both.evemu", SampleRecording.both)
    let file = try Program.run(["run", "--json", path])
    let input = try Program.run(["run", "--json", "-"], input: SampleRecording.both)
    #expect(input.exitCode == 0)
    #expect(input.output == file.output.replacingOccurrences(of: path, with: "-"))
    #expect(input.lines.count == 2)
  }

  @Test("A named pipe and a pipe on standard input produce the same gestures")
  func pipes() throws {
    let path = try folder.write("both.evemu", SampleRecording.both)
    let file = try Program.run(["run", "--json", path])
    let scripts = [#""$0" run --json <(cat "$1")"#, #"cat "$1" | "$0" run --json -"#]
    for script in scripts {
      let result = try Program.run("/bin/bash", ["-c", script, Program.path, path])
      #expect(result.lines.count == 2, "\(result.remarks)")
      #expect(result.output.contains(#""gesture":"swipe""#))
    }
    #expect(file.lines.count == 2)
  }

  @Test("Every change of state and the delivered touches can be reported")
  func reports() throws {
    let path = try folder.write("tap.evemu", SampleRecording.tap)
    let pinch =
      SampleRecording.description
      + SampleRecording.touch(1, x: 400...3200, y: 800, start: 0, frames: 100)
    let slow = try folder.write("pan.evemu", pinch)
    let events = try Program.run(["run", "--events", "--json", slow])
    #expect(events.lines.contains { $0.contains(#""state":"began""#) })
    #expect(events.lines.contains { $0.contains(#""state":"changed""#) })
    #expect(events.lines.last?.contains(#""state":"ended""#) == true)
    let touches = try Program.run(["run", "--touches", "--json", path])
    #expect(
      touches.output == """
        {"v":2,"file":"\(path)","time_s":0.0,"touch":1,"phase":"began","x_mm":10.0,"y_mm":10.0,\
        "tap_count":1,"view":"window"}
        {"v":2,"file":"\(path)","time_s":0.08,"touch":1,"phase":"ended","x_mm":10.0,"y_mm":10.0,\
        "tap_count":1,"view":"window"}

        """)
    let table = try Program.run(["run", "--touches", path])
    #expect(table.lines.count == 3)
    #expect(table.lines.first?.contains("PHASE") == true)
  }

  @Test("A replay in real time prints the same bytes as one at full speed")
  func speed() throws {
    let path = try folder.write("both.evemu", SampleRecording.both)
    for kind in [[], ["--events"], ["--touches"]] {
      let fast = try Program.run(["run", "--json", path] + kind)
      let slow = try Program.run(["run", "--json", "--speed", "20", path] + kind)
      #expect(slow.exitCode == 0)
      #expect(fast.output == slow.output)
      #expect(!fast.output.isEmpty)
    }
  }

  @Test("An invalid file in a folder is reported, and the others are replayed")
  func badFile() throws {
    try folder.write("a.evemu", SampleRecording.tap)
    try folder.write("b.evemu", "E: 0.0 zzzz 0000 0\n")
    try folder.write("c.evemu", SampleRecording.swipe)
    try folder.write("README.md", "# Traces\n\nText.\n")
    try folder.write("a.gestures.jsonl", "{\"gesture\":\"tap\"}\n")
    try folder.write("pad.desc", SampleRecording.description)
    let result = try Program.run(["run", "--json", folder.path])
    #expect(result.exitCode == 65)
    #expect(result.lines.count == 2)
    #expect(result.remarks.contains("error: \(folder.path)/b.evemu:1:"))
    #expect(result.remarks.contains("2 files, "))
    #expect(result.remarks.contains("note: \(folder.path)/README.md: skipped, not a recording\n"))
  }

  @Test("Verbose output names the files that were skipped")
  func verbose() throws {
    try folder.write("a.evemu", SampleRecording.tap)
    try folder.write("README.md", "# Traces\n\nText.\n")
    try folder.write("pad.desc", SampleRecording.description)
    let result = try Program.run(["run", "--verbose", folder.path])
    #expect(result.exitCode == 0)
    #expect(result.remarks.contains("README.md: skipped, not a recording"))
    #expect(result.remarks.contains("pad.desc: a device description without events"))
  }

  @Test(
    "A recording in which nothing is recognized is a warning with what was found",
    arguments: [
      ("E: 1.0 0002 0000 5\nE: 1.0 0000 0000 0\n", "no touch events: 2 events of a mouse"),
      ("E: 1.0 0001 001e 1\nE: 1.0 0000 0000 0\n", "no touch events: 2 events of a keyboard"),
      ("", "an empty file"), ("# a comment\n", "no events in 12 bytes"),
      ("E: 1.0 0003", "no events in 11 bytes"),
      (
        SampleRecording.description
          + "E: 1.0 0003 0039 1\nE: 1.0 0003 0035 50\nE: 1.0 0003 0036 50\nE: 1.0 0000 0000 0\n",
        "no gesture: 1 touch"
      ),
    ])
  func nothing(text: String, warning: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.evemu", text)
    // check fails for it.
    for command in ["run", "info"] {
      let result = try Program.run([command, path])
      let warnings = result.remarks.split(separator: "\n").filter { $0.hasPrefix("warning: ") }
      let isOfRun = warning.hasPrefix("no gesture")
      let isExpected = command == "run" || !isOfRun
      #expect(warnings.count == (isExpected ? 1 : 0), "\(command)")
      if isExpected { #expect(warnings.first?.contains(": " + warning) == true) }
    }
    #expect(try Program.run(["run", "--quiet", path]).remarks.isEmpty)
  }

  @Test("A part that begins after the last event is a warning", arguments: ["run", "explain"])
  func partAfterEnd(command: String) throws {
    let result = try Program.run([command, "--from", "500", "-"], input: SampleRecording.tap)
    #expect(result.exitCode == 0)
    #expect(
      result.remarks.contains("warning: -: --from 500 is after the last event (0.080 s)\n"),
      "\(result.remarks)")
  }

  @Test("Palms are counted where no gesture is recognized", .requiresShared("corpus"))
  func palms() throws {
    let path = SharedFolder.path(
      "corpus/recordings/none/zgb-palm-presence-static-left-125949.events")
    #expect(try Program.run(["run", path]).remarks.contains("no gesture: 1 touch, a palm"))
  }

  @Test("Skipped lines are a note with the first one, and a warning if they are many")
  func skippedLines() throws {
    let folder = try TemporaryFolder()
    let events = String(repeating: "0003 0035 00000001\n0000 0000 00000000\n", count: 20)
    let few = try folder.write("few.getevent", "$ getevent\n" + events)
    let text = "1 line of other content skipped, from line 1: \"$ getevent\""
    #expect(try Program.run(["run", few]).remarks.contains("note: \(few): \(text)\n"))
    let many = try folder.write(
      "many.getevent", events + String(repeating: "E: 1.0 0003 0035 1\n", count: 9))
    let warning =
      "9 lines of other content skipped, from line 41: \"E: 1.0 0003 0035 1\"; some are evemu"
    for command in ["run", "info", "explain"] {
      let remarks = try Program.run([command, many]).remarks
      #expect(remarks.contains("warning: \(many): \(warning)"), "\(command)")
    }
  }

  @Test("A program or another binary file ends with 65", arguments: ["/bin/ls", "/bin/sh"])
  func program(path: String) throws {
    for arguments in [["run", path], ["info", path], ["run", "--format", "raw", path]] {
      let result = try Program.run(arguments)
      #expect(result.exitCode == 65)
      #expect(result.output.isEmpty && result.remarks.contains("byte 0: expected "))
    }
  }

  @Test("Files of a folder that are no recordings or cannot be read are reported")
  func otherFiles() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.evemu", SampleRecording.description)
    try folder.write("notes.txt", "hello\n")
    let one = try Program.run(["run", folder.path])
    #expect(one.exitCode == 0)
    #expect(one.remarks.contains("note: \(folder.path)/notes.txt: skipped, not a recording\n"))
    try folder.write("more.txt", "hello\n")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/z.evemu", withDestinationPath: "missing")
    let two = try Program.run(["info", folder.path])
    #expect(two.exitCode == 66)
    #expect(two.remarks.contains("error: \(folder.path)/z.evemu: No such file"))
    #expect(two.remarks.contains("note: 2 files: skipped, not recordings: \(folder.path)/more.txt"))
  }

  @Test("A file that is named on the command line must be a recording")
  func namedFile() throws {
    let path = try folder.write("README.md", "# Traces\n\nText.\n")
    let result = try Program.run(["run", path])
    #expect(result.exitCode == 65)
    #expect(result.remarks.contains("README.md:1:1: expected a recording"))
  }

  @Test("Missing files and folders without recordings have their own exit code")
  func missing() throws {
    let result = try Program.run(["run", folder.path + "/none.evemu"])
    #expect(result.exitCode == 66)
    #expect(result.remarks == "error: \(folder.path)/none.evemu: No such file or directory\n")
    #expect(try Program.run(["run", folder.path]).exitCode == 66)
    #expect(try Program.run(["run", "--device", folder.path + "/none", "-"]).exitCode == 66)
  }

  // Root can read everything.
  @Test("Unreadable files have their own exit code", .enabled(if: getuid() != 0, "run by root"))
  func permission() throws {
    let path = try folder.write("a.evemu", SampleRecording.tap)
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    #expect(try Program.run(["run", path]).exitCode == 77)
  }

  @Test("A closed pipe ends quietly")
  func closedPipe() throws {
    let many =
      SampleRecording.description
      + (0..<400).map {
        SampleRecording.touch($0, x: 400...3200, y: 800, start: Double($0), frames: 40)
      }.joined()
    let path = try folder.write("many.evemu", many)
    let script = #""$0" run --touches --json "$1" | head -n 1; echo "${PIPESTATUS[0]}""#
    let result = try Program.run("/bin/bash", ["-c", script, Program.path, path])
    #expect(result.lines.count == 2)
    #expect(result.lines.last == "0")
    #expect(result.remarks.isEmpty, "\(result.remarks)")
  }

  @Test("Assumptions are noted once per file, and not at all with --quiet")
  func notes() throws {
    let path = try folder.write(
      "tap.events", SampleRecording.touch(1, x: 400...400, y: 400, start: 10, frames: 8))
    let result = try Program.run(["run", "--json", path])
    let notes = result.remarks.split(separator: "\n").filter { $0.hasPrefix("note: ") }
    #expect(notes.count == 1)
    #expect(notes.first?.contains("tap.events: no device description") == true)
    let quiet = try Program.run(["run", "--json", "--quiet", path])
    #expect(quiet.remarks.isEmpty)
    #expect(quiet.output == result.output)
    let sized = try Program.run(["run", "--size", "100x60mm", path])
    #expect(!sized.remarks.contains("overrides) "))
    #expect(!sized.remarks.contains("assuming 69"))
  }

  @Test("A size in mm scales the positions")
  func size() throws {
    let path = try folder.write("tap.evemu", SampleRecording.tap)
    for size in ["50x30mm", "50x30", "50.0X30.0mm"] {
      let result = try Program.run(["run", "--json", "--size", size, path])
      #expect(result.output.contains(#""location_mm":{"x":5.0,"y":5.0}"#), "\(size)")
    }
    for size in [
      "50", "50x", "0x30", "-5x30", "axb", "50x30x20", "nanx3", "1e9x3", "50x30cm",
      "1e-300x1e-300mm", "0.9x30",
    ] {
      let result = try Program.run(["run", "--size=\(size)", path])
      #expect(result.exitCode == 64, "\(size)")
      #expect(result.remarks.contains("as in 100x60mm"), "\(size)")
    }
  }

  @Test("A device description can be given for events without one")
  func device() throws {
    let events = try folder.write(
      "tap.events", SampleRecording.touch(1, x: 400...400, y: 400, start: 10, frames: 8))
    let device = try folder.write("pad.desc", SampleRecording.description)
    let described = try folder.write("tap.evemu", SampleRecording.tap)
    let result = try Program.run(["run", "--json", "--device", device, events])
    let whole = try Program.run(["run", "--json", described])
    #expect(result.output == whole.output.replacingOccurrences(of: described, with: events))
  }

  @Test("A report rate can be given for getevent recordings without times")
  func rate() throws {
    let text = """
      /dev/input/event1: 0003 0039 00000001
      /dev/input/event1: 0003 0035 00000064
      /dev/input/event1: 0003 0036 00000064
      /dev/input/event1: 0000 0000 00000000
      /dev/input/event1: 0003 0039 ffffffff
      /dev/input/event1: 0000 0000 00000000

      """
    let result = try Program.run(["run", "--json", "--rate", "10", "-"], input: text)
    #expect(result.output.contains(#""duration_s":0.1"#), "\(result.output)")
    #expect(try Program.run(["run", "--rate", "0", "-"], input: text).exitCode == 64)
  }

  @Test("A recording without times is reported, unless a report rate is given")
  func noTimes() throws {
    let text = """
      /dev/input/event1: 0003 0039 00000001
      /dev/input/event1: 0000 0000 00000000
      /dev/input/event1: 0003 0039 ffffffff
      /dev/input/event1: 0000 0000 00000000

      """
    let path = try folder.write("tap.txt", text)
    try folder.write("tap.gestures.jsonl", "")
    for command in [
      ["run"], ["run", "--json"], ["info"], ["info", "--json"], ["check"], ["explain"],
    ] {
      let result = try Program.run(command + [path])
      #expect(
        result.remarks.contains(
          "note: \(path): no times: all events are simultaneous (set a rate with --rate)\n"),
        "\(command)")
      #expect(try !Program.run(command + ["--quiet", path]).remarks.contains("--rate"))
      #expect(try !Program.run(command + ["--rate", "60", path]).remarks.contains("--rate"))
    }
    let timed = try folder.write("timed.evemu", SampleRecording.tap)
    #expect(try !Program.run(["run", timed]).remarks.contains("--rate"))
  }

  @Test("A profile is selected by its name or read from a file")
  func profile() throws {
    let path = try folder.write("tap.evemu", SampleRecording.tap)
    let profile = try folder.write("mine.yml", "tap:\n  rule: off\n")
    #expect(try Program.run(["run", "--json", "--profile", profile, path]).output.isEmpty)
    #expect(try Program.run(["run", "--json", "--profile", "standard", path]).lines.count == 1)
    let bad = try folder.write("bad.yml", "tap:\n  radios: 1\n")
    let result = try Program.run(["run", "--profile", bad, path])
    #expect(result.exitCode == 65)
    #expect(result.remarks.contains("bad.yml:2:3: "))
    #expect(result.remarks.contains("did you mean radius?"))
  }

  @Test("Names from files cannot control the terminal")
  func hostileNames() throws {
    try folder.write("a\u{1b}[2J.evemu", SampleRecording.tap)
    try folder.write("b.evemu", SampleRecording.tap)
    let result = try Program.run(["run", folder.path])
    #expect(result.lines.count == 5)
    #expect(!result.output.contains("\u{1b}"))
    #expect(result.output.contains(#"a\u{1b}[2J.evemu"#))
  }

  @Test(
    "The summary of several files counts their outcomes by kind, whatever states are printed",
    arguments: [[], ["--events"]])
  func kinds(options: [String]) throws {
    let traces = ["swipes.evemu", "pan.evemu"].map {
      packageFolder.appending(path: "Traces/\($0)").path
    }
    let several = try Program.run(["run"] + options + traces)
    #expect(several.remarks.contains("5 gestures (4 swipe, 1 pan) in"), "\(several.remarks)")
    let one = try Program.run(["run"] + options + traces.dropLast())
    #expect(one.remarks.contains("4 gestures in"), "\(one.remarks)")
  }
}
