public import Sensors

/// The formats of location recordings.
public enum LocationFormat: String, CaseIterable, Sendable {
  /// Sentences of a receiver, NMEA 0183.
  case nmea
  /// Tracks, routes and waypoints, GPX 1.0 and 1.1, including the files that Xcode simulates from.
  case gpx
  /// Reports of gpsd, one JSON object per line.
  case gpsd
  /// Tables with named columns, such as those of phyphox and AndroSensor.
  case csv
}

/// Reads the fixes of a recording in order.
public protocol LocationReader: AnyObject {
  var format: LocationFormat { get }

  /// Reads to the end and calls `body` with each fix as it was recorded, valid or not.
  func readAll(_ body: (Location) throws(RecordingError) -> Void) throws(RecordingError)

  /// What was skipped or corrected so far, in a fixed order.
  var notes: [LocationNote] { get }
}

/// Something in a recording that was skipped or corrected, and how often.
public struct LocationNote: Hashable, Sendable {
  /// A noun phrase such as `sentences with a wrong checksum`.
  public var what: String
  public var count: Int

  init?(_ what: String, _ count: Int) {
    if count == 0 { return nil }
    self.what = what
    self.count = count
  }
}

// MARK: - Opening

/// Options for reading a recording of locations.
public struct LocationReadingOptions: Hashable, Sendable {
  /// The format; nil to detect it from the content.
  public var format: LocationFormat?
  /// A day near the recording's; see ``StatedDate``.
  public var date: StatedDate?
  /// Which NMEA sentences are accepted.
  public var checksums = NMEAChecksumPolicy.ifPresent

  public init() {}
}

extension LocationFormat {
  /// Opens a file, or standard input for `-`, in the given or the detected format.
  public static func open(
    path: String, _ options: LocationReadingOptions = LocationReadingOptions()
  ) throws(RecordingError) -> any LocationReader {
    try open(ByteSource(path: path), options)
  }

  /// Opens a source in the given or the detected format.
  public static func open(
    _ source: ByteSource, _ options: LocationReadingOptions = LocationReadingOptions()
  ) throws(RecordingError) -> any LocationReader {
    let known: LocationFormat
    if let format = options.format { known = format } else { known = try detect(source) }
    switch known {
    case .nmea:
      return NMEAReader(source, policy: options.checksums, date: options.date)
    case .gpx: return GPXReader(source)
    case .gpsd, .csv:
      try source.skipByteOrderMark()
      return known == .gpsd ? GPSDReader(source) : LocationTableReader(source)
    }
  }

  private static func detect(_ source: ByteSource) throws(RecordingError) -> LocationFormat {
    var head: ArraySlice<UInt8> = []
    // Try the first bytes, so that a live stream is recognized soon, then more of them.
    for length in [RecordingFormat.detectionLength, detectionLength] {
      head = try source.peek(length)
      if let format = detect(head) { return format }
    }
    throw RecordingError(
      file: source.name, position: head.contains(0) ? .byte(0) : .line(1, column: 1),
      expected: """
        a recording of locations: NMEA 0183, GPX, gpsd JSON, or a table with columns for latitude \
        and longitude
        """,
      found: head.contains(0)
        ? "binary data" : RecordingError.excerpt(head.prefix { $0 != UInt8(ascii: "\n") }))
  }
}

// MARK: - Detection

extension LocationFormat {
  /// The most bytes that are examined: receivers may send a binary protocol first.
  static let detectionLength = 64 << 10

  /// The format of a recording that starts with these bytes; nil if it does not contain locations.
  package static func detect(_ head: some Collection<UInt8>) -> LocationFormat? {
    let bytes = Array(head)
    if isGPX(bytes) { return .gpx }
    if containsReport(bytes) { return .gpsd }
    if containsSentence(bytes) { return .nmea }
    return isTable(bytes) ? .csv : nil
  }

  private static func isGPX(_ bytes: [UInt8]) -> Bool {
    // Markup comes first in any encoding; UTF-16 has a zero byte beside each letter.
    let letters = bytes.filter { $0 != 0 }
    let start = letters.drop { $0 <= 0x20 || $0 >= 0x80 }
    guard start.first == UInt8(ascii: "<") else { return false }
    var rest = letters[...]
    while let end = rest.index(afterText: "gpx") {
      // The name may have a prefix, as in `<ns0:gpx`.
      let before = letters[..<(end - 3)]
      let prefix = before.reversed().prefix { $0 > 0x20 && $0 != UInt8(ascii: "<") }
      let isNamed = prefix.isEmpty || prefix.first == UInt8(ascii: ":")
      let mark = before.dropLast(prefix.count).last
      if isNamed, mark == UInt8(ascii: "<") { return true }
      rest = rest[end...]
    }
    return false
  }

  /// Whether the bytes contain an object of gpsd: `"class":"TPV"`, possibly with spaces.
  private static func containsReport(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while let end = rest.index(afterText: "\"class\"") {
      let value = rest[end...].drop { $0 == 0x20 || $0 == UInt8(ascii: ":") }
      if value.starts(with: "\"TPV\"".utf8) || value.starts(with: "\"VERSION\"".utf8) {
        return true
      }
      rest = rest[end...]
    }
    return false
  }

  /// Whether the bytes contain a dollar sign and an address, such as `$GPRMC,`.
  private static func containsSentence(_ bytes: [UInt8]) -> Bool {
    var index = 0
    while let dollar = bytes[index...].firstIndex(of: UInt8(ascii: "$")) {
      index = dollar + 1
      guard index + 6 <= bytes.count, bytes[index + 5] == UInt8(ascii: ",") else { continue }
      if bytes[index..<index + 5].allSatisfy({ (0x41...0x5a).contains($0) }) { return true }
    }
    return false
  }

  private static func isTable(_ bytes: [UInt8]) -> Bool {
    guard !bytes.contains(0) else { return false }
    let text = bytes.starts(with: ByteSource.byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    let lines = text.split(maxSplits: 3) { $0 == 0x0a || $0 == 0x0d }
    return lines.prefix(2).contains { LocationColumns(heading: $0) != nil }
  }
}

extension ArraySlice<UInt8> {
  /// The index after the first occurrence of a text.
  fileprivate func index(afterText text: StaticString) -> Index? {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard let first = wanted.first else { return startIndex }
    var index = startIndex
    while let found = self[index...].firstIndex(of: first) {
      if self[found...].starts(with: wanted) { return found + wanted.count }
      index = found + 1
    }
    return nil
  }
}
