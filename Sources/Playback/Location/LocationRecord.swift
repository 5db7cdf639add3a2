import Recordings
public import Sensors

/// A fix and what became of it, as it is written to a line of JSON.
public struct LocationRecord: Hashable, Sendable {
  /// The recording, as its path was given.
  public var file: String
  public var decision: LocationDecision

  public var location: Location { decision.location }

  /// The time by the calendar, where the date is known.
  public var time: String? {
    guard location.isDateKnown else { return nil }
    return location.timestamp.map { CalendarTime($0).iso8601 }
  }

  /// Appends the record as one line of JSON, without the newline.
  public func appendJSON(to bytes: inout [UInt8]) {
    JSONLine.append(to: &bytes, add)
  }

  /// The record as one line of JSON, without the newline.
  public var json: String {
    var bytes: [UInt8] = []
    appendJSON(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func add(to line: inout JSONLine) {
    line.add("file", file)
    line.add("time", time)
    line.add("latitude", json: LocationRecord.text(location.coordinate.latitude, decimals: 9))
    line.add("longitude", json: LocationRecord.text(location.coordinate.longitude, decimals: 9))
    line.add("altitude", location.validAltitude, decimals: 3)
    line.add("speed", location.validSpeed, decimals: 4)
    line.add("course", location.validCourse, decimals: 4)
    line.add("horizontalAccuracy", location.horizontalAccuracy, decimals: 3)
    line.add("verticalAccuracy", location.verticalAccuracy, decimals: 3)
    line.add("delivered", decision.isDelivered)
    line.add("dropped", decision.dropped?.rawValue)
    line.add("distance", decision.distance, decimals: 4)
    line.add("total", decision.total, decimals: 4)
  }

  /// A number with exactly so many decimals; null for what is none, as JSON has it.
  public static func text(_ number: Double, decimals: Int) -> String {
    guard number.isFinite else { return "null" }
    var bytes: [UInt8] = []
    bytes.append(fixed: number, decimals: decimals)
    return String(decoding: bytes, as: UTF8.self)
  }
}
