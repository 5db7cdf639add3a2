import Files
import Foundation
import Playback
import TestSupport
import Testing

/// `replay touchpad` as a process, from recordings to a tested setting.
@Suite("replay touchpad")
struct CommandTests {
  @Test("A quirk is suggested, written and tested", .requiresLibinput)
  func steps() throws {
    let session = try Session()
    let folder = try TemporaryFolder()
    let analysis = try run(["analyze", "--measured-size", "100x60", session.folder.path])
    #expect(analysis.status == 0 && analysis.output.contains("the ruler agrees"))
    #expect(analysis.output.contains("80 palms"))
    let quirks = folder.file("local.quirks")
    let suggested = try run(["suggest", session.folder.path, "-o", quirks])
    #expect(suggested.status == 0 && suggested.remarks.contains("wrote \(quirks)"))
    // The table is the same without a file.
    #expect(suggested.output == (try run(["suggest", session.folder.path]).output))
    #expect(suggested.output.contains("palms that act   80 of 80, then 0 of 80"))
    let text = try folder.text("local.quirks")
    #expect(text.contains("# Suggested by replay touchpad"))
    #expect(text.contains("#     palms that act: 80 of 80, then 0 of 80"))
    let test = try run(["test", quirks, session.folder.path])
    #expect(test.status == 0 && test.output.contains("80 of 80, then 0 of 80"))
    let copy = try folder.write("local-overrides.quirks.bak", text)
    #expect(try run(["test", copy, session.folder.path]).output.contains("80 of 80, then 0 of 80"))
    // The file stays although the table cannot be written.
    let second = folder.file("second.quirks")
    let full = try run(["suggest", session.folder.path, "-o", second], output: "/dev/full")
    #expect(full.status == 74 && full.remarks.contains("wrote \(second)"), "\(full.remarks)")
    #expect(try folder.text("second.quirks") == text)
    for name in ["a.lua", "a.svg"] {
      let command = name.hasSuffix("svg") ? "analyze" : "suggest"
      let result = try run([command, "-q", session.folder.path, "-o", folder.file(name)])
      #expect(result.status == 0, "\(name): \(result.remarks)")
      #expect(try !folder.text(name).contains(session.folder.path))
    }
    #expect(try folder.text("a.svg").contains("80 palms"))
    let unknown = try folder.write("bad.quirks", text + "AttrNonsense=1\n")
    let refused = try run(["test", unknown, session.folder.path])
    #expect(refused.status == 65 && refused.remarks.contains("AttrNonsense"))
  }

  @Test(
    "Without enough recordings nothing is written, and the reason is an error", .requiresLibinput)
  func few() throws {
    let session = try Session(recordings: 1, touches: 5)
    let folder = try TemporaryFolder()
    let result = try run(["suggest", session.folder.path, "-o", folder.file("a.quirks")])
    #expect(result.status == 1)
    #expect(
      result.remarks.contains("a.quirks: not written: no setting for such a file is suggested"))
    #expect(result.output.contains(": not enough recordings: palms "), "\(result.output)")
    for line in result.remarks.split(separator: "\n") where line.hasPrefix("error:") {
      #expect(!line.contains("not enough recordings"))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("a.quirks")))
  }

  @Test("A device description in a folder is noted, and what it lies beside is read")
  func descriptionInFolder() throws {
    let session = try Session(recordings: 1, touches: 5)
    try session.folder.write("pad.desc", PressureTrace().text)
    let commands = [["analyze"], ["test", packageFolder.appending(path: Self.palms).path]]
    for command in commands {
      let result = try run(command + [session.folder.path])
      #expect(result.status == 0, "\(result.remarks)")
      #expect(result.remarks.contains("pad.desc: a device description without events"))
    }
    let named = try run(["analyze", session.folder.file("pad.desc")])
    #expect(named.status == 65 && named.remarks.contains("found no touches"))
  }

  private static let palms = "Examples/Samples/palms.yml"

