import Contacts
import Files
import Playback
import TestSupport
import Testing
import Touchpads

@Suite("Measurements of a touchpad")
struct AnalysisTests {
  private func analysis(
    _ traces: [(TouchpadPart, PressureTrace)], measured: Size? = nil
  ) throws -> TouchpadAnalysis {
    let folder = try TemporaryFolder()
    var options = ReplayOptions()
    options.size = measured
    let recordings = try traces.enumerated().map { index, trace in
      let path = try folder.write("\(index).evemu", trace.1.text)
      return try TouchpadRecording(
        Recording(path: path, options: options), part: trace.0, size: measured)
    }
    return try TouchpadAnalysis(recordings, measuredSize: measured)
  }

  private func faults(of trace: PressureTrace) throws -> String? {
    try analysis([(.fingers, trace)]).rows.first { $0.name == "faults" }?.text
  }

  /// A finger along the whole width and height.
  private var wide: PressureTrace {
    var trace = PressureTrace()
    trace.touch(pressure: 50, frames: 200, x: 0, y: 100, step: 20)
    trace.touch(pressure: 50, frames: 3, x: 2000, y: 2390)
    return trace
  }

  @Test("The size is judged by the ruler or, without one, by how far the fingers reach")
  func size() throws {
    #expect(try analysis([(.fingers, wide)]).sizeVerdict == .plausible)
    var narrow = PressureTrace()
    narrow.touch(pressure: 50, frames: 10)
    #expect(try analysis([(.fingers, narrow)]).sizeVerdict == .unreached)
    let right = Size(width: 101, height: 59)
    #expect(try analysis([(.fingers, wide)], measured: right).sizeVerdict == .confirmed)
    let wrong = try analysis([(.fingers, wide)], measured: Size(width: 80, height: 60))
    #expect(wrong.sizeVerdict == .wrong)
    #expect(wrong.rows[0].text.contains("EVDEV_ABS_00=::50 EVDEV_ABS_01=::40"))
    var plain = PressureTrace(resolution: 0)
    plain.touch(pressure: 50, frames: 10)
    #expect(try analysis([(.fingers, plain)]).sizeVerdict == .unknown)
    #expect(try analysis([(.fingers, plain)], measured: right).sizeVerdict == .measured)
  }

  @Test("A recording that ends within its first frame has no touches to measure")
  func endWithinFirstFrame() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.evtest",
      """
      Event: time 1.0, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 1
      Event: time 1.0, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 2470
      Event: time 1.0, type 3 (EV_ABS), code 54 (ABS_MT_POSITION_Y), value 1190
      Event: time 1.0, type 1 (EV_KEY), code 325 (BTN_TOOL_FINGER), value 1

      """)
    let error = #expect(throws: FileError.self) {
      try TouchpadRecording(Recording(path: path), part: .fingers)
    }
    #expect(error?.description == "\(path): expected touches in slots or of BTN_TOUCH, found none")
  }

  @Test("Values are in units of the device, by part")
  func values() throws {
    var fingers = PressureTrace()
    for pressure in 1...21 { fingers.touch(pressure: pressure, frames: 3) }
    var palms = PressureTrace()
    palms.touch(pressure: 200, frames: 3)
    let result = try analysis([(.fingers, fingers), (.palms, palms)])
    #expect(result.distributionRows[0] == ["21 fingers", "pressure", "1", "2", "11", "20", "21"])
    #expect(result.parts[1].distributions[.pressure]?.values == [200])
    #expect(result.json.contains(#""part":"palms","recordings":1,"touches":1,"#))
  }

  @Test("Jumps, contacts that flicker and pressures that cross the threshold are counted")
  func faults() throws {
    var trace = PressureTrace()
    trace.touch(pressure: 50, frames: 2, step: 900)  // 22.5 mm
    trace.touch(pressure: 50, frames: 3, step: 1, pause: 0.01)
    trace.touch(pressure: 50, frames: 3, step: 1)
    let text = try faults(of: trace)
    #expect(text == "1 jump, 1 touch that flickers")
    #expect(try faults(of: wide) == "none")
  }

  @Test(
    "Recordings of two touchpads are refused, with what differs if both have one name",
    arguments: [
      ("N: Pressure", "N: Other", "another one, Other"),
      (
        "A: 36 0 2400", "A: 36 0 2600",
        "another one, Pressure, with axes up to 4000 x 2600, not 4000 x 2400"
      ),
      ("I: 0003 1234 5678", "I: 0003 1234 5679", "another one, Pressure, with other ids"),
    ])
  func devices(line: String, otherLine: String, found: String) throws {
    var one = PressureTrace()
    one.touch(pressure: 50, frames: 3)
    var other = one
    other.text = one.text.replacing(line, with: otherLine)
    #expect {
      try analysis([(.fingers, one), (.palms, other)])
    } throws: {
      "\($0)".contains("expected the touchpad of") && "\($0)".hasSuffix("found \(found)")
    }
  }

  @Test(
    "The name of a file says which step it is",
    arguments: [
      ("a/typing.yml", TouchpadPart.palms), ("taps-2.evemu", .fingers), ("thumbs", .thumbs),
      ("typing-a.yml", .unlabelled), ("tapsy.yml", .unlabelled), ("", .unlabelled),
    ])
  func names(path: String, part: TouchpadPart) {
    #expect(TouchpadLabels().part(of: path) == part)
  }
}
