public import Files
public import Sensors
import SystemPackage
public import Timeline

/// The attributes of an accelerometer of the kernel's industrial I/O subsystem, which convert its
/// raw numbers to accelerations.
///
/// The attributes are in a folder such as `/sys/bus/iio/devices/iio:device0`, or any folder like
/// it.
public struct IIOAccelerometer: Hashable, Sendable {
  /// The device's name, such as `lis3dh`.
  public var name: String
  /// The factors of the axes that convert raw numbers, after adding the offset, to m/s².
  public var scale: Acceleration
  public var offset: Acceleration
  /// The rows of the matrix that converts the sensor's axes to the device's.
  public var mountMatrix: [Acceleration]
  /// The sample rate in Hz; nil if unknown.
  public var rate: Double?
  /// The layout of its buffer with all enabled channels; empty without a buffer.
  public var layout: IIOScanLayout

  public static let axes = ["in_accel_x", "in_accel_y", "in_accel_z"]

  /// Reads the attributes in a device's folder; throws if it is not an accelerometer.
  public init(folder: String) throws(FileError) {
    guard
      IIOAttributes.read(folder, "in_accel_x_raw") != nil
        || IIOAttributes.read(folder, "scan_elements/in_accel_x_type") != nil
    else {
      throw FileError(
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

  /// Converts raw numbers to an acceleration in g. The signs are inverted, since the kernel reports
  /// the force that holds the device up.
  public func acceleration(x: Double, y: Double, z: Double) -> Acceleration {
    let measured = Acceleration(
      x: (x + offset.x) * scale.x, y: (y + offset.y) * scale.y, z: (z + offset.z) * scale.z)
    let mounted = Acceleration(
      x: mountMatrix[0].dot(measured), y: mountMatrix[1].dot(measured),
      z: mountMatrix[2].dot(measured))
    return mounted * (-1 / Acceleration.standardGravity)
  }

  /// Reads the current acceleration from the raw attributes in the device's folder.
  ///
  /// Throws the system's error, such as `EBUSY` while the driver fills its buffer.
  public func read(folder: String) throws(FileError) -> Acceleration {
    var raw: [Double] = []
    for axis in IIOAccelerometer.axes {
      raw.append(try IIOAttributes.requiredNumber(folder, axis + "_raw"))
    }
    return acceleration(x: raw[0], y: raw[1], z: raw[2])
  }

  /// Decodes bytes of the device's buffer. Returns the samples and the number of bytes used; an
  /// incomplete sample is not used.
  ///
  /// - Parameters:
  ///   - bytes: the bytes read from the buffer.
  ///   - fallback: the time of the sample with the given index, if it has no `in_timestamp`.
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

/// Reads the attributes in a device's folder.
package enum IIOAttributes {
  /// The longest attribute: a page of memory.
  private static let longest = 4096

  /// The text of an attribute without the newline; nil if it cannot be read.
  package static func read(_ folder: String, _ name: String) -> String? {
    try? text(folder, name)
  }

  private static func text(_ folder: String, _ name: String) throws(FileError) -> String {
    let bytes = try ByteSource(path: folder + "/" + name).readAll(limit: longest)
    let text = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }
    return String(decoding: text, as: UTF8.self)
  }

  static func number(_ folder: String, _ name: String) throws(FileError) -> Double? {
    guard let text = read(folder, name) else { return nil }
    return try number(folder, name, text)
  }

  /// The number in an attribute; throws the system's error if it cannot be read.
  static func requiredNumber(_ folder: String, _ name: String) throws(FileError) -> Double {
    try number(folder, name, text(folder, name))
  }

  private static func number(
    _ folder: String, _ name: String, _ text: String
  ) throws(FileError) -> Double {
    guard let number = Double(text), number.isFinite else {
      throw invalid(folder, name, "a number", text)
    }
    return number
  }

  /// A number for each axis, or one for all axes.
  static func axes(
    _ folder: String, _ what: String, absent: Double
  ) throws(FileError) -> Acceleration {
    let shared = try number(folder, "in_accel_" + what) ?? absent
    return Acceleration(
      x: try number(folder, "in_accel_x_" + what) ?? shared,
      y: try number(folder, "in_accel_y_" + what) ?? shared,
      z: try number(folder, "in_accel_z_" + what) ?? shared)
  }

  /// Three rows of three numbers, as in `0, 1, 0; -1, 0, 0; 0, 0, 1`.
  static func mountMatrix(_ folder: String) throws(FileError) -> [Acceleration] {
    for name in ["in_accel_mount_matrix", "in_mount_matrix", "mount_matrix"] {
      guard let text = read(folder, name) else { continue }
      let rows = text.split(separator: ";").map { row in
        row.split(separator: ",").compactMap { Double($0.filter { $0 != " " }) }
      }
      guard rows.count == 3, rows.allSatisfy({ $0.count == 3 && $0.allSatisfy(\.isFinite) }) else {
        throw invalid(folder, name, "three rows of three numbers", text)
      }
      return rows.map { Acceleration(x: $0[0], y: $0[1], z: $0[2]) }
    }
    return [
      Acceleration(x: 1, y: 0, z: 0), Acceleration(x: 0, y: 1, z: 0),
      Acceleration(x: 0, y: 0, z: 1),
    ]
  }

  /// The layout of all enabled channels of the buffer, including those of other sensors of the
  /// chip.
  static func layout(_ folder: String) throws(FileError) -> IIOScanLayout {
    var elements: [String: IIOScanElement] = [:]
    for name in channels(folder) {
      let path = "scan_elements/" + name
      guard read(folder, path + "_en") == "1", let type = read(folder, path + "_type") else {
        continue
      }
      let index = try number(folder, path + "_index") ?? -1
      guard let index = Int(exactly: index),
        let element = IIOScanElement(type: type, index: index)
      else { throw invalid(folder, path + "_type", "a type such as le:s12/16>>4", type) }
      elements[name] = element
    }
    return IIOScanLayout(elements)
  }

  /// The names of all channels of the buffer, enabled or not.
  private static func channels(_ folder: String) -> [String] {
    guard let elements = opendir(folder + "/scan_elements") else { return [] }
    defer { closedir(elements) }
    var names: [String] = []
    while let entry = readdir(elements) {
      // The name is read in place, since the system fills only a part of the name's array.
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
      }
      if name.hasSuffix("_en") { names.append(String(name.dropLast(3))) }
    }
    return names.sorted()
  }

  private static func invalid(
    _ folder: String, _ name: String, _ expected: String, _ found: String
  ) -> FileError {
    FileError(
      file: folder + "/" + name, position: .line(1, column: 1), expected: expected,
      found: FileError.excerpt(Array(found.utf8)))
  }
}
