extension UInt8 {
  /// Whether the byte is a decimal digit in ASCII.
  @inlinable @inline(__always) package var isDigit: Bool { self &- UInt8(ascii: "0") <= 9 }

  /// Whether the byte is a letter in ASCII.
  @inlinable @inline(__always) package var isLetter: Bool {
    (self | 0x20) &- UInt8(ascii: "a") < 26
  }

  /// Whether the byte is a capital letter in ASCII.
  @inlinable @inline(__always) package var isCapital: Bool { self &- UInt8(ascii: "A") < 26 }

  /// The value of a hexadecimal digit in ASCII; nil for another byte.
  @inlinable @inline(__always) package var hexadecimalValue: UInt8? {
    if isDigit { return self &- UInt8(ascii: "0") }
    let letter = (self | 0x20) &- UInt8(ascii: "a")
    return letter <= 5 ? letter &+ 10 : nil
  }
}
