#if Live
  import CInput
  import Evdev
  import SystemPackage

  final class Libevdev {
    let handle: OpaquePointer

    /// Wraps an open descriptor, which must outlive this object.
    init(_ descriptor: Int32) throws(Errno) {
      var handle: OpaquePointer?
      let result = libevdev_new_from_fd(descriptor, &handle)
      guard result == 0, let handle else { throw Errno(rawValue: -result) }
      self.handle = handle
      // libevdev's log messages would go to standard error, bypassing those of this program.
      libevdev_set_device_log_function(
        handle, { _, _, _, _, _, _, _, _ in }, LIBEVDEV_LOG_ERROR, nil)
    }

    deinit { libevdev_free(handle) }

    func has(_ type: EventType, _ code: UInt16) -> Bool {
      libevdev_has_event_code(handle, UInt32(type.rawValue), UInt32(code)) == 1
    }

    /// The value of an axis or a key after the last event read.
    func value(_ type: EventType, _ code: UInt16) -> Int32 {
      libevdev_get_event_value(handle, UInt32(type.rawValue), UInt32(code))
    }

    /// Whether any key or button is down, touches and tools among them.
    var hasKeyDown: Bool { (0..<UInt16(KEY_CNT)).contains { value(.key, $0) != 0 } }

    /// A multitouch value of a slot after the last event read.
    func value(slot: Int, _ code: UInt16) -> Int32 {
      libevdev_get_slot_value(handle, UInt32(slot), UInt32(code))
    }

    /// The number of slots; 0 for a device without.
    var slots: Int { max(0, Int(libevdev_get_num_slots(handle))) }
    var currentSlot: Int { max(0, Int(libevdev_get_current_slot(handle))) }

    /// The device description; the values of its axes are 0, not those of a recording's start.
    var description: DeviceDescription {
      var description = DeviceDescription(
        name: libevdev_get_name(handle).map { String(cString: $0) } ?? "",
        identity: DeviceDescription.Identity(
          bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(handle)),
          vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(handle)),
          product: UInt16(truncatingIfNeeded: libevdev_get_id_product(handle)),
          version: UInt16(truncatingIfNeeded: libevdev_get_id_version(handle))))
      for property in 0..<Int(INPUT_PROP_CNT)
      where libevdev_has_property(handle, UInt32(property)) == 1 {
        description.properties.insert(property)
      }
      for type in 0..<UInt16(EV_CNT) { addCodes(of: EventType(rawValue: type), to: &description) }
      return description
    }

    private func addCodes(of type: EventType, to description: inout DeviceDescription) {
      guard libevdev_has_event_type(handle, UInt32(type.rawValue)) == 1 else { return }
      let most = libevdev_event_type_get_max(UInt32(type.rawValue))
      guard most >= 0 else { return }
      var codes: Set<UInt16> = []
      for code in 0...UInt16(clamping: most) where has(type, code) {
        codes.insert(code)
        guard type == .absolute, let axis = libevdev_get_abs_info(handle, UInt32(code)) else {
          continue
        }
        description.axes[code] = DeviceDescription.Axis(
          minimum: axis.pointee.minimum, maximum: axis.pointee.maximum, fuzz: axis.pointee.fuzz,
          flat: axis.pointee.flat, resolution: axis.pointee.resolution)
      }
      if !codes.isEmpty { description.codes[type.rawValue] = codes }
    }
  }
#endif
