import Timeline

/// Drops fixes of a stationary receiver, so that their noise does not add up to a distance.
///
/// A receiver moves when the mean of the last seconds leaves an anchor, or the mean speed exceeds
/// rest, by more than the accuracy explains; then fixes pass until it stays at one spot, the next
/// anchor. A fix that is twice as accurate as the anchor passes as a correction: the first fix is
/// often far off.
public struct StationaryFilter: LocationFilter {
  public var stage: FilterStage { .stationary }

  /// The factor of the accuracy by which the mean must leave the anchor: five standard deviations.
  public var spread = 3.5
  /// The least distance from the anchor in metres: carrier-phase receivers wander by decimetres.
  public var minimumRadius = 1.0
  /// The accuracy in metres that is assumed for fixes without one.
  public var assumedAccuracy = 5.0
  /// The period of the mean in seconds.
  public var window = 5.0
  /// The speed in m/s below which a receiver is slow: below walking speed.
  public var slowSpeed = 0.3
  /// The speed in m/s for a metre of accuracy, beyond which a mean speed is movement: five times
  /// the error of speeds by Doppler shifts, 0.1 m/s where positions are off by 5 m.
  public var speedShare = 0.1
  /// The time at one spot that counts as rest, in seconds.
  public var restDuration = 30.0

  public private(set) var isCorrection = false
  private var anchor: Location?
  private var isMoving = false
  private var recent: [Location] = []
  /// The candidate for the next anchor, and its number of fixes.
  private var spot: Location?
  private var spotCount = 0.0

  public init() {}

  public mutating func judge(_ location: inout Location, after previous: Location?) -> DropReason? {
    isCorrection = false
    guard let anchor else {
      anchor = location
      return nil
    }
    if !isMoving, corrects(location, anchor) {
      isCorrection = true
      self.anchor = location
      recent = []
      return nil
    }
    remember(location)
    if isMoving {
      checkForRest(location)
      return nil
    }
    if !isFast(location) {
      guard let mean = LocalFrame(at: anchor.coordinate).mean(of: recent),
        mean.length > radius(location, anchor) * (isSlow ? 2 : 1)
      else { return .stationary }
    }
    isMoving = true
    spot = location
    spotCount = 1
    return nil
  }

  /// Whether the receiver itself reports little movement.
  private var isSlow: Bool { meanSpeed.map { $0 < slowSpeed } ?? false }

  /// Whether the receiver reports more speed than the accuracy of a fix explains.
  private func isFast(_ location: Location) -> Bool {
    let accuracy = location.horizontalAccuracy ?? assumedAccuracy
    return meanSpeed.map { $0 > max(slowSpeed, speedShare * accuracy) } ?? false
  }

  /// The mean of the reported speeds of the window in m/s; nil unless all fixes report one.
  private var meanSpeed: Double? {
    let speeds = recent.compactMap(\.validSpeed)
    guard speeds.count == recent.count, !speeds.isEmpty else { return nil }
    return speeds.reduce(0, +) / Double(speeds.count)
  }

  private func corrects(_ location: Location, _ anchor: Location) -> Bool {
    guard let accuracy = location.horizontalAccuracy, let before = anchor.horizontalAccuracy,
      accuracy * 2 <= before,
      let offset = LocalFrame(at: anchor.coordinate).offset(of: location.coordinate)
    else { return false }
    return offset.length <= radius(location, anchor)
  }

  /// The distance from the anchor that noise explains.
  private func radius(_ location: Location, _ anchor: Location) -> Double {
    let accuracy = max(
      location.horizontalAccuracy ?? assumedAccuracy, anchor.horizontalAccuracy ?? assumedAccuracy)
    return max(minimumRadius, spread * accuracy)
  }

  /// Stores the fixes of the window; of fixes without a time, the last one.
  private mutating func remember(_ location: Location) {
    recent.append(location)
    recent.removeAll { old in
      guard let time = location.timestamp, let before = old.timestamp else {
        return old != location
      }
      return abs(time.seconds(since: before)) > window
    }
    if recent.count > StationaryFilter.maximumFixes { recent.removeFirst() }
  }

  /// The most fixes of a window, enough for a mean at any rate.
  private static let maximumFixes = 64

  /// Checks whether a moving receiver has come to rest.
  private mutating func checkForRest(_ location: Location) {
    guard let time = location.timestamp, let start = spot?.timestamp, var mean = spot else {
      return
    }
    let frame = LocalFrame(at: mean.coordinate)
    guard !isFast(location), let offset = frame.offset(of: location.coordinate),
      offset.length <= radius(location, mean)
    else {
      spot = location
      spotCount = 1
      return
    }
    // The spot is the mean of its fixes.
    spotCount += 1
    mean.coordinate = frame.coordinate(at: offset * (1 / spotCount)) ?? mean.coordinate
    spot = mean
    if abs(time.seconds(since: start)) >= restDuration {
      anchor = mean
      isMoving = false
    }
  }
}
