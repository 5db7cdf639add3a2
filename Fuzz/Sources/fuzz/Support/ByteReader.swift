/// Draws values from the bytes of an input; zeros when they are used up.
struct ByteReader {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  var isEmpty: Bool { bytes.isEmpty }

  /// The bytes that are left.
  mutating func rest() -> [UInt8] {
    defer { bytes = [] }
    return Array(bytes)
  }

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  /// A number below a limit of at most 256.
  mutating func below(_ limit: Int) -> Int { Int(byte()) % limit }

  mutating func flag() -> Bool { byte() & 1 == 1 }

  /// True once in as many times as `limit` says; false when the bytes are used up.
  mutating func isOne(in limit: Int) -> Bool { below(limit) == limit - 1 }

  mutating func pick<T>(_ elements: [T]) -> T? {
    elements.isEmpty ? nil : elements[below(min(256, elements.count))]
  }

  mutating func integer<T: FixedWidthInteger>(_ type: T.Type = T.self) -> T {
    var value: T = 0
    for _ in 0..<T.bitWidth / 8 { value = value << 8 | T(truncatingIfNeeded: byte()) }
    return value
  }

  /// A number from 0 to 1.
  mutating func share() -> Double { Double(integer(UInt16.self)) / 65_535 }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + share() * (range.upperBound - range.lowerBound)
  }

  /// Any number, also those that are not finite.
  mutating func anyNumber() -> Double { Double(bitPattern: integer()) }
}
