import FoundationEssentials
import SystemPackage

/// The attributes of an accelerometer of the kernel's industrial I/O subsystem, in a folder such as
/// `/sys/bus/iio/devices/iio:device0`, which convert its raw numbers to accelerations.
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
    let attributes = IIOAttributes(folder: folder)
    guard
      attributes.text("in_accel_x_raw") != nil
        || attributes.text("scan_elements/in_accel_x_type") != nil
    else {
      throw FileError(
        file: folder, position: .file, expected: "an accelerometer (in_accel_x_raw)",
        found: "none", systemError: .noSuchFileOrDirectory)
    }
    name = attributes.text("name") ?? ""
    scale = try attributes.axes("scale", absent: 1)
    offset = try attributes.axes("offset", absent: 0)
    mountMatrix = try attributes.mountMatrix()
    var rate = try attributes.number("in_accel_sampling_frequency")
    if rate == nil { rate = try attributes.number("sampling_frequency") }
    self.rate = rate
    layout = try attributes.layout()
  }

  /// Converts raw numbers to an acceleration in g, with the sign inverted.
  public func acceleration(x: Double, y: Double, z: Double) -> Acceleration {
    let measured = Acceleration(
      x: (x + offset.x) * scale.x, y: (y + offset.y) * scale.y, z: (z + offset.z) * scale.z)
    let mounted = Acceleration(
      x: mountMatrix[0].dot(measured), y: mountMatrix[1].dot(measured),
      z: mountMatrix[2].dot(measured))
    return mounted * (-1 / Acceleration.standardGravity)
  }

  /// Reads the current acceleration; throws the system's error, such as `EBUSY`.
  public func read(folder: String) throws(FileError) -> Acceleration {
    let attributes = IIOAttributes(folder: folder)
    let raw = try IIOAccelerometer.axes.map { axis throws(FileError) in
      try attributes.number(axis + "_raw", from: attributes.read(axis + "_raw"))
    }
    return acceleration(x: raw[0], y: raw[1], z: raw[2])
  }

  /// Decodes bytes of the device's buffer; returns the complete samples and the number of bytes
  /// used. `fallback` returns the time of the sample with an index, if it has no `in_timestamp`.
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
package struct IIOAttributes {
  package let folder: String
  /// The longest attribute: a page of memory.
  private static let longest = 4096

  package init(folder: String) { self.folder = folder }

  /// The text of an attribute without the newline; throws the system's error.
  func read(_ name: String) throws(FileError) -> String {
    let bytes = try ByteSource(path: folder + "/" + name).readAll(limit: IIOAttributes.longest)
    let text = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }
    return String(decoding: text, as: UTF8.self)
  }

  /// The text of an attribute; nil if it cannot be read.
  package func text(_ name: String) -> String? { try? read(name) }

  /// The number in an attribute; nil if it cannot be read.
  func number(_ name: String) throws(FileError) -> Double? {
    guard let text = text(name) else { return nil }
    return try number(name, from: text)
  }

  func number(_ name: String, from text: String) throws(FileError) -> Double {
    guard let number = Double(text), number.isFinite else { throw invalid(name, "a number", text) }
    return number
  }

  /// A number for each axis, or one for all axes.
  func axes(_ what: String, absent: Double) throws(FileError) -> Acceleration {
    let shared = try number("in_accel_" + what) ?? absent
    return Acceleration(
      x: try number("in_accel_x_" + what) ?? shared, y: try number("in_accel_y_" + what) ?? shared,
      z: try number("in_accel_z_" + what) ?? shared)
  }

  /// Three rows of three numbers, as in `0, 1, 0; -1, 0, 0; 0, 0, 1`.
  func mountMatrix() throws(FileError) -> [Acceleration] {
    for name in ["in_accel_mount_matrix", "in_mount_matrix", "mount_matrix"] {
      guard let text = text(name) else { continue }
      let rows = text.split(separator: ";").map { row in
        row.split(separator: ",").compactMap { Double($0.filter { $0 != " " }) }
      }
      guard rows.count == 3, rows.allSatisfy({ $0.count == 3 && $0.allSatisfy(\.isFinite) }) else {
        throw invalid(name, "three rows of three numbers", text)
      }
      return rows.map { Acceleration(x: $0[0], y: $0[1], z: $0[2]) }
    }
    return MotionScript.Axis.allCases.map(\.direction)
  }

  /// The layout of all enabled channels of the buffer, also those of other sensors.
  func layout() throws(FileError) -> IIOScanLayout {
    var elements: [String: IIOScanElement] = [:]
    for name in channels() {
      let path = "scan_elements/" + name
      guard text(path + "_en") == "1", let type = text(path + "_type") else { continue }
      guard let index = Int(exactly: try number(path + "_index") ?? -1),
        let element = IIOScanElement(type: type, index: index)
      else { throw invalid(path + "_type", "a type such as le:s12/16>>4", type) }
      elements[name] = element
    }
    return IIOScanLayout(elements)
  }

  /// The names of all channels of the buffer, enabled or not.
  private func channels() -> [String] {
    let elements = folder + "/scan_elements"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: elements)) ?? []
    return names.filter { $0.hasSuffix("_en") }.map { String($0.dropLast(3)) }.sorted()
  }

  private func invalid(_ name: String, _ expected: String, _ found: String) -> FileError {
    FileError(
      file: folder + "/" + name, position: .line(1, column: 1), expected: expected,
      found: FileError.excerpt(Array(found.utf8)))
  }
}
