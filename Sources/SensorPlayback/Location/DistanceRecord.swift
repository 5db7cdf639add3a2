public import Files
public import Sensors

/// The distance between two locations, as `replay distance --json` writes it.
public struct DistanceRecord: Hashable, Sendable {
  /// The distance in metres on the sphere of mean radius.
  public let greatCircle: Double
  /// The distance in metres on WGS 84, and the azimuths at both ends.
  public let geodesic: GeodesicInverse

  public init(from first: Coordinate, to second: Coordinate) throws(GeodesyError) {
    greatCircle = try GreatCircle().distance(from: first, to: second)
    geodesic = try Ellipsoid.wgs84.inverse(from: first, to: second)
  }

  /// The azimuths at both ends from 0 to 360°, like courses.
  public var azimuths: [Double] {
    [geodesic.azimuth1, geodesic.azimuth2].map { $0 < 0 ? $0 + 360 : $0 }
  }

  /// The record as one line of JSON. The numbers have all their digits.
  public var json: String {
    var line = JSONLine()
    line.add("v", 2)
    line.add("great_circle_m", json: "\(greatCircle)")
    line.add("geodesic_m", json: "\(geodesic.distance)")
    line.add("azimuth1_deg", json: "\(azimuths[0])")
    line.add("azimuth2_deg", json: "\(azimuths[1])")
    return line.object
  }
}

extension Coordinate {
  /// Parses degrees such as `37.5665,126.9780`; returns nil for anything else.
  public init?(parsing text: some StringProtocol) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let latitude = Double(String(parts[0].filter { $0 != " " })),
      let longitude = Double(String(parts[1].filter { $0 != " " }))
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }
}

/// Reads pairs of locations in degrees, one pair per line: `lat1 lon1 lat2 lon2`.
public enum DistanceLines {
  /// Reads each pair and calls `body` with its distance, or `failure` if the line is invalid; skips
  /// empty lines, and those that begin with `#`.
  public static func read(
    _ source: ByteSource, failure: (FileError) -> Void, _ body: (DistanceRecord) -> Void
  ) throws(FileError) {
    var rest: [UInt8] = []
    var number = 0
    var block = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = try source.read(into: &block)
      if count == 0 { break }
      var searched = rest.count
      var start = 0
      rest += block[..<count]
      while let end = rest[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        number += 1
        try checkLength(end - start, source.name, number)
        readLine(rest[start..<end], source.name, number, failure, body)
        start = end + 1
        searched = start
      }
      rest.removeSubrange(..<start)
      try checkLength(rest.count, source.name, number + 1)
    }
    if !rest.isEmpty { readLine(rest[...], source.name, number + 1, failure, body) }
  }

  private static let maximumLineLength = 1 << 16

  private static func checkLength(_ length: Int, _ file: String, _ line: Int) throws(FileError) {
    guard length > maximumLineLength else { return }
    throw error(file, line, 1, "a line of at most \(maximumLineLength) bytes", "a longer line")
  }

  private static func readLine(
    _ line: ArraySlice<UInt8>, _ file: String, _ number: Int,
    _ failure: (FileError) -> Void, _ body: (DistanceRecord) -> Void
  ) {
    func fail(_ expected: String, _ found: String, column: Int = 1) {
      failure(error(file, number, column, expected, found))
    }
    let words = line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d || $0 == UInt8(ascii: ",") }
    if words.isEmpty || words[0].first == UInt8(ascii: "#") { return }
    var numbers: [Double] = []
    for word in words.prefix(4) {
      guard let value = Double(String(decoding: word, as: UTF8.self)), value.isFinite else {
        let column = word.startIndex - line.startIndex + 1
        return fail("a number", FileError.excerpt(word), column: column)
      }
      numbers.append(value)
    }
    guard words.count == 4 else {
      return fail("four numbers: lat1 lon1 lat2 lon2", "\(words.count)")
    }
    let start = Coordinate(latitude: numbers[0], longitude: numbers[1])
    let end = Coordinate(latitude: numbers[2], longitude: numbers[3])
    guard let record = try? DistanceRecord(from: start, to: end) else {
      return fail(
        "a latitude of -90 to 90 and a longitude of -180 to 180 degrees", FileError.excerpt(line))
    }
    body(record)
  }

  private static func error(
    _ file: String, _ line: Int, _ column: Int, _ expected: String, _ found: String
  ) -> FileError {
    FileError(file: file, position: .line(line, column: column), expected: expected, found: found)
  }
}
