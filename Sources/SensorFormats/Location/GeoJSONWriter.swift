/// GeoJSON (RFC 7946): a feature for each track, with a `LineString`; a single fix is a `Point`. A
/// track across the antimeridian is cut there into a `MultiLineString` (section 3.1.9). The times
/// are in `properties.coordinateProperties.times`, where converters from GPX put them.
enum GeoJSON {
  static let start: StaticString = "{\"type\":\"FeatureCollection\",\"features\":["
  static let end: StaticString = "\n]}\n"

  static func append(_ track: WholeTrack, to bytes: inout [UInt8]) {
    let lines = lines(of: track.fixes)
    let isPoint = track.fixes.count == 1
    var properties = JSONLine()
    properties.add("name", track.name)
    if track.hasTimes {
      let times = array(lines, isPoint: isPoint) { fix in
        "\"\(fix.timestamp.map { CalendarTime($0).iso8601 } ?? "")\""
      }
      properties.add("coordinateProperties", json: "{\"times\":\(times)}")
    }
    var geometry = JSONLine()
    geometry.add("type", lines.count > 1 ? "MultiLineString" : isPoint ? "Point" : "LineString")
    let positions = array(lines, isPoint: isPoint) { fix in
      "[\(String(appending: { track.appendPosition(of: fix, separator: ",", to: &$0) }))]"
    }
    geometry.add("coordinates", json: positions)
    bytes.append(track.isFirst ? "\n" : ",\n" as StaticString)
    JSONLine.append(to: &bytes) { feature in
      feature.add("type", "Feature")
      feature.add("properties", json: properties.object)
      feature.add("geometry", json: geometry.object)
    }
  }

  /// An element for each fix: alone, in an array, or in an array for each line.
  private static func array(
    _ lines: [[Location]], isPoint: Bool, _ element: (Location) -> String
  ) -> String {
    let arrays = lines.map { line in
      let elements = line.map(element).joined(separator: ",")
      return isPoint ? elements : "[\(elements)]"
    }
    let all = arrays.joined(separator: ",")
    return arrays.count > 1 ? "[\(all)]" : all
  }

  /// The track, cut where it crosses the antimeridian.
  private static func lines(of fixes: [Location]) -> [[Location]] {
    var lines: [[Location]] = [[]]
    for fix in fixes {
      if let last = lines[lines.count - 1].last,
        abs(fix.coordinate.longitude - last.coordinate.longitude) > 180
      {
        let (end, start) = cut(last, fix)
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
