/// Writes gpsd's JSON: one object of class TPV per line.
public final class GPSDWriter: LocationWriter {
  private let sink: ByteSink

  public init(_ sink: ByteSink) { self.sink = sink }

  public func write(_ location: Location) throws(FileError) {
    let altitude = location.validAltitude
    let isValid = location.isValid
    try sink.append { bytes in
      bytes.append("{\"class\":\"TPV\",\"mode\":" as StaticString)
      bytes.append(UInt8(ascii: isValid ? altitude == nil ? "2" : "3" : "1"))
      if let time = location.timestamp, location.isDateKnown {
        bytes.append(",\"time\":\"\(CalendarTime(time).iso8601)\"")
      }
      if isValid, let status = location.source.gpsdStatus { bytes.append(",\"status\":\(status)") }
      let vertical = altitude == nil ? nil : location.verticalAccuracy
      let members: [(name: String, value: Double?, decimals: Int)] = [
        ("lat", location.coordinate.latitude, 9), ("lon", location.coordinate.longitude, 9),
        ("altMSL", altitude, 4), ("track", location.validCourse, 4),
        ("speed", location.validSpeed, 3),
        ("eph", location.horizontalAccuracy.map { $0 * GPSDAccuracy.planeFactor }, 4),
        ("epv", vertical.map { $0 * GPSDAccuracy.lineFactor }, 4),
        ("eps", location.speedAccuracy.map { $0 * GPSDAccuracy.lineFactor }, 4),
        ("epd", location.courseAccuracy.map { $0 * GPSDAccuracy.lineFactor }, 4),
      ]
      for case (let name, let value?, let decimals) in members where isValid {
        bytes.append(",\"\(name)\":")
        bytes.append(fixed: value, decimals: decimals)
      }
      bytes.append("}\n" as StaticString)
    }
  }

  public func finish() throws(FileError) { try sink.finish() }
}
