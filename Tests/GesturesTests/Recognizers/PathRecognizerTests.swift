import Contacts
import Foundation
import Gestures
import Shapes
import Testing
import Timeline

extension TouchStage {
  /// A stage with the standard recognizers, paths among them.
  fileprivate static func drawing(
    _ shapes: [Shape] = PathShapes.all, _ change: (inout Profile) -> Void = { _ in }
  ) -> TouchStage {
    var profile = Profile.standard
    change(&profile)
    return TouchStage(profile: profile, shapes: ShapeSet(shapes))
  }

  fileprivate func find<Kind: GestureRecognizer>(_ kind: Kind.Type) -> Kind? {
    window.gestureRecognizers.lazy.compactMap { $0 as? Kind }.first
  }

  fileprivate var path: PathRecognizer { find(PathRecognizer.self) ?? PathRecognizer(ShapeSet()) }

  /// Draws along corners, with a number of fingers side by side; `step` is called after each frame.
  fileprivate func draw(
    _ corners: [(Double, Double)], fingers count: Int = 1, at start: Double, lasting: Double = 0.4,
    device: Int = 0, step: () -> Void = {}
  ) {
    let points = corners.map { Point(x: $0.0, y: $0.1) }.resampled(to: 33)
    let ids = newIDs(count)
    for (index, point) in points.enumerated() {
      let positions = ids.enumerated().map { number, id in
        (id, (point.x + 60 * Double(number), point.y))
      }
      frame(
        at: start + lasting * Double(index) / 32, Dictionary(uniqueKeysWithValues: positions),
        device: device)
      step()
    }
    frame(at: start + lasting, up: ids, device: device)
  }

  /// Gestures that were recognized or ended, paths with their names.
  fileprivate var names: [String] {
    gestures.filter { $0.state == .recognized || $0.state == .ended }.map {
      $0.name.map { name in "path \(name)" } ?? $0.kind.rawValue
    }
  }
}

private enum PathShapes {
  static func length(of corners: [(Double, Double)]) -> Double {
    corners.map { Point(x: $0.0, y: $0.1) }.pathLength
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
  static let all = [
    shape("z", zigzag), shape("x", backslash, slash), shape("roof", roof),
    shape("house", roof, floor),
  ]
}

@Suite("Path")
struct PathRecognizerTests {
  @Test("A shape is named when the finger lifts, and the pan is cancelled")
  func named() throws {
    let stage = TouchStage.drawing()
    stage.draw(PathShapes.zigzag, at: 1)
    #expect(stage.names == ["path z"])
    let gesture = try #require(stage.gestures.last)
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
    let stage = TouchStage.drawing()
    stage.draw([(100, 100), (250, 100)], at: 0, lasting: seconds)
    stage.finish()
    #expect(stage.names == [outcome])
    #expect(stage.path.lastFailure?.cause == .shape)
  }

  @Test("A drawing measures 36 points or more", arguments: [(36.1, true), (35.9, false)])
  func size(size: Double, isPath: Bool) {
    let stage = TouchStage.drawing()
    let scale = size / 100
    stage.draw(PathShapes.zigzag.map { ($0.0 * scale, $0.1 * scale) }, at: 0)
    #expect(stage.names.contains("path z") == isPath)
    if !isPath {
      #expect(stage.path.lastFailure?.cause == .distance)
      #expect(stage.path.lastFailure?.limit == 36)
    }
  }

  @Test("Fingers that draw together draw one path", arguments: 1...5)
  func fingers(count: Int) {
    let stage = TouchStage.drawing()
    stage.draw(PathShapes.zigzag, fingers: count, at: 0)
    #expect(stage.names == ["path z"])
    #expect(stage.gestures.last?.touches == count)
  }

