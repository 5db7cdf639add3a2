public import Files
public import Sensors

/// Writes tracks in KML 2.2: a placemark for each, with Google's extension `gx:Track`, which has a
/// time for each position; or, if a fix has no date and time, with a `LineString`.
///
/// KML has no speeds and no accuracies of fixes. Altitudes are written if all fixes of a track have
/// one.
public final class KMLWriter: LocationWriter {
  private let sink: ByteSink
  private var name: String?
  /// The valid fixes of the track.
  private var fixes: [Location] = []

  public init(_ sink: ByteSink) throws(FileError) {
    self.sink = sink
    try sink.append { bytes in
      bytes.append(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
        <Document>

        """ as StaticString)
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
    try sink.append { $0.append("</Document>\n</kml>\n" as StaticString) }
    try sink.finish()
  }

  private func endTrack() throws(FileError) {
    if !fixes.isEmpty { try sink.append(appendPlacemark) }
    fixes = []
    name = nil
  }

  private func appendPlacemark(_ bytes: inout [UInt8]) {
    bytes.append("<Placemark>\n" as StaticString)
    if let name {
      bytes.append("<name>" as StaticString)
      bytes.append(xml: name)
      bytes.append("</name>\n" as StaticString)
    }
    let hasTimes = fixes.allSatisfy { $0.timestamp != nil && $0.isDateKnown }
    // The default, on the ground, ignores altitudes.
    let hasAltitudes = fixes.allSatisfy { $0.validAltitude != nil }
    let mode = hasAltitudes ? "<altitudeMode>absolute</altitudeMode>\n" : ""
    if hasTimes {
      bytes.append("<gx:Track>\n\(mode)")
      for fix in fixes {
        guard let time = fix.timestamp else { continue }
        bytes.append("<when>\(CalendarTime(time).iso8601)</when>\n")
      }
      for fix in fixes {
        bytes.append("<gx:coord>" as StaticString)
        KMLWriter.append(fix, " ", hasAltitudes, &bytes)
        bytes.append("</gx:coord>\n" as StaticString)
      }
      bytes.append("</gx:Track>\n" as StaticString)
    } else {
      bytes.append("<LineString>\n\(mode)<coordinates>\n")
      for fix in fixes {
        KMLWriter.append(fix, ",", hasAltitudes, &bytes)
        bytes.append(UInt8(ascii: "\n"))
      }
      bytes.append("</coordinates>\n</LineString>\n" as StaticString)
    }
    bytes.append("</Placemark>\n" as StaticString)
  }

  /// Appends longitude, latitude and, if all fixes have one, altitude.
  private static func append(
    _ fix: Location, _ separator: Unicode.Scalar, _ hasAltitude: Bool, _ bytes: inout [UInt8]
  ) {
    bytes.append(fixed: fix.coordinate.longitude, decimals: 9)
    bytes.append(UInt8(ascii: separator))
    bytes.append(fixed: fix.coordinate.latitude, decimals: 9)
    guard hasAltitude, let altitude = fix.validAltitude else { return }
    bytes.append(UInt8(ascii: separator))
    bytes.append(fixed: altitude, decimals: 3)
  }
}
