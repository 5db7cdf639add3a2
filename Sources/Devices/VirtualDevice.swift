#if Live
  import CInput
  public import Evdev
  import Glibc
  import SystemPackage

  /// A device that programs take for a real one, and what is written to it for fingers.
  ///
  /// It is there until the last reference is gone; what was held down is released before.
  public final class VirtualDevice {
    /// As in `/dev/input/event7`.
    public let node: String
    private let file: Descriptor
    private let uinput: OpaquePointer?
    private var held = HeldInput()
    private var bytes: [input_event] = []

    /// Creates a device of this description through `/dev/uinput`.
    ///
    /// Its axes have no fuzz: what was recorded went through the kernel's filter once already, and
    /// a second time it would come out changed.
    public init(_ description: DeviceDescription) throws(DeviceError) {
      let path = "/dev/uinput"
      do {
        file = try Descriptor(opening: path, O_WRONLY)
      } catch {
        throw DeviceError(error, device: path, advice: VirtualDevice.advice(error, path))
      }
      guard let model = libevdev_new() else {
        throw DeviceError(.failed, device: path, message: "libevdev can't be used")
      }
      defer { libevdev_free(model) }
      description.apply(to: model)
      var uinput: OpaquePointer?
      let result = libevdev_uinput_create_from_device(model, file.number, &uinput)
      guard result == 0, let uinput else {
        throw DeviceError(
          .failed, device: path,
          message: "the kernel refuses such a device: \(Errno(rawValue: -result))")
      }
      self.uinput = uinput
      node = libevdev_uinput_get_devnode(uinput).map { String(cString: $0) } ?? path
      bytes.reserveCapacity(256)
    }

    /// Writes to a device that is there, as if it had sent it itself. It drops what it does not have.
    public init(existing node: String) throws(DeviceError) {
      do {
        file = try Descriptor(opening: node, O_WRONLY)
        _ = try Libevdev(file.number)
      } catch {
        if error == .inappropriateIOCTLForDevice {
          throw DeviceError(.unsuitable, device: node, message: "this is no input device")
        }
        throw DeviceError(
          error, device: node, advice: error == .permissionDenied ? NodeAccess.advice(node) : "")
      }
      uinput = nil
      self.node = node
    }

    deinit {
      try? release()
      if let uinput { libevdev_uinput_destroy(uinput) }
    }

    /// Writes events, which get the time of now.
    public func write(_ events: some Sequence<InputEvent>) throws(DeviceError) {
      bytes.removeAll(keepingCapacity: true)
      for event in events {
        held.process(event)
        var raw = input_event()
        raw.type = event.type.rawValue
        raw.code = event.code
        raw.value = event.value
        bytes.append(raw)
      }
      let size = bytes.count * MemoryLayout<input_event>.stride
      let written = bytes.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, size) }
      if written == size { return }
      throw DeviceError(
        written < 0 ? Errno(rawValue: errno) : .ioError, device: node)
    }

    /// Lifts what is down.
    public func release() throws(DeviceError) {
      let events = held.releasing()
      if !events.isEmpty { try write(events) }
    }

    private static func advice(_ error: Errno, _ path: String) -> String {
      switch error {
      case .noSuchFileOrDirectory, .operationNotSupportedByDevice:
        "the kernel's module is missing: `sudo modprobe uinput` loads it, and 70-touchstone.rules "
          + "(docs/Devices.md) gives it to the group input"
      case .permissionDenied, .notPermitted: NodeAccess.advice(path)
      default: ""
      }
    }
  }

  extension DeviceDescription {
    /// Gives a model of libevdev what the description has.
    fileprivate func apply(to model: OpaquePointer) {
      libevdev_set_name(model, name.isEmpty ? "Touchstone replay" : name)
      libevdev_set_id_bustype(model, Int32(identity.bus))
      libevdev_set_id_vendor(model, Int32(identity.vendor))
      libevdev_set_id_product(model, Int32(identity.product))
      libevdev_set_id_version(model, Int32(identity.version))
      for property in properties.sorted() {
        libevdev_enable_property(model, UInt32(clamping: property))
      }
      for type in codes.keys.sorted() where DeviceDescription.plainTypes.contains(type) {
        for code in (codes[type] ?? []).sorted() {
          libevdev_enable_event_code(model, UInt32(type), UInt32(code), nil)
        }
      }
      for code in axes.keys.sorted() {
        guard let axis = axes[code] else { continue }
        var information = axis.information
        libevdev_enable_event_code(
          model, UInt32(EventType.absolute.rawValue), UInt32(code), &information)
      }
    }

    /// Keys, relative axes, miscellaneous, switches, lamps: those that need no more than a number.
    private static let plainTypes: Set<UInt16> = [0x01, 0x02, 0x04, 0x05, 0x11]
  }

  extension DeviceDescription.Axis {
    /// What the kernel takes: it wants the minimum first.
    fileprivate var information: input_absinfo {
      var information = input_absinfo()
      information.minimum = min(minimum, maximum)
      information.maximum = max(minimum, maximum)
      information.resolution = max(0, resolution)
      return information
    }
  }
#endif
