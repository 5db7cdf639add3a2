#if Live
  /// Protects against a grab of every keyboard on which Ctrl-C could be typed.
  enum KeyboardGrab {
    /// Throws if grabbing devices leaves no keyboard for Ctrl-C.
    static func check(
      _ grabbed: [DeviceInfo], among devices: [DeviceInfo]
    ) throws(DeviceError) {
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
