import Contacts
import Gestures
import Shapes
import Testing
import Timeline

/// A stage with the standard recognizers, paths among them, and a finger that draws.
private final class Easel {
  let stage: TouchStage
  let path: PathRecognizer
  private let set: RecognizerSet
  private var fingers = 0

  init(_ shapes: [Shape] = Easel.shapes, _ change: (inout Profile) -> Void = { _ in }) {
    var profile = Profile.standard
    change(&profile)
    set = RecognizerSet(profile: profile, shapes: ShapeSet(shapes))
    stage = TouchStage(policy: set.policy)
    set.attach(to: stage.window)
    path = pathRecognizer(in: set)
  }

  func recognizer<Kind: GestureRecognizer>() -> Kind? {
    set.recognizers.lazy.compactMap { $0 as? Kind }.first
  }

  /// Draws along corners, with a number of fingers side by side; `step` is called after each frame.
  func draw(
    _ corners: [(Double, Double)], fingers count: Int = 1, at start: Double, lasting: Double = 0.4,
    step: () -> Void = {}
  ) {
    let points = corners.map { Point(x: $0.0, y: $0.1) }.resampled(to: 33)
    let ids = (1...count).map { fingers + $0 }
    fingers += count
    for (index, point) in points.enumerated() {
      let time = start + lasting * Double(index) / 32
      let positions = ids.enumerated().map { number, id in
        (id, (point.x + 60 * Double(number), point.y))
      }
      stage.frame(at: time, Dictionary(uniqueKeysWithValues: positions))
      step()
    }
    stage.frame(at: start + lasting, up: ids)
  }

  /// Gestures that were recognized or ended, paths with their names.
  var outcomes: [String] {
    stage.gestures.filter { $0.state == .recognized || $0.state == .ended }.map {
      $0.name.map { name in "path \(name)" } ?? $0.kind.rawValue
    }
  }

  static let zigzag = [(100.0, 100.0), (200.0, 100.0), (100.0, 200.0), (200.0, 200.0)]
  static let roof = [(100.0, 160.0), (150.0, 100.0), (200.0, 160.0)]
  static let floor = [(100.0, 170.0), (200.0, 170.0)]
  static let slash = [(200.0, 100.0), (100.0, 200.0)]
  static let backslash = [(100.0, 100.0), (200.0, 200.0)]

  static func shape(_ name: String, _ strokes: [(Double, Double)]...) -> Shape {
    Shape(
      name,
      examples: [Drawing(strokes: strokes.map { $0.map { Point(x: $0.0, y: $0.1) } })])
  }

  /// A shape of one stroke, one of two, and one that is the beginning of another.
  static let shapes = [
    shape("z", zigzag), shape("x", backslash, slash), shape("roof", roof),
    shape("house", roof, floor),
  ]
}

private func pathRecognizer(in set: RecognizerSet) -> PathRecognizer {
  set.recognizers.lazy.compactMap { $0 as? PathRecognizer }.first ?? PathRecognizer(ShapeSet())
}

@Suite("Path")
struct PathRecognizerTests {
  @Test("A shape is named when the finger lifts, and is no pan")
  func named() throws {
    let easel = Easel()
    easel.draw(Easel.zigzag, at: 1)
    #expect(easel.outcomes == ["path z"])
    let gesture = try #require(easel.stage.gestures.last)
    #expect(gesture.kind == .path)
    #expect(gesture.touches == 1)
    #expect(gesture.start == Timestamp(seconds: 1))
    #expect(gesture.time == Timestamp(seconds: 1.4))
    #expect(gesture.duration == 0.4)
    #expect(gesture.location.distance(to: Point(x: 100, y: 100)) < 0.1)
    #expect(gesture.score ?? 0 > 0.9)
    #expect(gesture.runnerUp != nil)
    #expect(gesture.runnerUpScore ?? 1 < 0.5)
  }

