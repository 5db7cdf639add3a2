public import Timeline

/// What became of a fix.
public struct LocationDecision: Hashable, Sendable {
  /// The fix, as the filters that it reached left it.
  public var location: Location
  /// Why it was not delivered; nil if it was.
  public var dropped: DropReason?
  /// Metres from the fix delivered before; nil for the first.
  public var distance: Double?
  /// Metres of the way so far.
  public var total: Double

  public var isDelivered: Bool { dropped == nil }
}

/// Filters in their order and an odometer behind them: a value, for whoever needs no delegate.
///
/// ```swift
/// var pipeline = LocationPipeline([DistanceFilter(distance: 10), ValidityFilter()])
/// let decision = pipeline.receive(location)
/// decision.dropped  // nil: delivered, .distance: too near
/// ```
public struct LocationPipeline: Sendable {
  private var filters: [any LocationFilter]
  private var context = FilterContext()
  /// The first fix that was delivered.
  public private(set) var startingPoint: Location?
  /// Metres along all delivered fixes, but for corrections (``LocationFilter/isCorrection``).
  public private(set) var pathLength = 0.0
  /// Metres from the first delivered fix to the last; the textbook's "distance traveled".
  public private(set) var displacement = 0.0

  public init(_ filters: [any LocationFilter]) {
    // Stable: filters of the same stage keep their order.
    self.filters = filters.enumerated().sorted {
      ($0.element.stage, $0.offset) < ($1.element.stage, $1.offset)
    }.map(\.element)
  }

  public var lastDelivered: Location? { context.lastDelivered }

  /// Sends a fix through the filters.
  ///
  /// - Parameter arrival: when it came, by the clock of its own time stamps.
  public mutating func receive(
    _ location: Location, arrival: Timestamp? = nil
  ) -> LocationDecision {
    context.arrival = arrival
    var location = location
    var isPlausible = false
    for index in filters.indices {
      if filters[index].stage > .smoothing, !isPlausible {
        isPlausible = true
        context.lastPlausible = location
      }
      if let reason = filters[index].judge(&location, context) {
        return LocationDecision(location: location, dropped: reason, total: pathLength)
      }
    }
    context.lastPlausible = location
    return deliver(location)
  }

  private mutating func deliver(_ location: Location) -> LocationDecision {
    let isCorrection = filters.contains { $0.isCorrection }
    var distance: Double?
    if let last = context.lastDelivered {
      distance = try? location.distance(from: last)
      if !isCorrection { pathLength += distance ?? 0 }
    }
    // A correction before the first step corrects the start.
    if isCorrection, pathLength == 0 { startingPoint = nil }
    let start = startingPoint ?? location
    startingPoint = start
    displacement = (try? location.distance(from: start)) ?? displacement
    context.lastDelivered = location
    return LocationDecision(
      location: location, dropped: nil, distance: distance, total: pathLength)
  }

  /// Forgets everything but the filters and their limits.
  public mutating func reset() {
    for index in filters.indices { filters[index].reset() }
    self = LocationPipeline(filters)
  }
}

extension LocationPipeline {
  /// What makes a stream of locations fit for use without changing them: no invalid, repeated and
  /// impossible fixes, and no way while the receiver lies still.
  public static var standardFilters: [any LocationFilter] {
    [ValidityFilter(), TimeFilter(), SpeedFilter(), StationaryFilter()]
  }
}
