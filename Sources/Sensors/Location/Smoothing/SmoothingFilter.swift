import Timeline

/// Smooths fixes by a Kalman filter: a place and a velocity whose unknown accelerations are the
/// noise of the process, and fixes that are as noisy as their accuracies say.
///
/// A fix further from what is expected than chance allows is dropped as an outlier; some in a row
/// that are begin anew there. Speeds and courses of the receiver are taken as measurements too.
public struct SmoothingFilter: LocationFilter {
  public var stage: FilterStage { .smoothing }

  /// Standard deviation of the acceleration in m/s²: people 0.5, cars 1.5.
  public var acceleration: Double
  /// In metres, for fixes that tell no accuracy.
  public var assumedAccuracy: Double
  /// In m/s, for speeds that tell no accuracy: what Doppler shifts give.
  public var assumedSpeedAccuracy: Double
  /// A squared deviation, in units of its variance, beyond which a fix is an outlier. 13.8 is
  /// exceeded by one right fix in a thousand (χ² with two degrees of freedom).
  public var gate: Double
  /// So many outliers in a row are believed.
  public var patience: Int

  private var state: State?
  private var outliers = 0

  public init(
    acceleration: Double = 1, assumedAccuracy: Double = 5, assumedSpeedAccuracy: Double = 0.5,
    gate: Double = 13.8, patience: Int = 3
  ) {
    self.acceleration = acceleration
    self.assumedAccuracy = assumedAccuracy
    self.assumedSpeedAccuracy = assumedSpeedAccuracy
    self.gate = gate
    self.patience = patience
  }

  public mutating func judge(
    _ location: inout Location, _ context: FilterContext
  ) -> DropReason? {
    guard let time = location.timestamp else { return nil }
    guard var next = state, let elapsed = next.time.map({ time.seconds(since: $0) }),
      elapsed >= 0, elapsed <= SmoothingFilter.longestGap
    else {
      begin(location, time)
      return nil
    }
    next.predict(elapsed, acceleration: acceleration)
    next.time = time
    guard let offset = LocalFrame(at: next.place).offset(of: location.coordinate) else {
      return .outlier
    }
    let variance = axisVariance(location)
    if offset.length * offset.length > gate * (next.placeVariance + variance) {
      outliers += 1
      if outliers < patience { return .outlier }
      begin(location, time)
      return nil
    }
    outliers = 0
    next.correct(offset, variance: variance)
    if let velocity = velocity(location) {
      let accuracy = max(0.05, location.speedAccuracy ?? assumedSpeedAccuracy)
      next.correct(velocity: velocity, variance: accuracy * accuracy)
    }
    state = next
    location.coordinate = next.place
    location.horizontalAccuracy =
      (2 * next.placeVariance).squareRoot() * SmoothingFilter.radiusShare
    location.speed = next.velocity.length
    if next.velocity.length > 0 {
      let course = SinCos(next.velocity.east, next.velocity.north).degrees
      location.course = course < 0 ? course + 360 : course
    }
    return nil
  }

  public mutating func reset() {
    state = nil
    outliers = 0
  }

  /// After a longer gap, in seconds, nothing is left of what was known.
  private static let longestGap = 300.0
  /// The radius of 68 % over the standard deviation of both axes together: √(-2 ln 0.32) / √2.
  private static let radiusShare = 1.0675

  /// The variance of one axis: the accuracy is a radius.
  private func axisVariance(_ location: Location) -> Double {
    let accuracy = max(0.01, location.horizontalAccuracy ?? assumedAccuracy)
    let deviation = accuracy / (SmoothingFilter.radiusShare * 2.0.squareRoot())
    return deviation * deviation
  }

  private func velocity(_ location: Location) -> LocalFrame.Offset? {
    guard let speed = location.validSpeed else { return nil }
    if speed < assumedSpeedAccuracy / 2 { return LocalFrame.Offset(east: 0, north: 0) }
    guard let course = location.validCourse else { return nil }
    let direction = SinCos(degrees: course)
    return LocalFrame.Offset(east: speed * direction.sine, north: speed * direction.cosine)
  }

  private mutating func begin(_ location: Location, _ time: Timestamp) {
    outliers = 0
    var new = State(place: location.coordinate, time: time, placeVariance: axisVariance(location))
    if let velocity = velocity(location) {
      let accuracy = max(0.05, location.speedAccuracy ?? assumedSpeedAccuracy)
      new.correct(velocity: velocity, variance: accuracy * accuracy)
    }
    state = new
  }
}

/// A place and a velocity with their covariance, which is the same for both axes.
private struct State {
  var place: Coordinate
  var velocity = LocalFrame.Offset(east: 0, north: 0)
  var time: Timestamp?
  var placeVariance: Double
  var covariance = 0.0
  /// Anything from standing to a fast car, in (m/s)².
  var velocityVariance = 400.0

  init(place: Coordinate, time: Timestamp, placeVariance: Double) {
    self.place = place
    self.time = time
    self.placeVariance = placeVariance
  }

  /// Moves on by a time; accelerations are white noise that is constant over a step.
  mutating func predict(_ elapsed: Double, acceleration: Double) {
    place = LocalFrame(at: place).coordinate(at: velocity * elapsed) ?? place
    let noise = acceleration * acceleration
    let squared = elapsed * elapsed
    placeVariance +=
      elapsed * (2 * covariance + elapsed * velocityVariance) + noise * squared * squared / 4
    covariance += elapsed * velocityVariance + noise * squared * elapsed / 2
    velocityVariance += noise * squared
  }

  /// Takes in a measured place, given as the way from the expected one.
  mutating func correct(_ offset: LocalFrame.Offset, variance: Double) {
    let total = placeVariance + variance
    let gain = placeVariance / total
    let velocityGain = covariance / total
    place = LocalFrame(at: place).coordinate(at: offset * gain) ?? place
    velocity = velocity + offset * velocityGain
    velocityVariance -= velocityGain * covariance
    covariance *= 1 - gain
    placeVariance *= 1 - gain
  }

  /// Takes in a measured velocity.
  mutating func correct(velocity measured: LocalFrame.Offset, variance: Double) {
    let total = velocityVariance + variance
    let gain = velocityVariance / total
    let placeGain = covariance / total
    let difference = measured + velocity * -1
    place = LocalFrame(at: place).coordinate(at: difference * placeGain) ?? place
    velocity = velocity + difference * gain
    placeVariance -= placeGain * covariance
    covariance *= 1 - gain
    velocityVariance *= 1 - gain
  }
}
