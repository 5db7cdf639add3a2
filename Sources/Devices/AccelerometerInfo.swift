#if Live
  public import Recordings
  import SystemPackage

  /// An accelerometer of this machine (Linux's industrial I/O), as it was found.
  public struct AccelerometerInfo: Hashable, Sendable {
    /// Its folder in sysfs.
    public var folder: String
    /// As in `/dev/iio:device0`; nil for devices that have no buffer.
    public var node: String?
    /// What its driver calls it; untrusted text.
    public var name: String
    /// What its numbers mean; nil if the kernel's words about it make no sense.
    public var sensor: IIOAccelerometer?
    /// Why it can't be used; nil if it can.
    public var obstacle: DeviceError?
    /// Whether its buffer was on when it was found, with all three axes.
    public var isBuffering: Bool

    /// Looks at a folder that looks like a device's in sysfs; throws if it is no accelerometer.
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
      isBuffering = AccelerometerBuffer.isOn(folder) && sensor.isWholeInBuffer
    }

    /// A device whose attributes nobody can make sense of.
    init(folder: String, node: String?, obstacle: DeviceError) {
      self.folder = folder
      self.node = node
      self.obstacle = obstacle
      name = ""
      isBuffering = false
    }
  }

  /// The accelerometers of this machine.
  ///
  /// ```swift
  /// for device in try AccelerometerList.accelerometers() { print(device.name, device.folder) }
  /// ```
  public enum AccelerometerList {
    /// All industrial I/O devices that measure acceleration, in the order of their numbers.
    ///
    /// Their attributes are read; no node is opened, since each lets in one program only.
    public static func accelerometers() throws(DeviceError) -> [AccelerometerInfo] {
      var found: [AccelerometerInfo] = []
      for device in try UdevDevice.all(of: "iio", named: "iio:device*") {
        guard let folder = device.folder else { continue }
        do {
          found.append(try AccelerometerInfo(folder: folder, node: device.node))
        } catch  where error.problem == .notFound {
          continue  // It measures something else.
        } catch {
          found.append(AccelerometerInfo(folder: folder, node: device.node, obstacle: error))
        }
      }
      return found.sorted { DeviceList.inOrder($0.folder, $1.folder) }
    }
  }

  extension IIOAccelerometer {
    /// Whether the buffer has all three axes.
    var isWholeInBuffer: Bool {
      IIOAccelerometer.axes.allSatisfy { axis in layout.channels.contains { $0.name == axis } }
    }
  }

  extension DeviceError {
    /// Says what is wrong with a device's attributes.
    init(_ error: RecordingError, device: String) {
      let words = "expected \(error.expected), found \(error.found)"
      if error.systemError == .noSuchFileOrDirectory {
        self.init(.notFound, device: device, message: words)
      } else if let reason = error.systemError {
        self.init(reason, device: device, advice: DeviceError.advice(reason))
      } else {
        self.init(.unsuitable, device: device, message: error.description)
      }
    }

    /// What helps against what the system says of a device of industrial I/O.
    static func advice(_ error: Errno) -> String {
      switch error {
      case .resourceBusy: "while its buffer is on, its one reader has it for itself"
      case .permissionDenied:
        "the attributes of a sensor are for all to read, its buffer is not (docs/Devices.md)"
      default: ""
      }
    }
  }
#endif
