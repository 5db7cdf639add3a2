import Contacts
import Testing

@testable import Shapes

@Suite struct ShapeClassifierTests {
  @Test(
    "A shape as another hand draws it has its name, and is accepted",
    arguments: OwnDrawings.all.map(\.0))
  func otherHand(name: String) throws {
    let classifier = OwnDrawings.classifier
    let drawing = try #require(OwnDrawings.set[name]?.examples.first)
    for number in 0..<20 {
      let match = try #require(classifier.match(OwnDrawings.varied(drawing, number)))
      #expect(match.name == name)
      #expect(match.isAccepted)
      #expect(match.runnerUp != name)
      let runnerUpScore = try #require(match.runnerUpScore)
      #expect((0...match.score).contains(runnerUpScore))
      #expect(match.score <= 1)
    }
  }

  @Test("An example itself has the highest score")
  func exampleItself() throws {
    let classifier = OwnDrawings.classifier
    for (name, drawing) in OwnDrawings.all {
      let match = try #require(classifier.match(drawing))
      #expect(match.name == name)
      #expect(match.score > 0.9999)
    }
  }

  @Test("The answer depends on nothing but the set and the drawing")
  func determinism() {
    var first = OwnDrawings.classifier
    var second = ShapeClassifier(OwnDrawings.set)
    #expect(first.thresholds == second.thresholds)
    let drawings = (0..<10).flatMap { number in
      [OwnDrawings.random(number), OwnDrawings.random(number, strokes: 3)]
    }
    let forward = drawings.map { first.classify($0) }
    let backward = drawings.reversed().map { second.classify($0) }
    #expect(forward == backward.reversed())
  }

  @Test(
    "The answer is the same at any size and place", arguments: [1e-6, 0.01, 3, 1e6], [-1e7, 0, 300])
  func sizeAndPlace(scale: Double, place: Double) throws {
    let classifier = OwnDrawings.classifier
    // A double has 16 digits: a drawing of 1e-4 at 1e7 keeps 5 of them.
    let place = min(abs(place), 1e9 * scale) * (place < 0 ? -1 : 1)
    for (name, drawing) in OwnDrawings.all {
      let varied = OwnDrawings.varied(drawing, 1)
      let match = try #require(classifier.match(varied))
      let moved = varied.map { Point(x: $0.x * scale + place, y: $0.y * scale - place) }
      let other = try #require(classifier.match(moved))
      #expect(other.name == name)
      #expect(abs(other.score - match.score) < 0.01)
    }
  }

  @Test("The answer is nearly the same with any number of points", arguments: [24, 64, 500, 5000])
  func numberOfPoints(count: Int) throws {
    let classifier = OwnDrawings.classifier
    for (name, drawing) in OwnDrawings.all {
      let varied = OwnDrawings.varied(drawing, 2)
      let resampled = Drawing(strokes: varied.strokes.map { $0.resampled(to: count) })
      let match = try #require(classifier.match(resampled))
      #expect(match.name == name)
      #expect(match.isAccepted)
    }
  }

  @Test("Points that are repeated change nothing")
  func repeatedPoints() throws {
    let classifier = OwnDrawings.classifier
    for (_, drawing) in OwnDrawings.all {
      let held = Drawing(strokes: drawing.strokes.map { $0.flatMap { [$0, $0, $0] } })
      let match = try #require(classifier.match(drawing))
      let other = try #require(classifier.match(held))
      #expect(other.name == match.name)
      #expect(abs(other.score - match.score) < 1e-6)
    }
  }

  @Test("Strokes are recognized in any order and direction")
  func strokeOrderAndDirection() throws {
    let classifier = OwnDrawings.classifier
    for (name, drawing) in OwnDrawings.several {
      let first = [drawing.strokes[0].reversed()] + drawing.strokes.dropFirst()
      for other in [drawing.reversed, Drawing(strokes: first)] {
        let match = try #require(classifier.match(other))
        #expect(match.name == name)
        #expect(match.isAccepted)
      }
    }
  }

  @Test("A stroke from its end, or from another corner, has its name, and is not accepted")
  func otherOrder() throws {
    var classifier = ShapeClassifier(OwnDrawings.set)
    for name in ["z", "check", "bracket", "pigtail", "circle"] {
      let drawing = try #require(OwnDrawings.set[name]?.examples.first)
      let match = try #require(classifier.match(drawing.reversed))
      #expect(match.name == name)
      #expect(!match.isAccepted, "\(name)")
    }
    let square = [(0.0, 0.0), (10, 0), (10, 10), (0, 10)].map { Point(x: $0.0, y: $0.1) }
    let example = Drawing(square + [square[0]])
    let set = ShapeSet(OwnDrawings.set.shapes + [Shape("square", examples: [example])])
    classifier = ShapeClassifier(set)
    let other = Drawing([square[2], square[1], square[0], square[3], square[2]])
    #expect(classifier.match(other)?.name == "square")
  }