  @Test(
    "A quick straight movement is a swipe, a slow one a pan",
    arguments: [(0.2, "swipe"), (1.0, "pan")])
  func straight(seconds: Double, outcome: String) {
    let easel = Easel()
    easel.draw([(100, 100), (250, 100)], at: 0, lasting: seconds)
    easel.stage.finish()
    #expect(easel.outcomes == [outcome])
    #expect(easel.path.lastFailure?.cause == .shape)
  }

  @Test("A drawing measures 36 points or more", arguments: [(36.1, true), (35.9, false)])
  func size(size: Double, isPath: Bool) {
    let easel = Easel()
    let scale = size / 100
    easel.draw(Easel.zigzag.map { ($0.0 * scale, $0.1 * scale) }, at: 0)
    #expect(easel.outcomes.contains("path z") == isPath)
    if !isPath {
      #expect(easel.path.lastFailure?.cause == .distance)
      #expect(easel.path.lastFailure?.limit == 36)
    }
  }

  @Test("Fingers that draw together draw one path", arguments: 1...5)
  func fingers(count: Int) {
    let easel = Easel()
    easel.draw(Easel.zigzag, fingers: count, at: 0)
    #expect(easel.outcomes == ["path z"])
    #expect(easel.stage.gestures.last?.touches == count)
  }

  @Test("Fingers that touch down later and lift earlier draw nothing by it")
  func ragged() {
    let easel = Easel()
    let points = Easel.zigzag.map { Point(x: $0.0, y: $0.1) }.resampled(to: 41)
    for (index, point) in points.enumerated() {
      let time = Double(index) / 100
      var positions = [1: (point.x, point.y)]
      if (4...36).contains(index) { positions[2] = (point.x + 90, point.y) }
      if (6...33).contains(index) { positions[3] = (point.x + 180, point.y) }
      easel.stage.frame(at: time, positions, up: index == 34 ? [3] : index == 37 ? [2] : [])
    }
    easel.stage.frame(at: 0.41, up: [1])
    #expect(easel.outcomes == ["path z"])
    #expect(easel.stage.gestures.last?.touches == 3)
  }

  @Test(
    "Too many or too few fingers fail it with that reason",
    arguments: [(1, 2...2, 1.0, 2.0), (3, 2...2, 3.0, 2.0), (6, 1...5, 6.0, 5.0)])
  func touchCounts(count: Int, allowed: ClosedRange<Int>, measured: Double, limit: Double) {
    let easel = Easel()
    easel.path.touchCounts = allowed
    easel.draw(Easel.zigzag, fingers: count, at: 0)
    #expect(!easel.outcomes.contains("path z"))
    #expect(easel.path.lastFailure?.cause == .touches)
    #expect(easel.path.lastFailure?.measured == measured)
    #expect(easel.path.lastFailure?.limit == limit)
  }

  @Test("Fingers that spread by more than they draw do not draw")
  func spreading() {
    let easel = Easel()
    let points = Easel.zigzag.map { Point(x: $0.0 * 0.5, y: $0.1 * 0.5) }.resampled(to: 33)
    for (index, point) in points.enumerated() {
      let spread = 20 + Double(index) * 3
      easel.stage.frame(
        at: Double(index) / 80,
        [1: (200 + point.x - spread, point.y), 2: (200 + point.x + spread, point.y)])
    }
    easel.stage.frame(at: 0.42, up: [1, 2])
    #expect(easel.outcomes == ["pinch"])
    #expect(easel.path.lastFailure?.cause == .dominance)
  }

  @Test("A touch that was down before, and a cancelled one, are no drawing")
  func cancelled() {
    let easel = Easel()
    easel.stage.frame(at: 0, [1: (100, 100)])
    easel.stage.move([1], by: (100, 0), lasting: 0.1)
    easel.stage.frame(at: 0.2, cancelled: [1])
    #expect(easel.path.lastFailure?.cause == .cancelled)
    let rig = RecognizerRig(PathRecognizer(ShapeSet(Easel.shapes)))
    rig.began([1: (0, 0)], isResumed: true)
    #expect(rig.recognizer.lastFailure?.cause == .resumedTouch)
  }

