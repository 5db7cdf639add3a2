import Contacts
import Evdev

/// A made-up device, and how it is called in the table of the traces.
struct Device {
  var label: String
  var description: DeviceDescription

  /// The surface in mm, known or assumed, on which scripts play.
  var touchArea: TouchArea { TouchArea(description: description) }
  var size: Size { touchArea.size }

  /// A place by its shares of width and height.
  func at(_ x: Double, _ y: Double) -> Point {
    Point(x: size.width * x, y: size.height * y)
  }

  var middle: Point { at(0.5, 0.5) }
}

extension Device {
  /// A clickpad of a laptop, as most are today.
  static let pad = Device(
    label: "touchpad 100 × 65 mm", description: .touchpad(width: 100, height: 65))

  /// A touchpad that does not tell its size; its coordinates begin at 1000.
  static let unmeasuredPad: Device = {
    var description = DeviceDescription.touchpad(
      width: 69, height: 50, resolution: 50, name: "Touchstone Touchpad without resolution")
    description.forgetResolution(minimum: 1000)
    return Device(label: "touchpad without resolution", description: description)
  }()

  /// An old touchpad that tells of one finger.
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

  /// A touchscreen that does not tell its size, wider than tall.
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

  /// A touchscreen of multitouch protocol A whose contacts have no names.
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
  /// Takes the resolutions away, and lets the coordinates begin elsewhere.
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
  /// The same device with a key that locks the screen, which interrupts what fingers do.
  var withLockKey: Device {
    var device = self
    device.description.codes[EventType.key.rawValue, default: []].insert(KeyCode.screenLock)
    return device
  }
}

extension Device {
  /// The same device with an axis for fingers that are near without touching.
  var withDistance: Device {
    var device = self
    device.description.axes[AbsoluteCode.multitouchDistance] = .init(minimum: 0, maximum: 15)
    return device
  }
}
