import Foundation
import TestSupport
import Testing

@testable import replay

/// What a person meets on the command line: endings of files, confirmations, errors and tables.
struct CommandLineTests {
  private let folder: TemporaryFolder
  private static let traces = packageFolder.appending(path: "Traces").path
  private static let samples = packageFolder.appending(path: "Examples/Samples").path

  init() throws { folder = try TemporaryFolder() }

  // MARK: Outputs

  @Test(
    "A file ending without a format is an error, and nothing is written",
    arguments: [
      "run TRACES/tap.evemu", "check TRACES", "report TRACES/tap.evemu", "info TRACES/tap.evemu",
      "shake SAMPLES/shakes.csv", "locate SAMPLES/walk.nmea", "score SAMPLES", "profile",
      "tune SAMPLES --vary tap.slop=2..6", "plot TRACES/tap.evemu", "ball SAMPLES/shakes.csv",
      "stress TRACES/tap.evemu", "simulate motion SAMPLES/shakes.motion",
      "shapes learn --svg-path a=M0,0h9v3", "convert TRACES/tap.evemu",
      "run --json TRACES/tap.evemu",
      "info --json TRACES/tap.evemu", "script SAMPLES/session.touch --count 2",
      "library compare standard uikit",
    ])
  func unknownEnding(command: String) throws {
    if !hasLibrary, command.hasPrefix("library") { return }
    let output = folder.file("x.pdf")
    let words = command.replacingOccurrences(of: "TRACES", with: Self.traces)
      .replacingOccurrences(of: "SAMPLES", with: Self.samples).split(separator: " ")
    let result = try Program.run(words.map(String.init) + ["-o", output])
    #expect(result.exitCode == 64, "\(result.remarks)")
    #expect(result.remarks.contains("x.pdf"))
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test("A name without an ending, and that of a temporary file, get a table")
  func withoutEnding() throws {
    for name in ["x", "x.txt", "tmp.Xd3FgH12aB"] {
      let result = try Program.run(
        ["run", "\(Self.traces)/tap.evemu", "-o", folder.file(name)])
      #expect(result.exitCode == 0, "\(name)")
      #expect(try folder.text(name).contains("GESTURE"))
    }
  }

  @Test("Gestures, touches and shakes are written as comma-separated values with their files")
  func commaSeparated() throws {
    let (tap, output) = ("\(Self.traces)/tap.evemu", folder.file("x.csv"))
    #expect(try Program.run(["run", tap, "-o", output]).exitCode == 0)
    let lines = try folder.text("x.csv").split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasPrefix("file,time_s,start_s,gesture,"))
    #expect(lines[1].hasPrefix("\(tap),0.38") && lines[1].contains(",tap,"))
    #expect(try Program.run(["run", "--touches", tap, "-o", output]).exitCode == 0)
    #expect(try folder.text("x.csv").hasPrefix("file,time_s,device,touch,phase,"))
    #expect(try Program.run(["shake", "\(Self.samples)/shakes.csv", "-o", output]).exitCode == 0)
    #expect(try folder.text("x.csv").split(separator: "\n").count == 4)
  }

  @Test(
    "Every command says what it wrote in the same words, unless output is quiet",
    arguments: [
      ("run TRACES/tap.evemu", "x.txt"), ("plot TRACES/tap.evemu", "x.svg"),
      ("export TRACES/tap.evemu", "x.json"), ("report TRACES/tap.evemu", "x.html"),
      ("convert TRACES/tap.evemu", "x.evemu"), ("profile", "x.yml"),
      ("ball SAMPLES/shakes.csv", "x.svg"), ("shake SAMPLES/shakes.csv", "x.png"),
      ("locate SAMPLES/walk.nmea", "x.kml"), ("script SAMPLES/session.touch", "x.evemu"),
      ("simulate motion SAMPLES/shakes.motion", "x.csv"),
      ("simulate location SAMPLES/walk.location", "x.gpx"),
      ("shapes learn --svg-path a=M0,0h9v3", "x.json"),
      ("shrink --expected tap TRACES/tap.evemu", "x.evemu"),
      ("stress --only rate=60Hz TRACES/tap.evemu", "x.svg"),
    ])
  func confirmation(command: String, name: String) throws {
    let words = command.replacingOccurrences(of: "TRACES", with: Self.traces)
      .replacingOccurrences(of: "SAMPLES", with: Self.samples).split(separator: " ")
    let arguments = words.map(String.init) + ["-o", folder.file(name)]
    let result = try Program.run(arguments)
    #expect(result.exitCode == 0)
    let lines = result.remarks.split(separator: "\n")
    let matches = lines.filter { $0.hasPrefix("wrote \(folder.file(name))") }
    #expect(matches.count == 1, "\(result.remarks)")
    #expect(!(try Program.run(arguments + ["--quiet"]).remarks.contains("wrote")))
  }

