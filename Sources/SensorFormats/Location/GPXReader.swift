/// Reads the points of GPX 1.0 and 1.1: of tracks, or else of routes, or else the waypoints. Those
/// of a file from which Xcode simulates a location become a moving location with a fix each second.
public final class GPXReader: LocationReader {
  public let format = LocationFormat.gpx
  private let scanner: XMLScanner
  private var badTimes = 0
  private var skippedPoints = 0
  /// The number of segments of tracks with points, and whether a further one has begun.
  private var segments = 0
  private var isNewSegment = false
  public private(set) var isAfterGap = false
  private var point: GPXPoint?
  /// The number of open elements within the point.
  private var depth = 0
  private var hasTrack = false
  private var isXcode = false
  private var routePoints: [Location] = []
  private var waypoints: [Location] = []

  private let file: String
  private let limit: SampleLimit

  /// - Parameter limit: The most fixes that Xcode's waypoints may produce.
  public init(_ source: ByteSource, limit: SampleLimit = .usual) {
    scanner = XMLScanner(source)
    file = source.name
    self.limit = limit
  }

  public var notes: [ReadingNote] {
    [
      ReadingNote(badTimes, "point", "with an invalid time"),
      ReadingNote(
        skippedPoints, "point",
        "of waypoints and routes skipped: the file has a \(hasTrack ? "track" : "route")"),
      ReadingNote(max(0, segments - 1), "gap", "between segments, which the distance includes"),
    ].compactMap { $0 }
  }

  public var contents: String { "no points of a track, a route or waypoints" }

  public func readAll(_ body: (Location) throws(FileError) -> Void) throws(FileError) {
    var isRoot = true
    while let event = try scanner.next() {
      switch event {
      case .start(let name, let attributes, let isEmpty):
        if isRoot { try begin(name, attributes) } else { try start(name, attributes) }
        isRoot = false
        if isEmpty { try end(name, isEmpty: true, body) }
      case .end(let name): try end(name, isEmpty: false, body)
      }
    }
    try finish(body)
  }

  private func begin(_ name: String, _ attributes: [XMLScanner.Attribute]) throws(FileError) {
    guard GPXPoint.local(name) == "gpx" else {
      throw scanner.error("a gpx element", found: FileError.excerpt(name.utf8))
    }
    isXcode = attributes.contains { $0.name == "creator" && $0.value.hasPrefix("Xcode") }
  }

  private func start(_ name: String, _ attributes: [XMLScanner.Attribute]) throws(FileError) {
    if point != nil {
      depth += 1
      return
    }
    let local = GPXPoint.local(name)
    if local == "trkseg" { isNewSegment = true }
    guard let kind = GPXPoint.Kind(rawValue: local) else { return }
    let latitude = try angle("lat", attributes, 90)
    let longitude = try angle("lon", attributes, 180)
    point = GPXPoint(
      kind: kind,
      location: Location(coordinate: Coordinate(latitude: latitude, longitude: longitude)))
  }

  private func angle(
    _ name: String, _ attributes: [XMLScanner.Attribute], _ most: Double
  ) throws(FileError) -> Double {
    let text = attributes.first { $0.name == name }?.value
    if let text, let value = GPXPoint.number(text.utf8), abs(value) <= most { return value }
    throw scanner.error(
      "\(name)=\"…\" from \(-Int(most)) to \(Int(most)) degrees",
      found: text.map { FileError.excerpt($0.utf8) } ?? "none")
  }

  private func end(
    _ name: String, isEmpty: Bool, _ body: (Location) throws(FileError) -> Void
  ) throws(FileError) {
    guard let finished = point else { return }
    if depth == 0 {
      point = nil
      return try add(finished, body)
    }
    if !isEmpty, point?.read(GPXPoint.local(name), scanner.text, isOwn: depth == 1) == false {
      badTimes += 1
    }
    depth -= 1
  }

  private func add(
    _ point: GPXPoint, _ body: (Location) throws(FileError) -> Void
  ) throws(FileError) {
    switch point.kind {
    case .track:
      if !hasTrack {
        skippedPoints += waypoints.count + routePoints.count
        waypoints = []
        routePoints = []
        hasTrack = true
      }
      if isNewSegment { segments += 1 }
      isAfterGap = isNewSegment && segments > 1
      isNewSegment = false
      try body(point.location)
    case _ where hasTrack: skippedPoints += 1
    case .route: routePoints.append(point.location)
    case .waypoint: waypoints.append(point.location)
    }
  }

  /// Delivers the route points or waypoints of a file without a track.
  private func finish(_ body: (Location) throws(FileError) -> Void) throws(FileError) {
    if hasTrack { return }
    if !routePoints.isEmpty {
      skippedPoints += waypoints.count
      for point in routePoints { try body(point) }
    } else if isXcode, let moving = WaypointMotion(waypoints) {
      try limit.check(moving.fixCount, "fixes between waypoints", in: file)
      try moving.forEach(body)
    } else {
      for point in waypoints { try body(point) }
    }
  }
}

/// A point of a GPX file that is being read.
struct GPXPoint {
  enum Kind: String {
    case track = "trkpt"
    case route = "rtept"
    case waypoint = "wpt"
  }

  let kind: Kind
  var location: Location

  /// The name of an element without its prefix.
  static func local(_ name: String) -> String {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
    return String(name[name.utf8.index(after: colon)...])
  }

  /// Parses a finite number with optional spaces around it; returns nil for anything else.
  static func number(_ text: some BidirectionalCollection<UInt8>) -> Double? {
    let isSpace = { (byte: UInt8) in byte <= 0x20 }
    var trimmed = text.drop(while: isSpace)
    while let last = trimmed.last, isSpace(last) { trimmed = trimmed.dropLast() }
    // Swift also parses hexadecimal numbers, which XML Schema lacks.
    guard !trimmed.contains(where: { $0 | 0x20 == UInt8(ascii: "x") }),
      let value = Double(String(decoding: trimmed, as: UTF8.self)), value.isFinite
    else { return nil }
    return value
  }

  /// Reads an element within the point, a child if `isOwn`: an extension's time may be that of
  /// something else. Returns false for an invalid time.
  mutating func read(_ name: String, _ text: [UInt8], isOwn: Bool) -> Bool {
    if !isOwn, name == "time" || name == "ele" { return true }
    if name == "time" {
      location.timestamp = CalendarTime.timestamp(iso8601: text)
      return location.timestamp != nil || text.isEmpty
    }
    if name == "fix" {
      location.source = GPXPoint.source(text)
      return true
    }
    guard let value = GPXPoint.number(text) else { return true }
    switch name {
    case "ele": location.altitude = value
    case "speed": location.speed = value
    case "course": location.course = value
    case "sat": location.satellites = Int(exactly: value)
    case "hdop":
      location.horizontalDilution = value
      location.horizontalAccuracy = location.horizontalAccuracy ?? value * NMEAEpoch.rangeError
    case "vdop":
      location.verticalAccuracy = location.verticalAccuracy ?? value * NMEAEpoch.rangeError
    case "hacc", "hAcc", "accuracy", "horizontalAccuracy": location.horizontalAccuracy = value
    case "vacc", "vAcc", "verticalAccuracy": location.verticalAccuracy = value
    case "sacc", "speedAccuracy": location.speedAccuracy = value
    default: break
    }
    return true
  }

  /// The source that the fix element denotes: 2d, 3d, dgps, pps (military) or none.
  private static func source(_ text: [UInt8]) -> LocationSource {
    switch String(decoding: text, as: UTF8.self) {
    case "2d", "3d", "pps": .satellites
    case "dgps": .differential
    default: .unknown
    }
  }
}
