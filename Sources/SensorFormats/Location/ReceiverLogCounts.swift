/// The counts of a log's sentences: accepted, and skipped by reason.
struct SentenceCounts {
  private(set) var accepted = 0
  private(set) var wrongChecksums = 0
  /// The number of sentences without a required checksum, or cut off.
  var incomplete = 0
  var overlong = 0
  /// The numbers of sentences by address, with a wrong checksum and right ones; the latter are
  /// counted from the first wrong one or, while there is no fix, from the start.
  private var byAddress: [String: (wrong: Int, right: Int)] = [:]
  var countsAddresses = true

  /// The most addresses: a receiver has a few dozen, and more are noise.
  private static let maximumAddresses = 64

  /// The address of a sentence, such as `GPGGA`.
  private static func address(_ text: UnsafePointer<UInt8>) -> String {
    // The shortest sentence has four bytes, and the buffer continues behind it.
    let bytes = UnsafeBufferPointer(start: text, count: 5)
    return String(decoding: bytes.prefix { $0 &- UInt8(ascii: "0") <= 42 }, as: UTF8.self)
  }

  /// Counts a sentence that begins with these bytes as accepted.
  @inline(__always) mutating func accept(_ text: UnsafePointer<UInt8>) {
    accepted += 1
    if countsAddresses {
      add(wrong: 0, right: 1, to: SentenceCounts.address(text))
    } else if wrongChecksums > 0 {
      byAddress[SentenceCounts.address(text)]?.right += 1
    }
  }

  /// Counts a sentence that begins with these bytes as one with a wrong checksum.
  mutating func reject(_ text: UnsafePointer<UInt8>) {
    wrongChecksums += 1
    add(wrong: 1, right: 0, to: SentenceCounts.address(text))
  }

  private mutating func add(wrong: Int, right: Int, to address: String) {
    if byAddress[address] == nil, byAddress.count == SentenceCounts.maximumAddresses { return }
    byAddress[address, default: (0, 0)].wrong += wrong
    byAddress[address, default: (0, 0)].right += right
  }

  /// The most frequent addresses, as in `40 GPGSV, 20 GPRMC`; nil without any.
  var mostFrequent: String? {
    let counts = byAddress.map { (name: $0, count: $1.wrong + $1.right) }
    let sorted = counts.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    let shown = sorted.prefix(SentenceCounts.maximumShown).map { "\($0.count) \($0.name)" }
    if shown.isEmpty { return nil }
    return shown.joined(separator: ", ") + (sorted.count > shown.count ? ", …" : "")
  }

  private static let maximumShown = 4

  var total: Int { accepted + wrongChecksums + incomplete + overlong }

  /// Notes on the sentences that were skipped.
  var notes: [ReadingNote] {
    [
      ReadingNote(
        wrongChecksums, of: total, "sentence", "skipped: wrong checksum", cause: checksumCause),
      ReadingNote(incomplete, of: total, "sentence", "skipped: cut off or without a checksum"),
      ReadingNote(
        overlong, of: total, "sentence",
        "skipped: longer than \(ReceiverLogFramer.maximumSentenceLength) bytes"),
    ].compactMap { $0 }
  }

  /// The fewest sentences that show a regularity.
  private static let minimumRegularCount = 3

  private var checksumCause: String {
    if wrongChecksums >= SentenceCounts.minimumRegularCount {
      if accepted == 0 { return "the sentences were edited or converted after they were recorded" }
      // A receiver with a wrong checksum of a sentence always computes it wrong; a damaged address
      // occurs once or twice.
      let wrong = byAddress.filter { $0.value.wrong > 0 }
      if wrong.values.allSatisfy({ $0.right == 0 && $0.wrong >= SentenceCounts.minimumRegularCount }
      ) {
        let names = wrong.keys.sorted()
        let more = names.count > 3 ? " and \(names.count - 3) others" : ""
        return "the receiver's fault: all \(names.prefix(3).joined(separator: ", "))\(more)"
      }
    }
    return "bytes lost or changed on the line"
  }
}

/// The counts of the bytes between the pieces of a log, by their content.
struct SkippedBytes {
  private var messages: [BinaryProtocol: Int] = [:]
  private var binaryBytes = 0
  private var foreignLines = 0
  private var aisSentences = 0
  /// The current line: its first visible byte, and whether it has other content.
  private var firstByte: UInt8?
  private var hasPiece = false
  private var hasBinary = false

  mutating func add(_ kind: BinaryProtocol) {
    messages[kind, default: 0] += 1
    hasBinary = true
  }

  @inline(__always) mutating func count(_ bytes: UnsafeBufferPointer<UInt8>) {
    // Ends of lines are the most frequent bytes between sentences.
    if bytes.count == 2, bytes[0] == UInt8(ascii: "\r"), bytes[1] == UInt8(ascii: "\n") {
      return endLine()
    }
    for byte in bytes { count(byte) }
  }

  private mutating func count(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): endLine()
    case UInt8(ascii: " "), UInt8(ascii: "\t"): break
    case 0x21..<0x7f: if firstByte == nil { firstByte = byte }
    default:
      binaryBytes += 1
      hasBinary = true
    }
  }

  /// Counts a dollar sign, a brace or a comment, whose bytes are counted elsewhere.
  @inline(__always) mutating func beginPiece() { hasPiece = true }

  mutating func endLine() {
    if let firstByte, !hasPiece, !hasBinary {
      if firstByte == UInt8(ascii: "!") { aisSentences += 1 } else { foreignLines += 1 }
    }
    firstByte = nil
    hasPiece = false
    hasBinary = false
  }

  /// The binary protocols that were found, as in `12 messages of SiRF binary`; nil without any.
  var protocols: String? {
    let found = BinaryProtocol.allCases.compactMap { kind in
      messages[kind].map { "\($0.counted("message")) of \(kind.rawValue)" }
    }
    return found.isEmpty
      ? nil : "\(found.joined(separator: " and ")), which is not decoded: record NMEA 0183 instead"
  }

  /// Notes on the skipped bytes.
  var notes: [ReadingNote] {
    var notes: [ReadingNote?] = BinaryProtocol.allCases.map { kind in
      ReadingNote(
        messages[kind] ?? 0, "message", "of \(kind.rawValue) skipped: the protocol is not decoded")
    }
    notes.append(ReadingNote(binaryBytes, "byte", "of other binary data skipped"))
    notes.append(ReadingNote(aisSentences, "AIS sentence", "skipped: other ships' locations"))
    notes.append(ReadingNote(foreignLines, "line", "of other text skipped"))
    return notes.compactMap { $0 }
  }
}