  @Test("Without shapes, or with the rule off, there is no recognizer of paths")
  func off() {
    var profile = Profile.standard
    #expect(!RecognizerSet(profile: profile).recognizers.contains { $0.kind == .path })
    profile.path.rule = .off
    let set = RecognizerSet(profile: profile, shapes: ShapeSet(Easel.shapes))
    #expect(!set.recognizers.contains { $0.kind == .path })
  }

  @Test("A tick stays a checkmark, unless that is off", arguments: [true, false])
  func checkmark(isOn: Bool) {
    let tick = [(100.0, 150.0), (130, 190), (220, 100)]
    let easel = Easel([Easel.shape("check", tick)]) { if !isOn { $0.checkmark.rule = .off } }
    easel.draw(tick, at: 0)
    #expect(easel.outcomes == [isOn ? "checkmark" : "path check"])
  }
}

@Suite("Path of several strokes")
struct PathStrokesTests {
  @Test("The last stroke is no gesture of its own; the first is reported at once")
  func twoStrokes() {
    let easel = Easel()
    easel.draw(Easel.backslash, at: 0)
    #expect(easel.outcomes == ["pan"])
    easel.draw(Easel.slash, at: 0.8)
    #expect(easel.outcomes == ["pan", "path x"])
    #expect(easel.stage.gestures.last?.start == .zero)
    #expect(easel.stage.gestures.last?.duration == 1.2)
    #expect(easel.stage.gestures.last?.touches == 1)
  }

  @Test(
    "The next stroke begins within 1 s",
    arguments: [(1.4, ["pan", "path x"]), (1.400002, ["pan", "pan"])])
  func interval(start: Double, outcomes: [String]) {
    let easel = Easel()
    easel.draw(Easel.backslash, at: 0)
    easel.draw(Easel.slash, at: start)
    easel.stage.finish()
    #expect(easel.outcomes == outcomes)
  }

  @Test("The next stroke may take any time")
  func slowStroke() {
    let easel = Easel()
    easel.draw(Easel.backslash, at: 0)
    easel.draw(Easel.slash, at: 1, lasting: 5)
    #expect(easel.outcomes == ["pan", "path x"])
  }

  @Test("With an interval of 0 no drawing waits")
  func noInterval() {
    let easel = Easel { $0.path.strokeInterval = 0 }
    easel.draw(Easel.roof, at: 0)
    #expect(easel.outcomes == ["path roof"])
  }

  @Test(
    "The next stroke begins within the drawing's size",
    arguments: [(99.0, ["swipe", "path rails"]), (101.0, ["swipe", "swipe"])])
  func gap(distance: Double, outcomes: [String]) {
    let rails = Easel.shape("rails", [(100, 100), (100, 200)], [(200, 100), (200, 200)])
    let easel = Easel([rails])
    easel.draw([(100, 100), (100, 200)], at: 0, lasting: 0.3)
    easel.draw([(100 + distance, 100), (100 + distance, 200)], at: 0.6, lasting: 0.3)
    easel.stage.finish()
    #expect(easel.outcomes == outcomes)
  }

  @Test("A shape that may become another one is reported after 1 s, and is no pan before")
  func completeAlone() {
    let easel = Easel()
    easel.draw(Easel.roof, at: 0)
    easel.stage.application.advance(to: Timestamp(seconds: 1.4))
    #expect(easel.outcomes.isEmpty)
    easel.stage.application.advance(to: Timestamp(seconds: 1.400001))
    #expect(easel.outcomes == ["path roof"])
    #expect(easel.stage.gestures.last?.duration == 0.4)
  }

