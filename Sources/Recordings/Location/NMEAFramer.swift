/// Which sentences are accepted, by their checksums.
public enum NMEAChecksumPolicy: String, CaseIterable, Sendable {
  /// Accepts only sentences with a correct checksum.
  case required
  /// Also accepts sentences without a checksum, which NMEA 0183 makes optional for many.
  case ifPresent
  /// Accepts all sentences.
  case ignored
}

/// Finds NMEA 0183 sentences among other bytes, such as binary protocols, comments and broken lines.
///
/// A sentence extends from a dollar sign to the end of its line. One that is cut off by another
/// dollar sign, a control character or the end of the file is accepted only with a correct checksum.
/// Bytes between sentences are skipped one by one and not kept.
final class NMEAFramer {
  /// A sentence or a comment.
  enum Piece {
    /// A sentence without its dollar sign and checksum; valid until the next call.
    case sentence(UnsafeBufferPointer<UInt8>)
    /// A line that begins with a number sign, as in logs of gpsd; valid until the next call.
    case comment(UnsafeBufferPointer<UInt8>)
  }

  /// The longest sentence that is accepted. NMEA 0183 allows 82 characters, which receivers with many
  /// decimals exceed.
  static let longestSentence = 1024
  private static let capacity = 256 << 10

  private let source: ByteSource
  private let policy: NMEAChecksumPolicy
  private let storage: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) private var next = 0
  @exclusivity(unchecked) private var filled = 0
  @exclusivity(unchecked) private var isAtEnd = false
  @exclusivity(unchecked) private var isAtLineStart = true

  private(set) var wrongChecksums = 0
  /// Sentences without a required checksum, or cut off.
  private(set) var incomplete = 0
  private(set) var overlong = 0

  init(_ source: ByteSource, policy: NMEAChecksumPolicy) {
    self.source = source
    self.policy = policy
    storage = .allocate(capacity: NMEAFramer.capacity)
    storage.initialize(repeating: 0, count: NMEAFramer.capacity)
  }

  deinit { storage.deallocate() }

  /// The next sentence or comment; nil at the end.
  func nextPiece() throws(RecordingError) -> Piece? {
    while true {
      guard try skipToPiece() else { return nil }
      if storage[next] == NMEAFramer.numberSign {
        if let comment = try comment() { return .comment(comment) }
      } else if let sentence = try sentence() {
        return .sentence(sentence)
      }
    }
  }
}

// MARK: - Steps

extension NMEAFramer {
  private static var dollar: UInt8 { UInt8(ascii: "$") }
  private static var numberSign: UInt8 { UInt8(ascii: "#") }
  private static var star: UInt8 { UInt8(ascii: "*") }
  private static var newline: UInt8 { UInt8(ascii: "\n") }
  private static var carriageReturn: UInt8 { UInt8(ascii: "\r") }

  /// Skips to the next dollar sign, or number sign at the start of a line; returns false at the end.
  private func skipToPiece() throws(RecordingError) -> Bool {
    while true {
      let bytes = storage
      let end = filled
      var index = next
      var isAtStart = isAtLineStart
      while index < end {
        let byte = bytes[index]
        if byte == NMEAFramer.dollar || (byte == NMEAFramer.numberSign && isAtStart) {
          next = index
          isAtLineStart = false
          return true
        }
        isAtStart = byte == NMEAFramer.newline || byte == NMEAFramer.carriageReturn
        index += 1
      }
      next = filled
      isAtLineStart = isAtStart
      guard try readMore() else { return false }
    }
  }

  /// Reads more after the unconsumed bytes; returns false at the end, or if the buffer is full.
  private func readMore() throws(RecordingError) -> Bool {
    if isAtEnd { return false }
    if next > 0 {
      let count = filled - next
      storage.update(from: storage + next, count: count)
      next = 0
      filled = count
    }
    guard filled < NMEAFramer.capacity else { return false }
    let rest = UnsafeMutableRawBufferPointer(
      start: storage + filled, count: NMEAFramer.capacity - filled)
    let got = try source.read(into: rest)
    if got == 0 { isAtEnd = true }
    filled += got
    return got > 0
  }

