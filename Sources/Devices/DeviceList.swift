#if Live
  import CInput
  import Evdev
  import Glibc
  import SystemPackage

  /// The input devices of this machine.
  public enum DeviceList {
    /// All devices with an evdev node, ordered by node number.
    ///
    /// Touch devices are opened for reading, if permitted, and closed again. Keyboards, other
    /// devices and ignored ones are not: udev's database and sysfs have their information.
    public static func devices() throws(DeviceError) -> [DeviceInfo] {
      try scan().map { examined($0) }
    }

    /// All devices, without opening any: they have no descriptions.
    static func scan() throws(DeviceError) -> [DeviceInfo] {
      var found: [DeviceInfo] = []
      for device in try UdevDevice.all(of: "input", named: "event*") {
        if let node = device.eventNode { found.append(device.info(node)) }
      }
      return found.sorted { DeviceList.inOrder($0.node, $1.node) }
    }

    /// A device with its description, if it may be opened without a request for it.
    static func examined(_ device: DeviceInfo) -> DeviceInfo {
      var device = device
      if device.isTouchDevice, !device.isIgnored { device.examine() }
      return device
    }

    /// The device with a name, or the only touch device if the name is nil; only it is opened.
    ///
    /// Devices that udev's database tells programs to ignore, and those of other seats, need their
    /// node or exact name.
    ///
    /// - Parameter name: A node or a link to one, the last part of a node (`event5`), a device's
    ///   name, or part of a name that matches exactly one touch device. Other devices need their
    ///   exact name.
    public static func find(_ name: String?) throws(DeviceError) -> DeviceInfo {
      var device = try find(name, among: scan())
      device.examine()
      return device
    }

    static func find(
      _ name: String?, among devices: [DeviceInfo]
    ) throws(DeviceError) -> DeviceInfo {
      let touch = devices.filter { $0.isTouchDevice && $0.reservation == nil }
      guard let name else {
        if touch.isEmpty, let reserved = devices.first(where: \.isTouchDevice) {
          throw DeviceError(
            .notFound, device: "no device",
            message: "\(reserved.node) is the only touch device, and "
              + "\(reserved.reservation ?? "reserved"); name it to use it all the same")
        }
        return try only(touch, of: "touch devices", named: "")
      }
      if let device = devices.first(where: {
        $0.node == name || $0.node == "/dev/input/\(name)" || leads(name, to: $0.node)
      }) {
        return device
      }
      let exact = devices.filter { $0.name == name }
      if !exact.isEmpty { return try only(exact, of: "devices", named: name) }
      let part = name.lowercased()
      let similar = touch.filter { $0.name.lowercased().contains(part) }
      if similar.isEmpty,
        let reserved = devices.first(where: {
          $0.isTouchDevice && $0.name.lowercased().contains(part)
        })
      {
        throw DeviceError(
          .notFound, device: name,
          message: "\(reserved.node) (\(reserved.name)) is used only if its node or full name is "
            + "given: \(reserved.reservation ?? "it is reserved")")
      }
      if similar.isEmpty, name.hasPrefix("/") {
        // The node is no evdev node, or unknown to udev: opening it reports which.
        return DeviceInfo(node: name, name: "", identity: .init(), kind: .other)
      }
      return try only(similar, of: "touch devices", named: name)
    }

    /// The device of an open descriptor, whose node may be given.
    static func device(of descriptor: Int32, node: String?) throws(DeviceError) -> DeviceInfo {
      let node = node ?? UdevDevice(openAs: descriptor)?.eventNode ?? "descriptor \(descriptor)"
      return try scan().first { $0.node == node }
        ?? DeviceInfo(node: node, name: "", identity: .init(), kind: .other)
    }

    /// Whether a name denotes a device; nil denotes any touch device.
    static func isNamed(_ name: String?, _ device: DeviceInfo) -> Bool {
      // A path leads to its device even if the device is not listed.
      (try? find(name, among: [device]))?.node == device.node
    }

    /// Whether a listed device is still present: then it was not unplugged.
    static func isPresent(_ device: DeviceInfo) -> Bool {
      guard let folder = device.folder else { return false }
      return access(folder, F_OK) == 0 && access(device.node, F_OK) == 0
    }

    /// Whether a path, such as one in `/dev/input/by-id`, is a link to a node.
    private static func leads(_ path: String, to node: String) -> Bool {
      var (target, status) = (stat(), stat())
      guard path.hasPrefix("/"), stat(path, &target) == 0, stat(node, &status) == 0 else {
        return false
      }
      return target.st_dev == status.st_dev && target.st_ino == status.st_ino
    }

    private static func only(
      _ devices: [DeviceInfo], of kind: String, named name: String
    ) throws(DeviceError) -> DeviceInfo {
      if devices.count == 1 { return devices[0] }
      if devices.isEmpty {
        throw DeviceError(
          .notFound, device: name.isEmpty ? "no device" : name,
          message: name.isEmpty
            ? "this machine has no touchpad, touchscreen or tablet (see replay devices --all)"
            : "no touch device has this name (see replay devices)")
      }
      let choices = devices.map { "  \($0.node)  \($0.name)" }.joined(separator: "\n")
      throw DeviceError(
        .ambiguous, device: name.isEmpty ? "which device?" : name,
        message: "\(devices.count) \(kind) match, name one of them:\n\(choices)")
    }

    /// Whether a node or folder precedes another by their trailing numbers.
    static func inOrder(_ first: String, _ second: String) -> Bool {
      (number(first), first) < (number(second), second)
    }

    private static func number(_ path: String) -> Int {
      Int(path.reversed().prefix { $0.isASCII && $0.isNumber }.reversed().map(String.init).joined())
        ?? .max
    }
  }

  /// Reports devices that are plugged in and unplugged.
  public final class DeviceMonitor {
    /// A device that was plugged in or unplugged.
    public enum Change: Hashable, Sendable {
      case added(DeviceInfo)
      /// The removal of a device, with its node.
      case removed(String)
      /// A loss of changes, which were not read in time: list the devices again.
      case lost
    }

    private let udev: OpaquePointer
    private let monitor: OpaquePointer

    /// Starts monitoring: of a running udevd, which sets permissions first, or else of the kernel.
    public init() throws(DeviceError) {
      let source = UdevDevice.isUdevRunning ? "udev" : "kernel"
      guard let udev = udev_new(), let monitor = udev_monitor_new_from_netlink(udev, source) else {
        throw DeviceError(.failed, device: "udev", message: "cannot monitor devices")
      }
      self.udev = udev
      self.monitor = monitor
      udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
      let result = udev_monitor_enable_receiving(monitor)
      guard result >= 0 else { throw DeviceError(Errno(rawValue: -result), device: "udev") }
    }

    deinit {
      udev_monitor_unref(monitor)
      udev_unref(udev)
    }

    /// The descriptor that becomes readable when there is a change.
    public var descriptor: Int32 { udev_monitor_get_fd(monitor) }

    /// The next change; nil without one. Touch devices are opened as by ``DeviceList/devices()``.
    public func next() -> Change? {
      while let handle = receive() {
        let device = UdevDevice(owning: handle)
        guard let node = device.eventNode else { continue }
        switch device.action {
        case "add": return .added(DeviceList.examined(device.info(node)))
        case "remove": return .removed(node)
        default: continue
        }
      }
      return errno == ENOBUFS ? .lost : nil
    }

    /// Discards all pending changes, for callers that list the devices instead.
    func clear() {
      repeat {
        while let handle = receive() { udev_device_unref(handle) }
      } while errno == ENOBUFS
    }

    /// The device of the next message of udev; nil without a message, and `errno` has the reason.
    private func receive() -> OpaquePointer? {
      errno = 0
      return udev_monitor_receive_device(monitor)
    }
  }

  /// Protects against a grab of every keyboard on which Ctrl-C could be typed.
  enum KeyboardGrab {
    /// Throws if grabbing devices leaves no keyboard for Ctrl-C.
    static func check(_ grabbed: [DeviceInfo], among devices: [DeviceInfo]) throws(DeviceError) {
      guard let keyboard = grabbed.first(where: { $0.kind == .keyboard }) else { return }
      let nodes = Set(grabbed.map(\.node))
      let isAnotherLeft = devices.contains {
        $0.kind == .keyboard && $0.reservation == nil && !nodes.contains($0.node)
      }
      if isAnotherLeft { return }
      throw DeviceError(
        .refused, device: keyboard.node,
        message: "no other keyboard would be left to end the grab with; limit its time with "
          + "--duration")
    }
  }
#endif
