import Timeline

/// Simulates the fixes of a receiver, together with its true positions.
public struct LocationSimulation: Sequence, IteratorProtocol, Sendable {
  /// The true and the reported position at one time.
  public struct Sample: Hashable, Sendable {
    public var truth: Location
    /// The errors that the receiver reports since the sample before.
    public var errors: [LocationError] = []
    /// The fix of the receiver; nil without reception, and once the user has denied access.
    public var fix: Location?
  }

  private let script: LocationScript
  private var noise: LocationNoise
  private var nextStep = 0
  private var count = 0
  /// The times of the next sample and of the leg's start, in seconds since the start.
  private var elapsed = 0.0
  private var legStart = 0.0
  private var leg: Leg?
  private var coordinate: Coordinate
  private var altitude: Double?
  private var course: Double?
  private var speed = 1.4
  private var claimed: Double?
  private var hiddenUntil = 0.0
  private var hiddenDistance = 0.0
  private var errors: [LocationError] = []
  private var isDenied = false
  private var isOver = false

  /// A straight path or a pause, at a constant speed.
  private struct Leg {
    var from: Coordinate
    var azimuth = 0.0
    var length = 0.0
    var duration: Double
    var end: Coordinate
    var fromAltitude: Double?
    var toAltitude: Double?
  }

  public init(_ script: LocationScript) {
    self.script = script
    coordinate = script.coordinate
    altitude = script.altitude
    noise = LocationNoise(seed: script.seed)
  }

  public mutating func next() -> Sample? {
    guard !isOver else { return nil }
    elapsed = Double(count) / script.rate
    count += 1
    while leg.map({ elapsed > legStart + $0.duration }) ?? true {
      if let done = leg { finish(done) }
      guard startLeg() else {
        isOver = true
        // The end of the last leg is a sample if it is due at this time, and errors always are.
        let isDue = elapsed <= legStart + 1e-9 || count == 1
        if !isDue, errors.isEmpty { return nil }
        var last = sample(speed: 0)
        if !isDue { last.fix = nil }
        return last
      }
    }
    guard let leg else { return nil }
    follow(leg)
    return sample(speed: leg.length / leg.duration)
  }
}

// MARK: - Movement

extension LocationSimulation {
  /// The approximate number of samples of a script, without simulating them.
  public static func fixCount(of script: LocationScript) -> Double {
    var simulation = LocationSimulation(script)
    while simulation.startLeg(), let leg = simulation.leg { simulation.finish(leg) }
    return (simulation.legStart * script.rate).rounded(.down) + 1
  }

  private mutating func finish(_ done: Leg) {
    coordinate = done.end
    altitude = done.toAltitude
    legStart += done.duration
    leg = nil
  }

  /// Runs the script to its next path or pause; returns false at its end.
  private mutating func startLeg() -> Bool {
    while nextStep < script.steps.count {
      let step = script.steps[nextStep]
      nextStep += 1
      switch step {
      case .go(let target, let height):
        if let line = try? Ellipsoid.wgs84.inverse(from: coordinate, to: target) {
          leg = travel(line.azimuth1, line.distance, to: target, height)
        }
      case .head(let heading, let metres): leg = travel(heading, metres)
      case .headFor(let heading, let seconds):
        leg = speed > 0 ? travel(heading, seconds * speed) : pause(seconds)
      case .wait(let seconds): leg = pause(seconds)
      case .speed(let value): speed = value
      case .accuracy(let value): claimed = value
      case .noise(let value): noise.deviation = value
      case .drift(let value, let seconds): (noise.drift, noise.driftTime) = (value, seconds)
      case .outage(let seconds): hiddenUntil = legStart + seconds
      case .tunnel(let metres): hiddenDistance = metres
      case .error(let error):
        errors.append(error)
        isDenied = isDenied || error == .denied
      }
      if let leg, leg.duration > 0 { return true }
      if let leg { finish(leg) }
    }
    return false
  }

