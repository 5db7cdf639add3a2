import Contacts
import Evdev

/// A synthetic device, and its name in the table of the traces.
struct Device {
  var label: String
  var description: DeviceDescription

  /// The touch area in mm, described or assumed, on which scripts play.
  var touchArea: TouchArea { TouchArea(description: description) }
  var size: Size { touchArea.size }

  /// A position as fractions of width and height.
  func at(_ x: Double, _ y: Double) -> Point {
    Point(x: size.width * x, y: size.height * y)
  }

  var middle: Point { at(0.5, 0.5) }
}

extension Device {
  /// A laptop's clickpad, today's most common touchpad.
  static let pad = Device(
    label: "touchpad 100 × 65 mm", description: .touchpad(width: 100, height: 65))

  /// A touchpad of unknown size, whose coordinates begin at 1000.
  static let unmeasuredPad: Device = {
    var description = DeviceDescription.touchpad(
      width: 69, height: 50, resolution: 50, name: "Touchstone Touchpad without resolution")
    description.forgetResolution(minimum: 1000)
    return Device(label: "touchpad without resolution", description: description)
  }()

  /// An old touchpad that reports one finger.
  static let singlePad = Device(
    label: "single-touch touchpad",
    description: .touchpad(
      width: 70, height: 45, resolution: 30, reporting: .single,
      name: "Touchstone Single-touch Touchpad"))

  /// A touchpad that locates two fingers and counts five.
  static let countingPad = Device(
    label: "semi-multitouch touchpad",
    description: .touchpad(
      width: 90, height: 55, resolution: 30, reporting: .semiMultitouch,
      name: "Touchstone Semi-multitouch Touchpad"))

  static let phone = Device(
    label: "touchscreen 68 × 120 mm", description: .touchscreen(width: 68, height: 120))

  static let tablet = Device(
    label: "tablet 217 × 136 mm",
    description: .touchscreen(
      width: 217, height: 136, resolution: 12, name: "Touchstone Tablet"))

  /// A touchscreen of unknown size, wider than tall.
  static let unmeasuredScreen: Device = {
    var description = DeviceDescription.touchscreen(
      width: 216, height: 135, resolution: 10, reporting: .slots(5),
      name: "Touchstone Touchscreen without resolution")
    description.forgetResolution()
    return Device(label: "touchscreen without resolution", description: description)
  }()

  /// A touchscreen of multitouch protocol A with tracking ids.
  static let packetScreen = Device(
    label: "protocol A touchscreen with ids",
    description: .touchscreen(
      width: 90, height: 150, resolution: 10, reporting: .packets(hasTrackingIDs: true),
      name: "Touchstone Protocol A Touchscreen"))

  /// A touchscreen of multitouch protocol A without tracking ids.
  static let anonymousScreen = Device(
    label: "protocol A touchscreen without ids",
    description: .touchscreen(
      width: 90, height: 150, resolution: 10, reporting: .packets(hasTrackingIDs: false),
      name: "Touchstone Anonymous Touchscreen"))

  /// A resistive touchscreen.
  static let singleScreen = Device(
    label: "single-touch touchscreen",
    description: .touchscreen(
      width: 110, height: 65, resolution: 8, reporting: .single,
      name: "Touchstone Single-touch Touchscreen"))
}

extension DeviceDescription {
  /// Removes the resolutions, and adds a minimum to the coordinates.
  fileprivate mutating func forgetResolution(minimum: Int32 = 0) {
    for code in axes.keys.sorted() { axes[code]?.resolution = 0 }
    let positions = [
      AbsoluteCode.x, AbsoluteCode.y, AbsoluteCode.positionX, AbsoluteCode.positionY,
    ]
    for code in positions {
      axes[code]?.minimum += minimum
      axes[code]?.maximum += minimum
    }
  }
}

extension Device {
  /// The same device with a key that locks the screen, which interrupts gestures.
  var withLockKey: Device {
    var device = self
    device.description.codes[EventType.key.rawValue, default: []].insert(KeyCode.screenLock)
    return device
  }
}

extension Device {
  /// The same device with an axis for hovering fingers.
  var withDistance: Device {
    var device = self
    device.description.axes[AbsoluteCode.multitouchDistance] = .init(minimum: 0, maximum: 15)
    return device
  }
}
