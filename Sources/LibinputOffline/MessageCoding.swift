import Timeline

/// Writes a message between the program and the playing process, or reads one.
///
/// A message that is read may come from a process that a crash has damaged.
struct MessageCoder {
  let isReading: Bool
  fileprivate var bytes: [UInt8] = []
  fileprivate var index = 0

  /// The message with a value.
  static func message(_ part: some MessagePart) -> [UInt8] {
    var (part, coder) = (part, MessageCoder(isReading: false))
    // Only reading throws.
    try? coder.pass(&part)
    return coder.bytes
  }

  /// The value of a message; throws unless the message has it and nothing else.
  static func read<Part: MessagePart>(
    _ type: Part.Type, from message: [UInt8]
  ) throws(Malformed) -> Part {
    var (part, coder) = (Part(), MessageCoder(isReading: true, bytes: message))
    try coder.pass(&part)
    guard coder.index == message.count else { throw Malformed() }
    return part
  }

  /// Appends a value to the message, or replaces it by the next one of the message.
  mutating func pass(_ part: inout some MessagePart) throws(Malformed) {
    try part.pass(through: &self)
  }

  mutating func pass(
    _ first: inout some MessagePart, _ second: inout some MessagePart
  ) throws(Malformed) {
    try pass(&first)
    try pass(&second)
  }

  mutating func pass(
    _ first: inout some MessagePart, _ second: inout some MessagePart,
    _ third: inout some MessagePart
  ) throws(Malformed) {
    try pass(&first, &second)
    try pass(&third)
  }

  mutating func pass(
    _ first: inout some MessagePart, _ second: inout some MessagePart,
    _ third: inout some MessagePart, _ fourth: inout some MessagePart
  ) throws(Malformed) {
    try pass(&first, &second)
    try pass(&third, &fourth)
  }

  /// Passes a number in the size of another type, to which it is clamped.
  mutating func pass<Stored: FixedWidthInteger & MessagePart>(
    _ number: inout Int, as type: Stored.Type
  ) throws(Malformed) {
    var stored = Stored(clamping: number)
    try pass(&stored)
    number = Int(clamping: stored)
  }
}

/// The error of a message that ends early, or contains an invalid value.
struct Malformed: Error {}

/// A value of a message, with one function that writes it and reads it.
protocol MessagePart {
  /// The value before it is read.
  init()
  mutating func pass(through coder: inout MessageCoder) throws(Malformed)
}

// MARK: - Numbers and texts

extension UInt8: MessagePart {}
extension UInt16: MessagePart {}
extension UInt32: MessagePart {}
extension Int32: MessagePart {}
extension Int: MessagePart {}

extension MessagePart where Self: FixedWidthInteger {
  mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    self = try coder.pass(self)
  }
}

extension MessageCoder {
  fileprivate mutating func pass<Number: FixedWidthInteger>(
    _ number: Number
  ) throws(Malformed) -> Number {
    guard isReading else {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
      return number
    }
    let size = MemoryLayout<Number>.size
    guard bytes.count - index >= size else { throw Malformed() }
    defer { index += size }
    return Number(
      littleEndian: bytes.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: index, as: Number.self)
      })
  }
}

extension Double: MessagePart {
  mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    self = Double(bitPattern: try coder.pass(bitPattern))
  }
}

extension Bool: MessagePart {
  mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    self = try coder.pass(UInt8(self ? 1 : 0)) != 0
  }
}

extension Timestamp: MessagePart {
  init() { self = .zero }

  mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    self = Timestamp(microseconds: try coder.pass(microseconds))
  }
}

extension String: MessagePart {
  mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    var bytes = Array(utf8)
    try coder.pass(&bytes)
    self = String(decoding: bytes, as: UTF8.self)
  }
}

/// Enumerations are passed as the indices of their cases.
extension MessagePart where Self: CaseIterable & Equatable, AllCases == [Self] {
  init() { self = Self.allCases[0] }

  mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    let index = Int(try coder.pass(UInt8(Self.allCases.firstIndex(of: self) ?? 0)))
    guard Self.allCases.indices.contains(index) else { throw Malformed() }
    self = Self.allCases[index]
  }
}

// MARK: - Collections

extension Optional: MessagePart where Wrapped: MessagePart {
  init() { self = nil }

  mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    var isPresent = self != nil
    try coder.pass(&isPresent)
    guard isPresent else {
      self = nil
      return
    }
    var value = self ?? Wrapped()
    try coder.pass(&value)
    self = value
  }
}

extension Array: MessagePart where Element: MessagePart {
  mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    var count = count
    try coder.pass(&count, as: UInt32.self)
    if coder.isReading { self = [] }
    // A message with a wrong count ends before that many elements.
    for index in 0..<count {
      var element = coder.isReading ? Element() : self[index]
      try coder.pass(&element)
      if coder.isReading { append(element) }
    }
  }
}

extension Set: MessagePart where Element: MessagePart & Comparable {
  mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    var list = sorted()
    try coder.pass(&list)
    self = Set(list)
  }
}

extension Dictionary: MessagePart where Key: MessagePart & Comparable, Value: MessagePart {
  mutating func pass(through coder: inout MessageCoder) throws(Malformed) {
    var keys = keys.sorted()
    try coder.pass(&keys)
    for key in keys { try coder.pass(&self[key, default: Value()]) }
  }
}
