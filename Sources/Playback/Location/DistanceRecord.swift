public import Sensors

/// How far it is from one place to another, as it is written to a line of JSON.
public struct DistanceRecord: Hashable, Sendable {
  /// In metres on the sphere of mean radius.
  public let greatCircle: Double
  /// In metres on WGS 84, and the directions at both ends.
  public let geodesic: GeodesicInverse

  public init(from first: Coordinate, to second: Coordinate) throws(GeodesyError) {
    greatCircle = try GreatCircle().distance(from: first, to: second)
    geodesic = try Ellipsoid.wgs84.inverse(from: first, to: second)
  }

  /// The record as one line of JSON; numbers in full, so that a nanometre is not lost.
  public var json: String {
    var line = JSONLine()
    line.add("greatCircle", json: "\(greatCircle)")
    line.add("geodesic", json: "\(geodesic.distance)")
    line.add("azimuth1", json: "\(geodesic.azimuth1)")
    line.add("azimuth2", json: "\(geodesic.azimuth2)")
    return line.object
  }
}

extension Coordinate {
  /// Reads `37.5665,126.9780`; nil for what is none.
  public init?(parsing text: some StringProtocol) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let latitude = Double(Coordinate.trimmed(parts[0])),
      let longitude = Double(Coordinate.trimmed(parts[1]))
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    String(text.filter { $0 != " " })
  }
}