  @Test("A finger that joins or leaves does not add to the drawing")
  func ragged() {
    let stage = TouchStage.drawing()
    let points = PathShapes.zigzag.map { Point(x: $0.0, y: $0.1) }.resampled(to: 41)
    for (index, point) in points.enumerated() {
      let time = Double(index) / 100
      var positions = [1: (point.x, point.y)]
      if (4...36).contains(index) { positions[2] = (point.x + 90, point.y) }
      if (6...33).contains(index) { positions[3] = (point.x + 180, point.y) }
      stage.frame(at: time, positions, up: index == 34 ? [3] : index == 37 ? [2] : [])
    }
    stage.frame(at: 0.41, up: [1])
    #expect(stage.names == ["path z"])
    #expect(stage.gestures.last?.touches == 3)
  }

  @Test(
    "Too many or too few fingers fail it with that reason",
    arguments: [(1, 2...2, 1.0, 2.0), (3, 2...2, 3.0, 2.0), (6, 1...5, 6.0, 5.0)])
  func touchCounts(count: Int, allowed: ClosedRange<Int>, measured: Double, limit: Double) {
    let stage = TouchStage.drawing()
    stage.path.touchCounts = allowed
    stage.draw(PathShapes.zigzag, fingers: count, at: 0)
    #expect(!stage.names.contains("path z"))
    #expect(stage.path.lastFailure?.cause == .touches)
    #expect(stage.path.lastFailure?.measured == measured)
    #expect(stage.path.lastFailure?.limit == limit)
  }

  @Test("Fingers that spread by more than they draw do not draw")
  func spreading() {
    let stage = TouchStage.drawing()
    let points = PathShapes.zigzag.map { Point(x: $0.0 * 0.5, y: $0.1 * 0.5) }.resampled(to: 33)
    for (index, point) in points.enumerated() {
      let spread = 20 + Double(index) * 3
      stage.frame(
        at: Double(index) / 80,
        [1: (200 + point.x - spread, point.y), 2: (200 + point.x + spread, point.y)])
    }
    stage.frame(at: 0.42, up: [1, 2])
    #expect(stage.names == ["pinch"])
    #expect(stage.path.lastFailure?.cause == .dominance)
  }

  @Test("A touch that was down before, and a cancelled one, are not drawings")
  func cancelled() {
    let stage = TouchStage.drawing()
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.1)
    stage.frame(at: 0.2, cancelled: [1])
    #expect(stage.path.lastFailure?.cause == .cancelled)
    let resumed = TouchStage(PathRecognizer(ShapeSet(PathShapes.all)))
    resumed.began([1: (0, 0)], isResumed: true)
    #expect(resumed.recognizer.lastFailure?.cause == .resumedTouch)
  }

  @Test("Without shapes, or with the rule off, there is no recognizer of paths")
  func off() {
    var profile = Profile.standard
    #expect(!RecognizerSet(profile: profile).recognizers.contains { $0.kind == .path })
    profile.path.rule = .off
    let set = RecognizerSet(profile: profile, shapes: ShapeSet(PathShapes.all))
    #expect(!set.recognizers.contains { $0.kind == .path })
  }

  @Test("A tick stays a checkmark, unless that is off", arguments: [true, false])
  func checkmark(isOn: Bool) {
    let tick = [(100.0, 150.0), (130, 190), (220, 100)]
    let stage = TouchStage.drawing([PathShapes.shape("check", tick)]) {
      if !isOn { $0.checkmark.rule = .off }
    }
    stage.draw(tick, at: 0)
    #expect(stage.names == [isOn ? "checkmark" : "path check"])
  }
}

@Suite("Path of several strokes")
struct PathStrokesTests {
  @Test("The last stroke is no gesture of its own; the first is reported at once")
  func twoStrokes() {
    let stage = TouchStage.drawing()
    stage.draw(PathShapes.backslash, at: 0)
    #expect(stage.names == ["pan"])
    stage.draw(PathShapes.slash, at: 0.8)
    #expect(stage.names == ["pan", "path x"])
    #expect(stage.gestures.last?.start == .zero)
    #expect(stage.gestures.last?.duration == 1.2)
    #expect(stage.gestures.last?.touches == 1)
  }

