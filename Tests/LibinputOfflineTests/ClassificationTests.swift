import Evdev
import LibinputOffline
import Testing

@Suite("Classification of devices by their capabilities")
struct ClassificationTests {
  /// The kinds of a device with some codes, whose axes have no ranges, as in sysfs.
  private static func kinds(
    keys: Set<UInt16> = [], axes: [UInt16] = [], relative: Set<UInt16> = [],
    properties: Set<Int> = []
  ) -> Set<String> {
    var device = DeviceDescription()
    device.properties = properties
    device.codes = [EventType.key.rawValue: keys, EventType.relative.rawValue: relative]
    for axis in axes { device.axes[axis] = DeviceDescription.Axis(minimum: 0, maximum: 0) }
    let prefix = "ID_INPUT_"
    let names = LibinputInput.Device(device).classification.keys.filter { $0.hasPrefix(prefix) }
    return Set(names.map { String($0.dropFirst(prefix.count)) })
  }

  private static let single: [UInt16] = [AbsoluteCode.x, AbsoluteCode.y]
  private static let multitouch =
    single + [
      AbsoluteCode.slot, AbsoluteCode.positionX, AbsoluteCode.positionY, AbsoluteCode.trackingID,
    ]
  private static let mouseButtons: Set<UInt16> = [KeyCode.left, KeyCode.right, KeyCode.middle]
  private static let touchpadKeys: Set<UInt16> = [
    KeyCode.left, KeyCode.toolFinger, KeyCode.touch, KeyCode.toolDoubleTap,
  ]

  @Test("Keyboards and mice are no touch devices")
  func withoutTouch() {
    #expect(Self.kinds(keys: Set(1...127)) == ["KEY", "KEYBOARD"])
    #expect(Self.kinds(keys: [KeyCode.power]) == ["KEY"])
    #expect(Self.kinds(keys: Self.mouseButtons, relative: [0, 1, 8]) == ["MOUSE"])
    let combined = Self.kinds(keys: Self.mouseButtons.union(1...127), relative: [0, 1])
    #expect(combined == ["KEY", "KEYBOARD", "MOUSE"])
    #expect(Self.kinds(keys: [0x130, 0x131], axes: Self.single + [3, 4]) == ["JOYSTICK"])
  }

  @Test("Touchpads have a finger as their tool, and are not on a screen")
  func touchpads() {
    for axes in [Self.single, Self.multitouch] {
      let kinds = Self.kinds(
        keys: Self.touchpadKeys, axes: axes, properties: [InputProperty.pointer])
      #expect(kinds == ["TOUCHPAD"])
    }
    #expect(Self.kinds(keys: Self.touchpadKeys, axes: Self.single) == ["TOUCHPAD"])
  }

  @Test("Touchscreens are direct, or have BTN_TOUCH without a tool")
  func touchscreens() {
    for axes in [Self.single, Self.multitouch] {
      let keys: Set<UInt16> = [KeyCode.touch]
      #expect(Self.kinds(keys: keys, axes: axes) == ["TOUCHSCREEN"])
      #expect(
        Self.kinds(keys: keys, axes: axes, properties: [InputProperty.direct]) == ["TOUCHSCREEN"])
    }
    let direct = Self.kinds(axes: Self.multitouch, properties: [InputProperty.direct])
    #expect(direct == ["TOUCHSCREEN"])
  }

  @Test("Graphics tablets have a pen")
  func tablets() {
    let keys: Set<UInt16> = [KeyCode.toolPen, KeyCode.touch]
    #expect(Self.kinds(keys: keys, axes: Self.single) == ["TABLET"])
    #expect(Self.kinds(keys: keys, axes: Self.multitouch) == ["TABLET"])
  }
}
