import Foundation
import Recordings
import Sensors

/// A part of a drawing of tracks, with one scale.
struct TrackPanel {
  /// In pixels.
  let width: Double
  let height: Double
  private let tracks: [DrawnTrack]
  private let extent: DrawnExtent
  private let pixelsPerMetre: Double
  private let metresPerLongitude: Double

  /// The longer side, the margin and the least size, which the scale bar needs, in pixels.
  private static let size = 1000.0
  private static let margin = 40.0
  private static let leastWidth = 260.0
  private static let leastHeight = 120.0

  private static let colors = ["#1565c0", "#ef6c00", "#2e7d32", "#6a1b9a", "#00838f", "#5d4037"]
  private static let droppedColor = "#c62828"

  init(_ tracks: [DrawnTrack]) {
    self.tracks = tracks
    var extent = tracks.reduce(DrawnExtent()) { $0.united(with: $1.extent) }
    let delivered = extent
    for mark in tracks.flatMap(\.marks) where delivered.isNear(mark.position) {
      extent.add(mark.position)
    }
    if extent.isEmpty { extent.add(Coordinate(latitude: 0, longitude: 0)) }
    self.extent = extent
    metresPerLongitude = extent.metresPerLongitude
    pixelsPerMetre = TrackPanel.size / max(DrawnExtent.leastSize, extent.size)
    let wide = (extent.east - extent.west) * metresPerLongitude * pixelsPerMetre
    let high = (extent.north - extent.south) * DrawnExtent.metresPerDegree * pixelsPerMetre
    width = max(TrackPanel.leastWidth, wide + 2 * TrackPanel.margin)
    height = max(TrackPanel.leastHeight, high + 2 * TrackPanel.margin)
  }

  /// Writes the panel at a distance from the top. What is beyond it is cut off.
  func write(to sink: ByteSink, top: Double) throws(RecordingError) {
    try sink.append(
      """
      <svg y="\(TrackPanel.text(top))" width="\(TrackPanel.text(width))" \
      height="\(TrackPanel.text(height))">
      <rect width="100%" height="100%" fill="none" stroke="#cfd8dc"/>

      """.utf8)
    for track in tracks { try writeAccuracies(of: track, sink) }
    for track in tracks { try writePath(of: track, sink) }
    for (line, track) in tracks.enumerated() { try writeEnds(of: track, line: line, sink) }
    try writeScaleBar(sink)
    try sink.append("</svg>\n".utf8)
  }

  private func color(_ track: DrawnTrack) -> String {
    TrackPanel.colors[track.index % TrackPanel.colors.count]
  }

  // MARK: Tracks

  /// Writes the circles of the delivered fixes as one translucent area, since many circles on one
  /// another would hide all else.
  private func writeAccuracies(of track: DrawnTrack, _ sink: ByteSink) throws(RecordingError) {
    try sink.append("<g fill=\"\(color(track))\" opacity=\"0.12\">\n".utf8)
    for mark in track.marks where mark.isDelivered {
      guard let accuracy = mark.accuracy, accuracy > 0 else { continue }
      let radius = TrackPanel.text(accuracy * pixelsPerMetre)
      try sink.append("<circle \(center(mark.position)) r=\"\(radius)\"/>\n".utf8)
    }
    try sink.append("</g>\n".utf8)
  }

  private func writePath(of track: DrawnTrack, _ sink: ByteSink) throws(RecordingError) {
    let color = color(track)
    var line = "<polyline fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\" points=\""
    for mark in track.marks where mark.isDelivered {
      let (x, y) = pixels(mark.position)
      line += "\(TrackPanel.text(x)),\(TrackPanel.text(y)) "
    }
    try sink.append((line + "\"/>\n").utf8)
    for mark in track.marks {
      if mark.isDelivered {
        try sink.append("<circle \(center(mark.position)) r=\"2\" fill=\"\(color)\"/>\n".utf8)
      } else {
        try writeCross(mark.position, sink)
      }
    }
  }

