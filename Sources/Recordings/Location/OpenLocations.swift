import Sensors
import SystemPackage

/// How a location recording is to be read.
public struct LocationReadingOptions: Hashable, Sendable {
  /// The format, where that is known better than its content tells.
  public var format: LocationFormat?
  /// A day near that of the recording.
  public var date: StatedDate?
  public var checksums = NMEAChecksumPolicy.ifPresent

  public init() {}
}

extension LocationFormat {
  /// Opens a file, or standard input for `-`, and recognizes its format by its content.
  public static func open(
    path: String, _ options: LocationReadingOptions = LocationReadingOptions()
  ) throws(RecordingError) -> any LocationReader {
    try open(ByteSource(path: path), options)
  }

  /// Reads a recording of locations, and recognizes its format by its content.
  public static func open(
    _ source: ByteSource, _ options: LocationReadingOptions = LocationReadingOptions()
  ) throws(RecordingError) -> any LocationReader {
    let known: LocationFormat
    if let format = options.format { known = format } else { known = try recognize(source) }
    switch known {
    case .nmea:
      return NMEAReader(source, policy: options.checksums, date: options.date)
    case .gpx: return GPXReader(source)
    case .gpsd, .csv:
      try source.skipByteOrderMark()
      return known == .gpsd ? GPSDReader(source) : LocationTableReader(source)
    }
  }

  private static func recognize(_ source: ByteSource) throws(RecordingError) -> LocationFormat {
    var head: ArraySlice<UInt8> = []
    // A recording that is still being made tells soon; after a binary protocol it may take longer.
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
