public import Sensors
import Timeline

/// Reads the positions (class TPV) of gpsd's JSON. Other classes and other lines, such as sentences
/// that gpsd echoes, are skipped.
public final class GPSDReader: LocationReader {
  public let format = LocationFormat.gpsd
  private let lines: LineBuffer
  private var withoutFix = 0

  public init(_ source: ByteSource) { lines = LineBuffer(source) }

  public func readAll(
    _ body: (Location) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    while try lines.fill() {
      var cursor = lines.cursor
      while !cursor.isAtEnd {
        if let location = try location(cursor) { try body(location) }
        cursor.nextLine()
      }
      lines.consume(to: cursor)
    }
  }

  public var notes: [LocationNote] {
    [LocationNote("reports without a fix", withoutFix)].compactMap { $0 }
  }

  private func location(_ cursor: TextCursor) throws(RecordingError) -> Location? {
    guard cursor.byte == UInt8(ascii: "{") else { return nil }
    let node: JSONNode?
    do throws(JSONError) {
      node = try JSONParser.parse(Array(cursor.rest))
    } catch {
      throw RecordingError(
        file: lines.file, position: .line(cursor.line, column: error.offset + 1),
        expected: error.expected.description,
        found: RecordingError.excerpt(cursor.rest.dropFirst(error.offset)))
    }
    guard let node, case .string("TPV")? = node["class"]?.value else { return nil }
    // An incomplete last line may still be being written.
    if node.isCut {
      if lines.isCutOff(cursor) { return nil }
      throw RecordingError(
        file: lines.file, position: .line(cursor.line, column: cursor.rest.count + 1),
        expected: "a closing brace", found: "the end of the line")
    }
    if let location = GPSDReader.location(node) { return location }
    withoutFix += 1
    return nil
  }

  private static func location(_ node: JSONNode) -> Location? {
    func number(_ name: String) -> Double? {
      guard case .number(let value)? = node[name]?.value else { return nil }
      return value
    }
    guard let mode = number("mode"), mode >= 2, let latitude = number("lat"),
      let longitude = number("lon")
    else { return nil }
    var location = Location(coordinate: Coordinate(latitude: latitude, longitude: longitude))
    if mode >= 3 {
      location.altitude = number("altMSL") ?? number("alt") ?? number("altHAE")
      location.verticalAccuracy = number("epv").map { $0 / GPSDAccuracy.lineFactor }
    }
    location.speed = number("speed")
    location.course = number("track")
    location.speedAccuracy = number("eps").map { $0 / GPSDAccuracy.lineFactor }
    location.courseAccuracy = number("epd").map { $0 / GPSDAccuracy.lineFactor }
    if let error = number("eph") {
      location.horizontalAccuracy = error / GPSDAccuracy.planeFactor
    } else if let east = number("epx"), let north = number("epy") {
      location.horizontalAccuracy =
        (east * east + north * north).squareRoot() / GPSDAccuracy.lineFactor
    }
    switch node["time"]?.value {
    case .string(let time)?: location.timestamp = CalendarTime.timestamp(iso8601: time.utf8)
    // Before version 3.0, gpsd wrote seconds since 1970.
    case .number(let seconds)?: location.timestamp = Timestamp(seconds: seconds)
    default: break
    }
    location.source = source(number("status"))
    return location
  }

  private static func source(_ status: Double?) -> LocationSource {
    switch status {
    case 2: .differential
    case 3: .kinematicFixed
    case 4: .kinematicFloat
    case 5, 6: .estimated
    case 7: .manual
    case 8: .simulated
    case 9: .precise
    default: .satellites
    }
  }
}

/// gpsd's errors are exceeded by 5 % of the fixes, the accuracies of `Location` by 32 %.
enum GPSDAccuracy {
  /// The ratio of both on a plane: √(ln 0.05 / ln 0.32).
  static let planeFactor = 1.6213
  /// The ratio of both on a line: 1.96 standard deviations.
  static let lineFactor = 1.96
}
