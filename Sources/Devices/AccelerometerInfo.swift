#if Live
  import Files
  import Glibc
  public import SensorFormats
  import SystemPackage

  /// An accelerometer of this machine (Linux industrial I/O), as found by a scan.
  public struct AccelerometerInfo: Hashable, Sendable {
    /// The device's folder in sysfs.
    public var folder: String
    /// The device's node, as in `/dev/iio:device0`; nil for a device without a buffer.
    public var node: String?
    /// The driver's name of the device; untrusted text.
    public var name: String
    /// The scale of raw values; nil if the kernel's attributes are malformed.
    public var sensor: IIOAccelerometer?
    /// The reason why the device cannot be used; nil if it can.
    public var obstacle: DeviceError?
    /// Whether the buffer was enabled with all three axes at the time of the scan.
    public var isBuffering: Bool

    /// Reads the attributes in a device's sysfs folder; throws if it is not an accelerometer.
    public init(folder: String, node: String? = nil) throws(DeviceError) {
      self.folder = folder
      self.node = node
      let sensor: IIOAccelerometer
      do {
        sensor = try IIOAccelerometer(folder: folder)
      } catch {
        throw DeviceError(error, device: folder)
      }
      self.sensor = sensor
      name = sensor.name
      isBuffering = AccelerometerBuffer.isEnabled(folder) && sensor.hasAllAxesInBuffer
    }

    /// A device whose attributes are malformed.
    init(folder: String, node: String?, obstacle: DeviceError) {
      self.folder = folder
      self.node = node
      self.obstacle = obstacle
      name = ""
      isBuffering = false
    }
  }

  /// The accelerometers of this machine.
  public enum AccelerometerList {
    /// All industrial I/O devices that measure acceleration, by number. None is opened, since a
    /// node admits one program at a time.
    public static func accelerometers() throws(DeviceError) -> [AccelerometerInfo] {
      var found: [AccelerometerInfo] = []
      for device in try UdevDevice.all(of: "iio", named: "iio:device*") {
        guard let folder = device.folder else { continue }
        do {
          found.append(try AccelerometerInfo(folder: folder, node: device.node))
        } catch  where error.problem == .notFound {
          continue  // The device measures something else.
        } catch {
          found.append(AccelerometerInfo(folder: folder, node: device.node, obstacle: error))
        }
      }
      return found.sorted { DeviceList.inOrder($0.folder, $1.folder) }
    }
  }

  extension IIOAccelerometer {
    var hasAllAxesInBuffer: Bool {
      IIOAccelerometer.axes.allSatisfy { axis in layout.channels.contains { $0.name == axis } }
    }
  }

  extension DeviceError {
    /// Reports malformed or unreadable attributes of a device.
    init(_ error: FileError, device: String) {
      let text = "expected \(error.expected), found \(error.found)"
      if error.systemError == .noSuchFileOrDirectory {
        self.init(.notFound, device: device, message: text)
      } else if let reason = error.systemError {
        self.init(reason, device: device, advice: DeviceError.advice(reason))
      } else {
        self.init(.unsuitable, device: device, message: error.description)
      }
    }

    /// A remedy for a system error of an industrial I/O device; empty if no remedy is known.
    static func advice(_ error: Errno) -> String {
      switch error {
      case .resourceBusy: "the buffer is enabled, and its one reader has exclusive access"
      case .permissionDenied:
        "everyone can read a sensor's attributes, but not its buffer (docs/Devices.md)"
      default: ""
      }
    }
  }

  /// Enables the buffer of an accelerometer, and restores its attributes on deinitialization.
  final class AccelerometerBuffer {
    private let folder: String
    /// The changed attributes with their previous values.
    private var before: [(name: String, text: String)] = []

    /// The number of samples that the kernel stores for a late reader: over a second at 100 Hz.
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
      if Glibc.write(file.number, text, text.utf8.count) < 0 { throw Errno(rawValue: errno) }
    }
  }
#endif
