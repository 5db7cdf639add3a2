public import Timeline

/// An area of the earth that can be entered and left.
public struct Region: Hashable, Sendable {
  /// The outline of a region.
  public enum Shape: Hashable, Sendable {
    /// A centre and a radius in metres.
    case circle(Coordinate, radius: Double)
    /// Corners joined by great circles, the last to the first; smaller than a hemisphere.
    case polygon([Coordinate])
  }

  public var identifier: String
  public let shape: Shape

  /// Throws for invalid coordinates, radii that are not positive, and polygons of fewer than three
  /// corners.
  public init(identifier: String, shape: Shape) throws(GeodesyError) {
    switch shape {
    case .circle(let center, let radius):
      try center.check()
      guard radius > 0, radius.isFinite else { throw .invalidRadius(radius) }
    case .polygon(let corners):
      guard corners.count >= 3 else { throw .tooFewCorners(corners.count) }
      for corner in corners { try corner.check() }
    }
    self.identifier = identifier
    self.shape = shape
  }

  /// Returns whether a point is in the region; the outline is part of a circle.
  public func contains(_ coordinate: Coordinate) throws(GeodesyError) -> Bool {
    try depth(of: coordinate) >= 0
  }

  /// Returns the distance of a point from the outline in metres, negative outside.
  public func depth(of coordinate: Coordinate) throws(GeodesyError) -> Double {
    try coordinate.check()
    let circle = GreatCircle()
    switch shape {
    case .circle(let center, let radius):
      return radius - (try circle.distance(from: center, to: coordinate))
    case .polygon(let corners):
      var nearest = Double.infinity
      for index in corners.indices {
        let next = corners[index + 1 == corners.count ? 0 : index + 1]
        nearest = min(
          nearest, try circle.distance(of: coordinate, fromSegment: corners[index], to: next))
      }
      return try isEnclosed(corners, around: coordinate) ? nearest : -nearest
    }
  }

  /// Whether the corners enclose a point: the bearings to them then add up to a full turn.
  private func isEnclosed(
    _ corners: [Coordinate], around coordinate: Coordinate
  ) throws(GeodesyError) -> Bool {
    // On the far side of the earth the bearings add up to a full turn as well.
    let circle = GreatCircle()
    guard try circle.distance(from: coordinate, to: corners[0]) < .pi / 2 * circle.radius else {
      return false
    }
    var turn = 0.0
    var last = try circle.bearing(from: coordinate, to: corners[corners.count - 1])
    for corner in corners {
      let bearing = try circle.bearing(from: coordinate, to: corner)
      turn += (bearing - last).remainder(dividingBy: 360)
      last = bearing
    }
    return abs(turn) > 180
  }
}

/// A region was entered or left.
public struct RegionEvent: Hashable, Sendable {
  /// The kinds of events.
  public enum Kind: String, Hashable, Sendable {
    case entered
    case exited
  }

  public var kind: Kind
  public var region: String
  /// The time of the fix that decided it.
  public var time: Timestamp?
}

/// Monitors which regions a receiver enters and leaves, without flutter at their outlines.
///
/// A region is entered inside its outline, and exited outside by more than a buffer; both count
/// after the dwell time. The first fix sets the state without an event, as in Core Location.
public struct RegionMonitor: Sendable {
  /// In metres, outside the outline.
  public let buffer: Double
  /// In seconds.
  public let dwell: Double
  /// In the order in which the regions were started; nil where one was stopped.
  private var watches: [Watch?] = []
  /// The index of the watch of each region.
  private var places: [String: Int] = [:]

  private struct Watch: Sendable {
    var region: Region
    var isInside: Bool?
    /// The time since which the opposite state holds.
    var since: Timestamp?

    /// Takes a depth into account; returns whether that enters or leaves the region.
    mutating func settle(
      _ depth: Double, _ time: Timestamp?, buffer: Double, dwell: Double
    ) -> RegionEvent.Kind? {
      guard let isInside else {
        isInside = depth >= 0
        return nil
      }
      let hasCrossed = isInside ? depth < -buffer : depth >= 0
      guard hasCrossed else {
        since = nil
        return nil
      }
      let start = since ?? time
      since = start
      if let start, let time, time.seconds(since: start) < dwell { return nil }
      self.isInside = !isInside
      since = nil
      return isInside ? .exited : .entered
    }
  }

  /// Creates a monitor without regions; a number below 0, or not a number, counts as 0.
  public init(buffer: Double = 20, dwell: Double = 10) {
    self.buffer = max(0, buffer)
    self.dwell = max(0, dwell)
  }

  /// Starts monitoring a region, in place of one with the same identifier.
  public mutating func start(_ region: Region) {
    stop(region.identifier)
    places[region.identifier] = watches.count
    watches.append(Watch(region: region))
  }

  /// Stops monitoring a region.
  public mutating func stop(_ identifier: String) {
    guard let place = places.removeValue(forKey: identifier) else { return }
    watches[place] = nil
    // Seldom, so that stopping all regions takes linear time.
    if watches.count > 2 * places.count + 8 { closeGaps() }
  }

  private mutating func closeGaps() {
    watches = watches.filter { $0 != nil }
    for (place, watch) in watches.enumerated() {
      if let watch { places[watch.region.identifier] = place }
    }
  }

  /// Whether the last fix was in a region; nil before the first one.
  public func isInside(_ identifier: String) -> Bool? {
    places[identifier].flatMap { watches[$0]?.isInside }
  }

  /// Processes a fix; returns the resulting events, in the order in which the regions were started.
  ///
  /// Invalid fixes cause no events. Without timestamps there is no dwell time.
  public mutating func receive(_ location: Location) -> [RegionEvent] {
    guard location.isValid else { return [] }
    var events: [RegionEvent] = []
    for index in watches.indices {
      guard let region = watches[index]?.region,
        let depth = try? region.depth(of: location.coordinate),
        let kind = watches[index]?.settle(depth, location.timestamp, buffer: buffer, dwell: dwell)
      else { continue }
      events.append(RegionEvent(kind: kind, region: region.identifier, time: location.timestamp))
    }
    return events
  }
}
