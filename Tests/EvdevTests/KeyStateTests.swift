import Contacts
import Evdev
import Testing

@Suite struct KeyStateTests {
  @Test("A button is held from its press to its release")
  func buttons() {
    #expect(tracker(after: "left 1").frame.buttons == .left)
    #expect(tracker(after: "left 1 | middle 1 right 1 left 0").frame.buttons == [.right, .middle])
    #expect(tracker(after: "left 1 | left 2").frame.buttons == .left)
  }

  @Test(
    "The power, sleep, phone and screen lock keys interrupt touches until they are released",
    arguments: ["power", "sleep", "phone", "lock"])
  func interruption(key: String) {
    #expect(tracker(after: "\(key) 1").frame.isInterrupted)
    #expect(tracker(after: "\(key) 1 | id 1 x 1 y 1").frame.isInterrupted)
    #expect(!tracker(after: "\(key) 1 | \(key) 0").frame.isInterrupted)
  }

  @Test("Two interruptions end when both keys are released")
  func twoInterruptions() {
    #expect(tracker(after: "power 1 | phone 1 | power 0").frame.isInterrupted)
    #expect(!tracker(after: "power 1 | phone 1 | power 0 phone 0").frame.isInterrupted)
  }

  @Test("Semi-multitouch devices report fingers beyond their two slots by keys")
  func semiMultitouch() {
    let script =
      "id 1 x 1 y 1 slot 1 id 2 x 2 y 2 double 1 | double 0 triple 1 | triple 0 quad 1 | "
      + "quad 0 quint 1 | quint 0 double 1"
    let lines = frames(script, on: .plainPad(.semiMultitouch))
    #expect(lines.map { $0.split(separator: " ").last } == ["2:2,2", "+1", "+2", "+3", "2:2,2"])
  }

  @Test("A finger count within the number of slots adds no extra fingers")
  func enoughSlots() {
    #expect(frames("id 1 x 1 y 1 triple 1", on: .plainPad(.slots(5))) == ["1:1,1"])
  }

  @Test("Without a description, the slots observed are all that the device has")
  func slotsSeen() {
    let script = "slot 0 id 1 x 1 y 1 slot 1 id 2 x 2 y 2 triple 1"
    #expect(frames(script, on: nil, observed: true)[0].hasSuffix("+1"))
  }
}
