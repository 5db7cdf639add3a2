import Timeline

/// Smooths the fixes of a whole track, each by the fixes before and after it: a Rauch–Tung–Striebel
/// smoother with the model that makes the track most likely. Outliers move to their expected
/// position, other fixes only if the track shows their errors clearly. ``SmoothingFilter`` smooths
/// fixes as they arrive.
public struct TrackSmoother: Sendable {
  /// The accuracy in metres that is assumed for fixes without one.
  public var assumedAccuracy = 5.0
  /// The longest time between fixes of a track, in seconds; a time that runs backward also
  /// separates tracks.
  public var maximumGap = 300.0

  public init() {}

  /// Returns the fixes with smoothed coordinates. Fixes that are invalid or without a time, and
  /// parts of a track that are short or sparse, stay unchanged.
  public func smooth(_ fixes: [Location]) -> [Location] {
    var smoothed = fixes
    for part in parts(of: fixes) where part.count >= TrackSmoother.minimumFixes {
      let track = measurements(part.map { fixes[$0] })
      guard TrackSmoother.isDense(track) else { continue }
      let offsets = TrackSmoother.corrections(track)
      for (index, place) in part.enumerated() {
        smoothed[place].coordinate = TrackSmoother.moved(
          fixes[place].coordinate, by: offsets[index], track[index])
      }
    }
    // A fix that repeats the one before has no part of its own.
    for (index, (last, fix)) in zip(fixes, fixes.dropFirst()).enumerated()
    where fix.timestamp != nil && fix.timestamp == last.timestamp
      && fix.isDateKnown == last.isDateKnown && fix.coordinate == last.coordinate
    {
      smoothed[index + 1].coordinate = smoothed[index].coordinate
    }
    return smoothed
  }

  /// The fewest fixes of a part: with fewer, errors and movements look alike.
  private static let minimumFixes = 10
  /// The longest interval in seconds, beyond which the movement before does not predict a fix.
  package static let maximumInterval = 10.0

  /// Whether half of the fixes follow the one before soon enough.
  private static func isDense(_ track: [TrackMeasurement]) -> Bool {
    let intervals = zip(track.dropFirst(), track).map { $0.0.time - $0.1.time }.sorted()
    return intervals.isEmpty || intervals[intervals.count / 2] <= maximumInterval
  }

  /// The most fixes of a part, which limits memory; a fix depends little on fixes a minute away.
  private static let maximumFixes = 20_000

  /// The indices of fixes that belong together.
  private func parts(of fixes: [Location]) -> [[Int]] {
    var parts: [[Int]] = []
    var last: Location?
    for (index, fix) in fixes.enumerated() {
      guard fix.isValid, let time = fix.timestamp else { continue }
      let elapsed = last?.timestamp.map { time.seconds(since: $0) } ?? -1
      // Neither time is trusted, since either may be wrong.
      if elapsed == 0, last?.isDateKnown == fix.isDateKnown { continue }
      if elapsed < 0 || elapsed > maximumGap || last?.isDateKnown != fix.isDateKnown
        || parts[parts.count - 1].count >= TrackSmoother.maximumFixes
      {
        parts.append([])
      }
      parts[parts.count - 1].append(index)
      last = fix
    }
    return parts
  }
}

// MARK: - Measurements

extension TrackSmoother {
  /// The radius of 68 % relative to the standard deviation of an axis: √(-2 ln 0.32).
  private static let radiusShare = 1.5096
  /// The speed in m/s below which a receiver without a course is at rest.
  private static let restSpeed = 0.25
  /// The least distance from a pole in standard deviations of a fix, whose north is then certain.
  private static let minimumPoleDistance = 1000.0
  /// The range of accuracies in metres, from carrier-phase receivers to cells of a mobile network.
  private static let accuracies = 0.001...10_000

  private func measurements(_ fixes: [Location]) -> [TrackMeasurement] {
    guard let first = fixes.first, let start = first.timestamp else { return [] }
    let origin = TrackSmoother.position(of: first.coordinate)
    return fixes.map { fix in
      let latitude = SinCos(degrees: fix.coordinate.latitude)
      let longitude = SinCos(degrees: fix.coordinate.longitude)
      let range = TrackSmoother.accuracies
      let accuracy = max(
        range.lowerBound, min(range.upperBound, fix.horizontalAccuracy ?? assumedAccuracy))
      let deviation = accuracy / TrackSmoother.radiusShare
      var result = TrackMeasurement(
        time: fix.timestamp?.seconds(since: start) ?? 0,
        position: TrackSmoother.position(of: fix.coordinate) - origin,
        variance: deviation * deviation, east: SIMD3(-longitude.sine, longitude.cosine, 0),
        north: SIMD3(
          -latitude.sine * longitude.cosine, -latitude.sine * longitude.sine, latitude.cosine))
      // Near a pole the direction of north depends on the error of the fix.
      let isNorthCertain =
        latitude.cosine * Ellipsoid.wgs84.equatorialRadius
        > TrackSmoother.minimumPoleDistance * deviation
      if isNorthCertain, let velocity = TrackSmoother.velocity(of: fix) {
        result.velocity = result.east * velocity.east + result.north * velocity.north
      }
      return result
    }
  }

  /// The position of a point of the ellipsoid in the earth-centred, earth-fixed frame, in metres.
  private static func position(of coordinate: Coordinate) -> SIMD3<Double> {
    let latitude = SinCos(degrees: coordinate.latitude)
    let longitude = SinCos(degrees: coordinate.longitude)
    let ellipsoid = Ellipsoid.wgs84
    let eccentricity = ellipsoid.firstSquared
    let radius =
      ellipsoid.equatorialRadius / (1 - eccentricity * latitude.sine * latitude.sine).squareRoot()
    return SIMD3(
      radius * latitude.cosine * longitude.cosine, radius * latitude.cosine * longitude.sine,
      radius * (1 - eccentricity) * latitude.sine)
  }

