/// Writes tracks of locations.
public protocol LocationWriter: AnyObject {
  /// Begins a track for the following fixes. Formats without tracks have one track after the other.
  func beginTrack(_ name: String?) throws(FileError)

  /// Begins a further segment of the track, in formats with segments.
  func beginSegment() throws(FileError)

  /// Appends a fix. Formats that cannot mark a fix as invalid leave out invalid fixes.
  func write(_ location: Location) throws(FileError)

  /// Ends the tracks and their sink.
  func finish() throws(FileError)
}

extension LocationWriter {
  public func beginTrack(_ name: String?) throws(FileError) {}
  public func beginSegment() throws(FileError) {}
}

/// The formats of tracks to write.
public enum TrackFormat: String, CaseIterable, Sendable {
  case gpx
  case kml
  case geojson
  case nmea
  case gpsd
  case csv

  /// The file name extensions that determine a format; gpsd's JSON has no extension of its own.
  public static let endings = allCases.filter { $0 != .gpsd }.map(\.rawValue)

  /// The format that the end of a file's name determines; nil for other names.
  public init?(forName name: String) {
    guard let ending = name.split(separator: ".").last?.lowercased(),
      TrackFormat.endings.contains(ending)
    else { return nil }
    self.init(rawValue: ending)
  }

  /// The number of a track's times that are left out, by the numbers of its fixes of each kind, in
  /// a file whose first time has a date or none.
  public func timesLeftOut(
    dated: Int, dateless: Int, timeless: Int, beginsDated: Bool = true
  ) -> Int {
    switch self {
    case .gpx, .gpsd: dateless
    case .kml, .geojson: dateless + timeless > 0 ? dated + dateless : 0
    case .csv: beginsDated ? dateless : dated
    case .nmea: 0
    }
  }

  /// Creates a writer of this format.
  public func makeWriter(_ sink: ByteSink) throws(FileError) -> any LocationWriter {
    switch self {
    case .gpx: try GPXWriter(sink)
    case .kml: try WholeTrackWriter(sink, KML.start, KML.end, KML.append)
    case .geojson: try WholeTrackWriter(sink, GeoJSON.start, GeoJSON.end, GeoJSON.append)
    case .nmea: NMEAWriter(sink)
    case .gpsd: GPSDWriter(sink)
    case .csv: LocationTableWriter(sink)
    }
  }
}

/// A track whose form depends on all of its fixes, so that it is written at its end.
struct WholeTrack {
  var name: String?
  /// The valid fixes.
  private(set) var fixes: [Location] = []
  /// Whether all fixes have a date and time, and whether all have an altitude.
  private(set) var hasTimes = true
  private(set) var hasAltitudes = true
  let isFirst: Bool

  init(isFirst: Bool) { self.isFirst = isFirst }

  mutating func add(_ fix: Location) {
    fixes.append(fix)
    hasTimes = hasTimes && fix.timestamp != nil && fix.isDateKnown
    hasAltitudes = hasAltitudes && fix.validAltitude != nil
  }

  /// Appends the longitude, the latitude and, if all fixes have one, the altitude of a fix.
  func appendPosition(of fix: Location, separator: Unicode.Scalar, to bytes: inout [UInt8]) {
    bytes.append(fixed: fix.coordinate.longitude, decimals: 9)
    bytes.append(UInt8(ascii: separator))
    bytes.append(fixed: fix.coordinate.latitude, decimals: 9)
    guard hasAltitudes, let altitude = fix.validAltitude else { return }
    bytes.append(UInt8(ascii: separator))
    bytes.append(fixed: altitude, decimals: 3)
  }
}

final class WholeTrackWriter: LocationWriter {
  private let sink: ByteSink
  private let end: StaticString
  private let append: (WholeTrack, inout [UInt8]) -> Void
  private var track = WholeTrack(isFirst: true)

  init(
    _ sink: ByteSink, _ start: StaticString, _ end: StaticString,
    _ append: @escaping (WholeTrack, inout [UInt8]) -> Void
  ) throws(FileError) {
    self.sink = sink
    self.end = end
    self.append = append
    try sink.append { $0.append(start) }
  }

  func beginTrack(_ name: String?) throws(FileError) {
    if !track.fixes.isEmpty {
      try sink.append { append(track, &$0) }
      track = WholeTrack(isFirst: false)
    }
    track.name = name
  }

  func write(_ location: Location) throws(FileError) {
    if location.isValid { track.add(location) }
  }

  func finish() throws(FileError) {
    try beginTrack(nil)
    try sink.append { $0.append(end) }
    try sink.finish()
  }
}

extension [UInt8] {
  /// Appends a number with exactly 0 to 9 decimals, clamped to ±9 · 10^8; NaN becomes 0.
  package mutating func append(fixed number: Double, decimals: Int) {
    let clamped = number.isNaN ? 0 : Swift.max(-9e8, Swift.min(9e8, number))
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    append(fixedPoint: Int64((clamped * scale).rounded()), decimals: decimals...decimals)
  }
}
