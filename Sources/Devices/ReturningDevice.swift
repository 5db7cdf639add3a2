#if Live
  import Evdev

  /// Identifies a device that comes back after it was unplugged.
  ///
  /// The same model with the same serial number is the same device. Most devices have no serial
  /// number: then it is the same one at the same port, or at a new port without a known twin.
  struct ReturningDevice {
    private let device: DeviceInfo
    /// The ports of other devices of the same model.
    private var twinPorts: Set<String> = []

    init(_ device: DeviceInfo) {
      self.device = device
    }

    /// Stores the ports of the twins among the devices that are connected beside this one.
    mutating func noteTwins(among devices: [DeviceInfo]) {
      for other in devices where other.folder != device.folder && isTwin(other) {
        twinPorts.insert(other.phys)
      }
    }

    /// The devices that may be this one, the most likely first.
    func candidates(among devices: [DeviceInfo]) -> [DeviceInfo] {
      let possible = devices.filter { other in
        isTwin(other)
          && (!device.uniq.isEmpty || other.phys == device.phys || !twinPorts.contains(other.phys))
      }
      return possible.filter { $0.phys == device.phys } + possible.filter { $0.phys != device.phys }
    }

    private func isTwin(_ other: DeviceInfo) -> Bool {
      other.isSameModel(as: device) && other.uniq == device.uniq
    }
  }
#endif
