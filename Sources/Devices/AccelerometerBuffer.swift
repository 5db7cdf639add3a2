#if Live
  import Glibc
  import SensorFormats
  import SystemPackage

  /// Enables the buffer of an accelerometer, unless it is enabled already, and restores its
  /// attributes when it is released.
  final class AccelerometerBuffer {
    private let folder: String
    /// The changed attributes with their previous values.
    private var before: [(name: String, text: String)] = []

    /// The number of samples that the kernel stores for a late reader: over a second at 100 Hz. The
    /// kernel's default is 2.
    private static let length = 128

    static func isEnabled(_ folder: String) -> Bool {
      IIOAttributes(folder: folder).text("buffer/enable") == "1"
    }

    /// Throws the system's error if an attribute cannot be written; the others are restored then.
    init(enabling folder: String) throws(DeviceError) {
      self.folder = folder
      if AccelerometerBuffer.isEnabled(folder) { return }
      for channel in IIOAccelerometer.axes + ["in_timestamp"] {
        try change("scan_elements/\(channel)_en", to: "1")
      }
      let length = IIOAttributes(folder: folder).text("buffer/length").flatMap { Int($0) }
      if let length, length < AccelerometerBuffer.length {
        try change("buffer/length", to: String(AccelerometerBuffer.length))
      }
      try change("buffer/enable", to: "1")
    }

    deinit {
      // The buffer was enabled last; no other attribute can be changed while it is enabled.
      for (name, text) in before.reversed() { try? write(name, text) }
    }

    private func change(_ name: String, to text: String) throws(DeviceError) {
      guard let old = IIOAttributes(folder: folder).text(name), old != text else { return }
      do {
        try write(name, text)
      } catch {
        let needsTrigger =
          name == "buffer/enable" && error == .invalidArgument
          && IIOAttributes(folder: folder).text("trigger/current_trigger") == ""
        throw DeviceError(
          error, device: folder + "/" + name,
          advice: needsTrigger
            ? "the driver needs a trigger, named in trigger/current_trigger"
            : DeviceError.advice(error))
      }
      before.append((name, old))
    }

    private func write(_ name: String, _ text: String) throws(Errno) {
      let file = try Descriptor(opening: folder + "/" + name, O_WRONLY | O_TRUNC)
      var text = text
      let count = text.withUTF8 { Glibc.write(file.number, $0.baseAddress, $0.count) }
      if count < 0 { throw Errno(rawValue: errno) }
    }
  }
#endif
