import Evdev

/// The properties of a device in udev's database: those of systemd's `udev-builtin-input_id.c` for
/// its kind, and those of libinput's rule for the fuzz of touch devices.
struct DeviceClass {
  /// The properties by name, without those that the device itself has.
  private(set) var properties: [String: String] = ["ID_INPUT": "1", "ID_SEAT": "seat0"]
  /// The axes whose fuzz libinput has moved into a property.
  private(set) var axesWithoutFuzz: [UInt16] = []
  var isTablet: Bool { properties["ID_INPUT_TABLET"] != nil }

  init(_ device: DeviceDescription) {
    let identity = device.identity
    properties["NAME"] = "\"\(device.name)\""
    properties["PRODUCT"] = [identity.bus, identity.vendor, identity.product, identity.version]
      .map { String($0, radix: 16) }.joined(separator: "/")
    if device.properties.contains(DeviceClass.accelerometer) {
      properties["ID_INPUT_ACCELEROMETER"] = "1"
      return
    }
    for name in DeviceClass.kinds(of: device) { properties["ID_INPUT_\(name)"] = "1" }
    let isTouch =
      properties["ID_INPUT_TOUCHPAD"] != nil || properties["ID_INPUT_TOUCHSCREEN"] != nil
    let positions = [
      AbsoluteCode.x, AbsoluteCode.y, AbsoluteCode.positionX, AbsoluteCode.positionY,
    ]
    for code in positions where isTouch {
      guard let fuzz = device.axes[code]?.fuzz, fuzz != 0 else { continue }
      properties["LIBINPUT_FUZZ_" + (code < 16 ? "0" : "") + String(code, radix: 16)] = String(fuzz)
      axesWithoutFuzz.append(code)
    }
  }

  /// The kinds of a device, as names after `ID_INPUT_`.
  private static func kinds(of device: DeviceDescription) -> Set<String> {
    func key(_ code: UInt16) -> Bool { device.supports(.key, code) }
    func axis(_ code: UInt16) -> Bool { device.axes[code] != nil }
    let hasPositions = axis(AbsoluteCode.x) && axis(AbsoluteCode.y)
    // Joysticks number their axes through the multitouch codes.
    let isNumbered = axis(AbsoluteCode.slot - 1) && axis(AbsoluteCode.slot)
    let hasMultitouch = axis(AbsoluteCode.positionX) && axis(AbsoluteCode.positionY) && !isNumbered
    let isDirect = device.properties.contains(InputProperty.direct)
    let isStylus = key(stylus) || key(KeyCode.toolPen)
    let isFinger = key(KeyCode.toolFinger) && !key(KeyCode.toolPen)
    let hasMouseButton = (KeyCode.left...lastMouseButton).contains(where: key)
    let isMovedRelatively = device.supports(.relative, 0) && device.supports(.relative, 1)
    let isJoystick = joystickButtons.contains(where: key) || joystickAxes.contains(where: axis)
    var kinds: Set<String> = []
    func add(_ isMultitouch: Bool) {
      if isStylus {
        kinds.insert("TABLET")
      } else if isFinger, !isDirect {
        kinds.insert("TOUCHPAD")
      } else if hasMouseButton, !isMultitouch {
        kinds.insert("MOUSE")
      } else if key(KeyCode.touch) || isDirect {
        kinds.insert("TOUCHSCREEN")
      } else if isJoystick, !isMultitouch {
        kinds.insert("JOYSTICK")
      }
    }
    if hasPositions { add(false) } else if isJoystick { kinds.insert("JOYSTICK") }
    if hasMultitouch { add(true) }
    if kinds.isDisjoint(with: ["TABLET", "TOUCHPAD", "JOYSTICK"]), hasMouseButton,
      isMovedRelatively || !hasPositions
    {
      kinds.insert("MOUSE")
    }
    if device.properties.contains(pointingStick) { kinds.insert("POINTINGSTICK") }
    let keys = device.codes[EventType.key.rawValue] ?? []
    if keys.contains(where: { (1..<KeyCode.firstButton).contains($0) }) { kinds.insert("KEY") }
    if (1..<32).allSatisfy(keys.contains) { kinds.insert("KEYBOARD") }
    if !(device.codes[EventType.switch.rawValue] ?? []).isEmpty { kinds.insert("SWITCH") }
    return kinds
  }

  /// The code `BTN_STYLUS`.
  private static let stylus: UInt16 = 0x14b
  /// The code `BTN_TASK`, the last button of a mouse.
  private static let lastMouseButton: UInt16 = 0x117
  /// The codes `BTN_1`, `BTN_TRIGGER` and `BTN_A`.
  private static let joystickButtons: [UInt16] = [0x101, 0x120, 0x130]
  /// The codes `ABS_RX` to `ABS_RZ`, and `ABS_THROTTLE` to `ABS_BRAKE`.
  private static let joystickAxes = [UInt16](0x03...0x05) + Array(0x06...0x0a)
  /// The properties `INPUT_PROP_POINTING_STICK` and `INPUT_PROP_ACCELEROMETER`.
  private static let pointingStick = 5
  private static let accelerometer = 6
}