  @Test(
    "The next stroke begins within 1 s",
    arguments: [(1.4, ["pan", "path x"]), (1.400002, ["pan", "pan"])])
  func interval(start: Double, outcomes: [String]) {
    let stage = TouchStage.drawing()
    stage.draw(PathShapes.backslash, at: 0)
    stage.draw(PathShapes.slash, at: start)
    stage.finish()
    #expect(stage.names == outcomes)
  }

  @Test("The next stroke may take any time")
  func slowStroke() {
    let stage = TouchStage.drawing()
    stage.draw(PathShapes.backslash, at: 0)
    stage.draw(PathShapes.slash, at: 1, lasting: 5)
    #expect(stage.names == ["pan", "path x"])
  }

  @Test("With an interval of 0 no drawing waits")
  func noInterval() {
    let stage = TouchStage.drawing { $0.path.strokeInterval = 0 }
    stage.draw(PathShapes.roof, at: 0)
    #expect(stage.names == ["path roof"])
  }

  @Test(
    "The next stroke begins within the drawing's size",
    arguments: [(99.0, ["swipe", "path rails"]), (101.0, ["swipe", "swipe"])])
  func gap(distance: Double, outcomes: [String]) {
    let rails = PathShapes.shape("rails", [(100, 100), (100, 200)], [(200, 100), (200, 200)])
    let stage = TouchStage.drawing([rails])
    stage.draw([(100, 100), (100, 200)], at: 0, lasting: 0.3)
    stage.draw([(100 + distance, 100), (100 + distance, 200)], at: 0.6, lasting: 0.3)
    stage.finish()
    #expect(stage.names == outcomes)
  }

  @Test("A shape that may become another one is reported after 1 s, and is no pan before")
  func completeAlone() {
    let stage = TouchStage.drawing()
    stage.draw(PathShapes.roof, at: 0)
    stage.application.advance(to: Timestamp(seconds: 1.4))
    #expect(stage.names.isEmpty)
    stage.application.advance(to: Timestamp(seconds: 1.400001))
    #expect(stage.names == ["path roof"])
    #expect(stage.gestures.last?.duration == 0.4)
  }

  @Test("A further stroke makes it the other shape")
  func becomesAnother() {
    let stage = TouchStage.drawing()
    stage.draw(PathShapes.roof, at: 0)
    stage.draw(PathShapes.floor, at: 0.7, lasting: 0.2)
    stage.finish()
    #expect(stage.names == ["path house"])
  }

  @Test("It is reported before what follows, which is recognized as before")
  func followed() {
    let stage = TouchStage.drawing()
    stage.draw(PathShapes.roof, at: 0)
    // Upward, unlike any stroke of the shapes.
    stage.draw([(500, 300), (500, 150)], at: 0.7, lasting: 0.2)
    stage.finish()
    #expect(stage.names == ["path roof", "swipe"])
  }

  @Test("A first stroke gives way to a tap, a swipe or another shape")
  func givesWay() {
    let cases = [
      ([(150.0, 150.0), (150, 150)], "tap"), ([(120, 110), (250, 110)], "swipe"),
      (PathShapes.zigzag, "path z"),
    ]
    for (corners, outcome) in cases {
      let stage = TouchStage.drawing()
      stage.draw(PathShapes.backslash, at: 0)
      stage.draw(corners, at: 0.8, lasting: 0.2)
      stage.finish()
      #expect(stage.names == ["pan", outcome])
    }
  }

  @Test("A pinch after a first stroke begins while the fingers move")
  func pinch() {
    let stage = TouchStage.drawing()
    stage.draw(PathShapes.backslash, at: 0)
    stage.frame(at: 0.6, [11: (140, 150), 12: (160, 150)])
    for step in 1...20 {
      let spread = 10 + Double(step) * 4
      stage.frame(
        at: 0.6 + Double(step) / 100, [11: (150 - spread, 150), 12: (150 + spread, 150)])
    }
    #expect(stage.gestures.contains { $0.kind == .pinch && $0.state == .began })
    stage.frame(at: 0.9, up: [11, 12])
    stage.finish()
    #expect(stage.names == ["pan", "pinch"])
  }

