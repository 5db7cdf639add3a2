import Sensors

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The attributes in a device's folder.
enum IIOAttributes {
  /// Attributes are a page at most.
  private static let longest = 4096

  /// The text of an attribute without the newline; nil if there is no such one.
  static func read(_ folder: String, _ name: String) -> String? {
    try? text(folder, name)
  }

  private static func text(_ folder: String, _ name: String) throws(RecordingError) -> String {
    let bytes = try ByteSource(path: folder + "/" + name).readAll(limit: longest)
    let text = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }
    return String(decoding: text, as: UTF8.self)
  }

  static func number(_ folder: String, _ name: String) throws(RecordingError) -> Double? {
    guard let text = read(folder, name) else { return nil }
    return try number(folder, name, text)
  }

  /// A number that has to be there; throws what the system says if it can't be read.
  static func requiredNumber(_ folder: String, _ name: String) throws(RecordingError) -> Double {
    try number(folder, name, text(folder, name))
  }

  private static func number(
    _ folder: String, _ name: String, _ text: String
  ) throws(RecordingError) -> Double {
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

  /// The channels of the buffer that are switched on: others of the same chip, too, as they lie between.
  static func layout(_ folder: String) throws(RecordingError) -> IIOScanLayout {
    var elements: [String: IIOScanElement] = [:]
    for name in channels(folder) {
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

  /// The names of all channels of the buffer, whether they are switched on or not.
  private static func channels(_ folder: String) -> [String] {
    guard let elements = opendir(folder + "/scan_elements") else { return [] }
    defer { closedir(elements) }
    var names: [String] = []
    while let entry = readdir(elements) {
      // In place: the name's array may be longer than what the system filled.
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
      }
      if name.hasSuffix("_en") { names.append(String(name.dropLast(3))) }
    }
    return names.sorted()
  }

  private static func mistake(
    _ folder: String, _ name: String, _ expected: String, _ found: String
  ) -> RecordingError {
    RecordingError(
      file: folder + "/" + name, position: .line(1, column: 1), expected: expected,
      found: RecordingError.excerpt(Array(found.utf8)))
  }
}
