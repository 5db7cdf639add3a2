import Checking
import Contacts
import Foundation
import Gestures
import Playback
import TestSupport
import Testing
import VectorGraphics

@testable import Pictures

/// The curves of lanes and trails at their absolute positions: lines of many points.
func curves(of elements: [Picture.Element], movedBy offset: Vector = .zero) -> [[Point]] {
  elements.flatMap { element -> [[Point]] in
    switch element {
    case .line(let points, _) where points.count > 6: return [points.map { $0 + offset }]
    case .group(let elements, let own, _, _, _):
      return curves(of: elements, movedBy: offset + own)
    default: return []
    }
  }
}

/// The labels of a picture at their absolute positions.
func labels(of elements: [Picture.Element], movedBy offset: Vector = .zero) -> [TextLabel] {
  elements.flatMap { element -> [TextLabel] in
    switch element {
    case .text(var label):
      label.position = label.position + offset
      return [label]
    case .group(let elements, let own, _, _, _):
      return labels(of: elements, movedBy: offset + own)
    case .line, .polygon, .rectangle, .ellipse: return []
    }
  }
}

/// The lines of two points at their absolute positions, with the widths of their strokes.
func straightLines(
  of elements: [Picture.Element], movedBy offset: Vector = .zero
) -> [(line: [Point], width: Double)] {
  elements.flatMap { element -> [(line: [Point], width: Double)] in
    switch element {
    case .line(let points, let style) where points.count == 2:
      return [(points.map { $0 + offset }, style.width)]
    case .group(let elements, let own, _, _, _):
      return straightLines(of: elements, movedBy: offset + own)
    default: return []
    }
  }
}

struct PlotLayoutTests {
  private static let traces = InputFiles.expand(["Traces"]).compactMap { $0.file?.path }.filter {
    !$0.hasSuffix(".jsonl") && !$0.hasSuffix(".md")
  }
  /// The traces of which verdicts are searched for: every third one; with `NIGHTLY` in the
  /// environment, all.
  private static let tracesWithVerdicts: [String] = {
    let step = ProcessInfo.processInfo.environment["NIGHTLY"] == nil ? 3 : 1
    return stride(from: 0, to: traces.count, by: step).map { traces[$0] }
  }()

