import Recordings
public import Sensors

/// Draws tracks as SVG: each with its path, its start and end, its fixes with their circles of
/// accuracy, and in red the fixes that were dropped, with a scale bar.
///
/// Tracks near each other share a panel; others have their own, one below the other, since a picture
/// of two cities shows neither.
public struct TrackDrawing: Sendable {
  private var tracks: [DrawnTrack] = []

  public init() {}

  /// Begins a track; the fixes that follow belong to it.
  public mutating func beginTrack(_ name: String) {
    tracks.append(DrawnTrack(name: name))
  }

  /// Adds a fix; one with an invalid coordinate is ignored.
  public mutating func add(_ decision: LocationDecision) {
    if tracks.isEmpty { beginTrack("") }
    tracks[tracks.count - 1].add(decision)
  }

  /// In pixels, between panels.
  private static let gap = 20.0

  /// Writes the drawing and finishes the sink.
  public func write(to sink: ByteSink) throws(RecordingError) {
    let panels = panels.map { TrackPanel($0) }
    let width = panels.map(\.width).max() ?? 0
    let height =
      panels.reduce(0) { $0 + $1.height } + TrackDrawing.gap * Double(panels.count - 1)
    let (shownWidth, shownHeight) = (TrackPanel.text(width), TrackPanel.text(height))
    try sink.append(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(shownWidth)" height="\(shownHeight)" \
      viewBox="0 0 \(shownWidth) \(shownHeight)" font-family="sans-serif" font-size="12">
      <rect width="100%" height="100%" fill="white"/>

      """.utf8)
    var top = 0.0
    for panel in panels {
      try panel.write(to: sink, top: top)
      top += panel.height + TrackDrawing.gap
    }
    try sink.append("</svg>\n".utf8)
    try sink.finish()
  }

  /// The tracks that share panels. An empty drawing has an empty panel.
  private var panels: [[DrawnTrack]] {
    var panels: [[DrawnTrack]] = []
    for (index, track) in tracks.enumerated() where !track.extent.isEmpty {
      var track = track
      track.index = index
      if let place = panels.firstIndex(where: { track.isNear($0) }) {
        track.shift(to: panels[place][0])
        panels[place].append(track)
      } else {
        panels.append([track])
      }
    }
    return panels.isEmpty ? [[]] : panels
  }
}

/// A track of a drawing, in degrees north and in degrees east of its first fix, so that tracks across
/// the antimeridian stay connected.
struct DrawnTrack: Sendable {
  struct Mark: Sendable {
    var position: Coordinate
    var accuracy: Double?
    var isDelivered: Bool
  }

  let name: String
  /// Its number in the drawing, which determines its colour.
  var index = 0
  private(set) var marks: [Mark] = []
  /// That of the delivered fixes.
  private(set) var extent = DrawnExtent()
  private var origin: Double?

  init(name: String) { self.name = name }

  mutating func add(_ decision: LocationDecision) {
    let location = decision.location
    guard location.coordinate.isValid else { return }
    let origin = origin ?? location.coordinate.longitude
    self.origin = origin
    var position = location.coordinate
    position.longitude = (position.longitude - origin).remainder(dividingBy: 360)
    let mark = Mark(
      position: position, accuracy: location.horizontalAccuracy, isDelivered: decision.isDelivered)
    marks.append(mark)
    if mark.isDelivered { extent.add(position) }
  }

  /// The longest side of a panel, relative to that of its longest track: with more, too little is
  /// seen of either.
  private static let largestFactor = 3.0

  /// Whether a panel for some tracks and this one shows enough of each.
  func isNear(_ others: [DrawnTrack]) -> Bool {
    guard let first = others.first else { return true }
    var shifted = self
    shifted.shift(to: first)
    let extents = others.map(\.extent) + [shifted.extent]
    let joint = extents.dropFirst().reduce(extents[0]) { $0.united(with: $1) }
    let longest = extents.map(\.size).max() ?? 0
    return joint.size <= DrawnTrack.largestFactor * max(longest, DrawnExtent.leastSize)
  }

  /// Counts longitudes from another track's first fix.
  mutating func shift(to other: DrawnTrack) {
    guard let origin, let start = other.origin, origin != start else { return }
    let difference = (origin - start).remainder(dividingBy: 360)
    self.origin = start
    extent = DrawnExtent()
    for index in marks.indices {
      marks[index].position.longitude += difference
      if marks[index].isDelivered { extent.add(marks[index].position) }
    }
  }
}

/// A rectangle of degrees.
struct DrawnExtent: Sendable {
  private(set) var west = Double.infinity
  private(set) var east = -Double.infinity
  private(set) var south = Double.infinity
  private(set) var north = -Double.infinity

  /// The drawing of a receiver that did not move shows 10 metres.
  static let leastSize = 10.0
  /// The length of a degree of latitude on the mean sphere.
  static let metresPerDegree = 111_195.08

  var isEmpty: Bool { west > east }

  /// In metres; east and north have the same scale at the middle latitude.
  var metresPerLongitude: Double {
    DrawnExtent.metresPerDegree * GreatCircle.parallelShare(atLatitude: (north + south) / 2)
  }

  /// The longer side in metres.
  var size: Double {
    isEmpty
      ? 0 : max((east - west) * metresPerLongitude, (north - south) * DrawnExtent.metresPerDegree)
  }

  mutating func add(_ position: Coordinate) {
    west = min(west, position.longitude)
    east = max(east, position.longitude)
    south = min(south, position.latitude)
    north = max(north, position.latitude)
  }

  func united(with other: DrawnExtent) -> DrawnExtent {
    var union = self
    union.west = min(west, other.west)
    union.east = max(east, other.east)
    union.south = min(south, other.south)
    union.north = max(north, other.north)
    return union
  }

  /// Whether a position is at most as far outside as the rectangle is wide.
  func isNear(_ position: Coordinate) -> Bool {
    let high = max(size, DrawnExtent.leastSize) / DrawnExtent.metresPerDegree
    let wide = max(size, DrawnExtent.leastSize) / max(metresPerLongitude, 1)
    return position.longitude >= west - wide && position.longitude <= east + wide
      && position.latitude >= south - high && position.latitude <= north + high
  }
}