  /// The point of the ellipsoid at the end of a chord from another one.
  private static func moved(
    _ start: Coordinate, by offset: SIMD3<Double>, _ fix: TrackMeasurement
  ) -> Coordinate {
    let azimuth = SinCos((offset * fix.east).sum(), (offset * fix.north).sum()).degrees
    let diameter = 2 * GreatCircle.meanRadius
    let length = diameter * GeoMath.arcSine(offset.squaredLength.squareRoot() / diameter)
    guard length > 0, azimuth.isFinite,
      let end = try? Ellipsoid.wgs84.direct(from: start, azimuth: azimuth, distance: length)
    else { return start }
    return end.destination
  }

  /// The velocity that a receiver reports in m/s; nil for one that no airliner reaches.
  private static func velocity(of fix: Location) -> LocalFrame.Offset? {
    guard let speed = fix.validSpeed, speed < 500 else { return nil }
    if let course = fix.validCourse { return LocalFrame.Offset(length: speed, course: course) }
    return speed < restSpeed ? .zero : nil
  }
}

// MARK: - Corrections

extension TrackSmoother {
  /// The largest share of the variance of all errors that may remain if fixes are moved.
  private static let remainingShare = 0.9
  /// The least evidence to remove errors: twice a decisive one (Jeffreys), for two parameters.
  private static let minimumEvidence = 9.2
  /// The share of the estimated correlated error that is removed: its model is the least certain.
  private static let correlatedShare = 0.5
  /// The longest correlation time in seconds: slower errors look like movements.
  private static let maximumCorrelationTime = 120.0
  /// The weight below which a fix is an outlier, if it is off by more than three deviations, too.
  private static let outlierWeight = 0.1
  private static let outlierDeviation = 3.0

  /// The displacements of the fixes, in metres.
  private static func corrections(_ track: [TrackMeasurement]) -> [SIMD3<Double>] {
    let outliers = TrackOutliers.find(track)
    var fit = TrackFit(track, outliers: outliers)
    let (model, evidence) = fit.model()
    let pass = TrackPass(track, model, outliers: outliers)
    let removed = model.correlationTime <= maximumCorrelationTime ? correlatedShare : 0
    let remaining = zip(track, pass.states).reduce(0) { sum, pair in
      sum + min(pair.0.variance, pair.1.variance(of: pair.0, model, removing: removed))
    }
    let isWorthwhile =
      evidence >= minimumEvidence
      && remaining <= remainingShare * track.reduce(0) { $0 + $1.variance }
    let corrections = track.indices.map { index in
      let state = pass.states[index]
      let white = track[index].position - state.position - state.error
      if isWorthwhile { return -white - state.error * removed }
      let limit = outlierDeviation * outlierDeviation * track[index].variance
      let isOutlier = pass.weights[index].position < outlierWeight && white.squaredLength > limit
      return isOutlier ? -white : .zero
    }
    // Most corrections are at most twice as large as the errors that the receiver reports.
    let large = zip(corrections, track).count { $0.squaredLength > 4 * 2 * $1.variance }
    return isWorthwhile && large * 2 > track.count ? track.map { _ in .zero } : corrections
  }
}

extension TrackState {
  /// The variance in m² of a fix's error after removal of a share of its correlated part.
  fileprivate func variance(
    of fix: TrackMeasurement, _ model: TrackModel, removing share: Double
  ) -> Double {
    let estimated = max(0, model.correlatedShare * fix.variance - covariance.zz)
    return covariance.xx + (1 - share) * (1 - share) * estimated
  }
}

/// Finds fixes far from the line between their neighbours, before the model is known.
enum TrackOutliers {
  /// The factors of the median distance, and of the deviation of an axis, of an outlier.
  private static let medianFactor = 8.0
  private static let deviationFactor = 3.0
  /// The acceleration in m/s² of a braking or turning car, which does not explain an outlier.
  private static let acceleration = 3.0
  /// The most rounds: outliers beside each other are found one after the other.
  private static let maximumRounds = 10
  private static let minimumFixes = 5

  static func find(_ track: [TrackMeasurement]) -> [Bool] {
    var outliers = [Bool](repeating: false, count: track.count)
    var left = Array(track.indices)
    for _ in 0..<maximumRounds {
      guard left.count >= minimumFixes else { break }
      let distances = distances(left, track)
      let median = distances.sorted()[distances.count / 2]
      var found = false
      for (place, distance) in distances.enumerated() {
        let index = left[place + 1]
        let times = (track[left[place]].time, track[index].time, track[left[place + 2]].time)
        let turn = acceleration / 2 * (times.1 - times.0) * (times.2 - times.1)
        let limit = max(
          medianFactor * median, deviationFactor * track[index].variance.squareRoot(), turn)
        let isPeak =
          (place == 0 || distance > distances[place - 1])
          && (place + 1 == distances.count || distance >= distances[place + 1])
        if distance > limit, isPeak {
          outliers[index] = true
          found = true
        }
      }
      if !found { break }
      left.removeAll { outliers[$0] }
    }
    return outliers
  }

  /// The distances of the inner fixes from the lines between their neighbours.
  private static func distances(_ left: [Int], _ track: [TrackMeasurement]) -> [Double] {
    (1..<left.count - 1).map { place in
      let (before, fix, after) = (
        track[left[place - 1]], track[left[place]], track[left[place + 1]]
      )
      let total = after.time - before.time
      let share = total > 0 ? (fix.time - before.time) / total : 0.5
      let offset = fix.position - before.position - (after.position - before.position) * share
      return offset.squaredLength.squareRoot()
    }
  }
}
