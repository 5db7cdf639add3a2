import Recordings
public import Sensors

/// Draws a track as SVG: the path, the fixes with their circles of accuracy, and in red the fixes
/// that were dropped.
public struct TrackDrawing: Sendable {
  private struct Mark: Sendable {
    var position: Coordinate
    var accuracy: Double?
    var isDelivered: Bool
  }

  private var marks: [Mark] = []
  /// The position that longitudes count from, so that tracks across the date line stay connected.
  private var origin: Coordinate?
  private var west = Double.infinity
  private var east = -Double.infinity
  private var south = Double.infinity
  private var north = -Double.infinity

  public init() {}

  /// Adds a fix; one with an invalid coordinate is ignored.
  public mutating func add(_ decision: LocationDecision) {
    let location = decision.location
    guard location.coordinate.isValid else { return }
    let origin = origin ?? location.coordinate
    self.origin = origin
    var position = location.coordinate
    position.longitude = (position.longitude - origin.longitude).remainder(dividingBy: 360)
    marks.append(
      Mark(
        position: position, accuracy: location.horizontalAccuracy, isDelivered: decision.isDelivered
      ))
    // Dropped fixes may be anywhere, so they do not enlarge the drawing.
    guard decision.isDelivered else { return }
    west = min(west, position.longitude)
    east = max(east, position.longitude)
    south = min(south, position.latitude)
    north = max(north, position.latitude)
  }

  /// The longer side and the margin, in pixels.
  private static let size = 1000.0
  private static let margin = 40.0
  /// The length of a degree of latitude on the mean sphere.
  private static let metresPerDegree = 111_195.08

  /// Writes the drawing and finishes the sink.
  public func write(to sink: ByteSink) throws(RecordingError) {
    let scale = Scale(self)
    try sink.append(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(scale.width)" height="\(scale.height)" \
      viewBox="0 0 \(scale.width) \(scale.height)">
      <rect width="100%" height="100%" fill="white"/>

      """.utf8)
    for mark in marks {
      guard let accuracy = mark.accuracy, accuracy > 0 else { continue }
      try circle(mark, scale, radius: accuracy * scale.pixelsPerMetre, sink, isArea: true)
    }
    var line = "<polyline fill=\"none\" stroke=\"#1565c0\" stroke-width=\"2\" points=\""
    for mark in marks where mark.isDelivered {
      line += "\(scale.x(mark.position)),\(scale.y(mark.position)) "
    }
    try sink.append((line + "\"/>\n").utf8)
    for mark in marks { try circle(mark, scale, radius: 2, sink, isArea: false) }
    try sink.append("</svg>\n".utf8)
    try sink.finish()
  }

  private func circle(
    _ mark: Mark, _ scale: Scale, radius: Double, _ sink: ByteSink, isArea: Bool
  ) throws(RecordingError) {
    let color = mark.isDelivered ? "#1565c0" : "#c62828"
    let (x, y, r) = (scale.x(mark.position), scale.y(mark.position), Scale.text(radius))
    let style = isArea ? "fill=\"\(color)\" fill-opacity=\"0.06\"" : "fill=\"\(color)\""
    try sink.append("<circle cx=\"\(x)\" cy=\"\(y)\" r=\"\(r)\" \(style)/>\n".utf8)
  }

  /// Converts degrees to pixels. East and north have the same scale at the middle latitude.
  private struct Scale {
    let pixelsPerMetre: Double
    let width: String
    let height: String
    private let west: Double
    private let north: Double
    private let metresPerLongitude: Double

    init(_ drawing: TrackDrawing) {
      let isEmpty = drawing.west > drawing.east
      west = isEmpty ? 0 : drawing.west
      north = isEmpty ? 0 : drawing.north
      let east = isEmpty ? 0 : drawing.east
      let south = isEmpty ? 0 : drawing.south
      metresPerLongitude =
        TrackDrawing.metresPerDegree * GreatCircle.parallelShare(atLatitude: (north + south) / 2)
      let wide = (east - west) * metresPerLongitude
      let high = (north - south) * TrackDrawing.metresPerDegree
      // The drawing of a receiver that did not move shows 10 metres.
      pixelsPerMetre = TrackDrawing.size / max(10, wide, high)
      width = Scale.text(wide * pixelsPerMetre + 2 * TrackDrawing.margin)
      height = Scale.text(high * pixelsPerMetre + 2 * TrackDrawing.margin)
    }

    func x(_ position: Coordinate) -> String {
      let metres = (position.longitude - west) * metresPerLongitude
      return Scale.text(metres * pixelsPerMetre + TrackDrawing.margin)
    }

    func y(_ position: Coordinate) -> String {
      let metres = (north - position.latitude) * TrackDrawing.metresPerDegree
      return Scale.text(metres * pixelsPerMetre + TrackDrawing.margin)
    }

    static func text(_ number: Double) -> String { LocationRecord.text(number, decimals: 2) }
  }
}