  @Test("A tap beside a shape that waits is a tap")
  func tapBeside() {
    let stage = TouchStage.drawing()
    stage.draw(PathShapes.roof, at: 0)
    stage.draw([(150, 150), (150, 150)], at: 0.7, lasting: 0.08)
    stage.finish()
    #expect(stage.names == ["path roof", "tap"])
  }

  @Test("Strokes by different numbers of fingers are different drawings")
  func differentFingers() {
    let stage = TouchStage.drawing()
    stage.draw(PathShapes.backslash, at: 0)
    stage.draw(PathShapes.slash, fingers: 2, at: 0.7)
    stage.finish()
    #expect(stage.names == ["pan", "pan"])
  }

  @Test("What requires it to fail waits for the next stroke")
  func requirement() throws {
    let stage = TouchStage.drawing()
    let pan = try #require(stage.find(PanRecognizer.self))
    pan.require(toFail: stage.path)
    stage.draw(PathShapes.backslash, at: 0)
    stage.draw(PathShapes.slash, at: 0.7)
    stage.finish()
    #expect(stage.names == ["path x"])
    stage.draw(PathShapes.backslash, at: 10)
    #expect(stage.names == ["path x"])
    stage.finish()
    #expect(stage.names == ["path x", "pan"])
  }

  @Test("It waits for those that it requires to fail")
  func requires() throws {
    let stage = TouchStage.drawing()
    let press = try #require(stage.find(LongPressRecognizer.self))
    stage.path.require(toFail: press)
    stage.draw(PathShapes.zigzag, at: 0)
    stage.finish()
    #expect(stage.names == ["path z"])
  }
}

@Suite("Path: refusals and early answers")
struct PathDecisionTests {
  private static let slantedZigzag = [(100.0, 100.0), (200, 130), (130, 170), (220, 260)]

  @Test("A refused drawing says which shape was closest")
  func refused() throws {
    let stage = TouchStage.drawing()
    stage.draw(Self.slantedZigzag, at: 0, lasting: 1.5)
    stage.finish()
    #expect(stage.names == ["pan"])
    let reason = try #require(stage.path.lastFailure)
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
    let drawn = PathShapes.zigzag.map { ($0.0 + 0.2 * $0.1, $0.1) }
    let stage = TouchStage.drawing([
      PathShapes.shape("z", PathShapes.zigzag), PathShapes.shape("roof", PathShapes.roof),
    ])
    stage.draw(drawn, at: 0)
    let score = try #require(stage.gestures.last?.score)
    var shape = PathShapes.shape("z", PathShapes.zigzag)
    shape.threshold = score + excess
    let other = TouchStage.drawing([shape, PathShapes.shape("roof", PathShapes.roof)])
    other.draw(drawn, at: 0)
    #expect(other.names.contains("path z") == isPath)
  }

  @Test("A counter-example that is closer has a sentence of its own")
  func counterExample() throws {
    var shape = PathShapes.shape("z", PathShapes.zigzag)
    let slanted = PathShapes.zigzag.map { ($0.0 + 0.3 * $0.1, $0.1) }
    shape.counterExamples = [Drawing(slanted.map { Point(x: $0.0, y: $0.1) })]
    let stage = TouchStage.drawing([shape])
    stage.draw(slanted, at: 0)
    #expect(stage.names == ["pan"])
    let sentence = try #require(stage.path.lastFailure?.sentence)
    #expect(sentence.hasSuffix(", but one of its counter-examples is closer"))
    stage.draw(PathShapes.zigzag, at: 5)
    #expect(stage.names == ["pan", "path z"])
  }

  @Test("Without a shape in the set, the reason has no name")
  func noShapes() {
    let stage = TouchStage.drawing([])
    stage.draw(PathShapes.zigzag, at: 0)
    #expect(stage.path.lastFailure?.cause == .shape)
    #expect(stage.path.lastFailure?.sentence == "no shape is near")
  }

