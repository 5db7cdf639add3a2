#if Live
  import Files
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
    /// All industrial I/O devices that measure acceleration, ordered by number. None is opened,
    /// since a node admits one program at a time.
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
#endif
