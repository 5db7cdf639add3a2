/// The formats of location recordings.
public enum LocationFormat: String, CaseIterable, Sendable {
  /// The sentences of a receiver, NMEA 0183.
  case nmea
  /// The tracks, routes and waypoints of GPX 1.0 and 1.1.
  case gpx
  /// The reports of gpsd, one JSON object per line.
  case gpsd
  /// A table with named columns, such as those of phyphox and AndroSensor.
  case csv
}

/// Reads the fixes of a recording in order.
public protocol LocationReader: AnyObject {
  var format: LocationFormat { get }

  /// Reads to the end and calls `body` with each recorded fix, valid or not.
  func readAll(_ body: (Location) throws(FileError) -> Void) throws(FileError)

  /// Whether the fix that is being delivered begins a further segment or track of the recording.
  var isAfterGap: Bool { get }

  /// Notes on the input skipped or corrected so far, in a fixed order.
  var notes: [ReadingNote] { get }

  /// The content found so far, in words, for a recording without fixes.
  var contents: String { get }
}

extension LocationReader {
  public var isAfterGap: Bool { false }
}

extension Coordinate {
  /// The coordinate with a longitude beyond 180 degrees on the other side; nil for a latitude
  /// beyond 90 or a longitude beyond 360 degrees.
  var withinRange: Coordinate? {
    guard abs(latitude) <= 90, abs(longitude) <= 360 else { return nil }
    if abs(longitude) <= 180 { return self }
    return Coordinate(latitude: latitude, longitude: longitude - (longitude > 0 ? 360 : -360))
  }
}

// MARK: - Opening

/// Options for reading a recording of locations.
public struct LocationReadingOptions: Hashable, Sendable {
  /// The format; nil to detect it from the content.
  public var format: LocationFormat?
  /// A day near the recording's; see ``StatedDate``.
  public var date: StatedDate?
  /// The policy for the checksums of NMEA sentences.
  public var checksums = NMEAChecksumPolicy.ifPresent
  /// The most fixes that Xcode's waypoints may produce, one a second.
  public var limit = SampleLimit.usual

  public init() {}
}

extension LocationFormat {
  /// Opens a file, or standard input for `-`, in the given or the detected format.
  public static func open(
    path: String, _ options: LocationReadingOptions = LocationReadingOptions()
  ) throws(FileError) -> any LocationReader {
    try open(ByteSource(path: path), options)
  }

  /// Opens a source in the given or the detected format, in UTF-8 or with a byte-order mark.
  public static func open(
    _ source: ByteSource, _ options: LocationReadingOptions = LocationReadingOptions()
  ) throws(FileError) -> any LocationReader {
    let source = try source.decodingUnicode()
    let known: LocationFormat
    if let format = options.format { known = format } else { known = try detect(source) }
    if known != .gpx { try source.skipByteOrderMark() }
    switch known {
    case .nmea, .gpsd:
      return ReceiverLogReader(
        source, format: known, isOnlyFormat: options.format != nil, policy: options.checksums,
        date: options.date)
    case .gpx: return GPXReader(source, limit: options.limit)
    case .csv: return LocationTableReader(try source.decodingLines())
    }
  }

  private static func detect(_ source: ByteSource) throws(FileError) -> LocationFormat {
    var head: ArraySlice<UInt8> = []
    // The first bytes are tested alone, to recognize a live stream soon, then more of them.
    for length in detectionLengths {
      head = try source.peek(length)
      if let format = detect(head) { return format }
      if head.count < length { break }
    }
    throw FileError(
      file: source.name, position: head.contains(0) ? .byte(0) : .line(1, column: 1),
      expected: """
        a recording of locations: NMEA 0183, GPX, gpsd JSON, or a table with columns for latitude \
        and longitude
        """, found: LocationEvidence.description(of: head))
  }
}