  @Test("Quiet output keeps the warnings of lost data")
  func quietLoss() throws {
    let words = ["convert", "--quiet", "\(Self.traces)/tap.evemu", folder.file("x.raw")]
    #expect(try Program.run(words).remarks.hasPrefix("warning: \(folder.file("x.raw")): raw does"))
  }

  @Test("A report of a check in the checked folder is overwritten, a recording is not")
  func ownReport() throws {
    for name in ["tap.evemu", "tap.gestures.jsonl"] {
      try FileManager.default.copyItem(
        atPath: "\(Self.traces)/\(name)", toPath: folder.file(name))
    }
    for _ in 1...2 {
      let result = try Program.run(["check", "--junit", folder.file("r.xml"), folder.path])
      #expect(result.exitCode == 0, "\(result.remarks)")
    }
    let lost = try Program.run(["check", "--junit", folder.file("tap.evemu"), folder.path])
    #expect(lost.exitCode == 64 && lost.remarks.contains("which would be lost"))
  }

  @Test("JSON that is no recording is skipped in a folder, and named it is an error")
  func otherJSON() throws {
    try FileManager.default.copyItem(
      atPath: "\(Self.traces)/tap.evemu", toPath: folder.file("tap.evemu"))
    try folder.write("package.json", "{\"name\":\"other\",\"version\":1}\n")
    for _ in 1...2 {
      let check = try Program.run(["check", folder.path, "-o", folder.file("out.json"), "--json"])
      #expect(check.exitCode != 65 && check.exitCode != 64, "\(check.remarks)")
    }
    let run = try Program.run(["run", folder.path])
    #expect(run.exitCode == 0 && run.output.contains("tap"), "\(run.remarks)")
    let named = try Program.run(["run", folder.file("package.json")])
    #expect(named.exitCode == 65 && named.remarks.contains("package.json"), "\(named.remarks)")
  }

  @Test("A long path is the last column of a score, and stays whole in a pipe")
  func longPaths() throws {
    let place = String(repeating: "a-folder-with-a-long-name/", count: 5)
    for name in ["one", "two"] {
      let recording = SampleRecording.tap
      try folder.write("\(place)\(name)/tap.evemu", recording)
    }
    func label(_ name: String) -> String {
      #"{"v":2,"file":"\#(place)\#(name)/tap.evemu","expect":[]}"# + "\n"
    }
    let labels = try folder.write("labels.jsonl", label("one") + label("two"))
    let score = try Program.run(["score", "--group-by", "folder", labels])
    for name in ["one", "two"] {
      #expect(score.lines.contains { $0.hasSuffix("\(place)\(name)") }, "\(score.output)")
      #expect(score.lines.contains { $0.hasSuffix("\(place)\(name)/tap.evemu") })
    }
  }

  // MARK: Keys

  /// A touchpad with a key that is typed within a touch and one before.
  private static let typed: String = {
    let press = """
      E: 9.000000 0004 0004 30
      E: 9.000000 0001 001e 1
      E: 9.000000 0000 0000 0

      """
    return SampleRecording.tap.replacingOccurrences(
      of: "E: 10.000000 0003 0039 1\n",
      with: press + """
        E: 10.000000 0003 0039 1
        E: 10.000000 0001 0030 1
        E: 10.000000 0001 0110 1

        """)
  }()

  @Test(
    "A conversion leaves typed keys out with their reports, and says so; --keep-keys keeps them")
  func keys() throws {
    let input = try folder.write("typed.evemu", Self.typed)
    let output = folder.file("out.evemu")
    let result = try Program.run(["convert", input, output])
    #expect(result.exitCode == 0)
    #expect(result.remarks.contains("warning: \(output): 3 key events left out (--keep-keys"))
    let text = try folder.text("out.evemu")
    #expect(!text.contains(" 0001 001e") && !text.contains(" 0001 0030"))
    #expect(!text.contains("E: 9.0") && !text.contains(" 0004 "))
    #expect(text.contains(" 0001 0110 1"), "buttons stay")
    #expect(try Program.run(["convert", "--keep-keys", input, output]).exitCode == 0)
    let kept = try folder.text("out.evemu")
    #expect(kept.contains(" 0001 001e") && kept.contains(" 0001 0030"))
  }

  // MARK: Errors

  @Test(
    "An error of a command's arguments has its own usage, on one line of 80 columns",
    arguments: [
      (["shake", "--from", "1", "x"], "replay shake"), (["view", "x"], "replay view"),
      (["run", "--open", "x"], "replay run"), (["distance", "1"], "replay distance"),
      (["simulate", "motion"], "replay simulate motion"),
    ])
  func ownUsage(arguments: [String], command: String) throws {
    let result = try Program.run(arguments)
    #expect(result.exitCode == 64)
    let usage = result.remarks.split(separator: "\n").first { $0.hasPrefix("Usage: ") }
    #expect(usage?.hasPrefix("Usage: \(command) [<options>]") == true, "\(result.remarks)")
    #expect(usage?.count ?? 0 <= 80)
    #expect(result.remarks.contains("See '\(command) --help'"))
  }

