public import Evdev

/// The description of a device in the words of evemu: its `N:`, `I:`, `P:`, `B:` and `A:` lines.
///
/// ```
/// N: SynPS/2 Synaptics TouchPad
/// I: 0011 0002 0007 01b1
/// P: 05 00 00 00 00 00 00 00
/// B: 03 03 00 00 11 00 80 60 06
/// A: 00 1472 5472 0 0 60
/// ```
///
/// Source of the grammar: evemu's README and what evemu 1.0 to 1.3 write. `A:` lines have a
/// resolution since 1.2, and may end after the maximum here.
public struct EvemuDescription {
  private(set) var description = DeviceDescription()
  /// Whether there was any line of a description.
  private(set) var isPresent = false
  /// The number of the next property, and for each type that of the next code: `P:` and `B:`
  /// lines continue each other.
  private var nextProperty = 0
  private var nextCode: [UInt16: Int] = [:]

  /// Reads the description of a device from a file, which may hold events, too.
  public static func read(path: String) throws(RecordingError) -> DeviceDescription {
    try read(ByteSource(path: path))
  }

  /// Reads the description of a device from bytes, which may hold events, too.
  public static func read(_ source: ByteSource) throws(RecordingError) -> DeviceDescription {
    let reader = EvemuReader(source)
    var batch = EventBatch()
    _ = try reader.read(into: &batch)
    guard let description = reader.devices.first?.description else {
      throw RecordingError(
        file: source.name, position: .file,
        expected: "a description of a device (lines of evemu as in `A: 35 0 1280 0 0 20`)",
        found: "none")
    }
    return description
  }
}

extension EvemuDescription {
  /// Whether a line that starts with this byte and a colon belongs to a description.
  static func hasLine(_ first: UInt8) -> Bool {
    switch first {
    case UInt8(ascii: "N"), UInt8(ascii: "I"), UInt8(ascii: "P"), UInt8(ascii: "B"),
      UInt8(ascii: "A"), UInt8(ascii: "L"), UInt8(ascii: "S"):
      true
    default: false
    }
  }

  /// Takes in a line, whose first byte is one of ``hasLine(_:)``, and moves over its end.
  mutating func readLine(_ cursor: inout TextCursor) throws(Expectation) {
    let kind = cursor.byte
    cursor.advance()
    guard cursor.skip(UInt8(ascii: ":")) else { throw Expectation("a colon") }
    if cursor.byte == UInt8(ascii: " ") { cursor.advance() }
    if kind != UInt8(ascii: "N") { cursor.skipSpaces() }
    switch kind {
    case UInt8(ascii: "N"):
      // All of it: a name may begin or end with a space.
      description.name = cursor.restText
      cursor.nextLine()
    case UInt8(ascii: "I"): try readIdentity(&cursor)
    case UInt8(ascii: "P"): try readProperties(&cursor)
    case UInt8(ascii: "B"): try readCodes(&cursor)
    case UInt8(ascii: "A"): try readAxis(&cursor)
    default:
      // The states of lamps (L) and switches (S) don't matter to touches.
      cursor.nextLine()
    }
    isPresent = true
  }

  private mutating func readIdentity(_ cursor: inout TextCursor) throws(Expectation) {
    var numbers: [UInt16] = []
    for _ in 0..<4 {
      cursor.skipSpaces()
      guard let number = cursor.hexadecimal16() else {
        throw Expectation("four hexadecimal numbers of 16 bits: bus, vendor, product, version")
      }
      numbers.append(number)
    }
    try cursor.endLine()
    description.identity = DeviceDescription.Identity(
      bus: numbers[0], vendor: numbers[1], product: numbers[2], version: numbers[3])
  }

  private mutating func readProperties(_ cursor: inout TextCursor) throws(Expectation) {
    while let byte = try EvemuDescription.maskByte(&cursor) {
      for bit in 0..<8 where byte >> bit & 1 != 0 {
        description.properties.insert(nextProperty + bit)
      }
      nextProperty += 8
    }
    try cursor.endLine()
  }

  private mutating func readCodes(_ cursor: inout TextCursor) throws(Expectation) {
    guard let type = cursor.hexadecimal16() else {
      throw Expectation("an event type (hexadecimal)")
    }
    var next = nextCode[type] ?? 0
    var codes = description.codes[type] ?? []
    while let byte = try EvemuDescription.maskByte(&cursor) {
      for bit in 0..<8 where byte >> bit & 1 != 0 {
        guard let code = UInt16(exactly: next + bit) else { throw Expectation("fewer codes") }
        codes.insert(code)
      }
      next += 8
    }
    try cursor.endLine()
    nextCode[type] = next
    if !codes.isEmpty { description.codes[type] = codes }
  }

  /// The next byte of a bit mask; nil at the end of the line.
  private static func maskByte(_ cursor: inout TextCursor) throws(Expectation) -> UInt64? {
    cursor.skipSpaces()
    if cursor.isAtLineEnd || cursor.byte == UInt8(ascii: "#") { return nil }
    guard let byte = cursor.hexadecimal(most: 0xff) else {
      throw Expectation("a byte of a bit mask (two hexadecimal digits)")
    }
    return byte
  }

  private mutating func readAxis(_ cursor: inout TextCursor) throws(Expectation) {
    guard let code = cursor.hexadecimal16() else {
      throw Expectation("the code of an axis (hexadecimal)")
    }
    // Minimum, maximum, fuzz, flat, resolution.
    var numbers: [Int32] = [0, 0, 0, 0, 0]
    for index in numbers.indices {
      cursor.skipSpaces()
      if index >= 2, cursor.isAtLineEnd || cursor.byte == UInt8(ascii: "#") { break }
      guard let number = cursor.int32() else {
        throw Expectation("minimum, maximum, fuzz, flat and resolution of an axis (32 bits each)")
      }
      numbers[index] = number
    }
    try cursor.endLine()
    description.axes[code] = DeviceDescription.Axis(
      minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
      resolution: numbers[4])
  }
}
