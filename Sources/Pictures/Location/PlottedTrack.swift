import Playback
import SensorPlayback

/// A track of a plot, in degrees north and in degrees east of its first fix, so that tracks across
/// the antimeridian stay connected. Memory is bounded: long tracks are thinned.
struct PlottedTrack: Sendable {
  struct Fix: Sendable {
    /// The position, with longitudes from that of ``PlottedTrack/origin``.
    var position: Coordinate
    /// The number of the fix in the track, from 1.
    var number: Int
    /// The position of the fix on the axis: seconds from the first fix of the track, or its number
    /// in ``PlottedTrack/counted``. It does not decrease from fix to fix.
    var time: Double
    var speed: Double?
    /// Whether the speed is that of the way from the fix before, not one that was reported.
    var isSpeedDerived = false
    var altitude: Double?
    var accuracy: Double?
  }

  struct Drop: Sendable {
    var fix: Fix
    var reason: DropReason
  }

  let name: String
  /// The number of the track among all tracks, which determines its color.
  let index: Int
  private(set) var fixes: [Fix] = []
  private(set) var drops: [Drop] = []
  private(set) var dropCount = 0
  /// The number of delivered fixes of which one is stored.
  private(set) var stride = 1
  /// The extent of the delivered fixes.
  private(set) var extent = TrackExtent()
  /// Whether all fixes have a time.
  private(set) var hasTimes = true
  /// The results of the reader and the filters.
  var summary: LocationSummary?

  /// The most stored fixes, beyond which they are thinned: fourteen hours at 1 Hz.
  private static let maximumFixes = 50_000
  /// The most stored reasons: a hostile recording has millions.
  private static let maximumDrops = 1000

  private var origin: Double?
  private var startTime: Timestamp?
  private var count = 0
  /// The last delivered fix, which need not be stored.
  private(set) var end: Fix?
  private var delivered = 0

  init(name: String, index: Int) {
    self.name = name
    self.index = index
  }

  /// Adds a fix; one with an invalid coordinate is ignored.
  mutating func add(_ decision: LocationDecision) {
    let location = decision.location
    guard location.coordinate.isValid else { return }
    let fix = fix(location, distance: decision.distance)
    if let reason = decision.dropped {
      dropCount += 1
      if drops.count < Self.maximumDrops { drops.append(Drop(fix: fix, reason: reason)) }
      return
    }
    extent.add(fix.position)
    end = fix
    if delivered % stride == 0 { fixes.append(fix) }
    delivered += 1
    if fixes.count > Self.maximumFixes { thin() }
  }

  private mutating func fix(_ location: Location, distance: Double?) -> Fix {
    let origin = origin ?? location.coordinate.longitude
    self.origin = origin
    var position = location.coordinate
    position.longitude = (position.longitude - origin).remainder(dividingBy: 360)
    count += 1
    let time = time(location)
    var fix = Fix(
      position: position, number: count, time: time, speed: location.validSpeed,
      altitude: location.validAltitude,
      accuracy: location.horizontalAccuracy.flatMap { $0 >= 0 ? $0 : nil })
    if fix.speed == nil, hasTimes, let distance, let end, time > end.time {
      fix.speed = distance / (time - end.time)
      fix.isSpeedDerived = true
    }
    return fix
  }

  /// The time of a fix on the axis: clocks may step back, but a line over time does not. A fix
  /// without a time has that of the one before.
  private mutating func time(_ location: Location) -> Double {
    guard let time = location.timestamp else {
      hasTimes = false
      return end?.time ?? 0
    }
    let start = startTime ?? time
    startTime = start
    return max(0, end?.time ?? 0, time.seconds(since: start))
  }

  private mutating func thin() {
    stride *= 2
    fixes = fixes.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
  }

  /// The track with its fixes at their numbers, for an axis that counts them.
  var counted: PlottedTrack {
    var track = self
    for (index, fix) in fixes.enumerated() { track.fixes[index].time = Double(fix.number) }
    for (index, drop) in drops.enumerated() {
      track.drops[index].fix.time = Double(drop.fix.number)
    }
    track.end?.time = Double(end?.number ?? 0)
    return track
  }

  /// The drawn fixes: the stored ones and the last.
  var drawn: [Fix] {
    guard let end, let last = fixes.last, last.number < end.number else { return fixes }
    return fixes + [end]
  }

  // MARK: Places

  /// The longest side of a panel relative to that of its longest track: longer ones show too
  /// little.
  private static let maximumFactor = 3.0

  /// Whether a panel for some tracks and this one shows enough of each.
  func isNear(_ others: [PlottedTrack]) -> Bool {
    guard let first = others.first else { return true }
    var shifted = extent
    shifted.move(east: offset(from: first))
    let extents = others.map(\.extent) + [shifted]
    let joint = extents.dropFirst().reduce(extents[0]) { $0.united(with: $1) }
    let longest = extents.map(\.size).max() ?? 0
    return joint.size <= Self.maximumFactor * max(longest, TrackExtent.minimumSize)
  }

  /// The degrees from another track's first fix east to that of this one.
  private func offset(from other: PlottedTrack) -> Double {
    guard let origin, let start = other.origin else { return 0 }
    return (origin - start).remainder(dividingBy: 360)
  }

  /// Counts longitudes from another track's first fix.
  mutating func shift(to other: PlottedTrack) {
    let difference = offset(from: other)
    origin = other.origin
    extent.move(east: difference)
    for index in fixes.indices { fixes[index].position.longitude += difference }
    for index in drops.indices { drops[index].fix.position.longitude += difference }
    end?.position.longitude += difference
  }
}

/// A rectangle of degrees.
struct TrackExtent: Sendable {
  private(set) var west = Double.infinity
  private(set) var east = -Double.infinity
  private(set) var south = Double.infinity
  private(set) var north = -Double.infinity

  /// The least size of a plot in metres, for a receiver that did not move.
  static let minimumSize = 10.0
  /// The length of a degree of latitude on the mean sphere, in metres.
  static let metresPerDegree = 111_195.08

  var isEmpty: Bool { west > east }

  /// The length of a degree of longitude in metres at the middle latitude.
  var metresPerLongitude: Double {
    Self.metresPerDegree * GreatCircle.parallelShare(atLatitude: (north + south) / 2)
  }

  /// The width in metres.
  var width: Double { isEmpty ? 0 : (east - west) * metresPerLongitude }
  var height: Double { isEmpty ? 0 : (north - south) * Self.metresPerDegree }

  /// The longer side in metres.
  var size: Double { max(width, height) }

  mutating func add(_ position: Coordinate) {
    west = min(west, position.longitude)
    east = max(east, position.longitude)
    south = min(south, position.latitude)
    north = max(north, position.latitude)
  }

  mutating func move(east degrees: Double) {
    west += degrees
    east += degrees
  }

  func united(with other: TrackExtent) -> TrackExtent {
    var union = self
    union.west = min(west, other.west)
    union.east = max(east, other.east)
    union.south = min(south, other.south)
    union.north = max(north, other.north)
    return union
  }

  /// Whether a position is at most as far outside as the rectangle is wide.
  func isNear(_ position: Coordinate) -> Bool {
    let high = max(size, Self.minimumSize) / Self.metresPerDegree
    let wide = max(size, Self.minimumSize) / max(metresPerLongitude, 1)
    return position.longitude >= west - wide && position.longitude <= east + wide
      && position.latitude >= south - high && position.latitude <= north + high
  }
}
