/// Writes NMEA 0183: RMC and GGA for each fix, with status V and quality 0 if it is invalid, and
/// GST if its accuracy is known. Minutes have seven decimals, as in high-precision receivers.
public final class NMEAWriter: LocationWriter {
  private let sink: ByteSink

  /// The years whose two digits readers complete; dates in others are left out.
  public static let years = 1980...2079

  public init(_ sink: ByteSink) { self.sink = sink }

  public func finish() throws(FileError) { try sink.finish() }

  public func write(_ location: Location) throws(FileError) {
    let isValid = location.isValid
    let time = location.timestamp.map(CalendarTime.init)
    try sentence { line in
      line.append("GPRMC," as StaticString)
      NMEAWriter.append(time, &line)
      line.append(isValid ? ",A," : ",V," as StaticString)
      NMEAWriter.append(location.coordinate, isValid, &line)
      NMEAWriter.append(location.validSpeed.map { $0 / ReceiverLogReader.knot }, 4, &line)
      NMEAWriter.append(location.validCourse, 3, &line)
      line.append(UInt8(ascii: ","))
      if let time, location.isDateKnown, NMEAWriter.years.contains(time.year) {
        line.append(decimal: time.day, digits: 2)
        line.append(decimal: time.month, digits: 2)
        line.append(decimal: time.year % 100, digits: 2)
      }
      line.append(",,," as StaticString)
      line.append(isValid ? location.source.nmeaMode : UInt8(ascii: "N"))
    }
    try sentence { line in
      line.append("GPGGA," as StaticString)
      NMEAWriter.append(time, &line)
      line.append(UInt8(ascii: ","))
      NMEAWriter.append(location.coordinate, isValid, &line)
      line.append(",\(isValid ? location.source.nmeaQuality : 0)")
      NMEAWriter.appendSatellites(of: location, &line)
      // Without a time there is no GST for the accuracy.
      let accuracy = time == nil ? location.horizontalAccuracy : nil
      let dilution = location.horizontalDilution ?? accuracy.map { $0 / NMEAEpoch.rangeError }
      NMEAWriter.append(dilution, 2, &line)
      NMEAWriter.append(location.validAltitude, 3, &line)
      line.append(",M,,M,," as StaticString)
    }
    guard isValid, time != nil, let accuracy = location.horizontalAccuracy else { return }
    try sentence { line in
      line.append("GPGST," as StaticString)
      NMEAWriter.append(time, &line)
      line.append(",,,," as StaticString)
      // Both axes have the same error; the reader adds up their squares.
      NMEAWriter.append(accuracy / 2.0.squareRoot(), 3, &line)
      NMEAWriter.append(accuracy / 2.0.squareRoot(), 3, &line)
      NMEAWriter.append(location.verticalAccuracy.flatMap { $0 >= 0 ? $0 : nil }, 3, &line)
    }
  }

  /// Writes a sentence with its checksum.
  private func sentence(_ body: (inout [UInt8]) -> Void) throws(FileError) {
    try sink.append { bytes in
      bytes.append(UInt8(ascii: "$"))
      let start = bytes.count
      body(&bytes)
      let sum = bytes[start...].reduce(0, ^)
      bytes.append(UInt8(ascii: "*"))
      for digit in [sum >> 4, sum & 15] {
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
      }
      bytes.append("\r\n" as StaticString)
    }
  }

  /// Appends a comma and the satellites, enough for a fix, without which gpsd ignores it.
  private static func appendSatellites(of location: Location, _ line: inout [UInt8]) {
    line.append(UInt8(ascii: ","))
    let fewest = location.validAltitude == nil ? 3 : 4
    if location.isValid {
      line.append(decimal: max(fewest, min(99, location.satellites ?? fewest)), digits: 2)
    }
  }

  private static func append(_ time: CalendarTime?, _ line: inout [UInt8]) {
    guard let time else { return }
    line.append(decimal: time.hour, digits: 2)
    line.append(decimal: time.minute, digits: 2)
    line.append(decimal: time.second, digits: 2)
    line.append(UInt8(ascii: "."))
    line.append(decimal: time.microsecond / 1000, digits: 3)
  }

  /// Appends a comma and a number.
  private static func append(_ number: Double?, _ decimals: Int, _ line: inout [UInt8]) {
    line.append(UInt8(ascii: ","))
    if let number { line.append(fixed: number, decimals: decimals) }
  }

  private static func append(_ coordinate: Coordinate, _ isValid: Bool, _ line: inout [UInt8]) {
    guard isValid else { return line.append(",,," as StaticString) }
    append(coordinate.latitude, digits: 2, &line)
    line.append(coordinate.latitude < 0 ? ",S," : ",N," as StaticString)
    append(coordinate.longitude, digits: 3, &line)
    line.append(coordinate.longitude < 0 ? ",W" : ",E" as StaticString)
  }

  /// Appends degrees and minutes. The whole angle is rounded first: minutes may round up to 60.
  private static func append(_ angle: Double, digits: Int, _ line: inout [UInt8]) {
    let scale: UInt64 = 10_000_000
    let total = UInt64((abs(angle) * 60 * Double(scale)).rounded())
    line.append(decimal: total / (60 * scale), digits: digits)
    line.append(decimal: total / scale % 60, digits: 2)
    line.append(UInt8(ascii: "."))
    line.append(decimal: total % scale, digits: 7)
  }
}
