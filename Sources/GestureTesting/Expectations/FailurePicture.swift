import Contacts
import Gestures
import Playback
import Timeline
import VectorGraphics

/// A picture of a failed play: the paths of the fingers, and the message below.
struct FailurePicture {
  private let size: Size
  private let paths: [Path]
  private let lines: [String]

  private struct Path {
    var id: Contact.ID
    var points: [Point]
    var start: Double
    var end: Double
  }

  init?(_ log: StageLog, message: String) {
    size = log.device.size
    lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    paths = FailurePicture.paths(log.frames, since: log.start)
    if paths.isEmpty || !(size.width > 0 && size.height > 0) { return nil }
  }

  private static func paths(_ frames: [ContactFrame], since origin: Timestamp) -> [Path] {
    var done: [Path] = []
    var open: [Contact.ID: Path] = [:]
    for frame in frames {
      let time = frame.time.seconds(since: origin)
      let present = Set(frame.contacts.map(\.id))
      for id in open.keys.sorted() where !present.contains(id) {
        if var path = open.removeValue(forKey: id) {
          path.end = time
          done.append(path)
        }
      }
      for contact in frame.contacts {
        open[contact.id, default: Path(id: contact.id, points: [], start: time, end: time)]
          .points.append(contact.position)
        open[contact.id]?.end = time
      }
    }
    return (done + open.values.sorted { $0.id < $1.id }).sorted {
      ($0.start, $0.id) < ($1.start, $1.id)
    }
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
    for (index, path) in paths.prefix(Self.most).enumerated() {
      let label = freePlace(for: path, among: labels)
      labels.append(label)
      area += elements(path, index, label)
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
  private func freePlace(for path: Path, among labels: [Point]) -> Point {
    let first = path.points.first ?? .zero
    var place = Point(x: first.x * Self.scale + 9, y: first.y * Self.scale - 5)
    // The number of labels limits the loop: very far away, adding has no effect.
    for _ in labels
    where labels.contains(where: { abs($0.x - place.x) < 130 && abs($0.y - place.y) < 13 }) {
      place.y += 14
    }
    return place
  }

  /// A path with a circle at its touch down, a bar at its touch up, and its times.
  private func elements(_ path: Path, _ index: Int, _ label: Point) -> [Picture.Element] {
    guard let first = path.points.first, let last = path.points.last else { return [] }
    let color = Palette.line(index)
    let times = "\(path.start.text(decimals: 0...3)) to \(path.end.text(decimals: 0...3)) s"
    let (start, end) = (pixels(first), pixels(last))
    return [
      .line(path.points.map(pixels), LineStyle(color, width: 2)),
      .ellipse(
        Rect(x: start.x - 6, y: start.y - 6, width: 12, height: 12), fill: .color(color)),
      .rectangle(
        Rect(x: end.x - 1.5, y: end.y - 7, width: 3, height: 14), fill: .color(color)),
      .text(
        TextLabel("\(index + 1): \(times)", at: label, color: Palette.text(index), hasHalo: true)),
    ]
  }

  private func pixels(_ point: Point) -> Point {
    Point(x: point.x * Self.scale, y: point.y * Self.scale)
  }
}
