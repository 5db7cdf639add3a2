import VectorGraphics

/// A picture of a failed play: the paths of the fingers, and the message below.
struct FailurePicture {
  private let size: Size
  private let fingers: [RecordedFinger]
  private let origin: Timestamp
  private let lines: [String]

  init?(_ log: StageLog, message: String) {
    size = log.device.size
    lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    fingers = log.frames.fingers
    origin = log.start
    if fingers.isEmpty || !(size.width > 0 && size.height > 0) { return nil }
  }

  /// The scale in pixels per millimetre, and the margin around the touch area.
  private static let scale = 6.0
  private static let margin = 20.0
  private static let lineHeight = 18.0
  /// The most fingers and the most lines of the message in a picture.
  private static let most = 100

  var picture: Picture {
    let (width, height) = (size.width * Self.scale, size.height * Self.scale)
    let shown = lines.prefix(Self.most)
    let longest = Double(shown.map(\.count).max() ?? 0)
    // A character of the font is at most 7.3 pixels wide, on average.
    let whole = Size(
      width: max(width, longest * 7.3) + 2 * Self.margin,
      height: height + 3 * Self.margin + Double(shown.count) * Self.lineHeight)
    var area: [Picture.Element] = [
      .rectangle(
        Rect(x: 0, y: 0, width: width, height: height), fill: .color(Palette.surface),
        stroke: LineStyle(Palette.outline), radius: 8)
    ]
    var labels: [Point] = []
    for (index, finger) in fingers.prefix(Self.most).enumerated() {
      let label = freePlace(for: finger, among: labels)
      labels.append(label)
      area += elements(finger, index, label)
    }
    var elements: [Picture.Element] = [
      .group(area, offset: Vector(dx: Self.margin, dy: Self.margin))
    ]
    for (index, line) in shown.enumerated() {
      let y = height + 2.5 * Self.margin + Double(index) * Self.lineHeight
      elements.append(
        .text(TextLabel(Self.indented(line), at: Point(x: Self.margin, y: y), color: Palette.ink)))
    }
    return Picture(size: whole, title: lines.first ?? "", elements: elements)
  }

  var svg: String { SVGFile.text(picture) }

  /// SVG ignores spaces at the beginning of a line, but not no-break spaces.
  private static func indented(_ line: String) -> String {
    let indentation = line.prefix { $0 == " " }
    return String(repeating: "\u{a0}", count: indentation.count) + line.dropFirst(indentation.count)
  }

  /// A position beside the touch down, below the labels of earlier touches, in pixels.
  private func freePlace(for finger: RecordedFinger, among labels: [Point]) -> Point {
    let first = finger.path.first?.position ?? .zero
    var place = Point(x: first.x * Self.scale + 9, y: first.y * Self.scale - 5)
    // The number of labels limits the loop: very far away, adding has no effect.
    for _ in labels
    where labels.contains(where: { abs($0.x - place.x) < 130 && abs($0.y - place.y) < 13 }) {
      place.y += 14
    }
    return place
  }

  /// A path with a circle at its touch down, a bar at its touch up, and its times.
  private func elements(
    _ finger: RecordedFinger, _ index: Int, _ label: Point
  ) -> [Picture.Element] {
    let points = finger.path.map { pixels($0.position) }
    guard let start = points.first, let end = points.last else { return [] }
    let color = Palette.line(index)
    let times = [finger.start, finger.end].map {
      $0.seconds(since: origin).text(decimals: 0...3)
    }
    return [
      .line(points, LineStyle(color, width: 2)),
      .ellipse(
        Rect(x: start.x - 6, y: start.y - 6, width: 12, height: 12), fill: .color(color)),
      .rectangle(
        Rect(x: end.x - 1.5, y: end.y - 7, width: 3, height: 14), fill: .color(color)),
      .text(
        TextLabel(
          "\(index + 1): \(times[0]) to \(times[1]) s", at: label, color: Palette.text(index),
          hasHalo: true)),
    ]
  }

  private func pixels(_ point: Point) -> Point {
    Point(x: point.x * Self.scale, y: point.y * Self.scale)
  }
}