  @Test("Without shapes, examples or a drawing there is no answer")
  func noAnswer() {
    let none = ShapeClassifier(ShapeSet())
    #expect(none.match(OwnDrawings.z) == nil)
    #expect(none.firstCandidate(OwnDrawings.z) == nil)
    #expect(!none.isUnfinished(OwnDrawings.z))
    let bare = ShapeClassifier(ShapeSet([Shape("z", examples: [])]))
    #expect(bare.match(OwnDrawings.z) == nil)
    let classifier = OwnDrawings.classifier
    #expect(classifier.match(Drawing(strokes: [])) == nil)
    #expect(classifier.match(Drawing(strokes: [[], []])) == nil)
  }

  @Test("A single shape has no runner-up")
  func singleShape() throws {
    let classifier = ShapeClassifier(ShapeSet([Shape("z", examples: [OwnDrawings.z])]))
    let match = try #require(classifier.match(OwnDrawings.varied(OwnDrawings.z, 3)))
    #expect(match.isAccepted)
    #expect(match.runnerUp == nil)
    #expect(match.runnerUpScore == nil)
  }
}

@Suite struct ShapeRefusalTests {
  @Test("A scribble is refused", arguments: 0..<20)
  func scribbles(number: Int) {
    let classifier = OwnDrawings.classifier
    for strokes in [1, 3] {
      let scribble = OwnDrawings.random(number, strokes: strokes, corners: 8...12)
      #expect(classifier.match(scribble)?.isAccepted != true)
    }
  }

  @Test("A straight line in any direction is refused")
  func straightLines() {
    let classifier = OwnDrawings.classifier
    for angle in stride(from: 0.0, to: 360, by: 5) {
      let line = OwnDrawings.line((0, 0), (100, 0)).turned(by: angle)
      #expect(classifier.match(line)?.isAccepted != true, "\(angle) degrees")
    }
  }

  @Test(
    "Half of a shape that goes on as another one is refused",
    arguments: [("z", "circle"), ("circle", "z"), ("pigtail", "bracket"), ("bracket", "z")])
  func halvesOfShapes(names: (String, String)) throws {
    let first = try #require(OwnDrawings.set[names.0]?.examples[0].strokes[0])
    let second = try #require(OwnDrawings.set[names.1]?.examples[0].strokes[0])
    let begin = first.resampled(to: 65).prefix(33)
    let rest = second.resampled(to: 65).suffix(32)
    let shift = try #require(begin.last) - #require(rest.first)
    var classifier = OwnDrawings.classifier
    let match = classifier.classify(Drawing(begin + rest.map { $0 + shift }))
    #expect(match?.isAccepted != true)
  }

  @Test("A drawing like a counter-example is refused, one like an example is not")
  func counterExamples() {
    let wide = OwnDrawings.line((0, 80), (50, 60), (100, 80))
    var set = ShapeSet([Shape("caret", examples: [OwnDrawings.caret], counterExamples: [wide])])
    var classifier = ShapeClassifier(set)
    #expect(classifier.match(wide)?.isAccepted == false)
    #expect(classifier.match(OwnDrawings.caret)?.isAccepted == true)
    // It is the counter-example that refuses it.
    set["caret"]?.counterExamples = []
    set["caret"]?.threshold = 0
    classifier = ShapeClassifier(set)
    #expect(classifier.match(wide)?.isAccepted == true)
  }

  @Test("A counter-example refuses a drawing, even if those of other shapes are nearer")
  func counterExamplesOfOthers() {
    let wide = OwnDrawings.line((0, 80), (50, 60), (100, 80))
    let similar = OwnDrawings.line((0, 80), (50, 59), (100, 80))
    let others = ["a", "b"].map {
      Shape($0, examples: [OwnDrawings.z], counterExamples: [wide], threshold: 0)
    }
    let caret = Shape(
      "caret", examples: [OwnDrawings.caret], counterExamples: [similar], threshold: 0)
    let classifier = ShapeClassifier(ShapeSet(others + [caret]))
    let match = classifier.match(wide)
    #expect(match?.name == "caret" && match?.isAccepted == false)
  }

  @Test("A shape's threshold is where it begins to be accepted")
  func thresholds() throws {
    var set = ShapeSet([Shape("z", examples: [OwnDrawings.z])])
    var classifier = ShapeClassifier(set)
    let drawing = OwnDrawings.varied(OwnDrawings.z, 4)
    let score = try #require(classifier.match(drawing)).score
    for (threshold, isAccepted) in [(score - 1e-6, true), (score, true), (score + 1e-6, false)] {
      set["z"]?.threshold = threshold
      classifier = ShapeClassifier(set)
      let match = try #require(classifier.match(drawing))
      #expect(match.threshold == threshold)
      #expect(match.score == score)
      #expect(match.isAccepted == isAccepted)
    }
  }

  @Test("Learned thresholds are between a third and two thirds")
  func learnedThresholds() {
    for threshold in OwnDrawings.classifier.thresholds {
      #expect((0.3...0.7).contains(threshold))
    }
  }
}
