/// A fix and the filters' decision on it, as `replay locate --json` writes it.
public struct LocationRecord: Hashable, JSONObject {
  /// The recording's path as given.
  public var file: String
  /// The recorded fix; the decision's may be smoothed.
  public var recorded: Location
  public var decision: LocationDecision
  /// Whether a time without a date counts from the recording's start, and not from midnight.
  public var isElapsed = false
  /// Whether the fix begins a further segment or track of the recording.
  public var isAfterGap = false

  public var location: Location { decision.location }

  /// The time in ISO 8601, UTC; nil if the date is unknown.
  public var time: String? {
    guard location.isDateKnown else { return nil }
    return location.timestamp.map { CalendarTime($0).iso8601 }
  }

  /// The seconds from the recording's start; nil for a fix with another time.
  public var elapsed: Double? { isElapsed ? location.timestamp?.seconds : nil }

  /// The time of day such as `12:00:03.250` for a fix whose date is unknown; nil for others.
  public var timeOfDay: String? {
    guard !location.isDateKnown, !isElapsed, let time = location.timestamp else { return nil }
    let text = CalendarTime(time).iso8601
    return text.firstIndex(of: "T").map { String(text[$0...].dropFirst().dropLast()) }
  }

  /// The dimensions and the source of the fix, as receivers display them: `3D DGPS`, or `DGPS`
  /// without an altitude, and `fix` if both are unknown.
  public var fixMode: String {
    let dimensions = location.validAltitude == nil ? nil : "3D"
    let kind: String? =
      switch location.source {
      case .unknown, .satellites: nil
      case .differential: "DGPS"
      case .precise: "PPP"
      case .kinematicFixed: "RTK"
      case .kinematicFloat: "float"
      case .estimated: "DR"
      case .simulated: "sim"
      case .manual, .network: location.source.rawValue
      }
    let parts = [dimensions, kind].compactMap(\.self)
    return parts.isEmpty ? "fix" : parts.joined(separator: " ")
  }

  public func add(to line: inout JSONLine) {
    line.add("v", 2)
    line.add("file", file)
    line.add("time_utc", time)
    line.add("time_of_day", timeOfDay)
    line.add("time_s", elapsed, decimals: 6)
    if location.coordinate.latitude.isFinite, location.coordinate.longitude.isFinite {
      line.add("latitude", json: LocationRecord.text(location.coordinate.latitude, decimals: 9))
      line.add("longitude", json: LocationRecord.text(location.coordinate.longitude, decimals: 9))
    }
    line.add("altitude_m", location.validAltitude, decimals: 3)
    line.add("speed_m_s", location.validSpeed, decimals: 4)
    line.add("course_deg", location.validCourse, decimals: 4)
    line.add("horizontal_accuracy_m", location.horizontalAccuracy, decimals: 3)
    line.add("vertical_accuracy_m", location.verticalAccuracy, decimals: 3)
    line.add("satellites", location.satellites)
    line.add("hdop", location.horizontalDilution, decimals: 2)
    line.add("mode", location.source == .unknown ? nil : location.source.rawValue)
    line.add("delivered", decision.isDelivered)
    line.add("dropped", decision.dropped?.rawValue)
    line.add("distance_m", decision.distance, decimals: 4)
    line.add("total_m", decision.total, decimals: 4)
  }

  /// A finite number with exactly the given number of decimals, up to 9; `?` otherwise.
  public static func text(_ number: Double, decimals: Int) -> String {
    number.isFinite ? String(appending: { $0.append(fixed: number, decimals: decimals) }) : "?"
  }
}
