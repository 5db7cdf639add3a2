/// A policy for the checksums of sentences.
public enum NMEAChecksumPolicy: String, CaseIterable, Sendable {
  /// Accepts only sentences with a correct checksum.
  case required
  /// Also accepts sentences without a checksum, which NMEA 0183 makes optional for many.
  case ifPresent
  /// Accepts all sentences.
  case ignored
}

/// Finds NMEA 0183 sentences, to the end of their line, and gpsd's objects, to their closing brace,
/// among other bytes, such as binary protocols. A sentence that is cut off needs a correct
/// checksum.
final class ReceiverLogFramer {
  /// A sentence, an object or a comment; valid until the next call.
  enum Piece {
    /// A sentence without its dollar sign and checksum.
    case sentence(UnsafeBufferPointer<UInt8>)
    /// An object in braces.
    case object(UnsafeBufferPointer<UInt8>)
    /// A line that begins with a number sign, as in logs of gpsd.
    case comment(UnsafeBufferPointer<UInt8>)
  }

  /// The longest sentence; NMEA 0183 allows 82 characters, which many receivers exceed.
  static let maximumSentenceLength = 1024
  /// The longest object; gpsd's buffer for one has up to 20 KB.
  static let maximumObjectLength = 64 << 10
  private static let capacity = 256 << 10

  private let source: ByteSource
  private let policy: NMEAChecksumPolicy
  private let storage: UnsafeMutablePointer<UInt8>
  private var next = 0
  private var filled = 0
  private var isAtEnd = false
  private var isAtLineStart = true
  /// The number of bytes before the buffer.
  private var offset = 0
  /// The offsets up to which a brace is not the start of an object, and no binary message begins.
  private var noObjectBefore = 0
  private var noMessageBefore = 0

  var sentences = SentenceCounts()
  private(set) var skipped = SkippedBytes()
  private(set) var objects = 0
  /// The number of objects that do not end in their line.
  private(set) var brokenObjects = 0

  init(_ source: ByteSource, policy: NMEAChecksumPolicy) {
    self.source = source
    self.policy = policy
    storage = .allocate(capacity: ReceiverLogFramer.capacity)
  }

  deinit { storage.deallocate() }

  /// The next piece; nil at the end.
  func nextPiece() throws(FileError) -> Piece? {
    while true {
      guard try skipToPiece() else {
        skipped.endLine()
        return nil
      }
      switch storage[next] {
      case UInt8(ascii: "#"):
        if let comment = try comment() { return .comment(comment) }
      case UInt8(ascii: "{"):
        if let object = try object() { return .object(object) }
      default:
        if let sentence = try sentence() { return .sentence(sentence) }
      }
    }
  }
}

// MARK: - Steps

extension ReceiverLogFramer {
  @inline(__always) private static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// Skips to the next piece; returns false at the end.
  private func skipToPiece() throws(FileError) -> Bool {
    while true {
      let bytes = storage
      let start = next
      let end = filled
      var index = next
      var isAtStart = isAtLineStart
      while index < end {
        let byte = bytes[index]
        if byte == UInt8(ascii: "$") || byte == UInt8(ascii: "{")
          || (byte == UInt8(ascii: "#") && isAtStart)
        {
          skip(start..<index)
          next = index
          isAtLineStart = false
          skipped.beginPiece()
          return true
        }
        if byte >= 0x80, try skipMessage(start..<index) { break }
        isAtStart = ReceiverLogFramer.isLineEnd(byte)
        index += 1
      }
      if index < end { continue }
      skip(start..<filled)
      next = filled
      isAtLineStart = isAtStart
      guard try readMore() else { return false }
    }
  }

  @inline(__always) private func skip(_ range: Range<Int>) {
    skipped.count(UnsafeBufferPointer(start: storage + range.lowerBound, count: range.count))
  }

  /// Skips the bytes of a range and the binary message after it; returns false without a message.
  /// None is searched within the length of a false one, so that the time stays linear.
  private func skipMessage(_ range: Range<Int>) throws(FileError) -> Bool {
    let index = range.upperBound
    guard offset + index >= noMessageBefore, BinaryProtocol.mayBegin(with: storage[index]) else {
      return false
    }
    skip(range)
    next = index
    isAtLineStart = false
    guard try fill(BinaryProtocol.headerLength) else { return noMessage(1) }
    let header = BinaryProtocol.header(
      UnsafeBufferPointer(start: storage + next, count: filled - next))
    guard let header else { return noMessage(1) }
    guard try fill(header.length) else { return noMessage(header.length) }
    let message = UnsafeBufferPointer(start: storage + next, count: header.length)
    guard header.kind.isMessage(message) else { return noMessage(header.length) }
    skipped.add(header.kind)
    next += header.length
    return true
  }

  /// Notes that there is no message in the next bytes, and skips the first of them.
  private func noMessage(_ length: Int) -> Bool {
    noMessageBefore = offset + next + length
    skip(next..<next + 1)
    next += 1
    return true
  }

  /// Makes at least the given number of bytes available; returns false if the file ends before.
  private func fill(_ count: Int) throws(FileError) -> Bool {
    while filled - next < count {
      guard try readMore() else { return false }
    }
    return true
  }

