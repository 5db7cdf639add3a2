import Foundation
import TestSupport
import Testing

struct PlotCommandTests {
  private static let swipes = packageFolder.appending(path: "Traces/swipes.evemu").path
  private static let samples = packageFolder.appending(path: "Examples/Samples").path

  @Test(
    "The name of the output is its format, unless an option names it",
    arguments: [
      ("out.svg", [], "<svg "), ("OUT.SVG", [], "<svg "), ("out.html", [], "<!DOCTYPE html>"),
      ("out.txt", ["--to-format", "svg"], "<svg "),
      ("out.svg", ["--to-format", "html"], "<!DOCTYPE"),
    ])
  func formatOfOutput(
    name: String, options: [String], start: String
  ) throws {
    let folder = try TemporaryFolder()
    let result = try Program.run(["plot", Self.swipes, "-o", folder.file(name)] + options)
    #expect(result.exitCode == 0, "\(result.remarks)")
    #expect(result.remarks.contains("wrote \(folder.file(name))"))
    #expect(try folder.text(name).hasPrefix(start))
  }

  @Test(
    "A picture has at most 50 recordings, in a folder with other files or in an archive",
    arguments: [50, 51], [false, true])
  func limit(count: Int, isArchive: Bool) throws {
    let folder = try TemporaryFolder()
    for number in 1...count { try folder.write("in/\(number).evemu", SampleRecording.tap) }
    try folder.write("in/README.md", "Recordings of a tap.\n")
    var input = folder.file("in")
    if isArchive {
      input = folder.file("in.tar")
      let tar = try Program.run("/bin/tar", ["-cf", input, "-C", folder.file("in"), "."])
      try #require(tar.exitCode == 0, "\(tar.remarks)")
    }
    let result = try Program.run(["plot", input, "-o", folder.file("out.svg")])
    #expect(result.exitCode == (count > 50 ? 64 : 0), "\(result.remarks)")
    let text = "a picture has at most 50 recordings, found 51"
    #expect(result.remarks.contains(text) == (count > 50), "\(result.remarks)")
    #expect(FileManager.default.fileExists(atPath: folder.file("out.svg")) == (count == 50))
  }

  @Test(
    "What is no recording is refused as by run, and a script with a hint",
    arguments: [
      ("hello.txt", "hello\nworld\n"), ("a.gz", "\u{1f}\u{8}\u{0}"), ("a.zip", "PK\u{3}\u{4}\u{0}"),
      ("a.touch", "tap 10,10\n"), ("a.motion", "1 shake 0.8 4 3 x\n"),
      ("a.location", "at 37.5 127\nwait 60 s\n"),
    ])
  func noRecording(name: String, text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(name, text)
    let run = try Program.run(["run", path])
    let plot = try Program.run(["plot", path, "-o", folder.file("out.svg")])
    #expect(run.exitCode == 65 && plot.exitCode == 65)
    #expect(plot.remarks.hasPrefix(run.remarks.dropLast()), "\(plot.remarks)")
    let hint = "'replay script' and 'replay simulate' make recordings of scripts"
    let isScript = !["hello.txt", "a.gz", "a.zip"].contains(name)
    #expect(plot.remarks.contains(hint) == isScript, "\(plot.remarks)")
  }

  @Test("A question is answered in pictures of touches only, and not in comparisons")
  func question() throws {
    let folder = try TemporaryFolder()
    let (svg, html) = (folder.file("out.svg"), folder.file("out.html"))
    let expected = ["--expected", "swipe,touches=3"]
    #expect(try Program.run(["plot", Self.swipes, "-o", svg] + expected).exitCode == 0)
    let sentence = "No swipe of 3 fingers at 0.000 s: 1 finger, 3 expected."
    #expect(try folder.text("out.svg").contains(">\(sentence)<"))
    #expect(try Program.run(["plot", Self.swipes, "-o", html] + expected).exitCode == 0)
    let page = try folder.text("out.html")
    #expect(page.contains("\"--expected\",\"swipe,touches=3\""))
    let compared = ["plot", "--compare", Self.swipes, Self.swipes, "-o", html] + expected
    #expect(try Program.run(compared).exitCode == 64)
    let shakes = ["plot", "\(Self.samples)/shakes.csv", "-o", svg] + expected
    #expect(try Program.run(shakes).exitCode == 65)
  }

  @Test("Without an output, the recording's name is that of a page in the current folder")
  func defaultOutput()
    throws
  {
    let folder = try TemporaryFolder()
    let result = try Program.run(
      "/bin/sh",
      [
        "-c", "cd \"$1\" && exec \"$2\" plot \"$3\"", "sh", folder.path, Program.path,
        Self.swipes,
      ])
    #expect(result.exitCode == 0, "\(result.remarks)")
    #expect(result.remarks.contains("wrote swipes.html"))
    #expect(try folder.text("swipes.html").hasPrefix("<!DOCTYPE html>"))
  }

  @Test(
    "A part without samples or fixes is noted",
    arguments: [
      ("shakes.csv", "no samples: 601 samples outside of the part"),
      ("walk.nmea", "no fixes: 307 fixes outside of the part"),
    ])
  func emptyPart(name: String, remark: String) throws {
    let folder = try TemporaryFolder()
    let words = ["plot", "\(Self.samples)/\(name)", "--from", "1000", "-o", folder.file("x.svg")]
    let result = try Program.run(words)
    #expect(result.exitCode == 0)
    #expect(result.remarks.contains("\(name): \(remark)\n"), "\(result.remarks)")
  }

