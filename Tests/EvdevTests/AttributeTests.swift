import Contacts
import Evdev
import Testing

@Suite struct AttributeScaleTests {
  private func contact(
    _ script: String, on description: DeviceDescription? = .plain(), observed: Bool = false
  ) -> Contact {
    tracker(after: script, on: description, observed: observed).frame.contacts[0]
  }

  @Test("Pressure is a share of the axis's range, and nil until it is reported")
  func pressure() {
    #expect(contact("id 1 x 1 y 1").pressure == nil)
    #expect(contact("id 1 x 1 y 1 pressure 51").pressure == 0.2)
    #expect(contact("id 1 x 1 y 1 pressure 999").pressure == 1)
    var device = DeviceDescription.plain()
    device.axes[AbsoluteCode.multitouchPressure] = .init(minimum: 20, maximum: 120)
    #expect(contact("id 1 x 1 y 1 pressure 45", on: device).pressure == 0.25)
    #expect(contact("id 1 x 1 y 1 pressure 2", on: device).pressure == 0)
  }

  @Test(
    "Without a range, pressure reaches to 255 or to the next power of two above the values observed"
  )
  func unknownPressureRange() {
    #expect(contact("id 1 x 1 y 1 pressure 51", on: nil, observed: true).pressure == 0.2)
    let large = "id 1 x 1 y 1 pressure 600 | pressure 1023"
    #expect(contact(large, on: nil, observed: true).pressure == 1)
  }

  @Test("The size is in mm, with the long axis first; a touch with one axis is round")
  func size() {
    #expect(contact("id 1 x 1 y 1").size == nil)
    #expect(contact("id 1 x 1 y 1 major 12").size == Size(width: 12, height: 12))
    #expect(contact("id 1 x 1 y 1 major 12 minor 9").size == Size(width: 12, height: 9))
    #expect(contact("id 1 x 1 y 1 major 9 minor 12").size == Size(width: 12, height: 9))
  }

  @Test("The size uses the resolution of its own axis")
  func sizeResolution() {
    var device = DeviceDescription.plain()
    device.axes[AbsoluteCode.touchMajor]?.resolution = 10
    #expect(contact("id 1 x 1 y 1 major 120", on: device).size?.width == 12)
  }

  @Test("An implausible size is in unknown units and becomes nil", arguments: [0, 200, -7])
  func implausibleSize(major: Int32) {
    #expect(contact("id 1 x 1 y 1 major \(major)").size == nil)
  }

  @Test("MT_TOOL_TYPE distinguishes palms and pens, and may change during a touch")
  func tools() {
    #expect(contact("id 1 x 1 y 1 tool 2").tool == .palm)
    #expect(contact("id 1 x 1 y 1 tool 1").tool == .pen)
    #expect(contact("id 1 x 1 y 1 | tool 2").tool == .palm)
    #expect(contact("id 1 x 1 y 1 tool 10").tool == .finger)
  }

  @Test("ABS_PRESSURE becomes the total pressure if contacts have no pressure of their own")
  func totalPressure() {
    #expect(tracker(after: "id 1 x 1 y 1 absp 51").frame.totalPressure == 0.2)
    #expect(tracker(after: "id 1 x 1 y 1 pressure 9 absp 51").frame.totalPressure == nil)
    var ended = tracker(after: "id 1 x 1 y 1 absp 51")
    _ = ended.finish()
    #expect(ended.frame.totalPressure == nil)
  }
}
