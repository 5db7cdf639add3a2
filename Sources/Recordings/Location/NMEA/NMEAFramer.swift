/// What to do with a sentence that carries no checksum, or a wrong one.
public enum NMEAChecksumPolicy: String, CaseIterable, Sendable {
  /// Takes sentences with the right checksum only.
  case required
  /// Takes those without one as well: NMEA 0183 makes it optional for many sentences.
  case ifPresent
  /// Takes everything.
  case ignored
}

/// Finds the sentences of NMEA 0183 among other bytes: binary protocols, comments, broken lines.
///
/// A sentence runs from a dollar sign to the end of its line. One that another dollar sign, a control
/// character or the end of the file cuts short counts only if its checksum is there and right. What
/// lies between sentences is passed over in one step for each byte; nothing is kept of it.
final class NMEAFramer {
  /// What stands in a line.
  enum Piece {
    /// A sentence, from behind its dollar sign up to the checksum; valid until the next call.
    case sentence(UnsafeBufferPointer<UInt8>)
    /// A line that begins with a number sign, as logs of gpsd do.
    case comment(UnsafeBufferPointer<UInt8>)
  }

  /// NMEA 0183 allows 82 characters; receivers with many decimals and names exceed it. Anything
  /// longer than this is no sentence.
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
  /// Sentences without a checksum where one is required, or cut short.
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

  /// Moves to the next dollar sign, or number sign at the start of a line; false at the end.
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

  /// Reads on behind what is not consumed; false at the end of the source, or if there is no room.
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

  /// The sentence at the dollar sign; nil if it is none, and then the next search begins behind it.
  private func sentence() throws(RecordingError) -> UnsafeBufferPointer<UInt8>? {
    var scan = Scan(storage + next, count: filled - next)
    // The last sentence of the buffer is scanned again with what comes.
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
    /// Bytes up to the one that ends it.
    var count = 1
    /// The exclusive or of what stands before the star.
    var sum: UInt8 = 0
    var star: Int?
    var isAtBufferEnd = false

    @inline(__always) init(_ bytes: UnsafePointer<UInt8>, count available: Int) {
      let end = min(available, NMEAFramer.longestSentence + 1)
      var index = 1
      // Printable ASCII goes on, but for the star and the next sentence's start.
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
    // No address is shorter; it was a dollar sign among other bytes.
    guard range.count >= 4, storage[range.lowerBound] &- UInt8(ascii: "A") < 26 else {
      return false
    }
    guard let starAt, starAt + 2 < range.upperBound, let given = checksum(at: starAt + 1) else {
      // Half a checksum, or none.
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

  /// The comment at the number sign; nil if what follows is no text.
  private func comment() throws(RecordingError) -> UnsafeBufferPointer<UInt8>? {
    var count = 1
    while true {
      if next + count == filled {
        if try readMore() { continue }
        break
      }
      let byte = storage[next + count]
      if byte == NMEAFramer.newline || byte == NMEAFramer.carriageReturn { break }
      // Binary data that happens to hold a number sign may hold sentences soon.
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