  @Test("No label covers another or leaves the picture, at any width", arguments: traces)
  func labelPlaces(path: String) throws {
    let plots = try Plot.touches(path: path)
    for width in [480, 800, 1600] as [Double] {
      let picture = Picture(plots, width: width)
      let all = labels(of: picture.elements).filter { !$0.text.isEmpty }
      #expect(all.count > 5)
      // A pixel of play: texts are estimated wider than they are.
      let frames = all.map { TextMetrics.frame($0).inset(by: 1) }
      for (index, frame) in frames.enumerated() {
        #expect(
          frame.minX >= 0 && frame.maxX <= picture.size.width && frame.maxY <= picture.size.height,
          "\(all[index].text) at \(width)")
        for other in frames.indices.dropFirst(index + 1) {
          #expect(
            !frame.overlaps(frames[other]), "\(all[index].text) and \(all[other].text) at \(width)")
        }
      }
    }
  }

  @Test("No label covers a curve, and every limit has its label", arguments: tracesWithVerdicts)
  func labelsAndCurves(path: String) throws {
    var budget = TouchBudget()
    let options = ReplayOptions()
    let plots = try Plot.touches(
      of: Recording(path: path, options: options), options: options,
      expecting: ExpectedGesture(.swipe, touches: 2), within: &budget)
    for plot in plots {
      for width in [480, 800, 1200] as [Double] {
        let picture = plot.picture(width: width)
        let (all, curves) = (labels(of: picture.elements), curves(of: picture.elements))
        for label in all where !label.hasHalo {
          let frame = TextMetrics.frame(label).inset(by: 1)
          #expect(!curves.contains { frame.isCrossed(by: $0) }, "\(label.text) at \(width)")
        }
        for limit in plot.lanes.flatMap(\.limits) where width > 480 {
          #expect(all.contains { $0.text == limit.text }, "\(limit.text) at \(width)")
        }
      }
    }
  }

  /// The plot of a trace with the verdict on an expected gesture.
  private func plot(_ trace: String, expecting kind: Gesture.Kind) throws -> Plot {
    var budget = TouchBudget()
    let options = ReplayOptions()
    let plots = try Plot.touches(
      of: Recording(path: "Traces/\(trace)", options: options), options: options,
      expecting: ExpectedGesture(kind), within: &budget)
    return try #require(plots.first)
  }

  @Test(
    "The text of a duration covers no bracket",
    arguments: [("tap.evemu", Gesture.Kind.longPress), ("pan.evemu", .tap), ("pan.evemu", .swipe)])
  func bracketTexts(trace: String, kind: Gesture.Kind) throws {
    let plot = try plot(trace, expecting: kind)
    let texts = plot.lanes[0].bands.filter(\.isBracket).map(\.text)
    #expect(texts.count == 2)
    for width in [600, 800, 1200] as [Double] {
      let elements = plot.picture(width: width).elements
      let brackets = straightLines(of: elements).filter { $0.width == 1.5 }.map(\.line)
      let labels = labels(of: elements).filter { texts.contains($0.text) }
      #expect(labels.count == 2 && brackets.count >= 6)
      for label in labels {
        let frame = TextMetrics.frame(label).inset(by: 1)
        #expect(!brackets.contains { frame.isCrossed(by: $0) }, "\(label.text) at \(width)")
      }
    }
  }

  @Test("The names of limits are in their lane")
  func limitNames() throws {
    let plot = try plot("pan.evemu", expecting: .tap)
    let names = plot.lanes.first { $0.title == "displacement" }?.limits.map(\.text) ?? []
    let all = labels(of: plot.picture(width: 1200).elements)
    let title = try #require(all.first { $0.text == "displacement" }).position.y
    #expect(names.count >= 3)
    for label in all where names.contains(label.text) {
      #expect((title - 10...title + 60).contains(label.position.y), "\(label.text)")
    }
  }

  @Test("An axis has more numbers than zero", arguments: [4.5, 22, 45, 900, 1990])
  func axisNumbers(end: Double) {
    var plot = Plot(title: "axis")
    plot.range = 0...0
    plot.lanes = [Lane(title: "speed", group: "touch", height: 3, range: 0...end)]
    let numbers = labels(of: plot.picture().elements).compactMap { Double($0.text) }
    #expect(numbers.contains { $0 > end / 4 && $0 <= end }, "\(numbers)")
  }

  @Test("Hostile names stay text")
  func hostileNames() {
    var plot = Plot(title: "</title><script>alert(1)</script>\u{0}\u{202e}")
    plot.facts = [("device", "\"><image href=\"x\"/>")]
    let text = SVGFile.text(plot.picture())
    #expect(!text.contains("<script") && !text.contains("<image"))
    #expect(text.contains("&lt;script&gt;"))
    #expect(!text.unicodeScalars.contains("\u{0}") && !text.unicodeScalars.contains("\u{202e}"))
  }

  @Test("Numbers beyond all pictures are drawn somewhere")
  func hugeNumbers() {
    var plot = Plot(title: "far")
    var stage = PlotArea(kind: .map, unit: "m", width: .infinity, height: 1e300)
    var trail = Trail(name: "1", color: 99)
    trail.times = [0, 1]
    trail.points = [Point(x: .nan, y: -1e308), Point(x: 1e308, y: .infinity)]
    stage.trails = [trail]
    plot.stage = stage
    var lane = Lane(title: "lane", group: "", height: 2, range: 0...0)
    lane.series = [Lane.Series(name: "1", color: -1, times: [0, 1], values: [.nan, 1e308])]
    plot.lanes = [lane]
    plot.range = 0...1e300
    #expect(PlayerPage([plot]).json.count > 100)
    let text = SVGFile.text(plot.picture())
    #expect(text.hasSuffix("</svg>\n"))
    #expect(!text.contains("nan") && !text.contains("inf\""))
  }
}

struct TicksTests {
  @Test(
    "Ticks are round and have the decimals that they need",
    arguments: [
      (
        0.0...1.0, 10,
        ["0.0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1.0"]
      ),
      (0.0...68.0, 8, ["0", "10", "20", "30", "40", "50", "60"]),
      (-3.0...3.0, 3, ["-2", "0", "2"]),
      (0.0...0.0, 5, ["0.000"]),
      (0.0...Double.leastNonzeroMagnitude, 5, ["0.000000"]),
    ])
  func roundTicks(
    range: ClosedRange<Double>, most: Int, texts: [String]
  ) {
    let ticks = Ticks(range, most: most)
    #expect(ticks.values.map(ticks.text) == texts)
  }

  @Test(
    "An axis from zero ends at a round number",
    arguments: [
      (0.28, 0.3), (35.7, 40), (1, 1), (.infinity, 1), (0.05, 0.05),
    ])
  func axisFromZero(highest: Double, end: Double) {
    #expect(abs(Ticks.end(above: highest) - end) < end * 1e-9 + 1e-300)
  }
}
