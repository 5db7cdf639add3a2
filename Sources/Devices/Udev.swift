#if Live
  import CInput
  import Contacts
  import Evdev
  import Glibc
  import SystemPackage

  final class UdevDevice {
    private let handle: OpaquePointer

    init(owning handle: OpaquePointer) {
      self.handle = handle
    }

    /// The device of an open descriptor; nil if udev does not know it.
    init?(openAs descriptor: Int32) {
      var status = stat()
      guard fstat(descriptor, &status) == 0, let udev = udev_new() else { return nil }
      defer { udev_unref(udev) }
      let type = CChar(UInt8(ascii: "c"))
      guard let handle = udev_device_new_from_devnum(udev, type, status.st_rdev) else { return nil }
      self.handle = handle
    }

    deinit {
      udev_device_unref(handle)
    }

    /// All devices of a subsystem whose names match a pattern such as `event*`.
    static func all(of subsystem: String, named pattern: String) throws(DeviceError) -> [UdevDevice]
    {
      guard let udev = udev_new() else {
        throw DeviceError(.failed, device: "udev", message: "libudev does not start")
      }
      defer { udev_unref(udev) }
      guard let enumeration = udev_enumerate_new(udev) else { return [] }
      defer { udev_enumerate_unref(enumeration) }
      udev_enumerate_add_match_subsystem(enumeration, subsystem)
      udev_enumerate_add_match_sysname(enumeration, pattern)
      udev_enumerate_scan_devices(enumeration)
      var found: [UdevDevice] = []
      var entry = udev_enumerate_get_list_entry(enumeration)
      while let current = entry {
        entry = udev_list_entry_get_next(current)
        guard let path = udev_list_entry_get_name(current),
          let handle = udev_device_new_from_syspath(udev, path)
        else { continue }
        found.append(UdevDevice(owning: handle))
      }
      return found
    }

    /// Whether udevd runs, which sets permissions and classifies devices after the kernel has added
    /// them.
    static var isUdevRunning: Bool { access("/run/udev/control", F_OK) == 0 }

    var folder: String? { udev_device_get_syspath(handle).map { String(cString: $0) } }

    /// The node, as in `/dev/iio:device0`; nil for a device without a node.
    var node: String? { udev_device_get_devnode(handle).map { String(cString: $0) } }

    /// The evdev node, as in `/dev/input/event5`; nil for a device without one.
    var eventNode: String? {
      guard let node,
        let name = udev_device_get_sysname(handle), String(cString: name).hasPrefix("event")
      else { return nil }
      return node
    }

    /// The action of a device from a monitor: `add`, `remove` ...
    var action: String? { udev_device_get_action(handle).map { String(cString: $0) } }

    func property(_ name: String) -> String? {
      udev_device_get_property_value(handle, name).map { String(cString: $0) }
    }

    /// An attribute of the node's input device, such as `name` or `id/vendor`.
    func attribute(_ name: String) -> String? {
      guard let parent = udev_device_get_parent_with_subsystem_devtype(handle, "input", nil) else {
        return nil
      }
      return udev_device_get_sysattr_value(parent, name).map { String(cString: $0) }
    }

    /// The indices of the bits set in an attribute such as `capabilities/abs`: hexadecimal 64-bit
    /// words, the most significant first.
    func bits(_ name: String) -> Set<Int> {
      var numbers: Set<Int> = []
      let words = (attribute(name) ?? "").split(separator: " ").reversed()
      for (index, word) in words.enumerated() {
        guard let word = UInt64(word, radix: 16) else { continue }
        for bit in 0..<64 where word >> UInt64(bit) & 1 != 0 { numbers.insert(64 * index + bit) }
      }
      return numbers
    }
  }

  extension UdevDevice {
    /// The information of udev's database and sysfs about the device of a node. The device is not
    /// opened: a program that lists devices should not open keyboards.
    func info(_ node: String) -> DeviceInfo {
      var info = DeviceInfo(
        node: node, name: attribute("name") ?? "", identity: identity, kind: kind)
      info.phys = attribute("phys") ?? ""
      info.uniq = attribute("uniq") ?? ""
      if let seat = property("ID_SEAT") { info.seat = seat }
      info.isIgnored = property("LIBINPUT_IGNORE_DEVICE") == "1"
      info.folder = folder
      info.isReady = !UdevDevice.isUdevRunning || udev_device_get_is_initialized(handle) != 0
      info.size = size
      if info.kind == .touchscreen || info.kind == .tablet { info.calibration = calibration }
      if access(node, R_OK) != 0 {
        info.obstacle = DeviceError(opening: node, Errno(rawValue: errno))
      }
      return info
    }

    private var identity: DeviceDescription.Identity {
      func number(_ name: String) -> UInt16 {
        attribute(name).flatMap { UInt16($0, radix: 16) } ?? 0
      }
      return DeviceDescription.Identity(
        bus: number("id/bustype"), vendor: number("id/vendor"), product: number("id/product"),
        version: number("id/version"))
    }

    /// The kind according to udev's `input_id` or, if udev has not classified the device, its
    /// capabilities.
    private var kind: DeviceInfo.Kind {
      let axes = bits("capabilities/abs")
      if property("ID_INPUT") != nil {
        if property("ID_INPUT_TOUCHPAD") == "1" { return .touchpad }
        if property("ID_INPUT_TOUCHSCREEN") == "1" { return .touchscreen }
        if property("ID_INPUT_TABLET") == "1" {
          return axes.contains(Int(AbsoluteCode.positionX)) ? .tablet : .other
        }
        return property("ID_INPUT_KEYBOARD") == "1" ? .keyboard : .other
      }
      return DeviceInfo.Kind(
        axes: axes, keys: bits("capabilities/key"), properties: bits("properties"))
    }

    private var size: Size? {
      guard let width = property("ID_INPUT_WIDTH_MM").flatMap(Double.init),
        let height = property("ID_INPUT_HEIGHT_MM").flatMap(Double.init), width > 0, height > 0
      else { return nil }
      return Size(width: width, height: height)
    }

    private var calibration: TouchAreaTransform? {
      property("LIBINPUT_CALIBRATION_MATRIX").flatMap { TouchAreaTransform(calibration: $0) }
    }
  }

  extension DeviceInfo.Kind {
    /// Classifies a device by its capabilities, in the order of udev's `input_id`.
    init(axes: Set<Int>, keys: Set<Int>, properties: Set<Int>) {
      let hasPositions =
        axes.isSuperset(of: [Int(AbsoluteCode.x), Int(AbsoluteCode.y)])
        || axes.contains(Int(AbsoluteCode.positionX))
      let hasFinger = keys.contains(Int(KeyCode.toolFinger))
      let hasPen = keys.contains(Int(KeyCode.toolPen))
      let isTouched =
        keys.contains(Int(KeyCode.touch)) || axes.contains(Int(AbsoluteCode.positionX))
      // These are the letters of the row from Q to P.
      let isKeyboard = keys.isSuperset(of: 16...25)
      if hasPositions, properties.contains(InputProperty.direct), !hasPen, isTouched {
        self = .touchscreen
      } else if hasPositions, properties.contains(InputProperty.pointer), !hasPen, isTouched {
        self = .touchpad
      } else if hasPositions, hasFinger, !hasPen {
        self = properties.contains(InputProperty.direct) ? .touchscreen : .touchpad
      } else if hasPositions, hasPen {
        self = axes.contains(Int(AbsoluteCode.positionX)) ? .tablet : .other
      } else if hasPositions, isTouched {
        self = .touchscreen
      } else {
        self = isKeyboard ? .keyboard : .other
      }
    }
  }
#endif
