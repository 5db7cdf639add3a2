extension LocationFormat {
  /// The numbers of bytes to examine in turn: receivers may begin with minutes of binary data.
  static let detectionLengths = [8 << 10, 64 << 10, 1 << 20]

  /// The content of a recording by its first bytes, as in `a recording of locations (nmea)`.
  public static func kind(of head: ArraySlice<UInt8>) -> String? {
    detect(head).map { "a recording of locations (\($0.rawValue))" }
  }

  /// The format of a recording that starts with these bytes; nil if it does not contain locations.
  package static func detect(_ head: some Collection<UInt8>) -> LocationFormat? {
    let bytes = Array(head)
    return isGPX(bytes) ? .gpx : LocationEvidence(bytes).format
  }

  private static func isGPX(_ bytes: [UInt8]) -> Bool {
    // Markup is tested first, in any encoding; UTF-16 has a zero byte beside each letter.
    guard bytes.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "<") else { return false }
    return bytes.filter { $0 != 0 }.split(separator: UInt8(ascii: "<")).contains { tag in
      // The name may have a prefix, as in `<ns0:gpx`.
      let name = tag.prefix(maximumNameLength).prefix { $0 > 0x20 }
      return name.starts(with: "gpx" as StaticString) || name.contains(text: ":gpx")
    }
  }

  /// The longest name of the element, with its prefix.
  private static let maximumNameLength = 66
}

/// The evidence for formats at the beginning of a file, counted, whatever its first line is.
struct LocationEvidence {
  /// The number of NMEA sentences, even with a wrong checksum.
  private(set) var sentences = 0
  /// The numbers of gpsd's reports of a location, and of its other objects.
  private(set) var reports = 0
  private(set) var otherObjects = 0
  /// The number of rows with a latitude and a longitude; nil without such columns.
  private(set) var rows: Int?

  init(_ head: [UInt8]) {
    rows = LocationEvidence.rows(head)
    // Sentences begin with a dollar sign, objects with a brace.
    guard head.contains(UInt8(ascii: "$")) || head.contains(UInt8(ascii: "{")) else {
      return
    }
    let framer = ReceiverLogFramer(ByteSource(name: "", bytes: head), policy: .ignored)
    // Bytes in memory are read without errors.
    while let piece = try? framer.nextPiece() {
      switch piece {
      case .comment: break
      case .sentence(let text): if LocationEvidence.isSentence(text) { sentences += 1 }
      case .object(let text):
        if text.contains(text: "\"TPV\"") {
          reports += 1
        } else if LocationEvidence.classes.contains(where: { text.contains(text: $0) }) {
          otherObjects += 1
        }
      }
    }
  }

  /// The classes that only gpsd's objects have.
  private static let classes: [StaticString] = [
    "\"VERSION\"", "\"DEVICES\"", "\"WATCH\"", "\"SKY\"",
  ]

  /// The format with the most evidence; nil without evidence.
  var format: LocationFormat? {
    if let rows, rows >= sentences, rows >= reports { return .csv }
    if sentences > reports { return .nmea }
    return reports > 0 || otherObjects > 0 ? .gpsd : nil
  }

  /// Whether a sentence has an address of five letters and digits, such as `GPRMC` or `PMTK0`.
  private static func isSentence(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let address = text.prefix { $0.isCapital || $0.isDigit }
    return address.count >= 4 && text.dropFirst(address.count).first == UInt8(ascii: ",")
  }

  /// The most lines before the heading of a table, such as a title and comments.
  static let maximumLinesBeforeHeading = 32

  private static func rows(_ head: [UInt8]) -> Int? {
    guard !head.contains(0) else { return nil }
    var text = head.starts(with: ByteSource.byteOrderMark) ? head.dropFirst(3) : head[...]
    var index = 0
    while index < maximumLinesBeforeHeading, let line = text.popLine() {
      if let columns = LocationColumns(heading: line) {
        var count = 0
        while let row = text.popLine() { count += columns.isRow(row) ? 1 : 0 }
        // Prose with the words latitude and longitude is not followed by rows.
        return count > 0 || index < 2 ? count : nil
      }
      if !line.isEmpty { index += 1 }
    }
    return nil
  }

  /// The beginning of a file that is no recording of locations, in words.
  static func description(of head: ArraySlice<UInt8>) -> String {
    if head.isEmpty { return "an empty file" }
    if let kind = OtherFile.kind(of: head) { return kind }
    let framer = ReceiverLogFramer(ByteSource(name: "", bytes: Array(head)), policy: .ifPresent)
    while let piece = try? framer.nextPiece() { _ = piece }
    if let protocols = framer.skipped.protocols { return protocols }
    return head.contains(0)
      ? "binary data" : FileError.excerpt(head.prefix { $0 != UInt8(ascii: "\n") })
  }
}