  @Test("Candidates say what a drawing in progress may become")
  func candidates() {
    let stage = TouchStage.drawing()
    #expect(stage.path.candidates.isEmpty)
    var best: [ShapeCandidate] = []
    stage.draw(PathShapes.zigzag, at: 0) {
      if let first = stage.path.candidates.first { best.append(first) }
    }
    #expect(best.last?.name == "z")
    #expect(best.last?.probability ?? 0 > 0.9)
    #expect(best.last?.progress ?? 0 > 0.8)
    #expect(best.first?.probability ?? 1 < best.last?.probability ?? 0)
  }

  @Test("An early decision is made before the lift, and is the only gesture")
  func early() throws {
    let stage = TouchStage.drawing { $0.path.recognitionTiming = .early }
    stage.draw(PathShapes.zigzag, at: 0)
    stage.finish()
    #expect(stage.names == ["path z"])
    let gesture = try #require(stage.gestures.first { $0.kind == .path })
    #expect(gesture.time < Timestamp(seconds: 0.4))
    #expect(gesture.time > Timestamp(seconds: 0.25))
    #expect(gesture.score ?? 0 >= 0.9)
  }

  @Test("A probability above 1 is never reached, so that the lift decides")
  func neverEarly() {
    let stage = TouchStage.drawing {
      $0.path.recognitionTiming = .early
      $0.path.earlyProbability = 1.1
    }
    stage.draw(PathShapes.zigzag, at: 0)
    #expect(stage.names == ["path z"])
    #expect(stage.gestures.last?.time == Timestamp(seconds: 0.4))
  }
}

@Suite("Path: a decided shape and what follows")
struct PathFollowedTests {
  /// A large rectangle, without which the other strokes are far from the shape.
  private static let frame = [(50.0, 60.0), (50, 340), (400, 340), (400, 60), (50, 60)]
  private static let hut = [
    PathShapes.shape("z", PathShapes.zigzag), PathShapes.shape("roof", PathShapes.roof),
    PathShapes.shape("hut", PathShapes.roof, PathShapes.zigzag, frame),
  ]

  @Test(
    "A palm or an interruption does not take a shape that is decided", arguments: [true, false])
  func interrupted(byPalm: Bool) {
    let stage = TouchStage.drawing()
    stage.draw(PathShapes.roof, at: 0)
    if byPalm {
      stage.frame(at: 0.8, [9: (400, 300)], pressure: 0.7)
      stage.frame(at: 0.9, up: [9])
    } else {
      stage.frame(at: 0.8, isInterrupted: true)
    }
    #expect(stage.names == ["path roof"])
  }

  @Test("A cancelled stroke does not take the shape before it")
  func cancelledStroke() {
    let stage = TouchStage.drawing()
    stage.draw(PathShapes.roof, at: 0)
    stage.frame(at: 0.7, [9: (150, 170)])
    stage.frame(at: 0.8, cancelled: [9])
    stage.finish()
    #expect(stage.names == ["path roof"])
  }