  private func pause(_ seconds: Double) -> Leg {
    Leg(
      from: coordinate, duration: seconds, end: coordinate, fromAltitude: altitude,
      toAltitude: altitude)
  }

  /// The path in a direction, to a point that is known or follows; nil without speed.
  private mutating func travel(
    _ azimuth: Double, _ metres: Double, to target: Coordinate? = nil, _ height: Double? = nil
  ) -> Leg? {
    let end =
      try? target
      ?? Ellipsoid.wgs84.direct(from: coordinate, azimuth: azimuth, distance: metres).destination
    guard speed > 0, let end else { return nil }
    if hiddenDistance > 0 {
      hiddenUntil = Swift.max(hiddenUntil, legStart + Swift.min(hiddenDistance, metres) / speed)
      hiddenDistance = Swift.max(0, hiddenDistance - metres)
    }
    return Leg(
      from: coordinate, azimuth: azimuth, length: metres, duration: metres / speed, end: end,
      fromAltitude: altitude, toAltitude: height ?? altitude)
  }

  private mutating func follow(_ leg: Leg) {
    let share = (elapsed - legStart) / leg.duration
    if let low = leg.fromAltitude, let high = leg.toAltitude {
      altitude = low + (high - low) * share
    } else {
      altitude = leg.toAltitude
    }
    guard leg.length > 0,
      let line = try? Ellipsoid.wgs84.direct(
        from: leg.from, azimuth: leg.azimuth, distance: leg.length * share)
    else { return }
    coordinate = line.destination
    course = line.course
  }

  private mutating func sample(speed: Double) -> Sample {
    var truth = Location(coordinate: coordinate)
    truth.altitude = altitude
    truth.speed = speed
    truth.course = speed > 0 ? course : nil
    truth.timestamp = script.start.advanced(bySeconds: elapsed)
    truth.source = .simulated
    let fix = noise.fix(of: truth, claimed: claimed, elapsed: 1 / script.rate)
    defer { errors.removeAll() }
    let isHidden = isDenied || elapsed < hiddenUntil
    return Sample(truth: truth, errors: errors, fix: isHidden ? nil : fix)
  }
}

/// The errors of a simulated receiver.
struct LocationNoise: Sendable {
  /// The standard deviation of each axis, in metres.
  var deviation = 0.0
  /// The standard deviation of a drifting error in metres, and its correlation time in seconds.
  var drift = 0.0
  var driftTime = 60.0
  private var wander = LocalFrame.Offset.zero
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// The accuracy in standard deviations of an axis on a plane: √(-2 ln 0.32).
  private static let radiusShare = 1.5096
  /// The standard deviation of speeds in m/s, typical of Doppler measurements.
  private static let speedDeviation = 0.1

  private mutating func gaussianOffset() -> LocalFrame.Offset {
    LocalFrame.Offset(east: generator.gaussian(), north: generator.gaussian())
  }

  /// Returns the fix for a true location. The number of random values does not depend on the
  /// settings, so that a change of one step leaves the noise of the others unchanged.
  mutating func fix(of truth: Location, claimed: Double?, elapsed: Double) -> Location {
    var fix = truth
    // The correlation of a drifting error decays linearly per step (Gauss–Markov).
    let memory = driftTime > 0 ? Swift.max(0, 1 - elapsed / driftTime) : 0
    let fresh = (1 - memory * memory).squareRoot() * drift
    wander = wander * memory + gaussianOffset() * fresh
    let offset = wander + gaussianOffset() * deviation
    let up = 1.5 * deviation * generator.gaussian()
    let faster = generator.gaussian() * LocationNoise.speedDeviation
    let total = (deviation * deviation + drift * drift).squareRoot()
    if total > 0 {
      fix.coordinate = LocalFrame(at: truth.coordinate).coordinate(at: offset) ?? truth.coordinate
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
