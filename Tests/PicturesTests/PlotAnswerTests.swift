import Checking
import Contacts
import Foundation
import Gestures
import Playback
import TestSupport
import Testing
import VectorGraphics

@testable import Pictures

struct PlotAnswerTests {
  private func plot(_ trace: String, expecting text: String) throws -> Plot {
    let options = ReplayOptions()
    let recording = try Recording(path: "Traces/\(trace)", options: options)
    var budget = TouchBudget()
    let plots = try Plot.touches(
      of: recording, options: options, expecting: ExpectedGesture(parsing: text), within: &budget)
    return try #require(plots.first)
  }

  @Test("The verdict and the moment at which the recognizer gave up are in the plot")
  func verdict() throws {
    let answer = try #require(try plot("pan.evemu", expecting: "swipe").answer)
    #expect(answer.isRecognized == false)
    #expect(answer.sentences.first?.contains("the movement took 0.778 s") == true)
    #expect(answer.warnings.isEmpty)
    #expect(abs(try #require(answer.time) - 0.733) < 0.001)
    let found = try #require(try plot("swipes.evemu", expecting: "swipe,direction=up").answer)
    #expect(found.isRecognized == true)
    #expect(abs(try #require(found.time) - 2.157) < 0.001)
  }

  @Test("The lane of the expected recognizer comes first, and events stay in their lanes")
  func orderOfLanes() throws {
    let plot = try plot("swipes.evemu", expecting: "pan,touches=2")
    #expect(plot.lanes.map(\.isExpected) == [true] + plot.lanes.dropFirst().map { _ in false })
    #expect(plot.lanes[0].title == "pan")
    for event in plot.events {
      let lane = plot.lanes[try #require(event.lane)]
      let isTogether = lane.title == "no chance"
      #expect(isTogether || lane.title == event.gesture ?? "fingers")
    }
  }

  @Test("A gesture without a recognizer has a lane, too")
  func missingRecognizer() throws {
    let plot = try plot("tap.evemu", expecting: "edgePan")
    #expect(plot.lanes.first?.title == "edgePan" && plot.lanes.first?.isExpected == true)
  }

  @Test("A maximum duration and what was measured are brackets that end with the touch up")
  func brackets() throws {
    let lane = try #require(try plot("pan.evemu", expecting: "swipe").lanes.first)
    let (limit, measured) = (
      try #require(lane.bands.first { $0.kind == .limit }),
      try #require(lane.bands.first { $0.kind == .measured })
    )
    #expect(limit.text == "at most 0.500 s" && measured.text == "0.778 s")
    #expect(limit.time.lowerBound == measured.time.lowerBound)
    #expect(abs(measured.time.upperBound - 1.011) < 0.001)
    #expect(abs(limit.time.upperBound - 0.733) < 0.001)
  }

  @Test("The failure has the measure of the whole movement, in its lane and in the list")
  func wholeMovement() throws {
    let plot = try plot("pan.evemu", expecting: "swipe")
    let mark = try #require(plot.lanes.first?.marks.first)
    let measured = try #require(mark.measured)
    #expect(abs(measured - 0.778) < 0.001 && mark.limit == 0.5)
    let sentence = "the movement took 0.778 s, at most 0.500 s allowed (swipe.maximumDuration)"
    #expect(mark.text == "swipe right failed at 0.733 s: \(sentence)")
    #expect(plot.events.contains { $0.text == "swipe right failed: \(sentence)" })
    #expect(!plot.events.contains { $0.text.contains("0.501") })
  }

  @Test("A length is a line among the displacements, beside what was measured")
  func lengths() throws {
    let plot = try plot("tap.evemu", expecting: "swipe")
    let lane = try #require(plot.lanes.first { $0.title == "displacement" })
    let limit = try #require(lane.limits.first { $0.parameter?.hasPrefix("swipe.") == true })
    #expect(limit.text.hasPrefix("at least ") && limit.time.upperBound < 0.1)
    #expect(lane.limits.contains { $0.isMeasured })
    #expect(lane.limits.allSatisfy { lane.range?.contains($0.value) == true })
  }

  @Test("Limits of other recognizers are not drawn as the expected one's, and a measure once")
  func ownLimits() throws {
    for (trace, expected) in [("pan.evemu", "tap"), ("tap.evemu", "pan")] {
      let plot = try plot(trace, expecting: expected)
      let limits = try #require(plot.lanes.first { $0.title == "displacement" }).limits
      let words = limits.filter { $0.text.hasPrefix("at ") }
      #expect(!words.isEmpty && words.allSatisfy { $0.parameter?.hasPrefix(expected) == true })
      #expect(limits.count { $0.isMeasured } == 1)
    }
  }

  @Test(
    "The last event at the decisive moment is the expected recognizer's",
    arguments: [("tap.evemu", "pan"), ("tap.evemu", "longPress"), ("pan.evemu", "checkmark")])
  func decisiveEvent(trace: String, expected: String) throws {
    let plot = try plot(trace, expecting: expected)
    let time = try #require(plot.answer?.time)
    let last = try #require(plot.events.last { $0.time <= time + 1e-9 })
    #expect(last.lane == 0 && last.gesture == expected, "\(last.text)")
  }

  @Test("A guessed size is a warning beside the verdict")
  func warnings() throws {
    let plot = try plot("double-tap-two-fingers.evemu", expecting: "tap,taps=3")
    #expect(plot.answer?.warnings.first?.hasPrefix("Lengths are guesses") == true)
    let texts = labels(of: plot.picture().elements).map(\.text)
    #expect(texts.contains { $0.hasPrefix("Lengths are guesses") })
    #expect(!texts.contains { $0.contains("assuming") } && plot.notes.isEmpty)
  }

  @Test("The verdict is at the top of a picture, and the reasons of others have no list")
  func picture() throws {
    let picture = try plot("pan.evemu", expecting: "swipe").picture()
    let all = labels(of: picture.elements)
    let verdict = try #require(all.first { $0.text.hasPrefix("No swipe: ") })
    #expect(verdict.position.y < 60 && !all.contains { $0.text == "Why not" })
    #expect(picture.size.height <= 600 && picture.size.width > 2 * picture.size.height - 10)
  }

  @Test("Recognizers that never had the right number of fingers share a lane")
  func withoutChance() throws {
    let plot = try #require(try Plot.touches(path: "Traces/swipes.evemu").first)
    #expect(!plot.lanes.contains { $0.title == "pinch" || $0.title == "rotation" })
    let last = try #require(plot.lanes.last)
    #expect(last.bands.map(\.text) == ["wrong number of fingers: pinch, rotation"])
    let event = try #require(plot.events.first { $0.gesture == "pinch" })
    #expect(event.lane == plot.lanes.count - 1)
    let expected = try self.plot("swipes.evemu", expecting: "pinch")
    #expect(expected.lanes.first?.title == "pinch" && expected.lanes.first?.marks.count == 4)
  }

  @Test("Texts of events have no time, which the list has beside them")
  func eventTexts() throws {
    for event in try plot("pan.evemu", expecting: "swipe").events {
      #expect(!event.text.contains(" s:"), "\(event.text)")
    }
  }
}

struct LimitRegionTests {
  private let stage = PlotArea(kind: .touchpad, unit: "mm", width: 100, height: 70)
  private let stroke = [Point(x: 10, y: 10), Point(x: 50, y: 20)]
  private let corner = [Point(x: 10, y: 10), Point(x: 20, y: 30), Point(x: 60, y: 5)]

