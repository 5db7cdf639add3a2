/// A binary protocol of receivers, whose messages are recognized but not decoded.
enum BinaryProtocol: String, CaseIterable {
  case ubx = "u-blox UBX"
  case sirf = "SiRF binary"
  case skytraq = "SkyTraq binary"
  case casic = "CASIC binary"
  case rtcm3 = "RTCM 3"

  /// The longest message that is examined; raw measurements have 3 to 4 KB.
  static let maximumMessageLength = 8192
  /// The bytes that ``header(_:)`` needs.
  static let headerLength = 6

  /// Whether messages may begin with this byte, which text does not contain.
  @inline(__always) static func mayBegin(with byte: UInt8) -> Bool {
    byte == 0xb5 || byte == 0xa0 || byte == 0xba || byte == 0xd3
  }

  /// The protocol and the length of the message that these bytes may begin; nil for others.
  static func header(_ bytes: UnsafeBufferPointer<UInt8>) -> (kind: BinaryProtocol, length: Int)? {
    guard bytes.count >= headerLength else { return nil }
    func big(_ index: Int) -> Int { Int(bytes[index]) << 8 | Int(bytes[index + 1]) }
    func little(_ index: Int) -> Int { Int(bytes[index + 1]) << 8 | Int(bytes[index]) }
    let header: (kind: BinaryProtocol, length: Int)
    switch (bytes[0], bytes[1]) {
    case (0xb5, 0x62): header = (.ubx, little(4) + 8)
    case (0xa0, 0xa2): header = (.sirf, big(2) + 8)
    case (0xa0, 0xa1): header = (.skytraq, big(2) + 7)
    case (0xba, 0xce): header = (.casic, little(2) + 10)
    case (0xd3, 0...3): header = (.rtcm3, big(1) & 0x3ff + 6)
    default: return nil
    }
    return header.length <= maximumMessageLength ? header : nil
  }

  /// Whether these bytes, of the header's length, are a message with a correct checksum.
  func isMessage(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let count = bytes.count
    guard count >= BinaryProtocol.headerLength else { return false }
    switch self {
    case .ubx:
      // The sum is the 8-bit Fletcher sum of RFC 1145.
      var (a, b) = (UInt8(0), UInt8(0))
      for byte in bytes[2..<count - 2] {
        a &+= byte
        b &+= a
      }
      return bytes[count - 2] == a && bytes[count - 1] == b
    case .sirf:
      let sum = bytes[4..<count - 4].reduce(0) { ($0 + Int($1)) & 0x7fff }
      return Int(bytes[count - 4]) << 8 | Int(bytes[count - 3]) == sum
        && bytes[count - 2] == 0xb0 && bytes[count - 1] == 0xb3
    case .skytraq:
      return bytes[4..<count - 3].reduce(0, ^) == bytes[count - 3]
        && bytes[count - 2] == 0x0d && bytes[count - 1] == 0x0a
    case .casic: return BinaryProtocol.isCASIC(bytes)
    case .rtcm3: return BinaryProtocol.remainder(bytes) == 0
    }
  }

  /// The checksum of CASIC: the sum of the header and the payload as little-endian words.
  private static func isCASIC(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let length = bytes.count - 10
    guard length % 4 == 0 else { return false }
    func word(_ index: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[index + $1]) << (8 * UInt32($1)) }
    }
    // Length, class and identifier make the first word.
    var sum = word(2)
    for index in stride(from: 6, to: 6 + length, by: 4) { sum &+= word(index) }
    return sum == word(6 + length)
  }

  /// The 24-bit cyclic redundancy check of RTCM 10403; zero for a message with its checksum.
  private static func remainder(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var remainder: UInt32 = 0
    for byte in bytes {
      remainder ^= UInt32(byte) << 16
      for _ in 0..<8 {
        remainder <<= 1
        if remainder & 0x100_0000 != 0 { remainder ^= 0x186_4cfb }
      }
    }
    return remainder
  }
}
