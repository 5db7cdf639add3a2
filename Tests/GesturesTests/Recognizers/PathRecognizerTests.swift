import Contacts
import Foundation
import Gestures
import Shapes
import Testing
import Timeline

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
