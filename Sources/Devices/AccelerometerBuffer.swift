#if Live
  import Glibc
  import Recordings
  import SystemPackage

  /// Switches the buffer of an accelerometer on, and leaves everything as it was when it goes.
  ///
  /// What is written: `scan_elements/in_accel_*_en` and `in_timestamp_en`, `buffer/length`,
  /// `buffer/enable`. Nothing, if the buffer is on already.
  final class AccelerometerBuffer {
    private let folder: String
    /// The attributes that were changed, and what they were.
    private var before: [(name: String, text: String)] = []

    /// So many samples the kernel keeps for a reader that is late: a second at 100 Hz and more. Its own
    /// default is 2.
    private static let length = 128

    static func isOn(_ folder: String) -> Bool {
      read(folder, "buffer/enable") == "1"
    }

    /// Throws what the system says to writing, after which everything is as it was.
    init(enabling folder: String) throws(DeviceError) {
      self.folder = folder
      if AccelerometerBuffer.isOn(folder) { return }
      for channel in IIOAccelerometer.axes + ["in_timestamp"] {
        try change("scan_elements/\(channel)_en", to: "1")
      }
      let length = AccelerometerBuffer.read(folder, "buffer/length").flatMap { Int($0) }
      if let length, length < AccelerometerBuffer.length {
        try change("buffer/length", to: String(AccelerometerBuffer.length))
      }
      try change("buffer/enable", to: "1")
    }

    deinit {
      // The buffer was switched on last, and nothing else can be changed while it is on.
      for (name, text) in before.reversed() { try? write(name, text) }
    }

    private func change(_ name: String, to text: String) throws(DeviceError) {
      guard let old = AccelerometerBuffer.read(folder, name), old != text else { return }
      do {
        try write(name, text)
      } catch {
        throw DeviceError(
          error, device: folder + "/" + name,
          advice: advice(error, isSwitch: name == "buffer/enable"))
      }
      before.append((name, old))
    }

    private func advice(_ error: Errno, isSwitch: Bool) -> String {
      if isSwitch, error == .invalidArgument,
        AccelerometerBuffer.read(folder, "trigger/current_trigger") == ""
      {
        return "it needs a trigger, named in trigger/current_trigger"
      }
      return DeviceError.advice(error)
    }

    /// The text of an attribute without the newline; nil if there is no such one.
    static func read(_ folder: String, _ name: String) -> String? {
      guard let file = try? Descriptor(opening: folder + "/" + name, O_RDONLY) else { return nil }
      let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
        count = max(0, Glibc.read(file.number, buffer.baseAddress, buffer.count))
      }
      return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }, as: UTF8.self)
    }

    private func write(_ name: String, _ text: String) throws(Errno) {
      let file = try Descriptor(opening: folder + "/" + name, O_WRONLY | O_TRUNC)
      var text = text
      let count = text.withUTF8 { Glibc.write(file.number, $0.baseAddress, $0.count) }
      if count < 0 { throw Errno(rawValue: errno) }
    }
  }
#endif