  @Test("A stroke that completes a variant of the same shape belongs to it")
  func sameName() throws {
    let stage = TouchStage.drawing(ShapeSet.standard.shapes)
    let example = try #require(
      ShapeSet.standard["question-mark"]?.examples.first { $0.strokes.count == 2 })
    let size = example.strokes.joined().map(\.y).max() ?? 1
    let strokes = example.strokes.map { stroke in
      stroke.map { (200 + $0.x / size * 150, 50 + $0.y / size * 150) }
    }
    stage.draw(strokes[0], at: 0)
    stage.draw(strokes[1] + strokes[1], at: 0.8, lasting: 0.08)
    stage.finish()
    #expect(stage.names == ["path question-mark"])
    #expect(abs((stage.gestures.last?.duration ?? 0) - 0.88) < 0.001)
  }

  @Test("Two shapes that might have become a third are both reported, in order")
  func shapeAfterShape() {
    let stage = TouchStage.drawing(Self.hut)
    stage.draw(PathShapes.roof, at: 0)
    stage.draw(PathShapes.zigzag, at: 0.8)
    stage.finish()
    #expect(stage.names == ["path roof", "path z"])
  }

  @Test("Two shapes and a stroke that does not belong to them are all reported, in order")
  func shapesBeforeStroke() {
    let stage = TouchStage.drawing(Self.hut)
    stage.draw(PathShapes.roof, at: 0)
    stage.draw(PathShapes.zigzag, at: 0.8)
    stage.draw([(500, 300), (350, 300)], at: 1.6, lasting: 0.2)
    stage.finish()
    #expect(stage.names == ["path roof", "path z", "swipe"])
  }

  @Test("The third stroke makes it one shape")
  func threeStrokes() {
    let stage = TouchStage.drawing(Self.hut)
    stage.draw(PathShapes.roof, at: 0)
    stage.draw(PathShapes.zigzag, at: 0.8)
    stage.draw(Self.frame, at: 1.6)
    stage.finish()
    #expect(stage.names == ["path hut"])
  }

  @Test("A shape after a stroke that is not one is reported")
  func shapeAfterStroke() {
    let sign = PathShapes.shape("sign", PathShapes.backslash, PathShapes.zigzag, Self.frame)
    let stage = TouchStage.drawing([PathShapes.shape("z", PathShapes.zigzag), sign])
    stage.draw(PathShapes.backslash, at: 0)
    stage.draw(PathShapes.zigzag, at: 0.8)
    stage.finish()
    #expect(stage.names == ["pan", "path z"])
  }

  @Test("A long press after a shape reports it when the press begins")
  func longPress() {
    let stage = TouchStage.drawing()
    stage.draw(PathShapes.roof, at: 0)
    stage.frame(at: 0.7, [9: (150, 150)])
    stage.application.advance(to: Timestamp(seconds: 3))
    #expect(stage.names == ["path roof"])
    #expect(stage.gestures.last?.kind == .longPress)
  }

  @Test("A second finger reports a shape that was drawn with one")
  func secondFinger() {
    let stage = TouchStage.drawing()
    stage.draw(PathShapes.roof, at: 0)
    stage.frame(at: 0.7, [11: (100, 150)])
    #expect(stage.names.isEmpty)
    stage.frame(at: 0.71, [12: (200, 150)])
    #expect(stage.names == ["path roof"])
  }

  @Test("A drawing that is given up is refused with all its strokes")
  func refusal() {
    let shapes = [PathShapes.shape("hut", PathShapes.roof, PathShapes.zigzag, Self.frame)]
    let stage = TouchStage.drawing(shapes)
    stage.draw(PathShapes.roof, at: 0)
    stage.draw(PathShapes.zigzag, at: 0.8)
    let drawing = stage.path.drawing
    #expect(drawing.strokes.count == 2)
    stage.finish()
    var classifier = ShapeClassifier(ShapeSet(shapes))
    let match = classifier.classify(drawing)
    #expect(stage.path.lastFailure?.measured == match?.score)
  }

  @Test("A shape that waits for another recognizer outlasts touches that cannot draw")
  func waitingClaim() throws {
    let stage = TouchStage.drawing()
    let press = try #require(stage.find(LongPressRecognizer.self))
    stage.path.touchCounts = 1...1
    stage.path.require(toFail: press)
    stage.draw(PathShapes.roof, at: 0)
    stage.frame(at: 0.7, [11: (100, 150)])
    stage.frame(at: 0.71, [12: (200, 150)])
    stage.frame(at: 0.8, up: [11, 12])
    stage.finish()
    #expect(stage.names.contains("path roof"))
  }

  /// Recognizes each touch when it lifts, before any other recognizer.
  private final class LiftRecognizer: GestureRecognizer {
    private let isMovement: Bool

    init(isMovement: Bool) {
      self.isMovement = isMovement
    }

    override var role: GestureRole {
      isMovement ? GestureRole(rank: 4, movement: .translation) : .custom
    }

    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
      recognize(at: event.timestamp)
    }
  }

  @Test(
    "A shape is reported although another recognizer wins the stroke that would extend it",
    arguments: [(true, ["path lift", "path roof"]), (false, ["path roof", "path lift"])])
  func lostStroke(isMovement: Bool, outcomes: [String]) {
    let stage = TouchStage.drawing()
    // It would end beside another movement.
    let pan = stage.find(PanRecognizer.self)
    pan?.isEnabled = false
    let other = LiftRecognizer(isMovement: isMovement)
    other.name = "lift"
    other.isEnabled = false
    stage.window.addGestureRecognizer(other)
    stage.draw(PathShapes.roof, at: 0)
    other.isEnabled = true
    stage.draw(PathShapes.floor, at: 0.7)
    stage.finish()
    #expect(stage.names == outcomes)
  }

  @Test("Strokes on different devices are different drawings")
  func devices() {
    let stage = TouchStage.drawing()
    stage.draw(PathShapes.backslash, at: 0)
    stage.draw(PathShapes.slash, at: 0.8, device: 1)
    stage.finish()
    #expect(stage.names == ["pan", "pan"])
  }

  @Test("A swipe that requires the path to fail is not lost to the shape before it")
  func requiredBySwipe() throws {
    let stage = TouchStage.drawing()
    let swipe = try #require(stage.find(SwipeRecognizer.self))
    swipe.require(toFail: stage.path)
    stage.draw(PathShapes.roof, at: 0)
    // Upward, unlike any stroke of the shapes.
    stage.draw([(500, 300), (500, 150)], at: 0.7, lasting: 0.2)
    stage.finish()
    #expect(stage.names == ["path roof", "swipe"])
  }

  @Test("The wrong one of two contacts that lifts does not draw a line between them")
  func exchangedContacts() {
    let stage = TouchStage.drawing()
    let points = PathShapes.zigzag.map { Point(x: $0.0, y: $0.1) }.resampled(to: 33)
    for (index, point) in points.enumerated() {
      let time = Double(index) / 80
      let other = (point.x + 150, point.y)
      if index < 28 {
        stage.frame(at: time, [1: (point.x, point.y), 2: other])
      } else {
        stage.frame(at: time, [1: other], up: index == 28 ? [2] : [])
      }
    }
    let drawing = stage.path.drawing
    #expect(drawing.length < PathShapes.length(of: PathShapes.zigzag) + 1)
    stage.frame(at: 0.42, up: [1])
    #expect(stage.names == ["path z"])
  }
}

