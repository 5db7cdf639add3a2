public import Timeline

/// Why no locations come.
public enum LocationError: Error, Hashable, Sendable {
  /// The user refused; final for the session. Core Location's `kCLErrorDenied`.
  case denied
  /// It can't be determined now; the stream keeps trying. `kCLErrorLocationUnknown`.
  case locationUnknown
}

/// Gets the locations of a ``LocationStream``; both methods are optional.
public protocol LocationStreamDelegate: AnyObject {
  /// A location was delivered; `oldLocation` is the one delivered before, nil for the first.
  func locationStream(
    _ stream: LocationStream, didUpdateTo newLocation: Location, from oldLocation: Location?)

  /// None comes for the time being, or none will.
  func locationStream(_ stream: LocationStream, didFailWith error: LocationError)
}

extension LocationStreamDelegate {
  public func locationStream(
    _ stream: LocationStream, didUpdateTo newLocation: Location, from oldLocation: Location?
  ) {}

  public func locationStream(_ stream: LocationStream, didFailWith error: LocationError) {}
}

/// Delivers locations to a delegate and to asynchronous sequences, as a location manager does.
///
/// Make it, set the delegate, start it; whoever has fixes hands them to ``receive(_:arrival:)``. Time
/// comes from the fixes: nothing here looks at a clock.
public final class LocationStream {
  public enum State: Hashable, Sendable {
    case stopped
    case running
    /// For good.
    case denied
  }

  public private(set) var state = State.stopped
  public weak var delegate: (any LocationStreamDelegate)?
  /// What a source of fixes should try for; drops nothing by itself (``AccuracyFilter`` does).
  public var desiredAccuracy = DesiredAccuracy.best

  private var pipeline: LocationPipeline
  private var continuations: [AsyncStream<Location>.Continuation] = []

  public init(filters: [any LocationFilter] = LocationPipeline.standardFilters) {
    pipeline = LocationPipeline(filters)
  }

  deinit {
    for continuation in continuations { continuation.finish() }
  }

  /// The first location that was delivered.
  public var startingPoint: Location? { pipeline.startingPoint }
  /// The last one.
  public var location: Location? { pipeline.lastDelivered }
  /// Metres from the first to the last.
  public var displacement: Double { pipeline.displacement }
  /// Metres along all of them.
  public var pathLength: Double { pipeline.pathLength }
  /// Whether the last location is as accurate as desired.
  public var hasDesiredAccuracy: Bool { location.map(desiredAccuracy.isMet(by:)) ?? false }
}

// MARK: - Running

extension LocationStream {
  /// Lets locations pass; does nothing after ``LocationError/denied``.
  public func start() {
    if state == .stopped { state = .running }
  }

  /// Holds locations back until it is started again; distances go on from where they were.
  public func stop() {
    if state == .running { state = .stopped }
  }

  /// Takes a fix, and delivers it unless a filter drops it.
  ///
  /// - Parameter arrival: when it came, by the clock of its own time stamps.
  @discardableResult
  public func receive(_ location: Location, arrival: Timestamp? = nil) -> LocationDecision {
    guard state == .running else {
      return LocationDecision(location: location, dropped: .stopped, total: pathLength)
    }
    let old = pipeline.lastDelivered
    let decision = pipeline.receive(location, arrival: arrival)
    if decision.isDelivered {
      // A sequence that nobody iterates any more says so.
      continuations.removeAll { continuation in
        if case .terminated = continuation.yield(decision.location) { true } else { false }
      }
      delegate?.locationStream(self, didUpdateTo: decision.location, from: old)
    }
    return decision
  }

  /// Says that no location can be had: ``LocationError/denied`` ends the stream for good,
  /// ``LocationError/locationUnknown`` is told and forgotten.
  public func fail(_ error: LocationError) {
    guard state != .denied else { return }
    if error == .denied {
      state = .denied
      for continuation in continuations { continuation.finish() }
      continuations = []
    } else if state != .running {
      return
    }
    delegate?.locationStream(self, didFailWith: error)
  }

  /// The locations from now on; ends when the stream is denied, or gone.
  ///
  /// Up to 1024 that were not taken yet are kept, the newest of them.
  public var locations: AsyncStream<Location> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1024)) { continuation in
      if state == .denied { return continuation.finish() }
      continuations.append(continuation)
    }
  }
}
