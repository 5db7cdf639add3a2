import Timeline

/// Smooths fixes by a Kalman filter of position and velocity, which drops outliers. Accelerations
/// are the process noise; positions, speeds and courses are the measurements.
public struct SmoothingFilter: LocationFilter {
  public var stage: FilterStage { .smoothing }

  /// The standard deviation of the acceleration in m/s²: people 0.5, cars 1.5.
  public var acceleration = 1.0
  /// The accuracy in metres that is assumed for fixes without one.
  public var assumedAccuracy = 5.0
  /// The accuracy in m/s that is assumed for speeds without one: typical of Doppler measurements.
  public var assumedSpeedAccuracy = 0.5
  /// The squared deviation, in units of its variance, of an outlier (χ² of one fix in a thousand).
  public var gate = 13.8
  /// The number of consecutive outliers at which the filter restarts.
  public var patience = 3

  private var state: State?
  private var outliers = 0

  public init() {}

  public mutating func judge(_ location: inout Location, after previous: Location?) -> DropReason? {
    guard let time = location.timestamp else { return nil }
    guard var next = state,
      (0...SmoothingFilter.maximumGap).contains(time.seconds(since: next.time))
    else {
      begin(location, time)
      return nil
    }
    next.predict(time.seconds(since: next.time), acceleration: acceleration)
    next.time = time
    guard let offset = LocalFrame(at: next.coordinate).offset(of: location.coordinate) else {
      return .outlier
    }
    let variance = axisVariance(location)
    if offset.length * offset.length > gate * (next.positionVariance + variance) {
      outliers += 1
      if outliers < patience { return .outlier }
      begin(location, time)
      return nil
    }
    outliers = 0
    next.correct(offset, variance: variance)
    correctVelocity(of: &next, location)
    state = next
    location.coordinate = next.coordinate
    location.horizontalAccuracy =
      (2 * next.positionVariance).squareRoot() * SmoothingFilter.radiusShare
    location.speed = next.velocity.length
    if next.velocity.length > 0 {
      let course = SinCos(next.velocity.east, next.velocity.north).degrees
      location.course = course < 0 ? course + 360 : course
    }
    return nil
  }

  /// The longest gap, in seconds, without a restart of the filter.
  private static let maximumGap = 300.0
  /// The accuracy relative to the standard deviation of both axes together: √(-ln 0.32).
  private static let radiusShare = 1.0675

  /// The variance of one axis, computed from the accuracy, which is a radius.
  private func axisVariance(_ location: Location) -> Double {
    let accuracy = max(0.01, location.horizontalAccuracy ?? assumedAccuracy)
    let deviation = accuracy / (SmoothingFilter.radiusShare * 2.0.squareRoot())
    return deviation * deviation
  }

  private func velocity(_ location: Location) -> LocalFrame.Offset? {
    guard let speed = location.validSpeed else { return nil }
    if speed < assumedSpeedAccuracy / 2 { return .zero }
    return location.validCourse.map { LocalFrame.Offset(length: speed, course: $0) }
  }

  private mutating func begin(_ location: Location, _ time: Timestamp) {
    outliers = 0
    var new = State(
      coordinate: location.coordinate, time: time, positionVariance: axisVariance(location))
    correctVelocity(of: &new, location)
    state = new
  }

  private func correctVelocity(of state: inout State, _ location: Location) {
    guard let velocity = velocity(location) else { return }
    let accuracy = max(0.05, location.speedAccuracy ?? assumedSpeedAccuracy)
    state.correct(velocity: velocity, variance: accuracy * accuracy)
  }
}

/// A position and a velocity with their covariance, the same for both axes.
private struct State {
  var coordinate: Coordinate
  var velocity = LocalFrame.Offset.zero
  var time: Timestamp
  var positionVariance: Double
  var covariance = 0.0
  /// The variance of the velocity in (m/s)²: from rest to a fast car.
  var velocityVariance = 400.0

  /// Predicts the state after a time; accelerations are white noise that is constant over a step.
  mutating func predict(_ elapsed: Double, acceleration: Double) {
    coordinate = LocalFrame(at: coordinate).coordinate(at: velocity * elapsed) ?? coordinate
    let noise = acceleration * acceleration
    let squared = elapsed * elapsed
    positionVariance +=
      elapsed * (2 * covariance + elapsed * velocityVariance) + noise * squared * squared / 4
    covariance += elapsed * velocityVariance + noise * squared * elapsed / 2
    velocityVariance += noise * squared
  }

  /// Updates the state with a measured position, given as the offset from the predicted one.
  mutating func correct(_ offset: LocalFrame.Offset, variance: Double) {
    let total = positionVariance + variance
    let gain = positionVariance / total
    let velocityGain = covariance / total
    coordinate = LocalFrame(at: coordinate).coordinate(at: offset * gain) ?? coordinate
    velocity = velocity + offset * velocityGain
    velocityVariance -= velocityGain * covariance
    covariance *= 1 - gain
    positionVariance *= 1 - gain
  }

  /// Updates the state with a measured velocity.
  mutating func correct(velocity measured: LocalFrame.Offset, variance: Double) {
    let total = velocityVariance + variance
    let gain = velocityVariance / total
    let positionGain = covariance / total
    let difference = measured + velocity * -1
    coordinate = LocalFrame(at: coordinate).coordinate(at: difference * positionGain) ?? coordinate
    velocity = velocity + difference * gain
    positionVariance -= positionGain * covariance
    covariance *= 1 - gain
    velocityVariance *= 1 - gain
  }
}
