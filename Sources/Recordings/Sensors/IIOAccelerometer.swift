public import Sensors
import SystemPackage
public import Timeline

/// What the kernel tells of an accelerometer of its industrial I/O subsystem, and what its raw numbers
/// mean.
///
/// Everything is read from a folder such as `/sys/bus/iio/devices/iio:device0`: any folder that looks
/// like it will do.
public struct IIOAccelerometer: Hashable, Sendable {
  /// The device's name, as in `lis3dh`.
  public var name: String
  /// What makes m/s² of a raw number on each axis, after the offset was added.
  public var scale: Acceleration
  public var offset: Acceleration
  /// How the sensor is mounted: rows that make the device's x, y and z of the sensor's.
  public var mountMatrix: [Acceleration]
  /// Samples a second, where the device tells.
  public var rate: Double?
  /// How its buffer is laid out, of all channels that are switched on; empty without a buffer.
  public var layout: IIOScanLayout

  public static let axes = ["in_accel_x", "in_accel_y", "in_accel_z"]

  /// Reads the attributes of a device's folder; throws if it is no accelerometer.
  public init(folder: String) throws(RecordingError) {
    guard
      IIOAttributes.read(folder, "in_accel_x_raw") != nil
        || IIOAttributes.read(folder, "scan_elements/in_accel_x_type") != nil
    else {
      throw RecordingError(
        file: folder, position: .file, expected: "an accelerometer (in_accel_x_raw)",
        found: "none", systemError: .noSuchFileOrDirectory)
    }
    name = IIOAttributes.read(folder, "name") ?? ""
    scale = try IIOAttributes.axes(folder, "scale", absent: 1)
    offset = try IIOAttributes.axes(folder, "offset", absent: 0)
    mountMatrix = try IIOAttributes.mountMatrix(folder)
    var rate = try IIOAttributes.number(folder, "in_accel_sampling_frequency")
    if rate == nil { rate = try IIOAttributes.number(folder, "sampling_frequency") }
    self.rate = rate
    layout = try IIOAttributes.layout(folder)
  }

  /// The acceleration that raw numbers mean, in g, with the signs of ``Acceleration``: the kernel
  /// reports the force that holds the device up.
  public func acceleration(x: Double, y: Double, z: Double) -> Acceleration {
    let measured = Acceleration(
      x: (x + offset.x) * scale.x, y: (y + offset.y) * scale.y, z: (z + offset.z) * scale.z)
    let mounted = Acceleration(
      x: mountMatrix[0].dot(measured), y: mountMatrix[1].dot(measured),
      z: mountMatrix[2].dot(measured))
    return mounted * (-1 / Acceleration.standardGravity)
  }

  /// The acceleration now, from the raw attributes of its folder.
  ///
  /// Throws what the system says, as `EBUSY` while a driver fills its buffer.
  public func read(folder: String) throws(RecordingError) -> Acceleration {
    var raw: [Double] = []
    for axis in IIOAccelerometer.axes {
      raw.append(try IIOAttributes.requiredNumber(folder, axis + "_raw"))
    }
    return acceleration(x: raw[0], y: raw[1], z: raw[2])
  }

  /// The samples in bytes of the buffered device, of which a part of a sample may be left over.
  ///
  /// - Parameter fallback: the time of a sample without `in_timestamp`.
  public func samples(
    in bytes: ArraySlice<UInt8>, fallback: (Int) -> Timestamp
  ) -> (samples: [AccelerationSample], used: Int) {
    guard layout.size > 0 else { return ([], 0) }
    var samples: [AccelerationSample] = []
    var start = bytes.startIndex
    while bytes.endIndex - start >= layout.size {
      let sample = bytes[start..<start + layout.size]
      start += layout.size
      let raw = IIOAccelerometer.axes.compactMap { layout.value($0, in: sample) }
      guard raw.count == 3 else { continue }
      let time = layout.value("in_timestamp", in: sample).map {
        Timestamp(microseconds: $0 / 1000)
      }
      samples.append(
        AccelerationSample(
          time: time ?? fallback(samples.count),
          acceleration: acceleration(x: Double(raw[0]), y: Double(raw[1]), z: Double(raw[2]))))
    }
    return (samples, start - bytes.startIndex)
  }
}
