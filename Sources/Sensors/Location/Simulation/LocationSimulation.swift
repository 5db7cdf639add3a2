import Timeline

/// The fixes of a simulated receiver, and where it really was.
///
/// ```swift
/// var simulation = LocationSimulation(script)
/// while let moment = simulation.next() { ... }
/// ```
public struct LocationSimulation: Sequence, IteratorProtocol, Sendable {
  /// A moment of the way.
  public struct Moment: Hashable, Sendable {
    public var truth: Location
    /// What the receiver says; nil where it sees no satellite.
    public var fix: Location?
  }

  private let script: LocationScript
  private var noise: LocationNoise
  private var legs: [Leg] = []
  private var nextStep = 0
  private var count = 0
  /// Seconds since the start: of the next moment, and of the current leg's start.
  private var elapsed = 0.0
  private var legStart = 0.0
  private var leg: Leg?
  private var place: Coordinate
  private var altitude: Double?
  private var course: Double?
  private var speed = 1.4
  private var claimed: Double?
  private var hiddenUntil = 0.0
  private var hiddenMetres = 0.0
  private var isOver = false

  /// A straight way, or a pause, at an even speed.
  private struct Leg {
    var from: Coordinate
    var azimuth: Double
    var length: Double
    var duration: Double
    var end: Coordinate
    var fromAltitude: Double?
    var toAltitude: Double?
    var isPause: Bool
  }

  public init(_ script: LocationScript) {
    self.script = script
    place = script.place
    altitude = script.altitude
    noise = LocationNoise(seed: script.seed)
  }

  public mutating func next() -> Moment? {
    guard !isOver else { return nil }
    elapsed = Double(count) / script.rate
    count += 1
    while leg.map({ elapsed > legStart + $0.duration }) ?? true {
      if let done = leg { finish(done) }
      guard startLeg() else {
        isOver = true
        // Where the last way ended just now, somebody is.
        return elapsed <= legStart + 1e-9 || count == 1 ? moment(speed: 0) : nil
      }
    }
    guard let leg else { return nil }
    follow(leg)
    return moment(speed: leg.isPause ? 0 : leg.length / leg.duration)
  }
}

// MARK: - The way

extension LocationSimulation {
  private mutating func finish(_ done: Leg) {
    place = done.end
    altitude = done.toAltitude
    legStart += done.duration
    leg = nil
  }

  /// Runs the script to its next way or pause; false at its end.
  private mutating func startLeg() -> Bool {
    while nextStep < script.steps.count {
      let step = script.steps[nextStep]
      nextStep += 1
      switch step {
      case .go(let target, let height): leg = way(to: target, height)
      case .head(let heading, let metres): leg = way(heading, metres)
      case .headFor(let heading, let seconds): leg = way(heading, seconds * speed)
      case .wait(let seconds): leg = pause(seconds)
      case .speed(let value): speed = value
      case .accuracy(let value): claimed = value
      case .noise(let value): noise.deviation = value
      case .drift(let value, let seconds): noise.setDrift(value, seconds: seconds)
      case .outage(let seconds): hiddenUntil = legStart + seconds
      case .tunnel(let metres): hiddenMetres = metres
      }
      if let leg, leg.duration > 0 { return true }
      if let leg { place = leg.end }
      leg = nil
    }
    return false
  }

  private func pause(_ seconds: Double) -> Leg {
    Leg(
      from: place, azimuth: course ?? 0, length: 0, duration: seconds, end: place,
      fromAltitude: altitude, toAltitude: altitude, isPause: true)
  }

  private mutating func way(to target: Coordinate, _ height: Double?) -> Leg? {
    guard let way = try? Ellipsoid.wgs84.inverse(from: place, to: target) else { return nil }
    return leg(way.azimuth1, way.distance, end: target, height)
  }

  private mutating func way(_ heading: Double, _ metres: Double) -> Leg? {
    guard
      let end = try? Ellipsoid.wgs84.direct(from: place, azimuth: heading, distance: metres)
    else { return nil }
    return leg(heading, metres, end: end.destination, nil)
  }

