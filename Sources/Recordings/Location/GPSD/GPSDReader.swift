public import Sensors
import Timeline

/// Reads the positions (class TPV) of gpsd's JSON; other classes and other lines, such as the
/// sentences that gpsd echoes, are passed over.
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

  public var remarks: [LocationRemark] {
    [LocationRemark("reports without a fix", withoutFix)].compactMap { $0 }
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
    // A line without its end is one that is still being written.
    if node.isCut {
      if lines.isCutOff(cursor) { return nil }
      throw RecordingError(
        file: lines.file, position: .line(cursor.line, column: cursor.rest.count + 1),
        expected: "a closing brace", found: "the end of the line")
    }
    return GPSDReader.location(node) ?? none()
  }

  private func none() -> Location? {
    withoutFix += 1
    return nil
  }

  /// gpsd's errors are those that 95 % stay below, ours 68 %: √(ln 0.05 / ln 0.32) on a plane, and
  /// 1.96 standard deviations on a line.
  private static let planeShare = 1.6213
  private static let lineShare = 1.96

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
      location.verticalAccuracy = number("epv").map { $0 / lineShare }
    }
    location.speed = number("speed")
    location.course = number("track")
    location.speedAccuracy = number("eps").map { $0 / lineShare }
    location.courseAccuracy = number("epd").map { $0 / lineShare }
    if let error = number("eph") {
      location.horizontalAccuracy = error / planeShare
    } else if let east = number("epx"), let north = number("epy") {
      location.horizontalAccuracy = (east * east + north * north).squareRoot() / lineShare
    }
    switch node["time"]?.value {
    case .string(let time)?: location.timestamp = CalendarTime.timestamp(iso8601: time.utf8)
    // Before version 3.0 gpsd wrote seconds from 1970.
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
