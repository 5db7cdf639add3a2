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
  /// How its buffer is laid out, of the channels that are switched on; empty without a buffer.
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
  public func read(folder: String) throws(RecordingError) -> Acceleration {
    var raw: [Double] = []
    for axis in IIOAccelerometer.axes {
      guard let value = try IIOAttributes.number(folder, axis + "_raw") else {
        throw RecordingError.unreadable(folder + "/" + axis + "_raw", .noSuchFileOrDirectory)
      }
      raw.append(value)
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

/// The attributes in a device's folder.
private enum IIOAttributes {
  /// Attributes are a page at most.
  private static let longest = 4096

  /// The text of an attribute without the newline; nil if there is no such one.
  static func read(_ folder: String, _ name: String) -> String? {
    guard let source = try? ByteSource(path: folder + "/" + name),
      let bytes = try? source.readAll(limit: longest)
    else { return nil }
    let text = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }
    return String(decoding: text, as: UTF8.self)
  }

  static func number(_ folder: String, _ name: String) throws(RecordingError) -> Double? {
    guard let text = read(folder, name) else { return nil }
    guard let number = Double(text), number.isFinite else {
      throw mistake(folder, name, "a number", text)
    }
    return number
  }

  /// A number for each axis, or one for all.
  static func axes(
    _ folder: String, _ what: String, absent: Double
  ) throws(RecordingError) -> Acceleration {
    let shared = try number(folder, "in_accel_" + what) ?? absent
    return Acceleration(
      x: try number(folder, "in_accel_x_" + what) ?? shared,
      y: try number(folder, "in_accel_y_" + what) ?? shared,
      z: try number(folder, "in_accel_z_" + what) ?? shared)
  }

  /// Three rows of three numbers, as in `0, 1, 0; -1, 0, 0; 0, 0, 1`.
  static func mountMatrix(_ folder: String) throws(RecordingError) -> [Acceleration] {
    for name in ["in_accel_mount_matrix", "in_mount_matrix", "mount_matrix"] {
      guard let text = read(folder, name) else { continue }
      let rows = text.split(separator: ";").map { row in
        row.split(separator: ",").compactMap { Double($0.filter { $0 != " " }) }
      }
      guard rows.count == 3, rows.allSatisfy({ $0.count == 3 && $0.allSatisfy(\.isFinite) }) else {
        throw mistake(folder, name, "three rows of three numbers", text)
      }
      return rows.map { Acceleration(x: $0[0], y: $0[1], z: $0[2]) }
    }
    return [
      Acceleration(x: 1, y: 0, z: 0), Acceleration(x: 0, y: 1, z: 0),
      Acceleration(x: 0, y: 0, z: 1),
    ]
  }

  /// The channels of the buffer that are switched on.
  static func layout(_ folder: String) throws(RecordingError) -> IIOScanLayout {
    var elements: [String: IIOScanElement] = [:]
    for name in IIOAccelerometer.axes + ["in_timestamp"] {
      let path = "scan_elements/" + name
      guard read(folder, path + "_en") == "1", let type = read(folder, path + "_type") else {
        continue
      }
      let index = try number(folder, path + "_index") ?? -1
      guard let index = Int(exactly: index),
        let element = IIOScanElement(type: type, index: index)
      else { throw mistake(folder, path + "_type", "a type such as le:s12/16>>4", type) }
      elements[name] = element
    }
    return IIOScanLayout(elements)
  }

  private static func mistake(
    _ folder: String, _ name: String, _ expected: String, _ found: String
  ) -> RecordingError {
    RecordingError(
      file: folder + "/" + name, position: .line(1, column: 1), expected: expected,
      found: RecordingError.excerpt(Array(found.utf8)))
  }
}
