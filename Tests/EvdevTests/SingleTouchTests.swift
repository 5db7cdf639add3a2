import Contacts
import Evdev
import Testing

@Suite struct SingleTouchTests {
  private let device = DeviceDescription.plain(.single)

  @Test("BTN_TOUCH begins and ends a touch, and ABS_X and ABS_Y move it")
  func touch() {
    let script = "absx 5 absy 6 touch 1 | absx 7 | touch 0 | touch 1"
    #expect(frames(script, on: device) == ["1:5,6", "1:7,6", "", "2:7,6"])
  }

  @Test("A touch within one frame is not reported; an end and a beginning make a new touch")
  func withinAFrame() {
    let script = "absx 5 absy 6 touch 1 | touch 0 touch 1 | touch 0 | touch 1 touch 0"
    #expect(frames(script, on: device) == ["1:5,6", "2:5,6", "", ""])
  }

  @Test("Movement before BTN_TOUCH is hovering")
  func hovering() {
    #expect(frames("absx 5 absy 6 | absx 7 touch 1", on: device) == ["", "1:7,6"])
    let script = "absx 5 absy 6 | touch 1 | touch 0 | absx 7"
    #expect(frames(script, on: device, observed: true) == ["", "1:5,6", "", ""])
  }

  @Test("If the first value of BTN_TOUCH is a release, the recording begins during a touch")
  func startsMidTouch() {
    let script = "absx 5 absy 6 | absx 7 | touch 0"
    #expect(frames(script, on: device, observed: true) == ["1~:5,6", "1~:7,6", ""])
    #expect(tracker(after: script, on: device, observed: true).anomalies[.startsMidTouch] == 1)
  }

  @Test("Observed events show single touch where the description has both kinds of axes")
  func emulationOnly() {
    #expect(frames("absx 5 absy 6 touch 1 | touch 0", observed: true) == ["1:5,6", ""])
  }

  @Test("An undescribed device that sends only ABS_X and ABS_Y is single touch")
  func undescribed() {
    let script = "absx 5 absy 6 touch 1 | absx 7 | touch 0"
    #expect(frames(script, on: nil).map(\.isEmpty) == [false, false, true])
  }

  @Test("Without BTN_TOUCH, pressure above 0 is a touch")
  func pressure() {
    var pad = device
    pad.codes[EventType.key.rawValue] = [KeyCode.left]
    #expect(frames("absx 5 absy 6 absp 30 | absx 7 | absp 0", on: pad) == ["1:5,6", "1:7,6", ""])
  }

  @Test("BTN_TOOL_PEN makes the touch a pen")
  func pen() {
    let script = "pen 1 absx 5 absy 6 touch 1"
    #expect(tracker(after: script, on: device).frame.contacts[0].tool == .pen)
    #expect(tracker(after: script + " | pen 0", on: device).frame.contacts[0].tool == .finger)
  }

  @Test("Fingers beyond the one that the device locates are extra fingers")
  func extraFingers() {
    let script = "absx 5 absy 6 touch 1 finger 1 | finger 0 double 1 | double 0 triple 1 | touch 0"
    let pad = DeviceDescription.plainPad(.single)
    #expect(frames(script, on: pad) == ["1:5,6", "1:5,6 +1", "1:5,6 +2", ""])
  }
}