@Suite("Path: early decisions and fingers")
struct PathEarlyTests {
  @Test(
    "Fingers that spread or turn do not draw, also with early decisions",
    arguments: ["pinch", "rotation"])
  func transformations(kind: String) {
    let stage = TouchStage.drawing(ShapeSet.standard.shapes) { $0.path.recognitionTiming = .early }
    // The centroid trembles along a small w.
    for step in 0...60 {
      let fraction = Double(step) / 60
      let center = (
        300 + 20 * fraction, 200 + 10 * abs((fraction * 4).truncatingRemainder(dividingBy: 2) - 1)
      )
      let angle = kind == "rotation" ? fraction * 1.4 : 0
      let radius = kind == "pinch" ? 60 + 100 * fraction : 100
      let arm = (radius * cos(angle), radius * sin(angle))
      stage.frame(
        at: fraction / 2,
        [1: (center.0 + arm.0, center.1 + arm.1), 2: (center.0 - arm.0, center.1 - arm.1)])
    }
    stage.frame(at: 0.51, up: [1, 2])
    stage.finish()
    #expect(stage.names == [kind])
  }

  @Test("A counter-example is not decided early")
  func counterExample() {
    var shape = PathShapes.shape("z", PathShapes.zigzag)
    let slanted = PathShapes.zigzag.map { ($0.0 + 0.3 * $0.1, $0.1) }
    shape.counterExamples = [Drawing(slanted.map { Point(x: $0.0, y: $0.1) })]
    let stage = TouchStage.drawing([shape, PathShapes.shape("roof", PathShapes.roof)]) {
      $0.path.recognitionTiming = .early
      $0.path.earlyProgress = 0.95
    }
    stage.draw(slanted, at: 0)
    #expect(stage.names == ["pan"])
  }
}
