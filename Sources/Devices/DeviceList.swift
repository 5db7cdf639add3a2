#if Live
  import CInput
  import Evdev
  import Glibc
  import SystemPackage

  /// The input devices of this machine.
  ///
  /// ```swift
  /// for device in try DeviceList.devices() where device.isTouchDevice {
  ///   print(device.node, device.name)
  /// }
  /// ```
  public enum DeviceList {
    /// All devices that evdev has a node for, in the order of the nodes' numbers.
    ///
    /// Each is opened for reading, if that is allowed, and closed again.
    public static func devices() throws(DeviceError) -> [DeviceInfo] {
      var found: [DeviceInfo] = []
      for device in try UdevDevice.all(of: "input", named: "event*") {
        if let node = device.eventNode { found.append(device.info(node)) }
      }
      return found.sorted { DeviceList.inOrder($0.node, $1.node) }
    }

    /// The device that somebody named, or the only touch device if nobody named any.
    ///
    /// - Parameter name: a node or a link to one, the last part of a node (`event5`), or a device's name;
    ///   part of a name will do if it fits one touch device only. Keyboards and the like have to be named exactly.
    public static func find(_ name: String?) throws(DeviceError) -> DeviceInfo {
      try find(name, among: devices())
    }

    static func find(
      _ name: String?, among devices: [DeviceInfo]
    ) throws(DeviceError) -> DeviceInfo {
      let touch = devices.filter(\.isTouchDevice)
      guard let name else {
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
      if similar.isEmpty, name.hasPrefix("/") {
        // It may be no node of evdev, or one that udev does not know: opening it will tell.
        return DeviceInfo(node: name, name: "", identity: .init(), kind: .other)
      }
      return try only(similar, of: "touch devices", named: name)
    }

    /// Whether a device is the one that somebody named; any touch device is, if nobody named one.
    static func isNamed(_ name: String?, _ device: DeviceInfo) -> Bool {
      // A path is found whatever devices there are.
      (try? find(name, among: [device]))?.node == device.node
    }

    /// Whether a path, such as one of `/dev/input/by-id`, leads to a node.
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
            : "no touch device of this name (see replay devices)")
      }
      let choices = devices.map { "  \($0.node)  \($0.name)" }.joined(separator: "\n")
      throw DeviceError(
        .ambiguous, device: name.isEmpty ? "which device?" : name,
        message: "there are \(devices.count) \(kind), name one of them:\n\(choices)")
    }
  }

  extension DeviceList {
    /// Whether a node or folder comes before another, by the numbers at their ends.
    static func inOrder(_ first: String, _ second: String) -> Bool {
      (number(first), first) < (number(second), second)
    }

    private static func number(_ path: String) -> Int {
      Int(path.reversed().prefix { $0.isASCII && $0.isNumber }.reversed().map(String.init).joined())
        ?? .max
    }
  }
#endif
