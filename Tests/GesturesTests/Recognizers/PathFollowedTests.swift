import Contacts
import Foundation
import Gestures
import Shapes
import Testing
import Timeline

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
