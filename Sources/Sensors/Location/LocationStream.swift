/// The reason why there are no locations.
public enum LocationError: Error, Hashable, Sendable {
  /// The user refused, for good. Core Location's `kCLErrorDenied`.
  case denied
  /// The location cannot be determined now; the stream continues. `kCLErrorLocationUnknown`.
  case locationUnknown
}

/// Receives the locations of a ``LocationStream``; both methods are optional.
public protocol LocationStreamDelegate: AnyObject {
  /// Called for each delivered location; `oldLocation` is the one before, nil for the first.
  func locationStream(
    _ stream: LocationStream, didUpdateTo newLocation: Location, from oldLocation: Location?)

  /// Called when there is no location for the time being, or for good.
  func locationStream(_ stream: LocationStream, didFailWith error: LocationError)
}

extension LocationStreamDelegate {
  public func locationStream(
    _ stream: LocationStream, didUpdateTo newLocation: Location, from oldLocation: Location?
  ) {}

  public func locationStream(_ stream: LocationStream, didFailWith error: LocationError) {}
}

/// Delivers the fixes that ``receive(_:)`` gets to a delegate and to asynchronous sequences, as a
/// location manager does. The fixes are the only clock.
public final class LocationStream {
  /// The state of a stream.
  public enum State: Hashable, Sendable {
    case stopped
    case running
    /// The end by ``LocationError/denied``; a denied stream cannot be started again.
    case denied
  }

  public private(set) var state = State.stopped
  public weak var delegate: (any LocationStreamDelegate)?
  /// The accuracy that a source of fixes should aim for; only ``AccuracyFilter`` drops fixes.
  public var desiredAccuracy = DesiredAccuracy.best

  private var pipeline: LocationPipeline
  private var continuations: [AsyncStream<Location>.Continuation] = []

  public init(filters: [any LocationFilter] = LocationPipeline.standardFilters) {
    pipeline = LocationPipeline(filters)
  }

  deinit { finish() }

  /// The first delivered location.
  public var startingPoint: Location? { pipeline.startingPoint }
  /// The last delivered location.
  public var location: Location? { pipeline.lastDelivered }
  /// The distance in metres from the first location to the last.
  public var displacement: Double { pipeline.displacement }
  /// The length of the path along all locations, in metres.
  public var pathLength: Double { pipeline.pathLength }
  /// Whether the last location has the desired accuracy.
  public var hasDesiredAccuracy: Bool { location.map(desiredAccuracy.isMet(by:)) ?? false }
}

// MARK: - Running

extension LocationStream {
  /// Starts delivering locations; has no effect after ``LocationError/denied``.
  public func start() {
    if state == .stopped { state = .running }
  }

  /// Stops delivering locations until the next start; distances continue from their values.
  public func stop() {
    if state == .running { state = .stopped }
  }

  /// Replaces the filters; the starting point and the distances stay as they are.
  public func replaceFilters(with filters: [any LocationFilter]) {
    pipeline.replaceFilters(with: filters)
  }

  /// Delivers a fix unless a filter drops it.
  @discardableResult
  public func receive(_ location: Location) -> LocationDecision {
    guard state == .running else {
      return LocationDecision(location: location, dropped: .stopped, total: pathLength)
    }
    let old = pipeline.lastDelivered
    let decision = pipeline.receive(location)
    if decision.isDelivered {
      // Removes sequences that are no longer iterated.
      continuations.removeAll { continuation in
        if case .terminated = continuation.yield(decision.location) { true } else { false }
      }
      delegate?.locationStream(self, didUpdateTo: decision.location, from: old)
    }
    return decision
  }

  /// Reports an error; ``LocationError/denied`` ends the stream for good.
  public func fail(_ error: LocationError) {
    guard state != .denied else { return }
    if error == .denied {
      state = .denied
      finish()
    } else if state != .running {
      return
    }
    delegate?.locationStream(self, didFailWith: error)
  }

  private func finish() {
    for continuation in continuations { continuation.finish() }
    continuations = []
  }

  /// The locations from now on until the stream is denied or released, the newest 1024 buffered.
  public var locations: AsyncStream<Location> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1024)) { continuation in
      if state == .denied { return continuation.finish() }
      continuations.append(continuation)
    }
  }
}

/// The desired accuracy, as Core Location's: in metres, or negative for the best possible.
public struct DesiredAccuracy: RawRepresentable, Hashable, Sendable {
  public var rawValue: Double

  public init(rawValue: Double) { self.rawValue = rawValue }

  /// `kCLLocationAccuracyBestForNavigation`.
  public static let bestForNavigation = DesiredAccuracy(rawValue: -2)
  /// `kCLLocationAccuracyBest`.
  public static let best = DesiredAccuracy(rawValue: -1)
  public static let nearestTenMeters = DesiredAccuracy(rawValue: 10)
  public static let hundredMeters = DesiredAccuracy(rawValue: 100)
  public static let kilometer = DesiredAccuracy(rawValue: 1000)
  public static let threeKilometers = DesiredAccuracy(rawValue: 3000)

  /// The constants by their names in Core Location, without `kCLLocationAccuracy`.
  public static let names: [(name: String, accuracy: DesiredAccuracy)] = [
    ("bestForNavigation", .bestForNavigation), ("best", .best),
    ("nearestTenMeters", .nearestTenMeters), ("hundredMeters", .hundredMeters),
    ("kilometer", .kilometer), ("threeKilometers", .threeKilometers),
  ]

  /// Parses a constant's name in any case, perhaps with `kCLLocationAccuracy`, or metres from 0.
  public init?(parsing text: String) {
    if let metres = Double(text) {
      guard metres.isFinite, metres >= 0 else { return nil }
      self.init(rawValue: metres)
      return
    }
    let name = text.lowercased()
    let prefix = "kcllocationaccuracy"
    let short = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    guard let found = DesiredAccuracy.names.first(where: { $0.name.lowercased() == short }) else {
      return nil
    }
    self = found.accuracy
  }

  /// The accuracy in metres; nil for the best possible.
  public var metres: Double? { rawValue >= 0 ? rawValue : nil }

  /// Whether a fix has this accuracy; always false for the best possible, which is unknown.
  public func isMet(by location: Location) -> Bool {
    guard location.isValid, let accuracy = location.horizontalAccuracy else { return false }
    return metres.map { accuracy <= $0 } ?? false
  }
}
