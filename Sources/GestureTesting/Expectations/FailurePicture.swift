import Contacts
import Gestures
import Playback
import Recordings
import Timeline

/// A picture of what was played when an expectation failed: the paths of the fingers on the touch area, and
/// the message below.
struct FailurePicture {
  private let size: Size
  private let paths: [Path]
  private let lines: [String]

  /// A finger from touch down to touch up.
  private struct Path {
    var id: Contact.ID
    var points: [Point]
    var start: Double
    var end: Double
  }

  /// Nil if no finger touched down.
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
}

extension FailurePicture {
  /// Colours that people with any colour vision tell apart (Okabe and Ito, "Color universal design", 2008).
  private static let colors = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
  ]
  /// Pixels per millimetre, and around the touch area.
  private static let scale = 6.0
  private static let margin = 20.0
  private static let lineHeight = 18.0
  /// The most fingers that are drawn and the most lines of the message.
  private static let most = 100

  /// The picture; every text in it is escaped.
  var svg: String {
    let (width, height) = (size.width * Self.scale, size.height * Self.scale)
    let shown = lines.prefix(Self.most)
    let longest = Double(shown.map(\.count).max() ?? 0)
    // A character of the font is 7.3 pixels wide.
    let wholeWidth = max(width, longest * 7.3) + 2 * Self.margin
    let wholeHeight = height + 3 * Self.margin + Double(shown.count) * Self.lineHeight
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(number(wholeWidth))" height="\(number(wholeHeight))" \
      font-family="monospace" font-size="12">
      <rect width="100%" height="100%" fill="#ffffff"/>
      <g transform="translate(\(number(Self.margin)) \(number(Self.margin)))">
      <rect width="\(number(width))" height="\(number(height))" rx="8" fill="#f4f4f4" stroke="#888888"/>

      """
    var labels: [Point] = []
    for (index, path) in paths.prefix(Self.most).enumerated() {
      let label = freePlace(for: path, among: labels)
      labels.append(label)
      text += element(path, index, label)
    }
    text += "</g>\n"
    for (index, line) in shown.enumerated() {
      let y = height + 2.5 * Self.margin + Double(index) * Self.lineHeight
      text += "<text xml:space=\"preserve\" x=\"\(number(Self.margin))\" y=\"\(number(y))\">"
      text += "\(escaped(line))</text>\n"
    }
    return text + "</svg>\n"
  }

  /// Beside the touch down, below the labels of touches that were there before; in pixels.
  private func freePlace(for path: Path, among labels: [Point]) -> Point {
    let first = path.points.first ?? .zero
    var place = Point(x: first.x * Self.scale + 9, y: first.y * Self.scale - 5)
    // Not more often than there are labels: very far away, adding changes nothing.
    for _ in labels
    where labels.contains(where: { abs($0.x - place.x) < 130 && abs($0.y - place.y) < 13 }) {
      place.y += 14
    }
    return place
  }

  /// A path with a circle at its touch down, a bar at its touch up, and its times.
  private func element(_ path: Path, _ index: Int, _ label: Point) -> String {
    guard let first = path.points.first, let last = path.points.last else { return "" }
    let color = Self.colors[index % Self.colors.count]
    let points = path.points.map { "\(pixels($0.x)),\(pixels($0.y))" }.joined(separator: " ")
    let times = "\(path.start.text(decimals: 0...3)) to \(path.end.text(decimals: 0...3)) s"
    let (x, y) = (pixels(last.x), last.y * Self.scale)
    return """
      <polyline points="\(points)" fill="none" stroke="\(color)" stroke-width="2"/>
      <circle cx="\(pixels(first.x))" cy="\(pixels(first.y))" r="6" fill="\(color)"/>
      <path d="M\(x) \(number(y - 7))v14" stroke="\(color)" stroke-width="3"/>
      <text x="\(number(label.x))" y="\(number(label.y))" fill="\(color)">\
      \(index + 1): \(times)</text>

      """
  }

  private func pixels(_ millimeters: Double) -> String { number(millimeters * Self.scale) }

  private func number(_ value: Double) -> String { value.text(decimals: 0...2) }

  private func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.append(xml: text)
    return String(decoding: bytes, as: UTF8.self)
  }
}
