/// The result of a pipeline for a fix.
public struct LocationDecision: Hashable, Sendable {
  /// The fix, with the changes of the filters that it reached.
  public var location: Location
  /// The reason why the fix was not delivered; nil if it was.
  public var dropped: DropReason?
  /// The distance in metres from the previously delivered fix; nil for the first.
  public var distance: Double?
  /// The distance travelled so far, in metres.
  public var total: Double

  public init(
    location: Location, dropped: DropReason? = nil, distance: Double? = nil, total: Double
  ) {
    self.location = location
    self.dropped = dropped
    self.distance = distance
    self.total = total
  }

  public var isDelivered: Bool { dropped == nil }
}

/// Applies filters to fixes and measures the distance travelled.
public struct LocationPipeline: Sendable {
  private var filters: [any LocationFilter]
  /// The last delivered fix.
  public private(set) var lastDelivered: Location?
  private var lastMeasured: Location?
  /// The first delivered fix.
  public private(set) var startingPoint: Location?
  /// The length in metres of the path along all delivered fixes, without corrections
  /// (``LocationFilter/isCorrection``); at least ``displacement``.
  public private(set) var pathLength = 0.0
  /// The distance in metres from the first delivered fix to the last.
  public private(set) var displacement = 0.0

  public init(_ filters: [any LocationFilter]) {
    self.filters = []
    replaceFilters(with: filters)
  }

  /// Replaces the filters; the starting point and the distances stay as they are.
  public mutating func replaceFilters(with filters: [any LocationFilter]) {
    // The sort is stable: filters of the same stage keep their order.
    self.filters = filters.enumerated().sorted {
      ($0.element.stage, $0.offset) < ($1.element.stage, $1.offset)
    }.map(\.element)
  }

  /// Sends a fix through the filters.
  public mutating func receive(_ location: Location) -> LocationDecision {
    var location = location
    for index in filters.indices {
      if let reason = filters[index].judge(&location, after: lastDelivered) {
        return LocationDecision(location: location, dropped: reason, total: pathLength)
      }
    }
    let distance = measure(location, isCorrection: filters.contains { $0.isCorrection })
    lastDelivered = location
    return LocationDecision(location: location, distance: distance, total: pathLength)
  }

  /// Adds a valid coordinate to the distances; returns the distance from the one before.
  private mutating func measure(_ location: Location, isCorrection: Bool) -> Double? {
    guard location.coordinate.isValid else { return nil }
    let distance = lastMeasured.flatMap { try? location.distance(from: $0) }
    lastMeasured = location
    if !isCorrection { pathLength += distance ?? 0 }
    // A correction before any movement corrects the start.
    if isCorrection, pathLength == 0 { startingPoint = nil }
    let start = startingPoint ?? location
    startingPoint = start
    displacement = (try? location.distance(from: start)) ?? displacement
    // A path is not shorter than the geodesic between its ends, even if corrected or rounded.
    pathLength = max(pathLength, displacement)
    return distance
  }

  /// The filters that drop invalid, repeated and impossible fixes, by a highest speed in m/s.
  public static func plausibilityFilters(highestSpeed: Double = 340) -> [any LocationFilter] {
    [ValidityFilter(), TimeFilter(), SpeedFilter(limit: highestSpeed)]
  }

  /// The filters that drop invalid, repeated and impossible fixes, and drift at rest.
  public static var standardFilters: [any LocationFilter] { ActivityType.other.filters }
}

/// The activity of a receiver's user, with the names of Core Location's `CLActivityType`.
public enum ActivityType: String, Hashable, Sendable, CaseIterable {
  /// Any activity.
  case other
  /// A car on a road.
  case automotiveNavigation
  /// Exercise: walking, running or cycling.
  case fitness
  /// A vehicle that need not keep to roads: a bicycle, scooter, train or boat.
  case otherNavigation
  /// A plane, helicopter or glider.
  case airborne

  /// The highest speed over the ground in m/s: cyclists reach 110 km/h (31 m/s) downhill, the
  /// record of cars for roads is 490 km/h (136 m/s), that of trains 575 km/h (160 m/s), and
  /// airliners with a tailwind reach 340 m/s.
  public var highestSpeed: Double {
    switch self {
    case .fitness: 31
    case .automotiveNavigation: 136
    case .otherNavigation: 160
    case .other, .airborne: 340
    }
  }

  /// The filters of ``LocationPipeline/standardFilters`` with the highest speed of this activity.
  public var filters: [any LocationFilter] {
    LocationPipeline.plausibilityFilters(highestSpeed: highestSpeed) + [StationaryFilter()]
  }
}
