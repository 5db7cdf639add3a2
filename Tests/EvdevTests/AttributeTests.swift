import Contacts
import Evdev
import Testing

@Suite struct AttributeTests {
  private func contact(
    _ script: String, on description: DeviceDescription? = .plain(), observed: Bool = false
  ) -> Contact {
    tracker(after: script, on: description, observed: observed).frame.contacts[0]
  }

  @Test("Pressure is a share of the axis' range, and nil before it is told")
  func pressure() {
    #expect(contact("id 1 x 1 y 1").pressure == nil)
    #expect(contact("id 1 x 1 y 1 pressure 51").pressure == 0.2)
    #expect(contact("id 1 x 1 y 1 pressure 999").pressure == 1)
    var device = DeviceDescription.plain()
    device.axes[AbsoluteCode.multitouchPressure] = .init(minimum: 20, maximum: 120)
    #expect(contact("id 1 x 1 y 1 pressure 45", on: device).pressure == 0.25)
    #expect(contact("id 1 x 1 y 1 pressure 2", on: device).pressure == 0)
  }

  @Test("Without a range pressure counts to 255, or to the power of two above what was seen")
  func unknownPressureRange() {
    #expect(contact("id 1 x 1 y 1 pressure 51", on: nil, observed: true).pressure == 0.2)
    let large = "id 1 x 1 y 1 pressure 600 | pressure 1023"
    #expect(contact(large, on: nil, observed: true).pressure == 1)
  }

  @Test("The size is in mm, long axis first, and a circle's where only one axis is told")
  func size() {
    #expect(contact("id 1 x 1 y 1").size == nil)
    #expect(contact("id 1 x 1 y 1 major 12").size == Size(width: 12, height: 12))
    #expect(contact("id 1 x 1 y 1 major 12 minor 9").size == Size(width: 12, height: 9))
    #expect(contact("id 1 x 1 y 1 major 9 minor 12").size == Size(width: 12, height: 9))
  }

  @Test("The resolution of the size's axis is its own")
  func sizeResolution() {
    var device = DeviceDescription.plain()
    device.axes[AbsoluteCode.touchMajor]?.resolution = 10
    #expect(contact("id 1 x 1 y 1 major 120", on: device).size?.width == 12)
  }

  @Test("A size that no hand has is in unknown units: nil", arguments: [0, 200, -7])
  func implausibleSize(major: Int32) {
    #expect(contact("id 1 x 1 y 1 major \(major)").size == nil)
  }

  @Test("MT_TOOL_TYPE tells palms and pens, also in mid-touch")
  func tools() {
    #expect(contact("id 1 x 1 y 1 tool 2").tool == .palm)
    #expect(contact("id 1 x 1 y 1 tool 1").tool == .pen)
    #expect(contact("id 1 x 1 y 1 | tool 2").tool == .palm)
    #expect(contact("id 1 x 1 y 1 tool 10").tool == .finger)
  }

  @Test("ABS_PRESSURE is that of all fingers where contacts have none of their own")
  func totalPressure() {
    #expect(tracker(after: "id 1 x 1 y 1 absp 51").frame.totalPressure == 0.2)
    #expect(tracker(after: "id 1 x 1 y 1 pressure 9 absp 51").frame.totalPressure == nil)
    var ended = tracker(after: "id 1 x 1 y 1 absp 51")
    _ = ended.finish()
    #expect(ended.frame.totalPressure == nil)
  }
}
