import Foundation
import Sensors
import Timeline

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Makes points of the elements of a GPX file.
final class GPXHandler: NSObject, XMLParserDelegate {
  /// Takes a point; false breaks the parsing off.
  var deliver: (Location) -> Bool = { _ in false }
  private(set) var failure: (line: Int, column: Int, expected: String, found: String)?
  private(set) var badTimes = 0
  private(set) var passedOver = 0
  private(set) var isGPX = false

  private var point: Location?
  private var kind = Kind.track
  private var text = ""
  private var collectsText = false
  private var depth = 0
  private var hasTrack = false
  private var isXcode = false
  private var routePoints: [Location] = []
  private var wayPoints: [Location] = []

  private enum Kind {
    case track
    case route
    case way
  }

  /// The name without its prefix.
  private static func local(_ name: String) -> Substring {
    name.utf8.lastIndex(of: UInt8(ascii: ":")).map { name[name.utf8.index(after: $0)...] }
      ?? name[...]
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    depth += 1
    if depth == 1 {
      isGPX = GPXHandler.local(name) == "gpx"
      isXcode = attributes["creator"]?.hasPrefix("Xcode") ?? false
      if !isGPX { fail(parser, "a gpx element", RecordingError.excerpt(name.utf8)) }
      return
    }
    switch name {
    case "trkpt": begin(.track, attributes, parser)
    case "rtept": begin(.route, attributes, parser)
    case "wpt": begin(.way, attributes, parser)
    default:
      collectsText = point != nil
      if collectsText { text.removeAll(keepingCapacity: true) }
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    // Nothing that is read is longer; a hostile text does not pile up.
    if collectsText, text.utf8.count < 256 { text += string }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    depth -= 1
    guard point != nil else { return }
    switch name {
    case "trkpt", "rtept", "wpt": end(parser)
    default: if collectsText { take(GPXHandler.local(name)) }
    }
    collectsText = false
  }

  /// Hands on what stands for a track if there was none.
  func finish() {
    guard failure == nil, !hasTrack else { return }
    if !routePoints.isEmpty {
      passedOver += wayPoints.count
      for point in routePoints where !deliver(point) { return }
    } else if isXcode, let moving = WayPointMotion(wayPoints) {
      moving.forEach(deliver)
    } else {
      for point in wayPoints where !deliver(point) { return }
    }
  }
}

// MARK: - Points

extension GPXHandler {
  private func fail(_ parser: XMLParser, _ expected: String, _ found: String) {
    if failure == nil {
      failure = (max(1, parser.lineNumber), max(1, parser.columnNumber), expected, found)
    }
    parser.abortParsing()
  }

  private func begin(_ kind: Kind, _ attributes: [String: String], _ parser: XMLParser) {
    self.kind = kind
    guard let latitude = angle("lat", attributes, 90, parser),
      let longitude = angle("lon", attributes, 180, parser)
    else { return }
    point = Location(coordinate: Coordinate(latitude: latitude, longitude: longitude))
    collectsText = false
  }

  private func angle(
    _ name: String, _ attributes: [String: String], _ most: Double, _ parser: XMLParser
  ) -> Double? {
    let text = attributes[name]?.trimmingCharacters(in: .whitespacesAndNewlines)
    if let text, let value = Double(text), abs(value) <= most { return value }
    fail(
      parser, "\(name)=\"…\" from \(-Int(most)) to \(Int(most)) degrees",
      text.map { RecordingError.excerpt($0.utf8) } ?? "none")
    return nil
  }

  private func end(_ parser: XMLParser) {
    guard let finished = point else { return }
    point = nil
    switch kind {
    case .track:
      if !hasTrack {
        passedOver += wayPoints.count + routePoints.count
        wayPoints = []
        routePoints = []
        hasTrack = true
      }
      if !deliver(finished) { parser.abortParsing() }
    case .route: if hasTrack { passedOver += 1 } else { routePoints.append(finished) }
    case .way: if hasTrack { passedOver += 1 } else { wayPoints.append(finished) }
    }
  }

  /// A rule of thumb for what a dilution of 1 means in metres, as for NMEA.
  private static let rangeError = 5.0

  /// Takes a child of a point, whichever extension it is of.
  private func take(_ name: Substring) {
    if name == "time" {
      point?.timestamp = CalendarTime.timestamp(iso8601: text.utf8)
      if point?.timestamp == nil, !text.isEmpty { badTimes += 1 }
      return
    }
    guard GPXHandler.numbers.contains(name),
      let value = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)), value.isFinite
    else { return }
    switch name {
    case "ele": point?.altitude = value
    case "speed": point?.speed = value
    case "course": point?.course = value
    case "hdop":
      if point?.horizontalAccuracy == nil {
        point?.horizontalAccuracy = value * GPXHandler.rangeError
      }
    case "vdop":
      if point?.verticalAccuracy == nil { point?.verticalAccuracy = value * GPXHandler.rangeError }
    case "vacc", "vAcc", "verticalAccuracy": point?.verticalAccuracy = value
    case "sacc", "speedAccuracy": point?.speedAccuracy = value
    default: point?.horizontalAccuracy = value
    }
  }

  private static let numbers: Set<Substring> = [
    "ele", "speed", "course", "hdop", "vdop", "hacc", "hAcc", "accuracy", "horizontalAccuracy",
    "vacc", "vAcc", "verticalAccuracy", "sacc", "speedAccuracy",
  ]
}