  @Test("A deviation is a wedge about the nearest axis")
  func deviation() throws {
    let region = try #require(LimitRegion("maximumDeviation", 0.5, [stroke], stage))
    #expect(region.corners.first == stroke[0])
    for point in region.corners.dropFirst() {
      #expect(abs(point.y - 10) <= 0.5 * (point.x - 10) + 1e-9)
    }
  }

  @Test("A radius is a circle, and a variance a strip along the path")
  func circleAndStrip() throws {
    let circle = try #require(LimitRegion("radius", 15, [stroke], stage))
    #expect(circle.corners.allSatisfy { abs($0.distance(to: stroke[0]) - 15) < 1e-9 })
    let strip = try #require(LimitRegion("maximumVariance", 2, [stroke], stage))
    #expect(Set(strip.corners.map { ($0.y - 10).rounded() }) == [2, -2])
  }

  @Test(
    "The angle of a leg is a wedge that contains a leg within the limit",
    arguments: [
      ("minimumAngle", 60.0, true), ("minimumAngle", 170, false), ("maximumAngle", 145, true),
      ("minimumDescent", 30, true), ("minimumDescent", 80, false), ("minimumAscent", 20, true),
      ("maximumSteepness", 85, true), ("maximumSteepness", 10, false),
    ])
  func legs(name: String, limit: Double, contains: Bool) throws {
    let region = try #require(LimitRegion(name, limit, [corner], stage))
    let isFirst = name == "minimumDescent"
    let (from, to) = isFirst ? (corner[0], corner[1]) : (corner[1], corner[2])
    let center = try #require(region.corners.first)
    #expect(center == from)
    // The wedge contains the leg if the leg is between its first and last ray.
    let rays = [region.corners[1], region.corners[region.corners.count - 1]].map { $0 - center }
    let leg = to - from
    func cross(_ one: Vector, _ other: Vector) -> Double { one.dx * other.dy - one.dy * other.dx }
    let isBetween = cross(rays[0], leg) * cross(leg, rays[1]) >= 0
    #expect(isBetween == contains, "\(name) \(limit)")
  }

