public import Sensors

/// Writes a track in GPX 1.1. Speed, course and accuracies, for which GPX has no elements, are
/// written as extensions that ``GPXReader`` reads.
public final class GPXWriter: LocationWriter {
  public let format = LocationFormat.gpx
  private let sink: ByteSink

  public init(_ sink: ByteSink) throws(RecordingError) {
    self.sink = sink
    try sink.append { bytes in
      bytes.append(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Touchstone" xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:t="urn:touchstone:location">
        <trk>
        <trkseg>

        """ as StaticString)
    }
  }

  public func write(_ location: Location) throws(RecordingError) {
    try sink.append { bytes in
      bytes.append("<trkpt lat=\"" as StaticString)
      bytes.append(fixed: location.coordinate.latitude, decimals: 9)
      bytes.append("\" lon=\"" as StaticString)
      bytes.append(fixed: location.coordinate.longitude, decimals: 9)
      bytes.append("\">" as StaticString)
      GPXWriter.append("ele", location.altitude, 3, &bytes)
      if let time = location.timestamp, location.isDateKnown {
        bytes.append("<time>\(CalendarTime(time).iso8601)</time>")
      }
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

  public func finish() throws(RecordingError) {
    try sink.append { bytes in
      bytes.append("</trkseg>\n</trk>\n</gpx>\n" as StaticString)
    }
    try sink.finish()
  }
}
