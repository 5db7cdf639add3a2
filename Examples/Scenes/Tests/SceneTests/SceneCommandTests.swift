import Foundation
import TestSupport
import Testing

/// `scene`
struct SceneCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let tap = checkoutFolder.appending(path: "Traces/tap.evemu").path
  private static let swipes = checkoutFolder.appending(path: "Traces/swipes.evemu").path
  private static let shakes = checkoutFolder.appending(path: "Examples/Samples/shakes.csv").path

  private func run(_ arguments: String...) throws -> ProgramResult {
    try Program.run(
      Program.scene, ["run"] + arguments, environment: ["XDG_STATE_HOME": folder.file("state")])
  }

  @Test(
    "A mistake on the command line is wrong usage, and says what was expected",
    arguments: [
      (["Swips", tap], "did you mean Swipes?"),
      (["TapTaps"], "expected a recording for TapTaps"),
      (
        ["TapTaps", tap, "--offset", "1", "--offset", "2"],
        "--offset is given 2 times for 1 recording"
      ),
      (["TapTaps", tap, "--offset=-1"], "expected seconds from the start of the scene"),
      (["TapTaps", tap, "--offset", "1e300"], "at most 31536000"),
      (["TapTaps", tap, "--live", "event0"], "--live takes no recordings"),
      (["TapTaps", "--live", "event0", "--speed", "2"], "--speed is for recordings"),
      (["--live", "event0"], "--live needs the name of a scene"),
      (["TapTaps", tap, "--save", "a.json", "--svg", "a.json"], "both name a.json"),
      (["TapTaps", tap, "--svg", "-"], "--svg"),
      (["TapTaps", tap, "--svg", "a.svg", "--png", "a.svg"], "--svg and --png both name a.svg"),
      (["Swipes", tap, "--set", "minimumLength=ten"], "minimumLength"),
      (["Swipes", tap, "--save", "a.txt"], ".plist, .json, .sqlite, .db"),
      (["Swipes", tap, "--locale", "../../etc/passwd"], "--locale takes a locale such as ko_KR"),
      (["Swipes", tap, "--locale", ""], "--locale takes a locale"),
    ])
  func wrongCommandLines(
    _ arguments: [String], _ message: String
  ) throws {
    let result = try Program.run(Program.scene, ["run"] + arguments)
    #expect(result.exitCode == 64)
    #expect(result.remarks.contains(message))
  }

  @Test("The name of a scene is in any case of letters")
  func caseOfNames() throws {
    #expect(try run("taptaps", Self.tap).output == run("TapTaps", Self.tap).output)
  }

  @Test("JSON is the same in every locale")
  func anyLocale() throws {
    let english = try run("TouchExplorer", Self.tap, "--json")
    #expect(english.output.contains("1 tap detected"))
    for locale in ["ko", "en-XA", "de_DE"] {
      #expect(
        try run("TouchExplorer", Self.tap, "--json", "--locale", locale).output == english.output)
    }
    #expect(try run("TouchExplorer", Self.tap, "--locale", "ko").output.contains("탭"))
  }

  @Test("A setting of the command line applies to the run")
  func settingOfRun() throws {
    #expect(try run("Swipes", Self.swipes).lines.count > 3)
    #expect(
      try run("Swipes", Self.swipes, "--set", "minimumLength=200").output.contains("Swipe up"))
    let long = try run("Swipes", Self.swipes, "--textbook", "--set", "minimumLength=200")
    let short = try run("Swipes", Self.swipes, "--textbook", "--set", "minimumLength=10")
    #expect(short.lines.count > long.lines.count)
  }

  @Test("The second recording begins at its offset")
  func secondRecording() throws {
    func mended(at offset: String) throws -> Bool {
      let result = try run(
        "ShakeAndBreak", Self.shakes, Self.tap, "--offset", "0", "--offset", offset, "--json")
      return result.output.contains(
        #""time_s":\#(offset).0,"element":"picture","image":"home.png""#)
    }
    #expect(try mended(at: "6"))
    #expect(try !mended(at: "2"))  // Nothing is broken before 4.5 s.
  }

  @Test("Frames are as many as the steps of the loop")
  func framesOfSteps() throws {
    let frames = folder.file("frames")
    let result = try run("QuartzFun", Self.swipes, "--frames", frames, "-q")
    #expect(result.exitCode == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: frames).sorted()
    // The recording lasts 3.108 s.
    #expect(names.first == "000001.svg")
    #expect(names.last == "000186.svg")
    #expect(names.count == 186)
  }

  @Test("Frames of an earlier, longer run are removed, and other files stay")
  func earlierFrames() throws {
    let frames = folder.file("frames")
    _ = try run("QuartzFun", Self.swipes, "--frames", frames, "-q")
    try "mine".write(toFile: frames + "/notes.svg", atomically: true, encoding: .utf8)
    _ = try run("QuartzFun", Self.tap, "--frames", frames, "-q")
    let names = try FileManager.default.contentsOfDirectory(atPath: frames).sorted()
    // The tap lasts 0.080 s.
    #expect(names == ["000001.svg", "000002.svg", "000003.svg", "000004.svg", "notes.svg"])
  }

  @Test("A reader that closes the pipe does not keep a scene from being saved")
  func closedPipe() throws {
    let path = folder.file("saved.json")
    let command = "'\(Program.scene)' run Paths '\(Self.swipes)' --save '\(path)' | head -n 1"
    _ = try Program.run("/bin/sh", ["-c", command])
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test(
    "An output that cannot be written is an error before anything is shown",
    arguments: ["--svg", "--png", "--save"])
  func unwritableOutput(
    _ option: String
  ) throws {
    let result = try run("Paths", Self.swipes, option, folder.file("no/folder.json"))
    #expect(result.exitCode == 74)
    #expect(result.lines.count <= 1)
  }

  @Test("A recording that a scene has no use for is noted")
  func unusedRecording() throws {
    let result = try run("Swipes", Self.shakes)
    #expect(result.exitCode == 0)
    #expect(result.remarks.contains("nothing changed"))
  }

  @Test("What was saved is opened in another run, whatever the format")
  func savedState() throws {
    #expect(try run("QuartzFun", Self.swipes, "--save", folder.file("a.json")).exitCode == 0)
    let converted = try run(
      "QuartzFun", Self.tap, "--open", folder.file("a.json"), "--save", folder.file("a.sqlite"))
    #expect(converted.exitCode == 0)
    let opened = try run(
      "QuartzFun", Self.tap, "--open", folder.file("a.sqlite"), "--svg", folder.file("a.svg"))
    #expect(opened.exitCode == 0)
    let drawing = try folder.text("a.svg")
    #expect(drawing.components(separatedBy: "<polyline").count - 1 >= 4)
    #expect(try run("Paths", Self.tap, "--open", folder.file("a.json")).exitCode == 65)
  }

  @Test("A replay continues from the last run only if it is asked to")
  func continuedReplay() throws {
    for _ in 0..<2 { _ = try run("QuartzFun", Self.swipes, "--restore") }
    let third = try run("QuartzFun", Self.swipes, "--restore", "--json")
    let fresh = try run("QuartzFun", Self.swipes, "--json")
    #expect(third.output.contains("\"figures\":12"))
    #expect(!fresh.output.contains("\"figures\":5,"))
  }

  @Test("The state is saved though what --save names belongs to another scene")
  func stateWithoutMemory() throws {
    let other = folder.file("paths.json")
    #expect(try run("Paths", Self.tap, "--save", other).exitCode == 0)
    let failing = try run("QuartzFun", Self.swipes, "--restore", "--save", other)
    #expect(failing.exitCode == 65)
    #expect(
      FileManager.default.fileExists(
        atPath: folder.file("state/touchstone/scenes/QuartzFun.plist")))
  }

  @Test("A file of another kind is bad data, and names what is read")
  func otherKindOfFile() throws {
    let path = try folder.write("a.txt", "hello\n")
    let result = try run("TapTaps", path)
    #expect(result.exitCode == 65)
    #expect(result.remarks.contains("a.txt"))
    #expect(try run("TapTaps", folder.file("missing.evemu")).exitCode == 66)
  }
}