  /// Reads the sentence at the dollar sign; returns nil, and continues after it, if it is invalid.
  private func sentence() throws(RecordingError) -> UnsafeBufferPointer<UInt8>? {
    var scan = Scan(storage + next, count: filled - next)
    // A sentence at the end of the buffer is scanned again with more bytes.
    while scan.isAtBufferEnd, try readMore() {
      scan = Scan(storage + next, count: filled - next)
    }
    let start = next + 1
    let end = next + scan.count
    next = end
    if scan.count > NMEAFramer.longestSentence {
      overlong += 1
      return nil
    }
    let isLine =
      end < filled
      && (storage[end] == NMEAFramer.newline || storage[end] == NMEAFramer.carriageReturn)
    let star = scan.star.map { start - 1 + $0 }
    guard isAccepted(start..<end, starAt: star, sum: scan.sum, isLine: isLine) else { return nil }
    return UnsafeBufferPointer(start: storage + start, count: (star ?? end) - start)
  }

  /// A sentence from its dollar sign to its end.
  private struct Scan {
    /// The number of bytes before the one that ends it.
    var count = 1
    /// The checksum: the exclusive or of the bytes before the star.
    var sum: UInt8 = 0
    var star: Int?
    var isAtBufferEnd = false

    @inline(__always) init(_ bytes: UnsafePointer<UInt8>, count available: Int) {
      let end = min(available, NMEAFramer.longestSentence + 1)
      var index = 1
      // All printable ASCII but the star and a dollar sign is part of the sentence.
      while index < end, Scan.isPlain(bytes[index]) {
        sum ^= bytes[index]
        index += 1
      }
      if index < end, bytes[index] == UInt8(ascii: "*") {
        star = index
        index += 1
        while index < end, Scan.isPlain(bytes[index]) || bytes[index] == UInt8(ascii: "*") {
          index += 1
        }
      }
      count = index
      isAtBufferEnd = index == available
    }

    @inline(__always) private static func isPlain(_ byte: UInt8) -> Bool {
      byte &- 0x20 <= 0x5e && byte != UInt8(ascii: "$") && byte != UInt8(ascii: "*")
    }
  }

  private func isAccepted(_ range: Range<Int>, starAt: Int?, sum: UInt8, isLine: Bool) -> Bool {
    // Anything shorter than an address is a dollar sign among other bytes.
    guard range.count >= 4, storage[range.lowerBound] &- UInt8(ascii: "A") < 26 else {
      return false
    }
    guard let starAt, starAt + 2 < range.upperBound, let given = checksum(at: starAt + 1) else {
      // The checksum is missing or incomplete.
      let isWhole = isLine && starAt == nil
      if isLine && policy == .ignored || isWhole && policy == .ifPresent { return true }
      incomplete += 1
      return false
    }
    if given == sum || policy == .ignored { return true }
    wrongChecksums += 1
    return false
  }

  private func checksum(at index: Int) -> UInt8? {
    guard let high = NMEAFramer.hexadecimal(storage[index]),
      let low = NMEAFramer.hexadecimal(storage[index + 1])
    else { return nil }
    return high << 4 | low
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    let digit = byte &- UInt8(ascii: "0")
    if digit <= 9 { return digit }
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return letter <= 5 ? letter + 10 : nil
  }

  /// Reads the comment at the number sign; returns nil if it is not text.
  private func comment() throws(RecordingError) -> UnsafeBufferPointer<UInt8>? {
    var count = 1
    while true {
      if next + count == filled {
        if try readMore() { continue }
        break
      }
      let byte = storage[next + count]
      if byte == NMEAFramer.newline || byte == NMEAFramer.carriageReturn { break }
      // Sentences may follow a number sign within binary data.
      if byte < 0x20 && byte != 0x09 || count > NMEAFramer.longestSentence {
        next += 1
        return nil
      }
      count += 1
    }
    let comment = UnsafeBufferPointer(start: storage + next, count: count)
    next += count
    return comment
  }
}