  @Test(
    "A turn of two fingers is a wedge about the point between them, on the side of the turn",
    arguments: [("rotation.minimumAngle", 30.0), ("rotation.slop", 20 * Double.pi / 6)])
  func turns(parameter: String, limit: Double) throws {
    let hand = [
      [Point(x: 70, y: 30), Point(x: 69, y: 38)], [Point(x: 30, y: 30), Point(x: 31, y: 22)],
    ]
    let region = try #require(LimitRegion(parameter: parameter, limit, hand, stage))
    let center = Point(x: 50, y: 30)
    #expect(region.corners[0] == center)
    let angles = region.corners.dropFirst().map { atan2($0.y - center.y, $0.x - center.x) }
    let ends = angles.sorted()
    #expect(abs(ends[0]) < 1e-9 && abs(ends[ends.count - 1] - .pi / 6) < 1e-9)
  }

  @Test(
    "The slop of a pinch is a circle that the fingers leave or reach",
    arguments: [(75.0, 24.0), (65, 16)])
  func rings(end: Double, radius: Double) throws {
    let hand = [[Point(x: 70, y: 30), Point(x: end, y: 30)], [Point(x: 30, y: 30)]]
    let region = try #require(LimitRegion(parameter: "pinch.slop", 4, hand, stage))
    for corner in region.corners {
      #expect(abs(corner.distance(to: Point(x: 50, y: 30)) - radius) < 1e-9)
    }
  }

  @Test("Limits of several fingers have no region for one finger")
  func one() {
    for parameter in ["rotation.minimumAngle", "rotation.slop", "pinch.slop"] {
      #expect(LimitRegion(parameter: parameter, 4, [stroke], stage) == nil)
    }
  }

  @Test("Limits that bound no area, and recordings without touches, have no region")
  func none() {
    #expect(LimitRegion("maximumDuration", 1, [stroke], stage) == nil)
    #expect(LimitRegion("radius", 1, [], stage) == nil)
  }
}