  private mutating func leg(
    _ azimuth: Double, _ metres: Double, end: Coordinate, _ height: Double?
  ) -> Leg? {
    // At no speed nobody gets anywhere.
    guard speed > 0 else { return nil }
    if hiddenMetres > 0 {
      hiddenUntil = Swift.max(hiddenUntil, legStart + Swift.min(hiddenMetres, metres) / speed)
      hiddenMetres = Swift.max(0, hiddenMetres - metres)
    }
    return Leg(
      from: place, azimuth: azimuth, length: metres, duration: metres / speed, end: end,
      fromAltitude: altitude, toAltitude: height ?? altitude, isPause: false)
  }

  private mutating func follow(_ leg: Leg) {
    let share = (elapsed - legStart) / leg.duration
    if let low = leg.fromAltitude, let high = leg.toAltitude {
      altitude = low + (high - low) * share
    } else {
      altitude = leg.toAltitude
    }
    guard !leg.isPause,
      let way = try? Ellipsoid.wgs84.direct(
        from: leg.from, azimuth: leg.azimuth, distance: leg.length * share)
    else { return }
    place = way.destination
    course = way.azimuth < 0 ? way.azimuth + 360 : way.azimuth
  }

  private mutating func moment(speed: Double) -> Moment {
    var truth = Location(coordinate: place)
    truth.altitude = altitude
    truth.speed = speed
    truth.course = speed > 0 ? course : nil
    truth.timestamp = script.start.advanced(bySeconds: elapsed)
    truth.source = .simulated
    let fix = noise.fix(of: truth, claimed: claimed, elapsed: 1 / script.rate)
    return Moment(truth: truth, fix: elapsed < hiddenUntil ? nil : fix)
  }
}

/// What a receiver adds to the truth.
struct LocationNoise: Sendable {
  /// Of each axis, in metres.
  var deviation = 0.0
  private var drift = 0.0
  private var driftTime = 60.0
  private var wander = (east: 0.0, north: 0.0)
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func setDrift(_ metres: Double, seconds: Double) {
    drift = metres
    driftTime = seconds
  }

  /// 68 % of a normal distribution on a plane are within so many standard deviations of an axis.
  private static let radiusShare = 1.5096
  /// Speeds come from Doppler shifts and are good to so many m/s.
  private static let speedDeviation = 0.1

  /// A fix of the truth. The same numbers are drawn whatever is set, so that a change of one step
  /// leaves the noise of the others as it is.
  mutating func fix(of truth: Location, claimed: Double?, elapsed: Double) -> Location {
    var fix = truth
    // A wandering error loses memory at an even rate (Gauss–Markov).
    let memory = driftTime > 0 ? Swift.max(0, 1 - elapsed / driftTime) : 0
    let fresh = (1 - memory * memory).squareRoot() * drift
    wander.east = wander.east * memory + fresh * generator.gaussian()
    wander.north = wander.north * memory + fresh * generator.gaussian()
    let offset = LocalFrame.Offset(
      east: wander.east + deviation * generator.gaussian(),
      north: wander.north + deviation * generator.gaussian())
    let up = 1.5 * deviation * generator.gaussian()
    let faster = generator.gaussian() * LocationNoise.speedDeviation
    let total = (deviation * deviation + drift * drift).squareRoot()
    if total > 0 {
      fix.coordinate =
        LocalFrame(at: truth.coordinate).coordinate(at: offset) ?? truth.coordinate
      fix.altitude = truth.altitude.map { $0 + up }
      fix.speed = truth.speed.map { Swift.max(0, $0 + faster) }
    }
    if let claimed {
      fix.horizontalAccuracy = claimed
    } else if total > 0 {
      fix.horizontalAccuracy = total * LocationNoise.radiusShare
    }
    if fix.altitude != nil { fix.verticalAccuracy = fix.horizontalAccuracy.map { $0 * 1.5 } }
    return fix
  }
}
