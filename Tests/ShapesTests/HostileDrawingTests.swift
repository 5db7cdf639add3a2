import Contacts
import Testing

@testable import Shapes

@Suite struct HostileDrawingTests {
  struct Hostile: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var drawing: Drawing
  }

  static let drawings: [Hostile] = {
    let (nan, infinity) = (Double.nan, Double.infinity)
    let huge = Double.greatestFiniteMagnitude
    func hostile(_ name: String, _ drawing: Drawing) -> Hostile {
      Hostile(testDescription: name, drawing: drawing)
    }
    let many = (0..<100_000).map { Point(x: Double($0 % 317), y: Double($0 % 211)) }
    return [
      hostile("nothing", Drawing(strokes: [])),
      hostile("empty strokes", Drawing(strokes: [[], [], []])),
      hostile("one point", Drawing([Point(x: 3, y: 4)])),
      hostile(
        "one point a hundred times", Drawing(Array(repeating: Point(x: 3, y: 4), count: 100))),
      hostile("dots", Drawing(strokes: [[.zero], [Point(x: 5, y: 5)]])),
      hostile("a dot and an empty stroke", Drawing(strokes: [[], [.zero], []])),
      hostile("not a number", Drawing([.zero, Point(x: nan, y: 1), Point(x: 1, y: 1)])),
      hostile("infinity", Drawing([.zero, Point(x: infinity, y: 1), Point(x: 1, y: 1)])),
      hostile("infinities", Drawing([Point(x: -infinity, y: 0), Point(x: infinity, y: infinity)])),
      hostile(
        "a stroke that is not a number", Drawing(strokes: [[.zero], [Point(x: nan, y: nan)]])),
      hostile("a hundred thousand points", Drawing(many)),
      hostile(
        "a thousand strokes",
        Drawing(
          strokes: (0..<1000).map { [Point(x: Double($0), y: 0), Point(x: Double($0), y: 9)] })),
      hostile("a thousand dots", Drawing(strokes: (0..<1000).map { [Point(x: Double($0), y: 0)] })),
      hostile("huge", OwnDrawings.z.scaled(1e300)),
      hostile("huge strokes", OwnDrawings.x.scaled(1e300)),
      hostile("the largest", Drawing([Point(x: -huge, y: -huge), Point(x: huge, y: huge)])),
      hostile("the largest strokes", Drawing(strokes: [[.zero], [Point(x: huge, y: -huge)]])),
      hostile(
        "differences beyond the largest",
        Drawing([Point(x: 1e308, y: 0), Point(x: -1e308, y: 1e308), Point(x: 0, y: 1)])),
      hostile(
        "products beyond the largest",
        Drawing([Point(x: 1e160, y: 0), Point(x: -1e160, y: 1e160), Point(x: 0, y: 1)])),
      hostile("beyond single precision", OwnDrawings.z.scaled(1e40)),
      hostile("tiny", OwnDrawings.z.scaled(1e-300)),
      hostile("tiny strokes", OwnDrawings.x.scaled(1e-300)),
      hostile("the smallest", Drawing([.zero, Point(x: .leastNonzeroMagnitude, y: 0)])),
      hostile("a line", Drawing([.zero, Point(x: 100, y: 0)])),
      hostile("to and fro", Drawing([.zero, Point(x: 100, y: 0), .zero])),
      hostile(
        "far away", OwnDrawings.z.map { Point(x: $0.x * 1e-9 + 1e9, y: $0.y * 1e-9 - 1e9) }),
    ]
  }()

  private static let classifiers = [
    OwnDrawings.classifier,
    ShapeClassifier(
      ShapeSet(
        few.map {
          Shape(
            $0.0, examples: [$0.1], counterExamples: [$0.1.scaled(9)],
            tolerance: Shape.Tolerance(rotation: 180, allowsReversal: true, scale: 1e300))
        })),
  ]
  private static let few = [
    ("z", OwnDrawings.z), ("circle", OwnDrawings.circle), ("x", OwnDrawings.x),
  ]

  @Test("A hostile drawing gets a score or no answer", arguments: drawings)
  func hostileDrawings(hostile: Hostile) {
    for var classifier in Self.classifiers {
      check(&classifier, hostile.drawing)
      // And leaves nothing behind.
      let (z, x) = (classifier.classify(OwnDrawings.z), classifier.classify(OwnDrawings.x))
      #expect(z?.name == "z")
      #expect(x?.name == "x")
    }
  }

  @Test("A hostile example does no harm to the other shapes", arguments: drawings)
  func hostileExamples(hostile: Hostile) {
    var set = ShapeSet(Self.few.map { Shape($0.0, examples: [$0.1]) })
    set.add(hostile.drawing, to: "hostile")
    set.add(
      Shape(
        "hostile, turned", examples: [hostile.drawing, OwnDrawings.h],
        counterExamples: [hostile.drawing],
        tolerance: Shape.Tolerance(rotation: 30, allowsReversal: true)))
    var classifier = ShapeClassifier(set)
    check(&classifier, hostile.drawing)
    for (name, drawing) in Self.few {
      #expect(classifier.match(drawing)?.name == name)
    }
    for threshold in classifier.thresholds { #expect((0...1).contains(threshold)) }
  }

  private func check(_ classifier: inout ShapeClassifier, _ drawing: Drawing) {
    if let match = classifier.classify(drawing) {
      #expect((0...1).contains(match.score))
      #expect((0...1).contains(match.runnerUpScore ?? 0))
      #expect((0...1).contains(match.threshold))
    }
    let candidates = classifier.candidates(drawing)
    for candidate in candidates {
      #expect((0...1).contains(candidate.probability))
      #expect((0...1).contains(candidate.progress))
    }
    #expect(candidates.reduce(0) { $0 + $1.probability } <= 1 + 1e-9)
    _ = classifier.mayContinue(drawing)
  }

  @Test("Distances of hostile drawings are numbers", arguments: drawings)
  func hostileDistances(hostile: Hostile) {
    for stroke in hostile.drawing.strokes.prefix(3) {
      let signature = StrokeSignature(stroke)
      guard !Drawing(stroke).isEmpty else { continue }
      let distance = signature.distance(to: StrokeSignature(OwnDrawings.z.strokes[0]))
      #expect(!distance.isNaN)
      #expect(distance >= 0)
    }
  }

  @Test("A path is cut into one piece at least", arguments: [-1, 0, 1, 2, 1000])
  func fewestPieces(count: Int) {
    for path in [[], [Point.zero], OwnDrawings.z.strokes[0]] {
      var resampler = PathResampler()
      resampler.cut(path, into: count)
      #expect(resampler.points.count == max(1, count) + 1)
      #expect(path.resampled(to: count).count == max(2, count))
    }
  }

  @Test("Hostile tolerances and thresholds do no harm")
  func hostileTolerances() {
    let tolerances = [
      Shape.Tolerance(rotation: .nan), Shape.Tolerance(rotation: .infinity),
      Shape.Tolerance(rotation: -90), Shape.Tolerance(rotation: 1e300),
      Shape.Tolerance(scale: .nan), Shape.Tolerance(scale: 0), Shape.Tolerance(scale: -1),
    ]
    for tolerance in tolerances {
      for threshold in [nil, -1, 2, Double.nan] {
        let shapes = Self.few.map {
          Shape($0.0, examples: [$0.1], threshold: threshold, tolerance: tolerance)
        }
        var classifier = ShapeClassifier(ShapeSet(shapes))
        for (_, drawing) in Self.few {
          let score = classifier.classify(drawing)?.score ?? 0
          #expect((0...1).contains(score))
        }
      }
    }
  }
}
