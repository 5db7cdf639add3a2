/// Appends numbers and texts to a message between the program and the playing process.
struct MessageWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ value: Int?) {
    add(value.map { Int64($0) } ?? .min)
  }

  mutating func add(_ value: Double) { add(value.bitPattern) }

  mutating func add(_ value: Double?) { add(value ?? .nan) }

  mutating func add(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func add(_ text: String) {
    add(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }
}

/// Reads a message, which may come from a process that a crash has damaged.
struct MessageReader {
  private let bytes: [UInt8]
  private var index = 0

  /// An error for a message that ends early, or contains an invalid value.
  struct Malformed: Error {}

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { index == bytes.count }

  mutating func number<Value: FixedWidthInteger>(
    _ type: Value.Type = Value.self
  ) throws(Malformed) -> Value {
    let size = MemoryLayout<Value>.size
    guard bytes.count - index >= size else { throw Malformed() }
    let value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index, as: Value.self) }
    index += size
    return Value(littleEndian: value)
  }

  /// Reads a count of elements of at least `size` bytes each, for which the rest of the message has
  /// room.
  mutating func count(ofSize size: Int) throws(Malformed) -> Int {
    let count = Int(try number(UInt32.self))
    guard count <= (bytes.count - index) / size else { throw Malformed() }
    return count
  }

  mutating func optional() throws(Malformed) -> Int? {
    let value = try number(Int64.self)
    return value == .min ? nil : Int(value)
  }

  mutating func double() throws(Malformed) -> Double {
    Double(bitPattern: try number(UInt64.self))
  }

  mutating func optionalDouble() throws(Malformed) -> Double? {
    let value = try double()
    return value.isNaN ? nil : value
  }

  mutating func flag() throws(Malformed) -> Bool { try number(UInt8.self) != 0 }

  mutating func text() throws(Malformed) -> String {
    let count = try count(ofSize: 1)
    defer { index += count }
    return String(decoding: bytes[index..<index + count], as: UTF8.self)
  }
}
