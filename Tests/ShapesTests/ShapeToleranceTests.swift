import Contacts
import Testing

@testable import Shapes

@Suite struct ShapeToleranceTests {
  private func classifier(_ tolerance: Shape.Tolerance) -> ShapeClassifier {
    ShapeClassifier(
      ShapeSet(OwnDrawings.all.map { Shape($0.0, examples: [$0.1], tolerance: tolerance) }))
  }

  @Test("Without a tolerance a shape that is turned around is another one")
  func noTolerance() throws {
    var classifier = classifier(Shape.Tolerance())
    for name in ["caret", "check", "bracket", "arrow"] {
      let drawing = try #require(OwnDrawings.set[name]?.examples.first)
      let match = classifier.classify(drawing.turned(by: 180))
      #expect(match?.name != name || match?.isAccepted == false)
    }
  }

  @Test("A shape may be turned up to its tolerance")
  func turnTolerance() throws {
    var classifier = classifier(Shape.Tolerance(rotation: 40))
    for (name, drawing) in OwnDrawings.all where name != "circle" && name != "x" && name != "plus" {
      for angle in [-40.0, -25, 25, 40] {
        let match = try #require(classifier.match(drawing.turned(by: angle)))
        #expect(match.name == name, "\(angle) degrees")
        #expect(match.isAccepted, "\(name) at \(angle) degrees")
      }
      // 50 degrees beyond the tolerance; an h is nearly the same upside down.
      let match = classifier.classify(drawing.turned(by: 90))
      #expect(match?.name != name || match?.isAccepted == false, "\(name)")
    }
  }

  @Test(
    "A shape may be turned by any angle where 180 degrees are allowed",
    arguments: OwnDrawings.all.map(\.0))
  func anyAngle(name: String) throws {
    let drawing = try #require(OwnDrawings.set[name]?.examples.first)
    let tolerance = Shape.Tolerance(rotation: 180)
    let classifier = ShapeClassifier(
      ShapeSet([Shape(name, examples: [drawing], tolerance: tolerance)]))
    for angle in stride(from: -180.0, to: 180, by: 7) {
      let match = try #require(classifier.match(drawing.turned(by: angle)))
      #expect(match.isAccepted, "\(angle) degrees")
    }
  }

  @Test("A stroke may be drawn from its end where that is allowed")
  func fromTheEnd() throws {
    let strict = classifier(Shape.Tolerance())
    let lenient = classifier(Shape.Tolerance(allowsReversal: true))
    for name in ["z", "check", "bracket", "pigtail"] {
      let reversed = try #require(OwnDrawings.set[name]?.examples.first).reversed
      #expect(strict.match(reversed)?.isAccepted != true, "\(name)")
      let match = try #require(lenient.match(reversed))
      #expect(match.name == name)
      #expect(match.isAccepted)
    }
  }

  @Test("A size beyond the tolerance is refused, within it the score is the same")
  func sizeTolerance() throws {
    var classifier = classifier(Shape.Tolerance(scale: 2))
    for (name, drawing) in OwnDrawings.all {
      for scale in [0.51, 1, 1.99] {
        let match = try #require(classifier.match(drawing.scaled(scale)))
        #expect(match.name == name)
        #expect(match.isAccepted, "\(name) at \(scale)")
      }
      for scale in [0.1, 0.4, 2.6, 10] {
        let match = classifier.classify(drawing.scaled(scale))
        #expect(match?.name != name || match?.isAccepted == false, "\(name) at \(scale)")
      }
    }
  }
}

extension Drawing {
  func scaled(_ factor: Double) -> Drawing {
    map { Point(x: $0.x * factor, y: $0.y * factor) }
  }
}
