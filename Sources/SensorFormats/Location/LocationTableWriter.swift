/// Writes a table for ``LocationTableReader``, with times in UTC, or in seconds without a date, as
/// the first fix with a time has.
public final class LocationTableWriter: LocationWriter {
  private let sink: ByteSink
  /// Whether times have dates; nil before the first fix with a time.
  public private(set) var hasDates: Bool?
  /// The fixes before that one.
  private var held: [Location] = []
  /// The most fixes that are held: the first minutes of a receiver. A table with more has dates.
  private static let maximumHeld = 1000
  /// Whether times without a date count from midnight, not from the start of the recording.
  public var hasTimesOfDay = false

  public init(_ sink: ByteSink) { self.sink = sink }

  private static let columns = """
    latitude_deg,longitude_deg,altitude_m,speed_m_s,course_deg,horizontal_accuracy_m,\
    vertical_accuracy_m,satellites,hdop,mode
    """

  private func begin(hasDates: Bool) throws(FileError) {
    guard self.hasDates == nil else { return }
    self.hasDates = hasDates
    let time = hasDates ? "time_utc" : hasTimesOfDay ? "time_of_day_s" : "time_s"
    try sink.append { $0.append("\(time),\(LocationTableWriter.columns)\n") }
    for location in held { try append(location) }
    held = []
  }

  public func write(_ location: Location) throws(FileError) {
    guard location.isValid else { return }
    if hasDates == nil, location.timestamp == nil, held.count < LocationTableWriter.maximumHeld {
      return held.append(location)
    }
    try begin(hasDates: location.timestamp == nil || location.isDateKnown)
    try append(location)
  }

  private func append(_ location: Location) throws(FileError) {
    let hasDates = hasDates ?? true
    try sink.append { bytes in
      if let time = location.timestamp, location.isDateKnown == hasDates {
        bytes.append(hasDates ? CalendarTime(time).iso8601 : "\(time.seconds)")
      }
      let numbers: [(Double?, Int)] = [
        (location.coordinate.latitude, 9), (location.coordinate.longitude, 9),
        (location.validAltitude, 3), (location.validSpeed, 4), (location.validCourse, 4),
        (location.horizontalAccuracy, 3),
        (location.validAltitude == nil ? nil : location.verticalAccuracy, 3),
        (location.satellites.map(Double.init), 0), (location.horizontalDilution, 2),
      ]
      for (number, decimals) in numbers {
        bytes.append(UInt8(ascii: ","))
        if let number { bytes.append(fixed: number, decimals: decimals) }
      }
      bytes.append(UInt8(ascii: ","))
      if location.source != .unknown { bytes.append(location.source.rawValue) }
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  public func finish() throws(FileError) {
    try begin(hasDates: true)
    try sink.finish()
  }
}
