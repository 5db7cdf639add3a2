import Foundation
import LibinputOffline
import TestSupport
import Testing

/// `replay libinput`, and commands that ask libinput in place of our recognizers.
@Suite("Commands", .requiresLibinput)
struct CommandTests {
  private let folder: TemporaryFolder
  private let tap: String

  init() throws {
    folder = try TemporaryFolder()
    var sample = SampleText()
    sample.tap(at: 1)
    tap = try folder.write("tap.evemu", sample.text)
  }

  @Test("A table has the device and an action in each line")
  func table() throws {
    let result = try Command.run(["libinput", tap])
    #expect(result.status == 0)
    #expect(result.output.contains("Sample, 100 x 60 mm, pointer and gesture, taps"))
    #expect(result.output.contains("BTN_LEFT"))
  }

  @Test("The version is that of the loaded library")
  func version() throws {
    let result = try Command.run(["libinput", "--version"])
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("libinput 1."))
  }

  @Test("A folder is read to its end past a recording that cannot be played")
  func readsOn() throws {
    try folder.write(
      "a.evemu",
      SampleText().text.replacing("# EVEMU 1.3", with: "# EVEMU 1.3\nB: 01 00 00 00 00 00 00 00 00")
        + "E: 1.0 0001 0140 1\nE: 1.0 0000 0000 0\n")
    let result = try Command.run(["libinput", "--json", folder.path])
    #expect(result.status == 65)
    #expect(result.remarks.contains("a.evemu: expected touchpads"))
    #expect(result.output.contains("\"event\":\"tap\""))
  }

  @Test(
    "What is unusual in a recording is noted as by run",
    arguments: [[], ["-v"], ["--json"], ["--beside"], ["--compare-library", "libinput.so.10"]])
  func notes(options: [String]) throws {
    var lines = try folder.text("tap.evemu").split(separator: "\n").map { $0 + "\n" }
    let place = try #require(lines.lastIndex { $0.hasPrefix("E:") })
    lines.insert("E: 0.5 0000 0003 0\nE: 0.5 0000 0000 0\n", at: place)
    let path = try folder.write("odd.evemu", lines.joined() + "E: 9.0 00")
    let run = try Command.run(["run", path]).remarks.split(separator: "\n")
    let notes = run.filter { $0.contains(path) && !$0.contains("no gesture") }
    let remarks = try Command.run(["libinput", path] + options).remarks
    for word in ["clamped", "cut off", "lost"] {
      #expect(notes.contains { $0.contains(word) }, "\(run)")
    }
    for note in notes { #expect(remarks.contains(note), "\(note): \(remarks)") }
  }

  @Test("A score of libinput's gestures names the number of recordings without a touchpad")
  func scoreWithoutTouchpad() throws {
    let phone = packageFolder.appending(path: "Traces/phone-session.evemu")
    try folder.write("phone.evemu", String(contentsOf: phone, encoding: .utf8))
    try folder.write(
      "labels.jsonl",
      """
      {"v":2,"file":"tap.evemu","expect":[{"gesture":"tap","touches":1,"taps":1,"start":1,"end":2}]}
      {"v":2,"file":"phone.evemu","expect":[]}

      """)
    let result = try Command.run([
      "score", "--recognizer", "libinput", "--json", folder.file("labels.jsonl"),
    ])
    #expect(result.status == 0)
    #expect(
      result.remarks.contains("libinput recognizes no gestures in 1 recording without a touchpad"))
  }

  @Test("The same library answers the same")
  func comparison() throws {
    let version = try Command.run(["libinput", "--version"]).output
    let path = try #require(version.firstMatch(of: /\((.*)\)/)?.output.1)
    let result = try Command.run(["libinput", "--compare-library", String(path), tap])
    #expect(result.status == 0)
    #expect(result.output.isEmpty)
    #expect(result.remarks.contains("0 of 1 recording differ"))
  }

  @Test("Beside ours, the first gesture that only one recognizes has the other's reason")
  func beside() throws {
    let same = try Command.run(["libinput", "--beside", tap])
    #expect(same.status == 0)
    #expect(!same.output.contains("first difference"))
    // What both recognize is one row.
    let row = try #require(same.output.split(separator: "\n").first { $0.contains("tap of 1") })
    #expect(row.matches(of: /tap of 1/).count == 2)
    // libinput's taps are at most 0.180 s long.
    var sample = SampleText()
    sample.frame(
      1, "3 57 1", "3 53 2000", "3 54 1000", "1 325 1", "1 330 1", "3 0 2000", "3 1 1000")
    sample.frame(1.25, "3 57 -1", "1 325 0", "1 330 0")
    let slow = try folder.write("slow.evemu", sample.text)
    let other = try Command.run(["libinput", "--beside", slow])
    #expect(other.output.contains("is recognized by touchstone only"))
    #expect(other.output.contains("down for 0.250 s, longer than its taps, 0.180 s"))
  }

  @Test("The reason of a tap that moved has how far it moved")
  func movedTap() throws {
    var sample = SampleText()
    sample.frame(
      1, "3 57 1", "3 53 2000", "3 54 1000", "1 325 1", "1 330 1", "3 0 2000", "3 1 1000")
    sample.frame(1.02, "3 53 2100", "3 0 2100")
    sample.frame(1.04, "3 57 -1", "1 325 0", "1 330 0")
    let path = try folder.write("moved.evemu", sample.text)
    let result = try Command.run(["libinput", "--beside", path])
    #expect(result.output.contains("a finger moved 2.5 mm, more than the 1.3 mm"))
    #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test("Of a touchscreen, libinput's reason is that it recognizes no gestures there")
  func touchscreen() throws {
    let trace = packageFolder.appending(path: "Traces/swipes.evemu").path
    let result = try Command.run(["libinput", "--beside", trace])
    #expect(result.output.contains("passes on the touches of a touchscreen"))
    #expect(!result.output.contains("began no touch"))
  }

  @Test("libinput's gestures beside ours have no location")
  func location() throws {
    let result = try Command.run(["libinput", "--beside", "--json", tap])
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let ours = try #require((json["touchstone"] as? [[String: Any]])?.first)
    let theirs = try #require((json["libinput"] as? [[String: Any]])?.first)
    #expect(ours["location_mm"] != nil)
    #expect(theirs["gesture"] as? String == "tap" && theirs["location_mm"] == nil)
  }

  @Test("A touch of a screen without slots has none in the table")
  func singleTouch() throws {
    var sample = SampleText(keys: false)
    sample.text.replace("P: 05", with: "P: 02")
    sample.text =
      sample.text.split(separator: "\n").filter { line in
        !["A: 2f", "A: 35", "A: 36", "A: 39"].contains(where: line.hasPrefix)
      }.joined(separator: "\n") + "\n"
    sample.frame(1, "3 0 1000", "3 1 1000", "1 330 1")
    sample.frame(1.1, "1 330 0")
    let path = try folder.write("single.evemu", sample.text)
    for options in [[], ["-v"]] {
      let result = try Command.run(["libinput"] + options + [path])
      #expect(result.output.contains("touch  ") && !result.output.contains("slot"))
    }
  }

  @Test("A setting that was given and that no device has is a note, one that it has is none")
  func settings() throws {
    let result = try Command.run(["libinput", "--rotation", "90", "--tap", tap])
    #expect(result.status == 0)
    #expect(result.remarks.contains("tap.evemu: the device has no such setting: --rotation"))
    #expect(!result.remarks.contains("--tap"))
    #expect(try !Command.run(["libinput", "--desktop", "gnome", tap]).remarks.contains("setting"))
  }

  @Test("What libinput cannot open again, or reads nothing from, is an error that names the file")
  func quirks() throws {
    func error(_ path: String) throws -> String {
      let result = try Command.run(["libinput", "--quirks", path, tap])
      #expect(result.status != 0 && result.output.isEmpty)
      #expect(!result.remarks.contains("/etc/libinput"))
      return result.remarks
    }
    for path in ["-", folder.path, "/dev/null"] {
      #expect(try error(path).contains("\(path): expected a regular file"))
    }
    #expect(try error("/nonexistent").contains("No such file"))
    let empty = try folder.write("empty.quirks", "")
    #expect(try error(empty).contains("empty.quirks: expected quirks without errors, found no sec"))
    let key = try folder.write("key.quirks", "[A]\nMatchName=*\nAttrNonsense=1\n")
    #expect(
      try error(key) == "error: \(key): expected quirks without errors, found Unknown key "
        + "AttrNonsense in [A]\n")
  }

  @Test("What is no libinput is an error without the package's name")
  func libraries() throws {
    let version = try Command.run(["libinput", "--version"]).output
    let path = try #require(version.firstMatch(of: /\((.*)\)/)?.output.1)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: String(path)))
    let cut = folder.file("cut.so")
    try bytes.prefix(5000).write(to: URL(fileURLWithPath: cut))
    let typo = "libinputt.so"
    for (library, status, text) in [
      (cut, 65, "cut.so: expected an answer of libinput, found the end of its process by"),
      ("/etc/passwd", 65, "/etc/passwd: expected a shared library, found invalid ELF"),
      (
        try folder.write("short.txt", "hello\n"), 65,
        "expected a shared library, found file too short"
      ),
      (typo, 66, "\(typo): cannot open shared object file"), ("", 66, "No such file"),
      (folder.path, 65, "Is a directory"),
    ] {
      let result = try Command.run(["libinput", "--library", library, tap])
      #expect(result.status == status, "\(library): \(result.remarks)")
      #expect(result.remarks.contains(text) && !result.remarks.contains("libinput10"))
      if library.isEmpty { continue }
      let compared = try Command.run(["libinput", "--compare-library", library, tap])
      #expect(compared.status == status && compared.remarks.contains(text))
    }
    let usage = try Command.run(["libinput", "--version", "foo"])
    #expect(usage.status == 64 && usage.remarks.contains("Usage: replay libinput ["))
  }

  @Test(
    "A picture and a page have a lane with libinput's actions", arguments: ["plot", "report"])
  func lane(command: String) throws {
    let page = folder.file("\(command).html")
    let plain = try Command.run([command, tap, "-o", page])
    #expect(plain.status == 0)
    #expect(try !folder.text("\(command).html").contains("BTN_LEFT"))
    let result = try Command.run([command, tap, "--libinput", "-o", page])
    #expect(result.status == 0)
    #expect(try folder.text("\(command).html").contains("BTN_LEFT"))
    let quirks = try Command.run([command, tap, "--quirks", "a.quirks", "-o", page])
    #expect(quirks.status == 64)
    #expect(quirks.remarks.contains("--library and --quirks are for --libinput"))
  }

  @Test(
    "A gesture that libinput's answer lacks has its reason",
    arguments: [
      (
        "pan.evemu", #"{"gesture":"pan","recognizer":"libinput"}"#,
        "no pan: libinput recognized none, for it passes on the touches of a touchscreen"
      ),
      (
        "tap-two-fingers.yml", #"{"gesture":"pan","touches":3,"recognizer":"libinput"}"#,
        "no pan, 3 fingers: libinput recognized none, for "
      ),
      (
        "swipes-three-fingers.evemu", #"{"gesture":"swipe","touches":3,"recognizer":"libinput"}"#,
        "no swipe, 3 fingers: libinput recognized none: its swipes are compared as pans"
      ),
    ], [[], ["--json"], ["--github"]])
  func missing(sample: (trace: String, line: String, reason: String), options: [String]) throws {
    let path = folder.file(sample.trace)
    let trace = packageFolder.appending(path: "Traces/" + sample.trace).path
    try FileManager.default.copyItem(atPath: trace, toPath: path)
    let name = try #require(sample.trace.split(separator: ".").first)
    try folder.write("\(name).gestures.jsonl", sample.line + "\n")
    let result = try Command.run(["check", path] + options)
    #expect(result.status == 1)
    let reason =
      options == ["--json"] ? sample.reason.drop { $0 != ":" }.dropFirst(2) : sample.reason[...]
    let text = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains(reason), "\(result.output)")
    #expect(!text.contains("no recognizer"))
  }

  @Test("Expectations of libinput are checked, and written beside ours")
  func check() throws {
    try folder.write(
      "tap.gestures.jsonl",
      #"{"gesture":"tap","recognizer":"libinput","touches":1}"# + "\n" + #"{"gesture":"tap"}"#
        + "\n")
    #expect(try Command.run(["check", tap]).status == 0)
    try folder.write(
      "tap.gestures.jsonl", #"{"gesture":"pinch","recognizer":"libinput"}"# + "\n")
    let wrong = try Command.run(["check", tap])
    #expect(wrong.status == 1)
    #expect(wrong.output.contains("pinch"))
    #expect(try Command.run(["check", "--update", tap]).status == 0)
    #expect(try folder.text("tap.gestures.jsonl").contains(#""recognizer":"libinput""#))
    #expect(try Command.run(["check", tap]).status == 0)
    // Lines that are met stay, and each recognizer's lines are updated among the other's.
    let kept = #"{"gesture":"tap","recognizer":"libinput","note":"kept"}"# + "\n"
    try folder.write("tap.gestures.jsonl", kept + #"{"gesture":"pinch"}"# + "\n")
    #expect(try Command.run(["check", "--update", tap]).status == 0)
    let text = try folder.text("tap.gestures.jsonl")
    #expect(text.hasPrefix(kept) && text.split(separator: "\n").count == 2, "\(text)")
    #expect(try Command.run(["check", tap]).status == 0)
    try folder.write("tap.gestures.jsonl", #"{"gesture":"tap","recognizer":"evdev"}"# + "\n")
    #expect(try Command.run(["check", tap]).status == 65)
  }
}