  @Test("A touchscreen is named where a touchpad is expected")
  func namedTouchscreen() throws {
    let pan = packageFolder.appending(path: "Traces/pan.evemu").path
    let result = try run(["analyze", pan])
    #expect(result.status == 65)
    #expect(
      result.remarks.contains(
        "expected touches of one touchpad, found a touchscreen, Touchstone Touchscreen"))
  }

  @Test("A pen is named where a touchpad is expected")
  func pen() throws {
    let folder = try TemporaryFolder()
    // BTN_TOOL_PEN and BTN_TOUCH.
    let keys = ["00 00", "00 00", "00 00", "00 00", "00 00", "01 04"].map {
      "B: 01 \($0) 00 00 00 00 00 00"
    }
    let path = try folder.write(
      "pen.evemu",
      """
      # EVEMU 1.3
      N: Pen
      I: 0003 056a 0302 0110
      P: 01 00 00 00 00 00 00 00
      \(keys.joined(separator: "\n"))
      A: 00 0 15200 4 0 100
      A: 01 0 9500 4 0 100
      E: 0.000000 0001 0140 1
      E: 0.000000 0003 0000 5000
      E: 0.000000 0003 0001 4000
      E: 0.000000 0001 014a 1
      E: 0.000000 0000 0000 0
      E: 0.100000 0001 014a 0
      E: 0.100000 0000 0000 0

      """)
    let result = try run(["analyze", path])
    #expect(result.status == 65)
    #expect(result.remarks.contains("expected touches of one touchpad, found a pen, Pen"))
    #expect(try Recording(path: path).tracks.first?.description?.isPen == true)
  }

  @Test("A setting that is not the first argument is a usage error that names what is")
  func swapped() throws {
    let folder = try TemporaryFolder()
    let quirks = try folder.write("a.quirks", "")
    for (first, found) in [(folder.path, "the folder \(folder.path)"), ("a.evemu", "a.evemu")] {
      let result = try run(["test", first, quirks])
      #expect(result.status == 64)
      #expect(result.remarks.contains("a setting, a .quirks or .yml; found \(found)"))
    }
  }

  @Test("Recordings without a label are measured, and not tried", .requiresLibinput)
  func labels() throws {
    let folder = try TemporaryFolder()
    var trace = PressureTrace()
    trace.touch(pressure: 50, frames: 5)
    let path = try folder.write("a.evemu", trace.text)
    #expect(try run(["analyze", path]).output.contains("1 unlabelled"))
    let result = try run(["suggest", path])
    #expect(result.status == 65 && result.remarks.contains("give --fingers, --palms or --thumbs"))
    let labels = try folder.write("labels.jsonl", #"{"v":2,"file":"a.evemu","expect":[]}"# + "\n")
    #expect(try run(["analyze", "--labels", labels, path]).output.contains("1 palms"))
    #expect(try run(["analyze", "--fingers", path]).output.contains("1 fingers"))
  }

  @Test("Recordings without a description are of one touchpad by --device", .requiresLibinput)
  func description() throws {
    let folder = try TemporaryFolder()
    var near = PressureTrace()
    near.touch(pressure: 50, frames: 5)
    var far = PressureTrace()
    far.touch(pressure: 50, frames: 5, x: 3000)
    let lines = near.text.split(separator: "\n")
    let description = lines.filter { !$0.hasPrefix("E:") }.joined(separator: "\n") + "\n"
    let paths = try [near, far].enumerated().map { index, trace in
      let events = trace.text.split(separator: "\n").filter { $0.hasPrefix("E:") }
      return try folder.write("\(index).events", events.joined(separator: "\n") + "\n")
    }
    let unknown = try run(["analyze"] + paths)
    #expect(unknown.status == 65 && unknown.remarks.contains("--device takes one"))
    let device = try folder.write("pad.desc", description)
    let known = try run(["analyze", "--device", device] + paths)
    #expect(known.status == 0 && known.output.contains("2 unlabelled"), "\(known.remarks)")
  }

  @Test("A recording of a touchscreen is refused as a step, and leaves no folder")
  func touchscreen() throws {
    let folder = try TemporaryFolder()
    let session = folder.file("session")
    let pan = packageFolder.appending(path: "Traces/pan.evemu").path
    let result = try run(["record", session, "--step", "typing=\(pan)"])
    #expect(result.status == 65)
    #expect(
      result.remarks.contains(
        "pan.evemu: expected touches of a touchpad, found a touchscreen, Touchstone Touchscreen"))
    #expect(!FileManager.default.fileExists(atPath: session))
  }

  @Test("A recording of another touchpad, or of several devices, is refused as a step")
  func otherTouchpad() throws {
    let folder = try TemporaryFolder()
    let session = folder.file("session")
    func take(_ path: String) throws -> (status: Int32, output: String, remarks: String) {
      try run(["record", session, "--step", "taps=\(path)"])
    }
    for name in ["Pressure", "Other"] {
      var trace = PressureTrace(name: name)
      trace.touch(pressure: 50, frames: 5)
      let result = try take(folder.write("\(name).evemu", trace.text))
      #expect(result.status == (name == "Other" ? 65 : 0), "\(result.remarks)")
      #expect(result.remarks.contains("found another one, Other") == (name == "Other"))
    }
    let several = try take(packageFolder.appending(path: "Traces/two-devices.yml").path)
    #expect(several.status == 65 && several.remarks.contains("touches of several devices"))
    #expect(try run(["analyze", session]).output.contains("1 fingers"))
  }

  @Test("A step comes from a recording, also a second time, and steps have names")
  func record() throws {
    let folder = try TemporaryFolder()
    var trace = PressureTrace()
    trace.touch(pressure: 50, frames: 5)
    let path = try folder.write("a.evemu", trace.text)
    let session = folder.file("session")
    for name in ["typing.yml", "typing-2.yml"] {
      let result = try run(["record", session, "--step", "typing=\(path)"])
      #expect(result.status == 0 && result.remarks.contains(name), "\(result.remarks)")
    }
    #expect(try run(["analyze", session]).output.contains("2 palms"))
    let unknown = try run(["record", session, "--step", "tap=\(path)"])
    #expect(unknown.status == 64 && unknown.remarks.contains("did you mean taps?"))
    #expect(try run(["record", session, "--step", path]).status == 64)
  }

  private func run(
    _ arguments: [String], output: String? = nil
  ) throws -> (status: Int32, output: String, remarks: String) {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["touchpad"] + arguments
    process.environment = testEnvironment()
    process.standardInput = FileHandle.nullDevice
    let file = try folder.write("output", "")
    process.standardOutput = FileHandle(forWritingAtPath: output ?? file)
    process.standardError = FileHandle(forWritingAtPath: try folder.write("remarks", ""))
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try folder.text("output"), try folder.text("remarks"))
  }
}