  @Test("A picture on standard output is nothing but the picture")
  func standardOutput() throws {
    let result = try Program.run(["plot", Self.swipes, "-o", "-", "--to-format", "svg"])
    #expect(result.exitCode == 0 && result.remarks.isEmpty)
    #expect(result.output.hasPrefix("<svg ") && result.output.hasSuffix("</svg>\n"))
  }

  @Test("Two processes write the same page")
  func sameBytes() throws {
    let pages = try (0..<2).map { _ in
      try Program.run(["plot", Self.swipes, "-o", "-", "--to-format", "html"]).output
    }
    #expect(pages[0] == pages[1] && pages[0].contains("</html>"))
  }

  @Test(
    "Mistakes end with their exit code and a hint, and write nothing",
    arguments: [
      (["TRACE", "-o", "a.txt"], 64, ".svg, .png, .html"),
      (["TRACE", "-o", "-"], 64, "--to-format"),
      (["TRACE", "-o", "TRACE", "--to-format", "svg"], 64, "would be lost"),
      (["TRACE", "--compare"], 64, "--compare takes two recordings"),
      (["TRACE", "TRACE", "TRACE", "--compare"], 64, "--compare takes two recordings"),
      (["TRACE", "TRACE", "--compare-profile", "textbook"], 64, "takes one recording"),
      (["TRACE", "TRACE", "--compare", "-o", "a.svg"], 64, "comparisons are pages"),
      (["TRACE", "TRACE", "--compare", "--compare-profile", "uikit"], 64, "exclude each other"),
      (["-", "--compare-profile", "uikit"], 64, "standard input cannot"),
      (["TRACE", "--compare-profile", "nowhere.yml", "-o", "OUT/a.html"], 66, "nowhere.yml"),
      (["SAMPLES/shakes.csv", "--compare-profile", "uikit", "-o", "OUT/a.html"], 65, "of touches"),
      (["OUT/missing.evemu", "-o", "OUT/a.svg"], 66, "missing.evemu"),
      (["SAMPLES/tilt.motion", "-o", "OUT/a.svg"], 65, "'replay simulate'"),
      (["TRACE", "-o", "OUT/none/a.svg"], 74, "none"),
    ])
  func exitCodes(
    arguments: [String], code: Int, hint: String
  ) throws {
    let folder = try TemporaryFolder()
    let words = arguments.map {
      $0.replacing("TRACE", with: Self.swipes).replacing("SAMPLES", with: Self.samples)
        .replacing("OUT", with: folder.path)
    }
    let result = try Program.run(["plot"] + words)
    #expect(result.exitCode == code, "\(result.remarks)")
    #expect(result.remarks.contains(hint), "\(result.remarks)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("Two tracks are compared on maps of their own")
  func comparedTracks() throws {
    let walk = Self.samples + "/walk.gpx"
    let folder = try TemporaryFolder()
    let result = try Program.run(["plot", "--compare", walk, walk, "-o", folder.file("a.html")])
    #expect(result.exitCode == 0, "\(result.remarks)")
    #expect(try folder.text("a.html").contains("\"comparison\""))
  }

  @Test("What a picture leaves out or lacks is noted")
  func notes() throws {
    let result = try Program.run([
      "plot", "--from", "100", Self.swipes, "-o", "-", "--to-format", "svg",
    ])
    #expect(result.exitCode == 0)
    #expect(result.remarks.contains("--from 100 is after the last event"), "\(result.remarks)")
  }

  @Test("A picture has up to fifty recordings", arguments: [(50, 0), (51, 64)])
  func recordingLimit(count: Int, code: Int) throws {
    let folder = try TemporaryFolder()
    let tap = packageFolder.appending(path: "Traces/tap.evemu").path
    let paths = Array(repeating: tap, count: count)
    let result = try Program.run(["plot", "-q", "-o", folder.file("a.html")] + paths)
    #expect(result.exitCode == code, "\(result.remarks)")
  }

  @Test("The touches of all recordings count for a picture", arguments: [(2500, 0), (2501, 65)])
  func touchesOfRecordings(count: Int, code: Int) throws {
    let folder = try TemporaryFolder()
    let taps = (0..<count).map {
      SampleRecording.touch($0, x: 500...500, y: 500, start: Double($0), frames: 2)
    }
    let paths = try ["a.evemu", "b.evemu"].map {
      try folder.write($0, SampleRecording.description + taps.joined())
    }
    let result = try Program.run(["plot", "-o", folder.file("a.svg")] + paths)
    #expect(result.exitCode == code, "\(result.remarks)")
    #expect(
      result.remarks.contains("b.evemu: expected at most 5000 touches in a picture") == (code != 0))
  }

  @Test("Other files in a folder do not thin a picture beyond the share of fifty recordings")
  func otherFiles() throws {
    let folder = try TemporaryFolder()
    let touch = SampleRecording.touch(0, x: 500...1500, y: 500, start: 0, frames: 2000)
    try folder.write("in/a.evemu", SampleRecording.description + touch)
    let pictures = try [49, 100].map { count in
      for number in 1...count { try folder.write("in/\(number).txt", "text\n") }
      let result = try Program.run(["plot", folder.file("in"), "-o", folder.file("a.svg")])
      #expect(result.exitCode == 0, "\(result.remarks)")
      return try folder.text("a.svg")
    }
    #expect(pictures[0] == pictures[1])
  }

  @Test("Fifty recordings are too high for a PNG, which says so")
  func tooHighPicture() throws {
    let folder = try TemporaryFolder()
    let paths = Array(repeating: Self.swipes, count: 50)
    let result = try Program.run(["plot", "-q", "-o", folder.file("a.png")] + paths)
    #expect(result.exitCode == 65)
    #expect(result.remarks.contains("write .svg or .html instead"), "\(result.remarks)")
  }
}
