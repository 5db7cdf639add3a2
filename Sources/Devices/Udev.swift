#if Live
  import CInput
  import Contacts
  import Evdev
  import Glibc
  import LibinputOffline
  import SystemPackage

  final class UdevDevice {
    private let handle: OpaquePointer

    init(owning handle: OpaquePointer) { self.handle = handle }

    /// The device of an open descriptor; nil if udev does not know it.
    init?(openAs descriptor: Int32) {
      var status = stat()
      guard fstat(descriptor, &status) == 0, let udev = udev_new() else { return nil }
      defer { udev_unref(udev) }
      let type = CChar(UInt8(ascii: "c"))
      guard let handle = udev_device_new_from_devnum(udev, type, status.st_rdev) else { return nil }
      self.handle = handle
    }

    deinit { udev_device_unref(handle) }

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

    /// Whether udevd runs, which sets permissions and classifies devices.
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

    /// The bits set in an attribute such as `capabilities/abs`: 64-bit words, the highest first.
    func bits(_ name: String) -> Set<Int> {
      var numbers: Set<Int> = []
      let words = (attribute(name) ?? "").split(separator: " ").reversed()
      for (index, word) in words.enumerated() {
        guard let word = UInt64(word, radix: 16) else { continue }
        for bit in 0..<64 where word >> UInt64(bit) & 1 != 0 { numbers.insert(64 * index + bit) }
      }
      return numbers
    }

    /// The information of udev's database and sysfs about a device, which is not opened.
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

    /// The kind according to udev's `input_id` or, without it, by the capabilities.
    private var kind: DeviceInfo.Kind {
      let own =
        property("ID_INPUT") == nil ? LibinputInput.Device(capabilities).classification : nil
      func isA(_ kind: String) -> Bool {
        let name = "ID_INPUT_\(kind)"
        return (own == nil ? property(name) : own?[name]) == "1"
      }
      if isA("TOUCHPAD") { return .touchpad }
      if isA("TOUCHSCREEN") { return .touchscreen }
      if isA("TABLET") {
        let axes = bits("capabilities/abs")
        return axes.contains(Int(AbsoluteCode.positionX)) ? .tablet : .other
      }
      return isA("KEYBOARD") ? .keyboard : .other
    }

    /// The capabilities by sysfs, which has no ranges of axes.
    private var capabilities: DeviceDescription {
      var description = DeviceDescription()
      description.properties = bits("properties")
      for axis in bits("capabilities/abs") {
        description.axes[UInt16(clamping: axis)] = DeviceDescription.Axis(minimum: 0, maximum: 0)
      }
      for (type, name) in [(EventType.key, "key"), (.relative, "rel"), (.switch, "sw")] {
        description.codes[type.rawValue] = Set(
          bits("capabilities/\(name)").map(UInt16.init(clamping:)))
      }
      return description
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
#endif
