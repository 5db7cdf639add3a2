import Sensors
import Timeline

/// A point of a GPX file while it is being read.
struct GPXPoint {
  enum Kind: String {
    case track = "trkpt"
    case route = "rtept"
    case way = "wpt"
  }

  let kind: Kind
  var location: Location

  /// The name of an element without its prefix.
  static func local(_ name: String) -> String {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
    return String(name[name.utf8.index(after: colon)...])
  }

  /// A finite number with spaces around it; nil for what is none.
  static func number(_ text: some BidirectionalCollection<UInt8>) -> Double? {
    let isSpace = { (byte: UInt8) in byte <= 0x20 }
    var trimmed = text.drop(while: isSpace)
    while let last = trimmed.last, isSpace(last) { trimmed = trimmed.dropLast() }
    // Swift reads hexadecimal numbers, too; XML Schema knows none.
    guard !trimmed.contains(where: { $0 | 0x20 == UInt8(ascii: "x") }),
      let value = Double(String(decoding: trimmed, as: UTF8.self)), value.isFinite
    else { return nil }
    return value
  }

  /// A rule of thumb for what a dilution of 1 means in metres, as for NMEA.
  private static let rangeError = 5.0

  /// Takes an element within the point, whichever extension it is of; false for a time that is none.
  ///
  /// - Parameter isOwn: whether it is a child of the point itself. An extension may have a time and a
  ///   height of something else.
  mutating func take(_ name: String, _ text: [UInt8], isOwn: Bool) -> Bool {
    if !isOwn, name == "time" || name == "ele" { return true }
    if name == "time" {
      location.timestamp = CalendarTime.timestamp(iso8601: text)
      return location.timestamp != nil || text.isEmpty
    }
    guard let value = GPXPoint.number(text) else { return true }
    switch name {
    case "ele": location.altitude = value
    case "speed": location.speed = value
    case "course": location.course = value
    case "hdop":
      if location.horizontalAccuracy == nil {
        location.horizontalAccuracy = value * GPXPoint.rangeError
      }
    case "vdop":
      if location.verticalAccuracy == nil {
        location.verticalAccuracy = value * GPXPoint.rangeError
      }
    case "hacc", "hAcc", "accuracy", "horizontalAccuracy": location.horizontalAccuracy = value
    case "vacc", "vAcc", "verticalAccuracy": location.verticalAccuracy = value
    case "sacc", "speedAccuracy": location.speedAccuracy = value
    default: break
    }
    return true
  }
}
