public import Files
public import Sensors
import Timeline

/// Writes tracks in GeoJSON (RFC 7946): a feature for each, with a `LineString`; a single fix is a
/// `Point`.
///
/// A track across the antimeridian is cut there into a `MultiLineString`, as section 3.1.9 asks,
/// with an additional position at each end of the cut. The dates and times of the positions are in
/// `properties.coordinateProperties.times`, where converters from GPX put them, if all fixes have
/// them. Altitudes are written if all fixes of a track have one.
public final class GeoJSONWriter: LocationWriter {
  private let sink: ByteSink
  private var name: String?
  /// The valid fixes of the track.
  private var fixes: [Location] = []
  private var isFirst = true

  public init(_ sink: ByteSink) throws(FileError) {
    self.sink = sink
    try sink.append {
      $0.append("{\"type\":\"FeatureCollection\",\"features\":[" as StaticString)
    }
  }

  public func beginTrack(_ name: String) throws(FileError) {
    try endTrack()
    self.name = name
  }

  public func write(_ location: Location) throws(FileError) {
    if location.isValid { fixes.append(location) }
  }

  public func finish() throws(FileError) {
    try endTrack()
    try sink.append { $0.append("\n]}\n" as StaticString) }
    try sink.finish()
  }

  private func endTrack() throws(FileError) {
    if !fixes.isEmpty {
      try sink.append(appendFeature)
      isFirst = false
    }
    fixes = []
    name = nil
  }

  private func appendFeature(_ bytes: inout [UInt8]) {
    bytes.append(isFirst ? "\n" : ",\n" as StaticString)
    bytes.append("{\"type\":\"Feature\",\"properties\":{" as StaticString)
    let lines = lines
    if let name {
      bytes.append("\"name\":" as StaticString)
      bytes.append(json: name)
    }
    if fixes.allSatisfy({ $0.timestamp != nil && $0.isDateKnown }) {
      bytes.append(name == nil ? "" : "," as StaticString)
      bytes.append("\"coordinateProperties\":{\"times\":" as StaticString)
      append(lines, &bytes) { fix, bytes in
        let time = fix.timestamp.map { CalendarTime($0).iso8601 } ?? ""
        bytes.append("\"\(time)\"")
      }
      bytes.append(UInt8(ascii: "}"))
    }
    let type = lines.count > 1 ? "MultiLineString" : fixes.count > 1 ? "LineString" : "Point"
    bytes.append("},\"geometry\":{\"type\":\"\(type)\",\"coordinates\":")
    let hasAltitudes = fixes.allSatisfy { $0.validAltitude != nil }
    append(lines, &bytes) { fix, bytes in
      bytes.append(UInt8(ascii: "["))
      bytes.append(fixed: fix.coordinate.longitude, decimals: 9)
      bytes.append(UInt8(ascii: ","))
      bytes.append(fixed: fix.coordinate.latitude, decimals: 9)
      if hasAltitudes, let altitude = fix.validAltitude {
        bytes.append(UInt8(ascii: ","))
        bytes.append(fixed: altitude, decimals: 3)
      }
      bytes.append(UInt8(ascii: "]"))
    }
    bytes.append("}}" as StaticString)
  }

  /// Appends an element for each fix: alone, in an array, or in an array for each line.
  private func append(
    _ lines: [[Location]], _ bytes: inout [UInt8],
    _ element: (Location, inout [UInt8]) -> Void
  ) {
    if lines.count > 1 { bytes.append(UInt8(ascii: "[")) }
    for (index, line) in lines.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      if fixes.count > 1 { bytes.append(UInt8(ascii: "[")) }
      for (place, fix) in line.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        element(fix, &bytes)
      }
      if fixes.count > 1 { bytes.append(UInt8(ascii: "]")) }
    }
    if lines.count > 1 { bytes.append(UInt8(ascii: "]")) }
  }

  /// The track, cut where it crosses the antimeridian.
  private var lines: [[Location]] {
    var lines: [[Location]] = [[]]
    for fix in fixes {
      if let last = lines[lines.count - 1].last,
        abs(fix.coordinate.longitude - last.coordinate.longitude) > 180
      {
        let (end, start) = GeoJSONWriter.cut(last, fix)
        lines[lines.count - 1].append(end)
        lines.append([start])
      }
      lines[lines.count - 1].append(fix)
    }
    return lines
  }

  /// The ends of two lines at the antimeridian, on the straight line between two fixes.
  private static func cut(_ last: Location, _ next: Location) -> (end: Location, start: Location) {
    let side: Double = last.coordinate.longitude < 0 ? -180 : 180
    let before = abs(side - last.coordinate.longitude)
    let after = 180 - abs(next.coordinate.longitude)
    let share = before + after > 0 ? before / (before + after) : 0.5
    func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    var end = last
    end.coordinate = Coordinate(
      latitude: between(last.coordinate.latitude, next.coordinate.latitude), longitude: side)
    if let low = last.validAltitude, let high = next.validAltitude {
      end.altitude = between(low, high)
    }
    if let first = last.timestamp, let second = next.timestamp {
      end.timestamp = first.advanced(bySeconds: second.seconds(since: first) * share)
    }
    var start = end
    start.coordinate.longitude = -side
    return (end, start)
  }
}
