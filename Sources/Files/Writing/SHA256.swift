import Timeline

/// The hash function SHA-256 (FIPS 180-4), for the content security policies of pages and for
/// recordings within reports.
///
/// ```swift
/// SHA256.hexadecimal("abc".utf8)  // "ba7816bf 8f01cfea 414140de …", without the spaces
/// ```
///
/// The hash detects damage; nothing here depends on its resistance to attacks. A library for
/// cryptography would take longer to build than the whole package.
public struct SHA256 {
  private var state = initialState
  /// The bytes of the incomplete block.
  private var block: [UInt8] = []
  /// The length of the message in bits.
  private var length: UInt64 = 0
  /// The message schedule, stored so that a block allocates nothing.
  private var words = [UInt32](repeating: 0, count: 64)

  /// Begins a message.
  public init() { block.reserveCapacity(64) }

  /// Continues the message.
  public mutating func append(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      block.append(byte)
      length += 8
      if block.count == 64 { processBlock() }
    }
  }

  /// Ends the message, and returns the 32 bytes of its hash.
  public mutating func finish() -> [UInt8] {
    let length = length
    append(CollectionOfOne(0x80))
    while block.count != 56 { append(CollectionOfOne(0)) }
    append(stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: length >> $0) })
    return state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  private mutating func processBlock() {
    for index in 0..<16 {
      words[index] = block[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    block.removeAll(keepingCapacity: true)
    for index in 16..<64 {
      let (a, b) = (words[index - 15], words[index - 2])
      let small = SHA256.rotated(a, 7) ^ SHA256.rotated(a, 18) ^ (a >> 3)
      let large = SHA256.rotated(b, 17) ^ SHA256.rotated(b, 19) ^ (b >> 10)
      words[index] = words[index - 16] &+ small &+ words[index - 7] &+ large
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let large = SHA256.rotated(e, 6) ^ SHA256.rotated(e, 11) ^ SHA256.rotated(e, 25)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ large &+ choice &+ SHA256.roundConstants[index] &+ words[index]
      let small = SHA256.rotated(a, 2) ^ SHA256.rotated(a, 13) ^ SHA256.rotated(a, 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ small &+ majority)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  /// The 32 bytes of the hash of a message.
  public static func hash(_ message: some Sequence<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.append(message)
    return hash.finish()
  }

  /// The hash of a message in 64 lower-case digits.
  public static func hexadecimal(_ message: some Sequence<UInt8>) -> String {
    hexadecimal(hash: hash(message))
  }

  /// The hash of the rest of a source in 64 lower-case digits, read in blocks.
  public static func hexadecimal(_ source: ByteSource) throws(FileError) -> String {
    var hash = SHA256()
    try source.forEachBlock { hash.append($0) }
    return hexadecimal(hash: hash.finish())
  }

  private static func hexadecimal(hash: [UInt8]) -> String {
    String(appending: { for byte in hash { $0.append(hexadecimal: byte, digits: 2) } })
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The first 32 bits of the fractional parts of the square roots of the first eight primes.
  private static let initialState: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let roundConstants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
