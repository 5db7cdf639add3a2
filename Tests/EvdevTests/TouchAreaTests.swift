import Contacts
import Evdev
import Testing

@Suite struct TouchAreaTests {
  private func device(
    x: DeviceDescription.Axis, y: DeviceDescription.Axis, properties: Set<Int> = [],
    keys: Set<UInt16> = []
  ) -> DeviceDescription {
    DeviceDescription(
      properties: properties, axes: [AbsoluteCode.positionX: x, AbsoluteCode.positionY: y],
      codes: keys.isEmpty ? [:] : [EventType.key.rawValue: keys])
  }

  private func axis(_ minimum: Int32, _ maximum: Int32, _ resolution: Int32 = 0)
    -> DeviceDescription.Axis
  {
    DeviceDescription.Axis(minimum: minimum, maximum: maximum, resolution: resolution)
  }

  @Test("A resolution maps exactly, from the axis's minimum, over maximum - minimum + 1 units")
  func resolution() {
    let touchArea = TouchArea(description: device(x: axis(100, 2139, 20), y: axis(-50, 949, 10)))
    #expect(touchArea.size == Size(width: 102, height: 100))
    #expect(touchArea.point(x: 100, y: -50) == .zero)
    #expect(touchArea.point(x: 120, y: -30) == Point(x: 1, y: 2))
    #expect(touchArea.scale == .resolution)
  }

  @Test("An axis without a resolution uses that of the other")
  func oneResolution() {
    let first = TouchArea(description: device(x: axis(0, 99, 10), y: axis(0, 49)))
    #expect(first.size == Size(width: 10, height: 5))
    let second = TouchArea(description: device(x: axis(0, 99), y: axis(0, 49, 10)))
    #expect(second.size == Size(width: 10, height: 5))
    #expect(first.unresolvedAxis == "y" && second.unresolvedAxis == "x")
    #expect(first.isSizeAssumed && second.isSizeAssumed)
    let both = TouchArea(description: device(x: axis(0, 99, 10), y: axis(0, 49, 10)))
    #expect(both.unresolvedAxis == nil && !both.isSizeAssumed)
  }

  @Test("A single-touch resolution applies to multitouch axes of the same range")
  func emulatedResolution() {
    var description = device(x: axis(0, 99), y: axis(0, 49))
    description.axes[AbsoluteCode.x] = axis(0, 99, 10)
    #expect(TouchArea(description: description).size == Size(width: 10, height: 5))
    description.axes[AbsoluteCode.x] = axis(0, 199, 10)
    #expect(TouchArea(description: description).scale == .assumed)
  }

  @Test("A touchpad without a resolution is assumed to be 69 x 50 mm")
  func touchpad() {
    let pad = device(x: axis(0, 1279), y: axis(0, 799), keys: [KeyCode.toolFinger])
    let touchArea = TouchArea(description: pad)
    #expect(touchArea.kind == .touchpad)
    #expect(touchArea.scale == .assumed)
    #expect(abs(touchArea.size.width - 69) < 1e-9 && abs(touchArea.size.height - 50) < 1e-9)
  }

  @Test(
    "A graphics tablet without a resolution has the size of its model; an unknown one is a touchpad"
  )
  func graphicsTablets() {
    var tablet = device(x: axis(0, 4095), y: axis(0, 4095), keys: [KeyCode.toolFinger])
    tablet.identity = DeviceDescription.Identity(vendor: 0x056a, product: 0x27)
    let touchArea = TouchArea(description: tablet)
    #expect(touchArea.scale == .model)
    #expect(abs(touchArea.size.width - 223.52) < 1e-9 && abs(touchArea.size.height - 139.7) < 1e-9)
    tablet.axes[AbsoluteCode.positionX]?.resolution = 10
    #expect(TouchArea(description: tablet).scale == .resolution)
    tablet.axes[AbsoluteCode.positionX]?.resolution = 0
    #expect(TouchArea(description: tablet, size: Size(width: 9, height: 9)).scale == .given)
    for (vendor, product) in [(0x056a, 0xffff), (0x046d, 0x27)] as [(UInt16, UInt16)] {
      tablet.identity = DeviceDescription.Identity(vendor: vendor, product: product)
      #expect(TouchArea(description: tablet).scale == .assumed)
    }
  }

  @Test(
    "A touchscreen without a resolution gets square units and a longer side of 120 mm",
    arguments: [(1079, 1919), (1919, 1079), (4095, 4095)] as [(Int32, Int32)])
  func touchscreen(width: Int32, height: Int32) {
    let screen = device(
      x: axis(0, width), y: axis(0, height), properties: [InputProperty.direct])
    let touchArea = TouchArea(description: screen)
    #expect(touchArea.kind == .touchscreen)
    #expect(touchArea.x.millimetresPerUnit == touchArea.y.millimetresPerUnit)
    #expect(abs(max(touchArea.size.width, touchArea.size.height) - 120) < 1e-9)
  }

