/// The distance between two locations, as `replay distance --json` writes it.
public struct DistanceRecord: Hashable, JSONObject {
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

  /// Adds the members. The numbers have all their digits.
  public func add(to line: inout JSONLine) {
    line.add("v", 2)
    line.add("great_circle_m", json: "\(greatCircle)")
    line.add("geodesic_m", json: "\(geodesic.distance)")
    line.add("azimuth1_deg", json: "\(azimuths[0])")
    line.add("azimuth2_deg", json: "\(azimuths[1])")
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
    let lines = LineBuffer(source)
    while let cursor = try lines.nextLine() {
      guard cursor.rest.count <= maximumLineLength else {
        throw FileError(
          file: source.name, position: .line(cursor.line, column: 1),
          expected: "a line of at most \(maximumLineLength) bytes", found: "a longer line")
      }
      do throws(FileError) {
        if let record = try record(cursor, lines) { body(record) }
      } catch {
        failure(error)
      }
    }
  }

  private static let maximumLineLength = 1 << 16

  /// Reads a line; returns nil for an empty one or a comment.
  private static func record(
    _ cursor: TextCursor, _ lines: LineBuffer
  ) throws(FileError) -> DistanceRecord? {
    func error(_ expected: String, found: String, column: Int = 1) -> FileError {
      FileError(
        file: lines.file, position: .line(cursor.line, column: column), expected: expected,
        found: found)
    }
    let words = cursor.rest.split { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
    if words.isEmpty || words[0].first == UInt8(ascii: "#") { return nil }
    var numbers: [Double] = []
    for word in words.prefix(4) {
      guard let value = Double(String(decoding: word, as: UTF8.self)), value.isFinite else {
        throw error("a number", found: FileError.excerpt(word), column: word.startIndex + 1)
      }
      numbers.append(value)
    }
    guard words.count == 4 else {
      throw error("four numbers: lat1 lon1 lat2 lon2", found: "\(words.count)")
    }
    let start = Coordinate(latitude: numbers[0], longitude: numbers[1])
    let end = Coordinate(latitude: numbers[2], longitude: numbers[3])
    guard let record = try? DistanceRecord(from: start, to: end) else {
      throw lines.error(
        at: cursor, expected: "a latitude of -90 to 90 and a longitude of -180 to 180 degrees")
    }
    return record
  }
}