  /// The byte after some bytes; nil at the end.
  @inline(__always) private func byte(ahead count: Int) throws(FileError) -> UInt8? {
    if next + count == filled, try !fill(count + 1) { return nil }
    return storage[next + count]
  }

  /// Reads more after the unconsumed bytes; returns false at the end, or if the buffer is full.
  private func readMore() throws(FileError) -> Bool {
    if isAtEnd { return false }
    if next > 0 {
      let count = filled - next
      storage.update(from: storage + next, count: count)
      offset += next
      next = 0
      filled = count
    }
    guard filled < ReceiverLogFramer.capacity else { return false }
    let rest = UnsafeMutableRawBufferPointer(
      start: storage + filled, count: ReceiverLogFramer.capacity - filled)
    let got = try source.read(into: rest)
    if got == 0 { isAtEnd = true }
    filled += got
    return got > 0
  }

  /// Reads the sentence at the dollar sign; returns nil if it is invalid.
  private func sentence() throws(FileError) -> UnsafeBufferPointer<UInt8>? {
    var scan = Scan(storage + next, count: filled - next)
    // A sentence at the end of the buffer is scanned again with more bytes.
    while scan.count == filled - next, try readMore() {
      scan = Scan(storage + next, count: filled - next)
    }
    let start = next + 1
    let end = next + scan.count
    next = end
    if scan.count > ReceiverLogFramer.maximumSentenceLength {
      sentences.overlong += 1
      return nil
    }
    let isLine = end < filled && ReceiverLogFramer.isLineEnd(storage[end])
    let star = scan.star.map { start - 1 + $0 }
    guard isAccepted(start..<end, starAt: star, sum: scan.sum, isLine: isLine) else { return nil }
    return UnsafeBufferPointer(start: storage + start, count: (star ?? end) - start)
  }

  /// A sentence from its dollar sign to its end.
  private struct Scan {
    /// The number of bytes before the end of the sentence.
    var count = 1
    /// The checksum: the exclusive or of the bytes before the star.
    var sum: UInt8 = 0
    var star: Int?

    @inline(__always) init(_ bytes: UnsafePointer<UInt8>, count available: Int) {
      let end = min(available, ReceiverLogFramer.maximumSentenceLength + 1)
      var index = 1
      // The sentence consists of all printable ASCII except the star and the dollar sign.
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
    }

    @inline(__always) private static func isPlain(_ byte: UInt8) -> Bool {
      byte &- 0x20 <= 0x5e && byte != UInt8(ascii: "$") && byte != UInt8(ascii: "*")
    }
  }

  private func isAccepted(_ range: Range<Int>, starAt: Int?, sum: UInt8, isLine: Bool) -> Bool {
    // A range shorter than an address is a dollar sign among other bytes.
    guard range.count >= 4, storage[range.lowerBound].isCapital else { return false }
    let text = UnsafePointer(storage + range.lowerBound)
    guard let starAt, starAt + 2 < range.upperBound, let given = checksum(at: starAt + 1) else {
      // The checksum is missing or incomplete.
      guard isLine, policy == .ignored || policy == .ifPresent && starAt == nil else {
        sentences.incomplete += 1
        return false
      }
      sentences.accept(text)
      return true
    }
    guard given == sum || policy == .ignored else {
      sentences.reject(text)
      return false
    }
    sentences.accept(text)
    return true
  }

  private func checksum(at index: Int) -> UInt8? {
    guard let high = storage[index].hexadecimalValue,
      let low = storage[index + 1].hexadecimalValue
    else { return nil }
    return high << 4 | low
  }

  /// Reads the comment at the number sign; returns nil if it is not text.
  private func comment() throws(FileError) -> UnsafeBufferPointer<UInt8>? {
    var count = 1
    while let byte = try byte(ahead: count), !ReceiverLogFramer.isLineEnd(byte) {
      // Sentences may follow a number sign within binary data.
      if byte < 0x20 && byte != 0x09 || count > ReceiverLogFramer.maximumObjectLength {
        next += 1
        return nil
      }
      count += 1
    }
    let comment = UnsafeBufferPointer(start: storage + next, count: count)
    next += count
    return comment
  }

  /// Reads the object at the brace; returns nil, and continues after the brace, without one.
  private func object() throws(FileError) -> UnsafeBufferPointer<UInt8>? {
    guard offset + next >= noObjectBefore, try fill(2),
      storage[next + 1] == UInt8(ascii: "\"") || storage[next + 1] == UInt8(ascii: " ")
    else {
      next += 1
      return nil
    }
    var depth = 0
    var isInString = false
    var isEscaped = false
    var count = 0
    repeat {
      guard let byte = try byte(ahead: count), byte >= 0x20 || byte == 0x09 else { break }
      count += 1
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
      } else if isInString {
        isEscaped = byte == UInt8(ascii: "\\")
      } else if byte == UInt8(ascii: "{") {
        depth += 1
      } else if byte == UInt8(ascii: "}") {
        depth -= 1
      }
    } while depth > 0 && count < ReceiverLogFramer.maximumObjectLength
    let text = UnsafeBufferPointer(start: storage + next, count: count)
    // Objects of programs other than gpsd may contain sentences.
    if text.contains(text: "\"class\"") {
      if depth == 0 {
        objects += 1
        next += count
        return text
      }
      brokenObjects += 1
    }
    noObjectBefore = offset + next + count
    next += 1
    return nil
  }
}
