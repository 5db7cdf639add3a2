public import Sensors
import Timeline

/// Reads the points of GPX 1.0 and 1.1.
///
/// The points of tracks are fixes. Without a track those of routes are, and without both the way
/// points; so do the files from which Xcode simulates a location, whose way points become a moving
/// location with a fix each second.
public final class GPXReader: LocationReader {
  public let format = LocationFormat.gpx
  private let scanner: XMLScanner
  private var badTimes = 0
  private var passedOver = 0
  private var point: GPXPoint?
  /// How many elements are open within the point.
  private var depth = 0
  private var hasTrack = false
  private var isXcode = false
  private var routePoints: [Location] = []
  private var wayPoints: [Location] = []

  public init(_ source: ByteSource) { scanner = XMLScanner(source) }

  public var remarks: [LocationRemark] {
    [
      LocationRemark("points with a time that is none", badTimes),
      LocationRemark("way points and route points beside a track", passedOver),
    ].compactMap { $0 }
  }

  public func readAll(
    _ body: (Location) throws(RecordingError) -> Void
  ) throws(RecordingError) {
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

  private func begin(
    _ name: String, _ attributes: [XMLScanner.Attribute]
  ) throws(RecordingError) {
    guard GPXPoint.local(name) == "gpx" else {
      throw scanner.error("a gpx element", found: RecordingError.excerpt(name.utf8))
    }
    isXcode = attributes.contains { $0.name == "creator" && $0.value.hasPrefix("Xcode") }
  }

  private func start(
    _ name: String, _ attributes: [XMLScanner.Attribute]
  ) throws(RecordingError) {
    if point != nil {
      depth += 1
      return
    }
    guard let kind = GPXPoint.Kind(rawValue: GPXPoint.local(name)) else { return }
    let latitude = try angle("lat", attributes, 90)
    let longitude = try angle("lon", attributes, 180)
    point = GPXPoint(
      kind: kind,
      location: Location(coordinate: Coordinate(latitude: latitude, longitude: longitude)))
  }

  private func angle(
    _ name: String, _ attributes: [XMLScanner.Attribute], _ most: Double
  ) throws(RecordingError) -> Double {
    let text = attributes.first { $0.name == name }?.value
    if let text, let value = GPXPoint.number(text.utf8), abs(value) <= most { return value }
    throw scanner.error(
      "\(name)=\"…\" from \(-Int(most)) to \(Int(most)) degrees",
      found: text.map { RecordingError.excerpt($0.utf8) } ?? "none")
  }

  private func end(
    _ name: String, isEmpty: Bool, _ body: (Location) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    guard let finished = point else { return }
    if depth == 0 {
      point = nil
      return try take(finished, body)
    }
    if !isEmpty, point?.take(GPXPoint.local(name), scanner.text, isOwn: depth == 1) == false {
      badTimes += 1
    }
    depth -= 1
  }

  private func take(
    _ point: GPXPoint, _ body: (Location) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    switch point.kind {
    case .track:
      if !hasTrack {
        passedOver += wayPoints.count + routePoints.count
        wayPoints = []
        routePoints = []
        hasTrack = true
      }
      try body(point.location)
    case .route: if hasTrack { passedOver += 1 } else { routePoints.append(point.location) }
    case .way: if hasTrack { passedOver += 1 } else { wayPoints.append(point.location) }
    }
  }

  /// Hands on what stands for a track if there was none.
  private func finish(
    _ body: (Location) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    if hasTrack { return }
    if !routePoints.isEmpty {
      passedOver += wayPoints.count
      for point in routePoints { try body(point) }
    } else if isXcode, let moving = WayPointMotion(wayPoints) {
      try moving.forEach(body)
    } else {
      for point in wayPoints { try body(point) }
    }
  }
}
