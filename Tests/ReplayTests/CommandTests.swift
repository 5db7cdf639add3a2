import Foundation
import TestSupport
import Testing
import Timeline

@testable import replay

struct CommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(
    "An option of other commands is not taken for a mistyped one",
    arguments: [["convert", "--rotate", "90", "b.evemu"], ["libinput", "--from", "1", "a"]])
  func otherOption(arguments: [String]) throws {
    let result = try Program.run(arguments)
    #expect(result.exitCode == 64 && result.remarks.contains("Unknown option '\(arguments[1])'"))
    #expect(!result.remarks.contains("Did you mean"), "\(result.remarks)")
  }

  @Test(
    "A matrix may begin with a minus sign, in one word with its option and as a word of its own",
    arguments: [["--matrix=-1.0 0.0 1.0 0.0 1.0 0.0"], ["--matrix", "-1.0 0.0 1.0 0.0 1.0 0.0"]])
  func mirrored(option: [String]) throws {
    let pan = packageFolder.appending(path: "Traces/pan.evemu").path
    let result = try Program.run(["run", "--json"] + option + [pan])
    #expect(result.exitCode == 0 && result.output.contains(#""direction":"left""#), "\(result)")
  }

  @Test(
    "An invalid command line ends with 64 and a hint",
    arguments: [
      (["rnu", "x"], "Did you mean 'run'?"), (["run"], "Missing expected argument"),
      (["help", "rnu"], "Did you mean 'run'?"), (["help", "qqq"], "Unknown subcommand 'qqq'"),
      (["run", "--jsno", "x"], "Did you mean '--json'?"),
      (["run", "--events", "--touches", "x"], "exclude each other"),
      (["run", "--format", "evmeu", "x"], "evemu"), (["run", "--speed", "0", "x"], "speed"),
      (["run", "--speed", "1e-300", "x"], "from 0.001 to 1000000"),
      (["run", "--speed", "fast", "x"], "from 0.001 to 1000000"),
      (["run", "x", "--matrix"], "Missing value for '--matrix <a b c d e f>'"),
      (["run", "--matrix", "--json", "x"], "'--json' is invalid for '--matrix <a b c d e f>'"),
      (["convert", "a", "b"], "--to-format"),
      (["convert", "a", "b.evemu", "--fingers", "0"], "ids"),
      (["convert", "a", "b.evemu", "--from", "3", "--to", "2"], "--from is after --to"),
      (["convert", "a", "b", "--to-format", "umockdev"], "only read"),
      (["check", "-", "-"], "read only once"), (["run", "-", "-"], "read only once"),
      (["info", "-", "a", "-"], "read only once"), (["explain", "-", "-"], "read only once"),
      (["run", "--device", "-", "-"], "read only once"),
      (["check", "--device", "-", "--profile", "-", "a"], "read only once"),
      (["check", "--shard", "9/8", "a"], "2/8"), (["check", "--jobs", "0", "a"], "1 to 1024"),
      (["check", "--update", "--tap", "a"], "excludes"),
      (["check", "--update", "--github", "a"], "excludes"),
      (["check", "--update", "-o", "b.jsonl", "a"], "excludes"),
      (["check", "--json", "--tap", "a"], "exclude each other"),
      (["check", "--github", "--tap", "a"], "exclude each other"),
      (["check", "--github", "-o", "b.json", "a"], "exclude each other"),
      (["view", "a"], "replay view needs a terminal for its output; 'replay plot' writes"),
      (["view", "--speed", "0", "a"], "from 0.001 to 1000"), (["view", "-", "-"], "Unexpected"),
      (["score"], "Missing expected argument"),
      (["score", "--minimum", "2", "a"], "0.97"), (["score", "-"], "no recordings beside it"),
      (["stress", "--only", "termor", "a"], "did you mean tremor?"),
      (["stress", "--draws", "0", "a"], "1 to 100000"),
      (["stress", "--only", "tremor=1cm", "a"], "tremor is in mm, as in tremor=1mm"),
      (["stress", "--only", "tremor=", "a"], "expected an amount"),
      (["stress", "--only", "smaller=1", "a"], "less than 1 x"),
      (["stress", "--fail-below", "tremor", "a"], "as in tremor=1mm"),
      (["stress", "--fail-below", "termor=1mm", "a"], "did you mean tremor?"),
      (["stress", "--fail-below", "missingResolution=1", "a"], "has no amount"),
      (["stress", "--only", "rate", "--fail-below", "tremor=1", "a"], "--only leaves it out"),
      (["stress", "--draws", "380", "--fail-below", "tremor=1", "a"], "--draws 381 or more"),
      (["stress", "--draws", "3", "--seed", "1", "a"], "excludes --draws"),
      (["stress", "--seed", "-1", "a"], "--seed"),
      (["stress", "--seed", "1", "--only", "tremor", "--save", "b.evemu", "a"], "one amount"),
      (["stress", "--seed", "1", "--only", "tremor=1", "--save", "b", "a"], "the format"),
      (["stress", "--seed", "1", "--only", "tremor=1", "--save", "a", "a"], "would be lost"),
      (["shrink", "a", "b.evemu"], "--expected names a gesture"),
      (["shrink", "a", "b.evemu", "--expected", "swpie"], "did you mean swipe?"),
      (["shrink", "a", "b.evemu", "--expected", "swpie"], "did you mean swipe?"),
      (["shrink", "a", "b", "--expected", "swipe"], "--to-format"),
      (["shrink", "a", "b.evemu", "--expected", "swipe", "--trials", "0"], "from 1 to 1000000"),
      (["shrink", "a.evemu", "a.evemu", "--expected", "swipe"], "would be lost"),
      (["tune", "a"], "--vary"),
      (["tune", "a", "--vary", "swipe.minimumLenght=1..2"], "did you mean swipe.minimumLength?"),
      (["tune", "a", "--vary", "swipe.minimumLength=10..60", "--steps", "1"], "from 2"),
      (["script", "a", "b"], "--to-format"),
      (["script", "--expectations", "a"], "no expectations"),
      (["convert", "--device", "-", "-", "a.evemu"], "read only once"),
    ])
  func usage(arguments: [String], hint: String) throws {
    let result = try Program.run(arguments)
    #expect(result.exitCode == 64)
    #expect(result.remarks.contains(hint), "\(result.remarks)")
    #expect(result.output.isEmpty)
  }

  @Test(
    "Every command has examples in its help",
    arguments: CommandOverview.names.filter { hasLibrary || $0 != "library" })
  func help(command: String) throws {
    let result = try Program.run([command, "--help"])
    #expect(result.exitCode == 0)
    let examples = result.output.components(separatedBy: "EXAMPLES\n").last ?? ""
    #expect(examples.contains("replay \(command) "))
  }

  @Test(
    "The overview fits a terminal of 80 x 24 and names every command",
    arguments: [[], ["-h"], ["--help"], ["help"]])
  func overview(arguments: [String]) throws {
    let result = try Program.run(arguments)
    #expect(result.exitCode == 0)
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 24)
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(result.output)")
    let words = Set(result.output.split { !$0.isLetter })
    for name in CommandOverview.names { #expect(words.contains(Substring(name))) }
  }

  @Test(
    "Colors are forced and refused by an option",
    arguments: [
      (["--color", "always"], true), (["--color=never"], false), (["--color", "auto"], false),
      (["--color=always", "--color=never"], false), ([], false),
    ])
  func color(option: [String], hasColors: Bool) throws {
    let path = try folder.write("swipe.evemu", SampleRecording.swipe)
    let result = try Program.run(["run"] + option + [path])
    #expect(result.exitCode == 0)
    #expect(result.output.contains("\u{1b}[") == hasColors)
  }

  @Test(
    "An invalid color is an error that names the values",
    arguments: [["--color", "blue"], ["--color=", "run"], ["run", "--color"]])
  func invalidColor(arguments: [String]) throws {
    let result = try Program.run(arguments)
    #expect(result.exitCode == 64)
    #expect(result.remarks.contains("always, never or auto"), "\(result.remarks)")
  }

  #if !Live
    @Test(
      "Without the Live trait, live commands report what they need", arguments: ["live", "play"])
    func missingTrait(command: String) throws {
      let result = try Program.run([command])
      #expect(result.exitCode == 64)
      #expect(result.remarks.contains("touchstone-live"))
      #expect(result.remarks.contains("install.sh --live"))
    }
  #endif

  @Test("The version is the one that scripts print, with the commit if it was built in a checkout")
  func version() throws {
    let script = try Program.run(packageFolder.appending(path: "Tools/version").path, [])
    #expect(script.output == Version.number + "\n")
    let commits = packageFolder.appending(path: ".git/logs/HEAD").path
    let suffix =
      FileManager.default.fileExists(atPath: commits) ? #/ \(commit [0-9a-f]{10}\)\n/# : #/\n/#
    let output = try Program.run(["--version"]).output
    #expect(output.hasPrefix(Version.number))
    #expect(output.dropFirst(Version.number.count).wholeMatch(of: suffix) != nil, "\(output)")
  }

  @Test("Shell completions are printed")
  func completions() throws {
    let completion = try Program.run(["--generate-completion-script", "bash"])
    #expect(completion.output.contains("--profile"))
  }

  @Test("Information is printed as text or as JSON")
  func info() throws {
    let path = try folder.write("swipe.evemu", SampleRecording.swipe)
    let text = try Program.run(["info", path])
    #expect(text.output.hasPrefix("\(path)\n  format       evemu\n  device       Sample"))
    for row in [
      "\n  size         100 x 60 mm, as the device reports\n",
      "\n  touches      1, at most 1 at once\n", "\n  anomalies    none\n",
    ] {
      #expect(text.output.contains(row), "\(text.output)")
    }
    let half = SampleRecording.swipe.replacing("A: 36 0 2399 0 0 40", with: "A: 36 0 2399 0 0 0")
    let assumed = try Program.run(["info", "-"], input: half).output
    #expect(assumed.contains("  size         100 x 60 mm, assumed, y has no resolution\n"))
    let json = try Program.run(["info", "--json", path])
    #expect(
      json.output == """
        {"v":2,"file":"\(path)","format":"evemu","device":{"name":"Sample","kind":"touchpad",\
        "width_mm":100.0,"height_mm":60.0,"size_assumed":false,"slots":5,\
        "axes":{"x":{"min":0,"max":3999,"units_per_mm":40.0},\
        "y":{"min":0,"max":2399,"units_per_mm":40.0}},\
        "properties":["INPUT_PROP_POINTER"]},"events":44,"frames":21,"touches":1,\
        "palms":0,"max_touches":1,"duration_s":0.2,"report_rate_hz":100.0,"longest_gap_s":0.01,\
        "anomalies":{}}

        """)
  }

  @Test("A conversion to standard output can be replayed from standard input")
  func convert() throws {
    let path = try folder.write("both.evemu", SampleRecording.both)
    let yaml = try Program.run(["convert", "--to-format", "libinput", path, "-"])
    #expect(yaml.exitCode == 0)
    #expect(yaml.output.hasPrefix("# libinput record\n"))
    let there = try Program.run(["run", "--json", path])
    let back = try Program.run(["run", "--json", "-"], input: yaml.output)
    #expect(back.output == there.output.replacingOccurrences(of: path, with: "-"))
    let raw = try Program.run(["convert", path, folder.path + "/both.bin"])
    #expect(raw.exitCode == 0)
    #expect(raw.remarks.contains("both.bin: raw does not hold the device description"))
  }

  @Test("A conversion that cannot be written reports why")
  func convertFailure() throws {
    let path = try folder.write("both.evemu", SampleRecording.both)
    let result = try Program.run(["convert", path, folder.path + "/no/such/folder.evemu"])
    #expect(result.exitCode == 74)
    #expect(result.remarks.contains("folder.evemu: cannot write: No such file or directory"))
  }

  @Test("What a conversion loses is noted with the option that restores it")
  func conversionLosses() throws {
    let path = try folder.write("a.evemu", SampleRecording.swipe)
    let raw = try Program.run(["convert", path, folder.path + "/a.raw"])
    #expect(
      raw.remarks.contains(
        "raw does not hold the device description (keep it with convert --description FILE, "
          + "read it with --device FILE)"))
    let sized = try Program.run(["convert", "--size", "80x50mm", path, folder.path + "/b.evemu"])
    #expect(sized.exitCode == 0)
    #expect(sized.remarks.contains("no recording holds the size of --size"))
    let plain = try Program.run(["convert", path, folder.path + "/c.evemu"])
    #expect(plain.remarks == "wrote \(folder.path)/c.evemu: 44 events\n")
  }

  @Test("A conversion never replaces its own input")
  func conversionOntoItself() throws {
    let path = try folder.write("swipe.evemu", SampleRecording.swipe)
    let result = try Program.run(["convert", path, folder.path + "/./swipe.evemu"])
    #expect(result.exitCode == 64)
    #expect(result.remarks.contains("which would be lost"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == SampleRecording.swipe)
  }

  @Test("A piece without touches is an error, and leaves an existing file unchanged")
  func emptyPiece() throws {
    let path = try folder.write("swipe.evemu", SampleRecording.swipe)
    let piece = try folder.write("piece.evemu", "kept")
    let result = try Program.run(["convert", path, piece, "--from", "500"])
    #expect(result.exitCode == 65)
    #expect(result.remarks.contains("expected touches in the piece, found none"))
    #expect(try String(contentsOfFile: piece, encoding: .utf8) == "kept")
  }

  @Test("An explanation has the notes of the recording, and reports a time without touches")
  func explanation() throws {
    let path = try folder.write("swipe.evemu", SampleRecording.swipe)
    let inside = try Program.run(["explain", path, "--expected", "pinch"])
    #expect(inside.output.contains("pinch       failed: 1 finger, at least 2 needed"))
    #expect(!inside.remarks.contains("no touches"))
    let outside = try Program.run(["explain", path, "--at", "500"])
    #expect(outside.remarks.contains("no touches at 500.000 s"))
    let anonymous = try folder.write(
      "a.events",
      "E: 0.000000 0003 0039 1\nE: 0.000000 0003 0035 5\nE: 0.000000 0003 0036 5\nE: 0.000000 0000 0000 0\n"
    )
    #expect(
      try Program.run(["explain", anonymous]).remarks.contains("no device description"))
  }

  @Test("A mistyped gesture or time is an error that says what was expected")
  func explanationMistakes() throws {
    let path = try folder.write("swipe.evemu", SampleRecording.swipe)
    let typo = try Program.run(["explain", path, "--expected", "swip"])
    #expect(typo.exitCode == 64)
    #expect(typo.remarks.contains("did you mean swipe?"))
    let moment = try Program.run(["explain", path, "--at", "soon"])
    #expect(moment.exitCode == 64)
    #expect(moment.remarks.contains("expected seconds from the first event, as in 1.2"))
    let both = try Program.run(["explain", path, "--expected", "pan", "--at", "1"])
    #expect(both.exitCode == 64 && both.remarks.contains("as in pan,at=1.2"))
    let off = try Program.run(["explain", path, "--expected", "edgePan"])
    #expect(off.exitCode == 0)
    #expect(off.output.contains("the profile standard has no edgePan: its rule is off"))
  }

  @Test("--against without a suggested setting gets a note")
  func againstNothing() throws {
    let path = packageFolder.appending(path: "Traces/tap.evemu").path
    let result = try Program.run([
      "explain", path, "--expected", "tap", "--against", folder.path,
    ])
    #expect(result.exitCode == 0)
    #expect(result.remarks.contains("the verdict suggests no setting for --against to try"))
  }

  @Test("Paths are explained with shapes, which a note asks for without them")
  func explainedPaths() throws {
    let path = try folder.write("swipe.evemu", SampleRecording.swipe)
    let without = try Program.run(["explain", path, "--expected", "path"])
    #expect(without.output.contains("No path: no shapes to recognize a path by (--shapes or"))
    let with = try Program.run(["explain", path, "--expected", "path", "--shapes", "standard"])
    #expect(with.exitCode == 0 && !with.output.contains("no shapes"), "\(with.output)")
    let profile = try folder.write("off.yml", "path:\n  rule: off\n")
    let off = try Program.run(["explain", path, "--expected", "path", "--profile", profile])
    #expect(off.output.contains("has no path: its rule is off"), "\(off.output)")
  }

  @Test("The measures of two limits that hide each other are those of the whole movement")
  func hiddenLimits() throws {
    let script = "size 100x70mm\nhand human rate 125Hz\npan from 10,35 to 90,35 for 5s\n"
    let path = folder.path + "/slow.evemu"
    let made = try Program.run(["script", folder.write("slow.touch", script), path])
    #expect(made.exitCode == 0, "\(made.remarks)")
    let result = try Program.run(["explain", path, "--expected", "tap"])
    #expect(
      result.output.contains("the movement took 5.") && result.output.contains("moved 8"),
      "\(result.output)")
  }

  @Test("A turn is suggested only if the touches around the movement may be turned with it")
  func turnedAlone() throws {
    let script = "size 100x70mm\nhand human rate 125Hz\ntap-and-drag from 40,35 to 70,36\n"
    let path = folder.path + "/drag.evemu"
    let made = try Program.run(["script", folder.write("drag.touch", script), path])
    #expect(made.exitCode == 0, "\(made.remarks)")
    // Turned alone, the drag would begin too far from the tap for a tap-and-drag.
    let result = try Program.run(["explain", path, "--expected", "pan,touches=1"])
    #expect(result.exitCode == 0 && !result.output.contains("turned"), "\(result.output)")
  }

  @Test("A search that ends early does not deny what it has not tried")
  func longMovement() throws {
    let script = "size 100x70mm\nhand human rate 125Hz\nlong-press 50,35 for 15s\n"
    let path = folder.path + "/long.evemu"
    let made = try Program.run(["script", folder.write("long.touch", script), path])
    #expect(made.exitCode == 0, "\(made.remarks)")
    let result = try Program.run(["explain", path, "--expected", "tap"])
    #expect(result.output.contains("No tap: ") && !result.output.contains("was found"))
  }

  @Test("A gesture that the profile switches on is explained")
  func switchedOn() throws {
    let path = try folder.write("swipe.evemu", SampleRecording.swipe)
    let off = try Program.run(["explain", path, "--expected", "edgePan", "--json"])
    #expect(off.output.contains("(`edgePan: {rule: standard}` in a profile switches it on, which "))
    #expect(!off.output.contains("was found"))
    let profile = try folder.write("edge.yml", "edgePan: {rule: standard}\n")
    let result = try Program.run([
      "explain", path, "--expected", "edgePan", "--json", "--profile", profile,
    ])
    #expect(result.output.contains(#""reason":"position""#))
    #expect(result.output.contains(#""parameter":"edgePan.edgeWidth""#))
  }

  @Test("A printed profile is read back")
  func profile() throws {
    let text = try Program.run(["profile", "textbook"])
    let path = try folder.write("textbook.yml", text.output)
    #expect(try Program.run(["profile", path]).output == text.output)
    #expect(try Program.run(["profile", "--list"]).lines == ["standard", "textbook", "uikit"])
    #expect(try Program.run(["profile"]).output.contains("\nname: standard\n"))
  }
}

