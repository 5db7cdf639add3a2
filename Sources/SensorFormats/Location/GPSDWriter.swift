public import Files
public import Sensors

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
      if isValid {
        GPSDWriter.append("lat", location.coordinate.latitude, 9, &bytes)
        GPSDWriter.append("lon", location.coordinate.longitude, 9, &bytes)
        GPSDWriter.append("altMSL", altitude, 4, &bytes)
        GPSDWriter.append("track", location.validCourse, 4, &bytes)
        GPSDWriter.append("speed", location.validSpeed, 3, &bytes)
        GPSDWriter.append(
          "eph", location.horizontalAccuracy.map { $0 * GPSDAccuracy.planeFactor }, 4, &bytes)
        if altitude != nil {
          GPSDWriter.append(
            "epv", location.verticalAccuracy.map { $0 * GPSDAccuracy.lineFactor }, 4, &bytes)
        }
        GPSDWriter.append(
          "eps", location.speedAccuracy.map { $0 * GPSDAccuracy.lineFactor }, 4, &bytes)
      }
      bytes.append("}\n" as StaticString)
    }
  }

  private static func append(
    _ name: String, _ value: Double?, _ decimals: Int, _ bytes: inout [UInt8]
  ) {
    guard let value else { return }
    bytes.append(",\"\(name)\":")
    bytes.append(fixed: value, decimals: decimals)
  }

  public func finish() throws(FileError) { try sink.finish() }
}