  /// Writes a dropped fix; one that is far outside is at the edge.
  private func writeCross(_ position: Coordinate, _ sink: ByteSink) throws(RecordingError) {
    let inset = TrackPanel.margin / 4
    let (x, y) = pixels(position)
    let (left, up) = (
      min(max(x, inset), width - inset), min(max(y, inset), height - inset)
    )
    let (a, b) = (TrackPanel.text(left), TrackPanel.text(up))
    try sink.append(
      """
      <path class="dropped" d="M\(a) \(b)m-3 -3l6 6m0 -6l-6 6" stroke="\(TrackPanel.droppedColor)" \
      fill="none"/>

      """.utf8)
  }

  /// Writes the marks of start and end; tracks that begin together have their names on different
  /// lines.
  private func writeEnds(
    of track: DrawnTrack, line: Int, _ sink: ByteSink
  ) throws(RecordingError) {
    let delivered = track.marks.filter(\.isDelivered)
    guard let start = delivered.first, let end = delivered.last else { return }
    let name = tracks.count > 1 || track.index > 0 ? track.name + " " : ""
    try sink.append(
      """
      <circle class="start" \(center(start.position)) r="6" fill="white" \
      stroke="\(color(track))" stroke-width="2"/>

      """.utf8)
    try label("\(name)start", start.position, below: Double(-6 - 14 * line), track, sink)
    guard delivered.count > 1 else { return }
    let (x, y) = pixels(end.position)
    try sink.append(
      """
      <rect class="end" x="\(TrackPanel.text(x - 5))" y="\(TrackPanel.text(y - 5))" width="10" \
      height="10" fill="\(color(track))" stroke="white"/>

      """.utf8)
    try label("\(name)end", end.position, below: Double(14 + 14 * line), track, sink)
  }

  /// Writes a text beside a position, on the side that has room.
  private func label(
    _ text: String, _ position: Coordinate, below offset: Double, _ track: DrawnTrack,
    _ sink: ByteSink
  ) throws(RecordingError) {
    let (x, y) = pixels(position)
    let isRight = x > width / 2
    let place = TrackPanel.text(isRight ? x - 9 : x + 9)
    try sink.append(
      """
      <text x="\(place)" y="\(TrackPanel.text(y + offset))" \
      text-anchor="\(isRight ? "end" : "start")" fill="\(color(track))" stroke="white" \
      stroke-width="3" paint-order="stroke">
      """.utf8)
    var bytes: [UInt8] = []
    bytes.append(xml: text)
    try sink.append(bytes)
    try sink.append("</text>\n".utf8)
  }

  // MARK: Scale

  /// Writes a bar of 1, 2 or 5 times a power of ten metres, at most a quarter of the width.
  private func writeScaleBar(_ sink: ByteSink) throws(RecordingError) {
    let longest = (width - 2 * TrackPanel.margin) / 4 / pixelsPerMetre
    let power = pow(10, floor(log10(longest)))
    let metres = [5, 2, 1].map { $0 * power }.first { $0 <= longest } ?? power
    let length = TrackPanel.text(metres * pixelsPerMetre)
    let name =
      metres >= 1000 ? "\(TrackPanel.short(metres / 1000)) km" : "\(TrackPanel.short(metres)) m"
    let (left, bottom) = (TrackPanel.text(12), TrackPanel.text(height - 12))
    try sink.append(
      """
      <path class="scale" d="M\(left) \(bottom)v-6m0 6h\(length)v-6" stroke="black" fill="none"/>
      <text x="\(left)" y="\(TrackPanel.text(height - 22))">\(name)</text>

      """.utf8)
  }

  private func pixels(_ position: Coordinate) -> (x: Double, y: Double) {
    let east = (position.longitude - (extent.west + extent.east) / 2) * metresPerLongitude
    let south =
      ((extent.south + extent.north) / 2 - position.latitude) * DrawnExtent.metresPerDegree
    return (width / 2 + east * pixelsPerMetre, height / 2 + south * pixelsPerMetre)
  }

  private func center(_ position: Coordinate) -> String {
    let (x, y) = pixels(position)
    return "cx=\"\(TrackPanel.text(x))\" cy=\"\(TrackPanel.text(y))\""
  }

  static func text(_ number: Double) -> String { LocationRecord.text(number, decimals: 2) }

  /// Without needless decimals: powers of ten are not exact.
  private static func short(_ number: Double) -> String {
    number >= 1
      ? LocationRecord.text(number, decimals: 0) : LocationRecord.text(number, decimals: 1)
  }
}