struct CheckTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("sub/tap.evemu", SampleRecording.tap)
    try folder.write("swipe.evemu", SampleRecording.swipe)
  }

  private func expect(_ swipe: String) throws -> ProgramResult {
    try folder.write("sub/tap.gestures.jsonl", "{\"gesture\":\"tap\",\"taps\":1}\n")
    try folder.write("swipe.gestures.jsonl", swipe)
    return try Program.run(["check", folder.path])
  }

  @Test("Traces that match their expectations are reported as matching")
  func match() throws {
    let result = try expect("{\"gesture\":\"swipe\",\"direction\":\"right\",\"time_s\":0.2}\n")
    #expect(result.exitCode == 0)
    #expect(result.output.isEmpty)
    #expect(result.remarks == "2 traces checked, 2 as expected\n")
  }

  @Test("A difference is printed, and ends with 1")
  func difference() throws {
    let result = try expect("{\"gesture\":\"swipe\",\"direction\":\"left\"}\n")
    #expect(result.exitCode == 1)
    #expect(
      result.output.hasSuffix(
        """
        swipe.evemu: not as expected
        wrong swipe left: direction: expected "left", found "right"
            expected    recognized
          ~ swipe left  swipe right  0.2 s

        """), "\(result.output)")
    #expect(result.remarks == "2 traces checked, 1 as expected, 1 not\n")
  }

  @Test(
    "A missing gesture is printed beside what was recognized, with the reason of its recognizer")
  func missing() throws {
    let result = try expect("{\"gesture\":\"tap\",\"touches\":1,\"time_s\":0.2}\n")
    #expect(result.exitCode == 1)
    let lines = result.lines.dropFirst().map { String($0) }
    #expect(lines.contains("  - tap, at 0.2 s"), "\(result.output)")
    #expect(lines.contains { $0.hasPrefix("  + ") && $0.hasSuffix("  swipe right  0.2 s") })
    #expect(
      lines.contains {
        $0.hasPrefix("No tap: the fingers moved 28.5 mm, at most 5.6 mm allowed (tap.initialSlop)")
      }, "\(result.output)")
  }

  @Test("A trace without expectations ends with 1, until they are written")
  func update() throws {
    let before = try Program.run(["check", folder.path])
    #expect(before.exitCode == 1)
    #expect(before.lines.count == 2)
    try folder.write("swipe.gestures.jsonl", "{\"gesture\":\"swipe\"}\n")
    let update = try Program.run(["check", "--update", folder.path])
    #expect(update.exitCode == 0)
    #expect(update.remarks.hasPrefix("wrote \(folder.path)/sub/tap.gestures.jsonl\n"))
    #expect(try folder.text("sub/tap.gestures.jsonl").contains("\"taps\":1"))
    #expect(try !folder.text("sub/tap.gestures.jsonl").contains("\"file\""))
    // The expectations that matched are unchanged.
    #expect(try folder.text("swipe.gestures.jsonl") == "{\"gesture\":\"swipe\"}\n")
    #expect(try Program.run(["check", folder.path]).exitCode == 0)
  }

  @Test("A trace without touches fails, whatever is expected, and gets no expectations")
  func noTouches() throws {
    let empty = try TemporaryFolder()
    let mouse = "N: Mouse\nB: 02 03 00 00 00 00 00 00 00\nE: 0.0 0002 0000 1\nE: 0.0 0000 0000 0\n"
    for (name, text) in [
      ("empty.evemu", ""), ("head.evemu", SampleRecording.description), ("mouse.evemu", mouse),
    ] {
      try empty.write(name, text)
      try empty.write(name.replacing(".evemu", with: ".gestures.jsonl"), "")
    }
    let result = try Program.run(["check", empty.path])
    #expect(result.exitCode == 1)
    #expect(result.remarks.contains("3 traces checked, 0 as expected, 3 without touches"))
    #expect(result.output.contains("empty.evemu: no touches to check: an empty file"))
    for name in ["empty", "head", "mouse"] {
      try FileManager.default.removeItem(atPath: empty.file(name + ".gestures.jsonl"))
    }
    let update = try Program.run(["check", "--update", empty.path])
    #expect(update.exitCode == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: empty.path).count == 3)
  }

  @Test("Shared expectations are written only if their traces produce the same gestures")
  func sharedExpectations() throws {
    try folder.write("two/a.evemu", SampleRecording.tap)
    let other = try folder.write("two/a.events", SampleRecording.swipe)
    let refused = try Program.run(["check", "--update", folder.path + "/two"])
    #expect(refused.exitCode == 1)
    let expectations = "\(folder.path)/two/a.gestures.jsonl"
    #expect(
      refused.lines
        == ["a.evemu", "a.events"].map {
          "\(expectations): not written for \(folder.path)/two/\($0), another trace of that name has "
            + "other gestures"
        })
    #expect(refused.remarks == "2 traces checked, 0 as expected, 2 not\n")
    #expect(!FileManager.default.fileExists(atPath: expectations))

    try folder.write("two/a.events", SampleRecording.tap)
    let written = try Program.run(["check", "--update", folder.path + "/two"])
    #expect(written.exitCode == 0)
    #expect(written.remarks.hasPrefix("wrote \(expectations)\n"))
    #expect(try Program.run(["check", folder.path + "/two"]).exitCode == 0)

    // Expectations that one of their traces matches are unchanged.
    try folder.write("two/a.events", SampleRecording.swipe)
    let before = try folder.text("two/a.gestures.jsonl")
    #expect(try Program.run(["check", "--update", folder.path + "/two"]).exitCode == 1)
    #expect(try folder.text("two/a.gestures.jsonl") == before)
    #expect(try Program.run(["check", "--update", other, other]).exitCode == 0)
  }

  @Test("Invalid expectations end with 65")
  func mistake() throws {
    let result = try expect("{\"gestrue\":\"swipe\"}\n")
    #expect(result.exitCode == 65)
    #expect(result.remarks.contains("swipe.gestures.jsonl:1:12: "))
    #expect(result.remarks.contains("did you mean gesture?"))
  }

  @Test("A folder that can be listed but not entered is an error, and the rest is checked")
  func closedFolder() throws {
    try folder.write("swipe.gestures.jsonl", "{\"gesture\":\"swipe\"}\n")
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.path + "/sub")
    // Root enters any folder.
    let result =
      geteuid() == 0
      ? try Program.run(
        "/usr/bin/setpriv",
        ["--reuid=65534", "--clear-groups", Program.path, "check", folder.path])
      : try Program.run(["check", folder.path])
    #expect(result.exitCode == 77)
    #expect(
      result.remarks == """
        error: \(folder.path)/sub/tap.evemu: Permission denied
        1 trace checked, 1 as expected

        """)
    try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/sub")
  }

  @Test("Expectations whose trace is missing or not a recording end with 1")
  func orphans() throws {
    try folder.write("gone.gestures.jsonl", "{\"gesture\":\"tap\"}\n")
    try folder.write("sub/broken.evemu", "hello\n")
    try folder.write("sub/broken.gestures.jsonl", "{\"gesture\":\"tap\"}\n")
    let result = try expect("{\"gesture\":\"swipe\"}\n")
    #expect(result.exitCode == 1)
    #expect(
      result.lines == [
        "\(folder.path)/gone.gestures.jsonl: no recording beside it",
        "\(folder.path)/sub/broken.gestures.jsonl: no recording beside it",
      ])
    #expect(
      result.remarks == """
        note: \(folder.path)/sub/broken.evemu: skipped, not a recording
        2 traces checked, 2 as expected, 2 expectations without a trace

        """)
  }
}
