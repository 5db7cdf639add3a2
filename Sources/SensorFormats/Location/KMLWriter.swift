/// KML 2.2: a placemark for each track, with Google's extension `gx:Track`, which has a time for
/// each position; or, if a fix has no date and time, with a `LineString`.
enum KML {
  static let start: StaticString = """
    <?xml version="1.0" encoding="UTF-8"?>
    <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
    <Document>

    """
  static let end: StaticString = "</Document>\n</kml>\n"

  static func append(_ track: WholeTrack, to bytes: inout [UInt8]) {
    bytes.append("<Placemark>\n" as StaticString)
    if let name = track.name {
      bytes.append("<name>" as StaticString)
      bytes.append(xml: name)
      bytes.append("</name>\n" as StaticString)
    }
    // The default, on the ground, ignores altitudes.
    let mode = track.hasAltitudes ? "<altitudeMode>absolute</altitudeMode>\n" : ""
    if track.hasTimes {
      bytes.append("<gx:Track>\n\(mode)")
      for fix in track.fixes {
        guard let time = fix.timestamp else { continue }
        bytes.append("<when>\(CalendarTime(time).iso8601)</when>\n")
      }
      for fix in track.fixes {
        bytes.append("<gx:coord>" as StaticString)
        track.appendPosition(of: fix, separator: " ", to: &bytes)
        bytes.append("</gx:coord>\n" as StaticString)
      }
      bytes.append("</gx:Track>\n" as StaticString)
    } else {
      bytes.append("<LineString>\n\(mode)<coordinates>\n")
      for fix in track.fixes {
        track.appendPosition(of: fix, separator: ",", to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
      }
      bytes.append("</coordinates>\n</LineString>\n" as StaticString)
    }
    bytes.append("</Placemark>\n" as StaticString)
  }
}