  @Test("Properties determine the kind first, then keys, then observed events")
  func kinds() {
    let keys: Set = [KeyCode.touch, KeyCode.toolFinger]
    func kind(_ properties: Set<Int>, _ keys: Set<UInt16>, pad: Bool? = nil) -> TouchArea.Kind {
      let description = device(x: axis(0, 9), y: axis(0, 9), properties: properties, keys: keys)
      var observed = ObservedDevice()
      observed.hasToolKeys = pad ?? false
      return TouchArea(description: description, observed: pad == nil ? nil : observed).kind
    }
    #expect(kind([InputProperty.direct], keys) == .touchscreen)
    #expect(kind([InputProperty.pointer], [KeyCode.touch]) == .touchpad)
    #expect(kind([], keys) == .touchpad)
    #expect(kind([], [KeyCode.touch], pad: true) == .touchscreen)
    #expect(kind([], [], pad: true) == .touchpad)
    #expect(kind([], [], pad: false) == .touchscreen)
  }

  @Test("Without ranges, axes reach from zero to the largest coordinates observed")
  func eventsOnly() {
    let observed = observe(events("id 1 x 700 y 300 double 1 | x 999 y 499"))
    let touchArea = TouchArea(description: nil, observed: observed)
    #expect(touchArea.isRangeObserved)
    #expect(touchArea.x.minimum == 0 && touchArea.x.maximum == 999)
    #expect(abs(touchArea.point(x: 500, y: 250).x - 34.5) < 1e-9)
    #expect(abs(touchArea.point(x: 500, y: 250).y - 25) < 1e-9)
  }

  @Test("An observed negative coordinate extends an unknown range below zero")
  func negativeSeen() {
    let touchArea = TouchArea(description: nil, observed: observe(events("id 1 x -10 y 300 | x 9")))
    #expect(touchArea.x.minimum == -10 && touchArea.x.maximum == 9)
  }

  @Test("A given size overrides the device's resolution")
  func givenSize() {
    let touchArea = TouchArea(
      description: device(x: axis(0, 99, 10), y: axis(0, 49, 10)),
      size: Size(width: 100, height: 60))
    #expect(touchArea.size == Size(width: 100, height: 60))
    #expect(touchArea.scale == .given)
  }

  @Test("An axis without extent is counted, and replaced by the observed range")
  func emptyAxis() {
    let description = device(x: axis(0, 0), y: axis(7, 7))
    var tracker = SlotTracker(description: description)
    _ = frames(events("id 1 x 5 y 9"), &tracker)
    #expect(tracker.anomalies[.emptyAxis] == 2)
    #expect(tracker.frame.contacts.count == 1)
    let observed = observe(events("id 1 x 99 y 49"))
    #expect(TouchArea(description: description, observed: observed).x.maximum == 99)
  }

  @Test("The widest ranges do not overflow")
  func extremes() {
    let widest = axis(.min, .max, .max)
    let touchArea = TouchArea(description: device(x: widest, y: axis(.max, .min)))
    #expect(touchArea.size.width > 0 && touchArea.size.height > 0)
    #expect(touchArea.x.raw(1e300) == .max && touchArea.x.raw(-.infinity) == .min)
    #expect(touchArea.x.raw(.nan) == .min)
  }

  @Test("Without a description or events the size is still positive")
  func nothing() {
    let touchArea = TouchArea(description: nil)
    #expect(touchArea.size.width > 0 && touchArea.size.height > 0)
  }

  @Test(
    "A touchscreen's range that begins above zero is an observed one: its size counts from zero")
  func observedScreen() {
    let touchArea = TouchArea(description: device(x: axis(700, 2879), y: axis(300, 1439)))
    #expect(abs(touchArea.y.millimetresPerUnit - 120.0 / 2880) < 1e-12)
    #expect(touchArea.point(x: 700, y: 300) == .zero)
  }

  @Test(
    "A size is parsed with or without spaces and unit",
    arguments: ["100x60mm", "100 x 60", "100.0x60 mm"])
  func sizes(text: String) {
    #expect(TouchArea.size(parsing: text) == Size(width: 100, height: 60))
  }

  @Test(
    "Invalid sizes are rejected",
    arguments: [
      "", "mm", "100", "100x", "x60", "1x2x3", "0x60", "-5x60", "nanx1", "infx1", "1e9x1", "0.9x9",
      "1e-300x1e-300",
    ])
  func noSizes(text: String) {
    #expect(TouchArea.size(parsing: text) == nil)
  }
}
