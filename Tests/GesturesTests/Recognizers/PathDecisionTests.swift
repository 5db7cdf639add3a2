import Contacts
import Foundation
import Gestures
import Shapes
import Testing
import Timeline

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
