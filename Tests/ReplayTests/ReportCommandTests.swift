import Foundation
import TestSupport
import Testing

struct ReportCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let tap = packageFolder.appending(path: "Traces/tap.evemu").path

  private func report(_ arguments: String...) throws -> (ProgramResult, page: String) {
    let path = folder.file("report.html")
    let result = try Program.run(["report", "-o", path] + arguments)
    return (result, (try? folder.text("report.html")) ?? "")
  }

  @Test("The recording is extracted byte for byte, and has the same gestures")
  func extract() throws {
    let (written, _) = try report(Self.tap)
    #expect(written.exitCode == 0)
    let output = folder.file("tap.evemu")
    let extracted = try Program.run(
      ["report", "--extract", folder.file("report.html"), "-o", output])
    #expect(extracted.exitCode == 0 && extracted.output.isEmpty)
    #expect(try folder.text("tap.evemu") == String(contentsOfFile: Self.tap, encoding: .utf8))
    let pipe = try Program.run(["report", "--extract", folder.file("report.html"), "-o", "-"])
    #expect(try pipe.output == folder.text("tap.evemu"))
  }

  @Test(
    "A name with the ending of another format is refused, with what the page has",
    arguments: ["a.yml", "a.raw"])
  func extractedEnding(name: String) throws {
    _ = try report(Self.tap)
    let result = try Program.run(
      ["report", "--extract", folder.file("report.html"), "-o", folder.file(name)])
    #expect(result.exitCode == 64)
    #expect(result.remarks.contains("the page has a recording in evemu; name it .evemu"))
    #expect(!FileManager.default.fileExists(atPath: folder.file(name)))
  }

  @Test("Without a name the recording is named after the page, and replaces nothing")
  func usualName() throws {
    _ = try report(Self.tap)
    let script = "cd \"$1\"; exec \"$2\" report --extract report.html"
    let arguments = ["-c", script, "sh", folder.path, Program.path]
    #expect(try Program.run("/bin/sh", arguments).exitCode == 0)
    #expect(try folder.text("report.evemu").hasPrefix("# EVEMU"))
    let again = try Program.run("/bin/sh", arguments)
    #expect(again.exitCode == 64 && again.remarks.contains("report.evemu exists"))
  }

  @Test("The report says why the expected gesture was not recognized, or that it was")
  func expected() throws {
    let pan = packageFolder.appending(path: "Traces/pan.evemu").path
    let (missed, page) = try report(pan, "--expected", "swipe")
    let reason =
      "No swipe: the movement took 0.778 s, at most 0.500 s allowed (swipe.maximumDuration)."
    #expect(missed.exitCode == 0 && missed.remarks.contains(reason))
    #expect(
      page.contains("\"sentences\":[\"\(reason)\",\"It was reported as a pan to the right.\""))
    let (_, found) = try report(Self.tap, "--expected", "tap")
    #expect(found.contains("\"sentences\":[\"Recognized: tap, at 0.380 s.\"]"))
    let (_, off) = try report(Self.tap, "--expected", "edgePan")
    #expect(
      off.contains("No edge pan: the profile standard has no edgePan: its rule is off (`edgePan"))
    let palm = packageFolder.appending(path: "Traces/palm.evemu").path
    let (_, palms) = try report(palm, "--expected", "swipe")
    #expect(palms.contains("touch 1 was a palm: pressure 0.64, fingers press less than 0.52"))
  }

  @Test("A note is in the report, with the verdict or without, and stays a text")
  func note() throws {
    let (_, page) = try report(Self.tap, "--note", "it failed <b>twice</b>")
    #expect(page.contains("\"note\":\"it failed \\u003cb\\u003etwice\\u003c/b\\u003e\""))
    let (_, asked) = try report(Self.tap, "--note", "why?", "--expected", "swipe")
    #expect(asked.contains("\"note\":\"why?\"") && asked.contains("\"is_recognized\":false"))
  }

  @Test("A summary has the verdict, the note, the device and the commands, and no recording")
  func summary() throws {
    let pan = packageFolder.appending(path: "Traces/pan.evemu").path
    let path = folder.file("report.md")
    let result = try Program.run([
      "report", pan, "--expected", "swipe,touches=1", "--note", "it *always* fails", "-o", path,
    ])
    #expect(result.exitCode == 0 && !result.remarks.contains("bytes"), "\(result.remarks)")
    let text = try folder.text("report.md")
    #expect(text.hasPrefix("## pan.evemu\n\n**No swipe: the movement took 0.778 s, "))
    #expect(text.contains("\n> it \\*always\\* fails\n"))
    #expect(text.contains("Touchstone Touchscreen") && text.contains("\n- gestures: pan (right"))
    #expect(text.contains("\nreplay explain --expected swipe,touches=1 pan.evemu\n"))
    #expect(!text.contains("E: 0") && text.utf8.count < 4000)
  }

  @Test("A summary says which gestures were cancelled")
  func cancelledInSummary() throws {
    let path = folder.file("report.md")
    let trace = packageFolder.appending(path: "Traces/interrupted-pan.evemu").path
    #expect(try Program.run(["report", trace, "-o", path]).exitCode == 0)
    let line = "\n- gestures: pan (up, 33.0 mm, cancelled) at 0.800 s, tap at 2.391 s\n"
    #expect(try folder.text("report.md").contains(line))
  }

  @Test("The commands of a summary have the options that were given, without folders")
  func summaryOptions() throws {
    let profile = try folder.write("my.yml", "tap: {slop: 3}\n")
    let options = ["--to", "2", "--size", "100x60mm", "--rotate", "180", "--profile", profile]
    let path = folder.file("report.md")
    let words = ["report", Self.tap, "--expected", "tap", "-o", path] + options
    #expect(try Program.run(words).exitCode == 0)
    let text = try folder.text("report.md")
    #expect(text.contains("\nreplay explain --to 2 --size 100.0x60.0mm '--matrix=-1"), "\(text)")
    #expect(text.contains(" --profile my.yml --expected tap tap.evemu\n"))
    #expect(try Program.run(words + ["--anonymise"]).exitCode == 0)
    #expect(try !folder.text("report.md").contains("my.yml"))
  }

  @Test(
    "A note of several lines is one quotation, and an empty one is none",
    arguments: [("one\n\n# two", "\n> one\n>\n> \\# two\n"), ("", nil), (" \n", nil)])
  func noteLines(note: String, quotation: String?) throws {
    let path = folder.file("report.md")
    let result = try Program.run(["report", Self.tap, "--note", note, "-o", path])
    let text = try folder.text("report.md")
    #expect(result.exitCode == 0 && text.contains("> ") == (quotation != nil))
    if let quotation { #expect(text.contains(quotation), "\(text)") }
  }

  @Test("A hostile name has no effect in a summary")
  func hostileSummary() throws {
    let name = "</title><script>alert(1)</script> [x](https://example.org) `$(reboot)`\u{202e}"
    let path = try folder.write(
      "a'b c.evemu", SampleRecording.tap.replacing("N: Sample", with: "N: \(name)"))
    let output = folder.file("report.md")
    #expect(try Program.run(["report", path, "-o", output]).exitCode == 0)
    let text = try folder.text("report.md")
    #expect(text.contains("\\<script\\>alert(1)\\</script\\>") && !text.contains("\u{202e}"))
    #expect(text.contains("\\[x\\](https:\\//example.org) \\`\\$(reboot)\\`"))
    #expect(text.contains("replay explain 'a'\\''b c.evemu'"))
  }

  @Test("The profile is in the report where it differs from the standard one")
  func profile() throws {
    #expect(try report(Self.tap).page.contains("<p>The standard profile.</p>"))
    let path = try folder.write("p.yml", "name: mine\nswipe:\n  minimumLength: 30\n")
    let (_, page) = try report(Self.tap, "--profile", path)
    #expect(page.contains("<pre>swipe:\n  minimumLength: 30</pre>"))
  }

  @Test("A hostile device name and file name stay texts")
  func hostile() throws {
    let name = "</title><script>alert(1)</script><img src=x onerror=alert(2)>&\u{202e}"
    let text = SampleRecording.tap.replacing("N: Sample", with: "N: \(name)")
    let path = try folder.write("<b>x.evemu", text)
    let (result, page) = try report(path)
    #expect(result.exitCode == 0)
    #expect(!page.contains("<script>alert") && !page.contains("<img") && !page.contains("<b>x"))
    #expect(!page.contains("\u{202e}"))
    // The recording within is still found.
    let extracted = try Program.run(
      ["report", "--extract", folder.file("report.html"), "-o", folder.file("out.evemu")])
    #expect(extracted.exitCode == 0)
  }

  @Test("An anonymous report has no names and no absolute times")
  func anonymous() throws {
    let path = try folder.write(
      "ruths-laptop.evemu", SampleRecording.tap.replacing("Sample", with: "Ruth's pad"))
    let profile = try folder.write("ruths.yml", "name: ruths\ntap:\n  slop: 3\n")
    for flag in ["--anonymise", "--anonymize"] {
      let (result, page) = try report(path, flag, "--profile", profile)
      #expect(result.exitCode == 0)
      #expect(!page.contains("Ruth") && !page.contains("ruths") && !page.contains(folder.path))
      let extracted = try Program.run([
        "report", "--extract", folder.file("report.html"), "-o", "-",
      ])
      #expect(!extracted.output.contains("Ruth") && extracted.output.contains("E: 0.000000 "))
      #expect(!extracted.output.contains("E: 10."))
    }
    let (_, named) = try report(path)
    #expect(named.contains("Ruth") && !named.contains(folder.path))
  }

  @Test("The same recording gives the same page")
  func sameBytes() throws {
    let first = try report(Self.tap).page
    #expect(try report(Self.tap).page == first && !first.isEmpty)
  }

  @Test(
    "Usage errors say what is missing",
    arguments: [
      ([], "missing the recording"), (["a.evemu"], "missing the page"),
      (["a.evemu", "-o", "a.yml"], "name it .html"),
      (["a.evemu", "--extract", "b.html"], "no recording"),
      (["--extract", "a.html", "--anonymise"], "for writing a page"),
      (["a.evemu", "--libinput", "-o", "a.md"], "no lanes for --libinput; name it .html"),
      (["a.evemu", "-o", "a.html", "--expected", "swip"], "did you mean swipe?"),
    ])
  func usage(arguments: [String], hint: String) throws {
    let result = try Program.run(["report"] + arguments)
    #expect(result.exitCode == 64 && result.remarks.contains(hint), "\(result.remarks)")
  }

  @Test("A report is not overwritten by what is extracted from it")
  func extractOntoPage() throws {
    let (_, page) = try report(Self.tap)
    let path = folder.file("report.html")
    let result = try Program.run(["report", "--extract", path, "-o", path])
    #expect(result.exitCode == 64)
    #expect(try folder.text("report.html") == page)
  }

  @Test("Other files are errors: what is no recording of touches, and what is no report")
  func otherFiles() throws {
    let walk = packageFolder.appending(path: "Examples/Samples/walk.gpx").path
    let (result, _) = try report(walk)
    #expect(result.exitCode == 65 && result.remarks.contains("a recording of locations"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("report.html")))
    let extracted = try Program.run(["report", "--extract", Self.tap, "-o", folder.file("x")])
    #expect(extracted.exitCode == 65 && extracted.remarks.contains("'replay report'"))
    let missing = try Program.run(["report", "--extract", folder.file("none.html"), "-o", "x"])
    #expect(missing.exitCode == 66)
  }
}
