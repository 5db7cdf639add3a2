/// Writes tracks in GPX 1.1, with extensions for speed, course and accuracies.
public final class GPXWriter: LocationWriter {
  private let sink: ByteSink
  private var hasTrack = false

  public init(_ sink: ByteSink) throws(FileError) {
    self.sink = sink
    try sink.append { bytes in
      bytes.append(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Touchstone" xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:t="urn:touchstone:location">

        """ as StaticString)
    }
  }

  public func beginTrack(_ name: String?) throws(FileError) {
    try endTrack()
    hasTrack = true
    try sink.append { bytes in
      bytes.append("<trk>\n" as StaticString)
      if let name {
        bytes.append("<name>" as StaticString)
        bytes.append(xml: name)
        bytes.append("</name>\n" as StaticString)
      }
      bytes.append("<trkseg>\n" as StaticString)
    }
  }

  public func beginSegment() throws(FileError) {
    guard hasTrack else { return }
    try sink.append { $0.append("</trkseg>\n<trkseg>\n" as StaticString) }
  }

  private func endTrack() throws(FileError) {
    guard hasTrack else { return }
    try sink.append { $0.append("</trkseg>\n</trk>\n" as StaticString) }
  }

  public func write(_ location: Location) throws(FileError) {
    guard location.isValid else { return }
    if !hasTrack { try beginTrack(nil) }
    try sink.append { bytes in
      bytes.append("<trkpt lat=\"" as StaticString)
      bytes.append(fixed: location.coordinate.latitude, decimals: 9)
      bytes.append("\" lon=\"" as StaticString)
      // The schema has longitudes below 180.
      let longitude = location.coordinate.longitude
      bytes.append(fixed: longitude < 180 - 5e-10 ? longitude : -180, decimals: 9)
      bytes.append("\">" as StaticString)
      GPXWriter.append("ele", location.altitude, 3, &bytes)
      if let time = location.timestamp, location.isDateKnown {
        bytes.append("<time>\(CalendarTime(time).iso8601)</time>")
      }
      // The elements are in the order of the schema.
      if let fix = GPXWriter.fix(location) { bytes.append("<fix>\(fix)</fix>") }
      if let satellites = location.satellites, satellites >= 0 {
        bytes.append("<sat>\(satellites)</sat>")
      }
      GPXWriter.append(
        "hdop", location.horizontalDilution.flatMap { $0 >= 0 ? $0 : nil }, 2, &bytes)
      let extensions = [
        ("t:speed", location.speed), ("t:course", location.course),
        ("t:hacc", location.horizontalAccuracy), ("t:vacc", location.verticalAccuracy),
        ("t:sacc", location.speedAccuracy),
      ]
      if extensions.contains(where: { $0.1 != nil }) {
        bytes.append("<extensions>" as StaticString)
        for (name, value) in extensions { GPXWriter.append(name, value, 3, &bytes) }
        bytes.append("</extensions>" as StaticString)
      }
      bytes.append("</trkpt>\n" as StaticString)
    }
  }

  private static func append(
    _ name: String, _ value: Double?, _ decimals: Int, _ bytes: inout [UInt8]
  ) {
    guard let value else { return }
    bytes.append("<\(name)>")
    bytes.append(fixed: value, decimals: decimals)
    bytes.append("</\(name)>")
  }

  /// The value of the fix element; GPX has no word for the other sources.
  private static func fix(_ location: Location) -> String? {
    switch location.source {
    case .satellites: location.validAltitude == nil ? "2d" : "3d"
    case .differential: "dgps"
    default: nil
    }
  }

  public func finish() throws(FileError) {
    try endTrack()
    try sink.append { $0.append("</gpx>\n" as StaticString) }
    try sink.finish()
  }
}