  @Test("A further stroke makes it the other shape")
  func becomesAnother() {
    let easel = Easel()
    easel.draw(Easel.roof, at: 0)
    easel.draw(Easel.floor, at: 0.7, lasting: 0.2)
    easel.stage.finish()
    #expect(easel.outcomes == ["path house"])
  }

  @Test("It is reported before what follows, which is recognized as ever")
  func followed() {
    let easel = Easel()
    easel.draw(Easel.roof, at: 0)
    easel.draw([(500, 300), (350, 300)], at: 0.7, lasting: 0.2)
    easel.stage.finish()
    #expect(easel.outcomes == ["path roof", "swipe"])
  }

  @Test("A first stroke gives way to a tap, a swipe or another shape")
  func givesWay() {
    let cases = [
      ([(150.0, 150.0), (150, 150)], "tap"), ([(120, 110), (250, 110)], "swipe"),
      (Easel.zigzag, "path z"),
    ]
    for (corners, outcome) in cases {
      let easel = Easel()
      easel.draw(Easel.backslash, at: 0)
      easel.draw(corners, at: 0.8, lasting: 0.2)
      easel.stage.finish()
      #expect(easel.outcomes == ["pan", outcome])
    }
  }

  @Test("A pinch after a first stroke begins while the fingers move")
  func pinch() {
    let easel = Easel()
    easel.draw(Easel.backslash, at: 0)
    easel.stage.frame(at: 0.6, [11: (140, 150), 12: (160, 150)])
    for step in 1...20 {
      let spread = 10 + Double(step) * 4
      easel.stage.frame(
        at: 0.6 + Double(step) / 100, [11: (150 - spread, 150), 12: (150 + spread, 150)])
    }
    #expect(easel.stage.gestures.contains { $0.kind == .pinch && $0.state == .began })
    easel.stage.frame(at: 0.9, up: [11, 12])
    easel.stage.finish()
    #expect(easel.outcomes == ["pan", "pinch"])
  }

  @Test("A tap beside a shape that waits is a tap")
  func tapBeside() {
    let easel = Easel()
    easel.draw(Easel.roof, at: 0)
    easel.draw([(150, 150), (150, 150)], at: 0.7, lasting: 0.08)
    easel.stage.finish()
    #expect(easel.outcomes == ["path roof", "tap"])
  }

  @Test("Strokes by different numbers of fingers are different drawings")
  func differentFingers() {
    let easel = Easel()
    easel.draw(Easel.backslash, at: 0)
    easel.draw(Easel.slash, fingers: 2, at: 0.7)
    easel.stage.finish()
    #expect(easel.outcomes == ["pan", "pan"])
  }

  @Test("What requires it to fail waits for the next stroke")
  func requirement() throws {
    let easel = Easel()
    let pan: PanRecognizer = try #require(easel.recognizer())
    pan.require(toFail: easel.path)
    easel.draw(Easel.backslash, at: 0)
    easel.draw(Easel.slash, at: 0.7)
    easel.stage.finish()
    #expect(easel.outcomes == ["path x"])
    easel.draw(Easel.backslash, at: 10)
    #expect(easel.outcomes == ["path x"])
    easel.stage.finish()
    #expect(easel.outcomes == ["path x", "pan"])
  }

  @Test("It waits for those that it requires to fail")
  func requires() throws {
    let easel = Easel()
    let press: LongPressRecognizer = try #require(easel.recognizer())
    easel.path.require(toFail: press)
    easel.draw(Easel.zigzag, at: 0)
    easel.stage.finish()
    #expect(easel.outcomes == ["path z"])
  }
}

@Suite("Path: refusals and early answers")
struct PathDecisionTests {
  private static let scribble = [
    (100.0, 100.0), (180, 120), (110, 180), (220, 90), (130, 110), (190, 210), (90, 150),
  ]

