/// The positions (class TPV) and their satellites (class SKY) in gpsd's JSON.
enum GPSDReport {
  struct Counts {
    /// The number of reports of class TPV.
    var count = 0
    /// The number of reports of mode 0 or 1, or without a position.
    var withoutFix = 0
    /// The number of fixes with a latitude or a longitude out of range.
    var impossible = 0
    var malformed = 0
  }

  /// The satellites in the last object of class SKY.
  struct Sky {
    private(set) var satellites: Int?
    private(set) var horizontalDilution: Double?

    mutating func update(_ node: JSONNode) {
      horizontalDilution = node["hdop"]?.number ?? horizontalDilution
      if let count = node["uSat"]?.number {
        satellites = Int(exactly: count)
      } else if let list = node["satellites"]?.elements {
        // gpsd before version 3.22 did not count the used satellites.
        satellites = list.count { $0["used"]?.bool == true }
      }
    }
  }

  /// The location that an object of class TPV reports; nil without a fix.
  static func location(_ node: JSONNode) -> Location? {
    func number(_ name: String) -> Double? { node[name]?.number }
    guard let mode = number("mode"), mode >= 2, let latitude = number("lat"),
      let longitude = number("lon")
    else { return nil }
    var location = Location(coordinate: Coordinate(latitude: latitude, longitude: longitude))
    if mode >= 3 {
      location.altitude = number("altMSL") ?? number("alt")
      location.verticalAccuracy = number("epv").map { $0 / GPSDAccuracy.lineFactor }
    }
    location.speed = number("speed")
    location.course = number("track")
    location.speedAccuracy = number("eps").map { $0 / GPSDAccuracy.lineFactor }
    location.courseAccuracy = number("epd").map { $0 / GPSDAccuracy.lineFactor }
    if let error = number("eph") {
      location.horizontalAccuracy = error / GPSDAccuracy.planeFactor
    } else if let east = number("epx"), let north = number("epy") {
      location.horizontalAccuracy =
        (east * east + north * north).squareRoot() / GPSDAccuracy.lineFactor
    }
    switch node["time"]?.value {
    case .string(let time)?: location.timestamp = CalendarTime.timestamp(iso8601: time.utf8)
    // gpsd before version 3.0 wrote seconds since 1970.
    case .number(let seconds)?: location.timestamp = Timestamp(seconds: seconds)
    default: break
    }
    location.source = source(number("status"))
    return location
  }

  private static func source(_ status: Double?) -> LocationSource {
    switch status {
    case 2: .differential
    case 3: .kinematicFixed
    case 4: .kinematicFloat
    case 5, 6: .estimated
    case 7: .manual
    case 8: .simulated
    case 9: .precise
    default: .satellites
    }
  }
}

extension LocationSource {
  /// The status in a report of class TPV; nil for sources without one, which gpsd omits, too.
  var gpsdStatus: Int? {
    switch self {
    case .differential: 2
    case .kinematicFixed: 3
    case .kinematicFloat: 4
    case .estimated: 5
    case .manual: 7
    case .simulated: 8
    case .precise: 9
    case .unknown, .satellites, .network: nil
    }
  }
}

extension ReceiverLogReader {
  /// Reads an object of class TPV or SKY; returns whether an epoch ended and has a fix.
  func readReport(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.contains(text: "\"TPV\"") || text.contains(text: "\"SKY\"") else { return false }
    let node: JSONNode?
    do throws(JSONError) {
      node = try JSONNode.parse(text)
    } catch {
      reports.malformed += 1
      return false
    }
    if let node, node["class"]?.text == "SKY" { sky.update(node) }
    guard node?["class"]?.text == "TPV" else { return false }
    reports.count += 1
    guard let node, var location = GPSDReport.location(node) else {
      reports.withoutFix += 1
      return false
    }
    guard let coordinate = location.coordinate.withinRange else {
      reports.impossible += 1
      return false
    }
    location.coordinate = coordinate
    location.satellites = sky.satellites
    location.horizontalDilution = sky.horizontalDilution
    return add(location, of: node["device"]?.text)
  }
}

extension Location {
  /// The location with missing values taken from another of the same epoch.
  func filled(from other: Location) -> Location {
    var filled = self
    filled.altitude = altitude ?? other.altitude
    filled.verticalAccuracy = verticalAccuracy ?? other.verticalAccuracy
    filled.horizontalAccuracy = horizontalAccuracy ?? other.horizontalAccuracy
    filled.speed = speed ?? other.speed
    filled.speedAccuracy = speedAccuracy ?? other.speedAccuracy
    filled.course = course ?? other.course
    filled.courseAccuracy = courseAccuracy ?? other.courseAccuracy
    filled.satellites = satellites ?? other.satellites
    filled.horizontalDilution = horizontalDilution ?? other.horizontalDilution
    if timestamp == nil || !isDateKnown, other.timestamp != nil {
      filled.timestamp = other.timestamp
      filled.isDateKnown = other.isDateKnown
    }
    return filled
  }
}

/// The factors between gpsd's errors, of 95 %, and the accuracies of `Location`, of 68 %.
enum GPSDAccuracy {
  /// The ratio of both on a plane: √(ln 0.05 / ln 0.32).
  static let planeFactor = 1.6213
  /// The ratio of both on a line: 1.96 standard deviations.
  static let lineFactor = 1.96
}
