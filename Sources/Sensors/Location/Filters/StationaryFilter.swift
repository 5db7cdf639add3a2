import Timeline

/// Drops fixes of a receiver that lies still, so that their noise does not add up to a way.
///
/// Still is who stays around an anchor. The mean of the last seconds must leave the anchor by more
/// than the noise explains; then fixes pass until a while is spent on one spot, which becomes the
/// next anchor. No way is lost: the first fix that passes is measured from the anchor.
///
/// A fix that is twice as accurate as the anchor passes as a correction and is the next anchor: the
/// first fix is often off by kilometres, and a walk must not hide in its circle.
public struct StationaryFilter: LocationFilter {
  public var stage: FilterStage { .stationary }

  /// The mean must leave the anchor by so many times the accuracy, which holds 68 % of the fixes. The
  /// errors of satellites wander for minutes; five standard deviations of an axis are rare even so.
  public var spread: Double
  /// In metres: the least distance, and what stands for an accuracy that is not known.
  public var least: Double
  public var assumedAccuracy: Double
  /// In seconds: over so long the mean is taken.
  public var window: Double
  /// In m/s: slower nobody walks.
  public var slow = 0.3
  /// In seconds: so long on one spot is still.
  public var rest: Double

  public private(set) var isCorrection = false
  private var anchor: Location?
  private var isMoving = false
  private var recent: [Location] = []
  /// The spot that may become the next anchor, and how many fixes made it.
  private var spot: Location?
  private var spotCount = 0.0

  public init(
    spread: Double = 3.5, least: Double = 8, assumedAccuracy: Double = 5, window: Double = 5,
    rest: Double = 30
  ) {
    self.spread = spread
    self.least = least
    self.assumedAccuracy = assumedAccuracy
    self.window = window
    self.rest = rest
  }

  public mutating func judge(
    _ location: inout Location, _ context: FilterContext
  ) -> DropReason? {
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
      watch(location)
      return nil
    }
    guard let mean = LocalFrame(at: anchor.coordinate).mean(of: recent),
      mean.length > radius(location, anchor) * (isSlow ? 2 : 1)
    else { return .stationary }
    isMoving = true
    spot = location
    spotCount = 1
    return nil
  }

  public mutating func reset() {
    isCorrection = false
    anchor = nil
    isMoving = false
    recent = []
    spot = nil
  }

  /// Whether the receiver itself tells that it hardly moves: speeds come from Doppler shifts, and
  /// stay near zero where positions wander.
  private var isSlow: Bool {
    let speeds = recent.compactMap(\.validSpeed)
    guard speeds.count == recent.count, !speeds.isEmpty else { return false }
    return speeds.reduce(0, +) < slow * Double(speeds.count)
  }

  /// Whether a fix is twice as accurate as the anchor, and lies within what that left open.
  private func corrects(_ location: Location, _ anchor: Location) -> Bool {
    guard let accuracy = location.horizontalAccuracy, let before = anchor.horizontalAccuracy,
      accuracy * 2 <= before,
      let way = LocalFrame(at: anchor.coordinate).offset(of: location.coordinate)
    else { return false }
    return way.length <= radius(location, anchor)
  }

  /// How far noise may carry the mean.
  private func radius(_ location: Location, _ anchor: Location) -> Double {
    let accuracy = max(
      location.horizontalAccuracy ?? assumedAccuracy, anchor.horizontalAccuracy ?? assumedAccuracy)
    return max(least, spread * accuracy)
  }

  /// Keeps the fixes of the window; of those without a time, the last one.
  private mutating func remember(_ location: Location) {
    recent.append(location)
    recent.removeAll { old in
      guard let time = location.timestamp, let before = old.timestamp else {
        return old != location
      }
      return abs(time.seconds(since: before)) > window
    }
    // However many fixes a second there are, this is enough for a mean.
    if recent.count > StationaryFilter.mostFixes { recent.removeFirst() }
  }

  private static let mostFixes = 64

  /// Looks whether a receiver that moved has come to rest.
  private mutating func watch(_ location: Location) {
    guard let time = location.timestamp, let start = spot?.timestamp, var place = spot else {
      return
    }
    let frame = LocalFrame(at: place.coordinate)
    guard let way = frame.offset(of: location.coordinate), way.length <= radius(location, place)
    else {
      spot = location
      spotCount = 1
      return
    }
    // The spot is the mean of its fixes.
    spotCount += 1
    place.coordinate = frame.coordinate(at: way * (1 / spotCount)) ?? place.coordinate
    spot = place
    if abs(time.seconds(since: start)) >= rest {
      anchor = place
      isMoving = false
    }
  }
}
