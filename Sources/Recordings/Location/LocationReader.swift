public import Sensors

/// The formats of location recordings.
public enum LocationFormat: String, CaseIterable, Sendable {
  /// Sentences of receivers, NMEA 0183.
  case nmea
  /// Tracks, routes and way points, GPX 1.0 and 1.1; also what Xcode simulates locations from.
  case gpx
  /// Reports of gpsd, one JSON object a line.
  case gpsd
  /// Tables of phyphox and AndroSensor, and others with named columns.
  case csv
}

/// Reads the fixes of a recording from front to back.
public protocol LocationReader: AnyObject {
  var format: LocationFormat { get }

  /// Reads to the end and hands each fix on as it was recorded, valid or not.
  func readAll(_ body: (Location) throws(RecordingError) -> Void) throws(RecordingError)

  /// What was passed over so far, and how often; in a fixed order.
  var remarks: [LocationRemark] { get }
}

/// Something of a recording that was not taken, or taken with care.
public struct LocationRemark: Hashable, Sendable {
  /// What it was, such as `sentences with a wrong checksum`.
  public var what: String
  public var count: Int

  init?(_ what: String, _ count: Int) {
    if count == 0 { return nil }
    self.what = what
    self.count = count
  }
}
