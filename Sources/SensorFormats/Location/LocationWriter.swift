public import Files
public import Sensors
import Timeline

/// Writes tracks of locations.
public protocol LocationWriter: AnyObject {
  /// Begins a track for the following fixes. Formats without tracks have one track after the other.
  func beginTrack(_ name: String) throws(FileError)

  /// Appends a fix. Formats that cannot mark a fix as invalid leave out invalid fixes.
  func write(_ location: Location) throws(FileError)

  /// Ends the tracks and their sink.
  func finish() throws(FileError)
}

extension LocationWriter {
  public func beginTrack(_ name: String) throws(FileError) {}
}

/// The formats of tracks to write.
public enum TrackFormat: String, CaseIterable, Sendable {
  case gpx
  case kml
  case geojson
  case nmea
  case gpsd
  case csv

  /// The format that the end of a file's name determines; nil for other names.
  public init?(forName name: String) {
    switch name.split(separator: ".").last?.lowercased() {
    case "gpx": self = .gpx
    case "kml": self = .kml
    case "geojson": self = .geojson
    case "nmea": self = .nmea
    case "csv": self = .csv
    default: return nil
    }
  }

  /// The number of a track's times that are left out: GPX and gpsd have no times without a date,
  /// and KML and GeoJSON have the times of all fixes of a track or none.
  ///
  /// - Parameters:
  ///   - dated: the number of fixes with a time and its date.
  ///   - dateless: the number of fixes with a time of day.
  ///   - timeless: the number of fixes without a time.
  public func timesLeftOut(dated: Int, dateless: Int, timeless: Int) -> Int {
    switch self {
    case .gpx, .gpsd: dateless
    case .kml, .geojson: dateless + timeless > 0 ? dated + dateless : 0
    case .nmea, .csv: 0
    }
  }

  /// Creates a writer of this format.
  public func makeWriter(_ sink: ByteSink) throws(FileError) -> any LocationWriter {
    switch self {
    case .gpx: try GPXWriter(sink)
    case .kml: try KMLWriter(sink)
    case .geojson: try GeoJSONWriter(sink)
    case .nmea: NMEAWriter(sink)
    case .gpsd: GPSDWriter(sink)
    case .csv: LocationTableWriter(sink)
    }
  }
}

extension [UInt8] {
  /// Appends a number with exactly the given number of decimals (0 to 9). Numbers beyond ±9 · 10^8
  /// are clamped, and NaN becomes 0.
  package mutating func append(fixed number: Double, decimals: Int) {
    let clamped = number.isNaN ? 0 : Swift.max(-9e8, Swift.min(9e8, number))
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    append(fixedPoint: Int64((clamped * scale).rounded()), decimals: decimals...decimals)
  }
}