  @Test("A refused drawing says which shape was closest")
  func refused() throws {
    let easel = Easel()
    easel.draw(Self.scribble, at: 0, lasting: 1.5)
    easel.stage.finish()
    #expect(easel.outcomes == ["pan"])
    let reason = try #require(easel.path.lastFailure)
    #expect(reason.cause == .shape)
    let match = try #require(reason.match)
    #expect(reason.measured == match.score)
    #expect(reason.limit == match.threshold)
    #expect(match.score < match.threshold)
    #expect(reason.sentence.hasPrefix("closest was `\(match.name)` at 0."))
    #expect(reason.sentence.contains(", below its threshold of "))
    #expect(reason.sentence.contains("; runner-up `"))
  }

  @Test("A threshold accepts from the score on", arguments: [(0.0, true), (0.001, false)])
  func threshold(excess: Double, isPath: Bool) throws {
    let drawn = Easel.zigzag.map { ($0.0 + 0.2 * $0.1, $0.1) }
    let easel = Easel([Easel.shape("z", Easel.zigzag), Easel.shape("roof", Easel.roof)])
    easel.draw(drawn, at: 0)
    let score = try #require(easel.stage.gestures.last?.score)
    var shape = Easel.shape("z", Easel.zigzag)
    shape.threshold = score + excess
    let other = Easel([shape, Easel.shape("roof", Easel.roof)])
    other.draw(drawn, at: 0)
    #expect(other.outcomes.contains("path z") == isPath)
  }

  @Test("A counter-example that is closer has a sentence of its own")
  func counterExample() throws {
    var shape = Easel.shape("z", Easel.zigzag)
    let slanted = Easel.zigzag.map { ($0.0 + 0.3 * $0.1, $0.1) }
    shape.counterExamples = [Drawing(slanted.map { Point(x: $0.0, y: $0.1) })]
    let easel = Easel([shape])
    easel.draw(slanted, at: 0)
    #expect(easel.outcomes == ["pan"])
    let sentence = try #require(easel.path.lastFailure?.sentence)
    #expect(sentence.hasSuffix(", but one of its counter-examples is closer"))
    easel.draw(Easel.zigzag, at: 5)
    #expect(easel.outcomes == ["pan", "path z"])
  }

  @Test("Without a shape in the set, the reason has no name")
  func noShapes() {
    let easel = Easel([])
    easel.draw(Easel.zigzag, at: 0)
    #expect(easel.path.lastFailure?.cause == .shape)
    #expect(easel.path.lastFailure?.sentence == "no shape is near")
  }

  @Test("Candidates say what a drawing in progress may become")
  func candidates() {
    let easel = Easel()
    #expect(easel.path.candidates.isEmpty)
    var best: [ShapeCandidate] = []
    easel.draw(Easel.zigzag, at: 0) {
      if let first = easel.path.candidates.first { best.append(first) }
    }
    #expect(best.last?.name == "z")
    #expect(best.last?.probability ?? 0 > 0.9)
    #expect(best.last?.progress ?? 0 > 0.8)
    #expect(best.first?.probability ?? 1 < best.last?.probability ?? 0)
  }

  @Test("An early decision is made before the lift, and is the only gesture")
  func early() throws {
    let easel = Easel { $0.path.recognitionTiming = .early }
    easel.draw(Easel.zigzag, at: 0)
    easel.stage.finish()
    #expect(easel.outcomes == ["path z"])
    let gesture = try #require(easel.stage.gestures.first { $0.kind == .path })
    #expect(gesture.time < Timestamp(seconds: 0.4))
    #expect(gesture.time > Timestamp(seconds: 0.25))
    #expect(gesture.score ?? 0 >= 0.9)
  }

  @Test("A probability above 1 is never reached, so that the lift decides")
  func neverEarly() {
    let easel = Easel {
      $0.path.recognitionTiming = .early
      $0.path.earlyProbability = 1.1
    }
    easel.draw(Easel.zigzag, at: 0)
    #expect(easel.outcomes == ["path z"])
    #expect(easel.stage.gestures.last?.time == Timestamp(seconds: 0.4))
  }
}