  @Test(
    "A suggestion is made only where a name is near",
    arguments: [
      (["run", "--open", "x"], false), (["shake", "--from", "1", "x"], false),
      (["run", "--jsno", "x"], true), (["check", "--updat", "x"], true),
    ])
  func suggestions(arguments: [String], isNear: Bool) throws {
    #expect(try Program.run(arguments).remarks.contains("Did you mean") == isNear)
  }

  @Test("A profile that does not exist is answered with the names of profiles")
  func unknownProfile() throws {
    for words in [["profile", "nosuch"], ["run", "--profile", "nosuch", "x"]] {
      let result = try Program.run(words)
      #expect(result.exitCode == 66)
      #expect(result.remarks.contains("no such profile (standard, textbook, uikit) or file"))
    }
  }

  @Test("A script that puts fingers beside the touch area gets a warning")
  func besidePad() throws {
    for (position, isBeside) in [("500,500", true), ("50,35", false), ("100,70", false)] {
      let result = try Program.run(["script", "-q", "-", "-"], input: "tap \(position)\n")
      #expect(result.exitCode == 0)
      #expect(result.remarks.contains("beside the touch area") == isBeside, "\(position)")
    }
  }

  @Test("A script whose shakes are not in the recording gets a warning")
  func shakeOfScript() throws {
    let result = try Program.run(["script", "-q", "-", "-"], input: "shake\ntap\n")
    #expect(result.exitCode == 0)
    #expect(result.remarks.contains("recordings of touches do not contain shakes"))
  }

  // MARK: Numbers

  @Test("Azimuths are from 0 to 360 degrees, as courses are")
  func azimuths() throws {
    let words = ["distance", "-33.8568,151.2153", "51.5007,-0.1246"]
    #expect(try Program.run(words).output.contains("319.297"))
    #expect(!(try Program.run(words + ["--json"]).output.contains(":-")))
  }

  @Test("The distance along noisy fixes has a hint at --smooth, a smoothed one has none")
  func noise() throws {
    let walk = "\(Self.samples)/walk.nmea"
    let noise = "travelled, mostly noise between fixes ('replay locate --smooth' reduces it)"
    #expect(try Program.run(["locate", walk]).remarks.contains(noise))
    #expect(!(try Program.run(["locate", "--smooth", walk]).remarks.contains("mostly noise")))
  }

  @Test("Pictures are titled by the name of an absolute path, and standard input by these words")
  func titles() throws {
    let output = folder.file("x.svg")
    #expect(try Program.run(["plot", "\(Self.traces)/tap.evemu", "-o", output]).exitCode == 0)
    let text = try folder.text("x.svg")
    #expect(text.contains("tap.evemu") && !text.contains(Self.traces))
    let samples = try String(contentsOfFile: "\(Self.samples)/shakes.csv", encoding: .utf8)
    #expect(try Program.run(["ball", "-", "-o", output], input: samples).exitCode == 0)
    #expect(try folder.text("x.svg").contains("standard input"))
  }

  // MARK: Samples

  @Test("The samples of people show what a threshold decides")
  func people() throws {
    let tune = try Program.run([
      "tune", "\(Self.samples)/people", "--vary", "longPress.minimumDuration=0.3..0.7",
      "--steps", "5",
    ])
    #expect(tune.output.contains("20 recordings, 10 people, 5 profiles"))
    #expect(!tune.output.contains("no value changes"))
    #expect(Set(tune.output.matches(of: /0\.\d{3} +0\.\d{3}-/).map(\.output)).count > 3)
  }

  @Test("The drawings of other people are not all named as the examples are")
  func otherDrawings() throws {
    let shapes = folder.file("shapes.json")
    let learned = try Program.run([
      "shapes", "learn", "--strokes", "\(Self.samples)/drawings.ndjson", "-o", shapes,
    ])
    #expect(learned.exitCode == 0)
    let result = try Program.run([
      "shapes", "classify", shapes, "\(Self.samples)/drawings.others.ndjson",
    ])
    #expect(result.remarks.contains("8 drawings, 3 accepted, 7 of 8 named as their class"))
  }

  // MARK: Stress

  @Test("The default output of stress is a line for each perturbation; --verbose has the draws")
  func stressSummary() throws {
    let words = ["stress", "--draws", "8", "--only", "tremor,rate", "\(Self.traces)/swipes.evemu"]
    let summary = try Program.run(words)
    #expect(summary.lines.count == 4, "\(summary.output)")
    #expect(summary.lines[0].hasSuffix("swipes.evemu: 4 gestures"))
    #expect(summary.lines[1].contains("MARGIN"))
    let verbose = try Program.run(words + ["--verbose"])
    #expect(verbose.output.hasPrefix(summary.output))
    #expect(verbose.output.contains("SURVIVING DRAWS"))
  }
}
