import Contacts
import Testing

@testable import Shapes

@Suite("The standard shapes")
struct StandardShapesTests {
  private static let learned = ShapeClassifier(.standard)

  @Test("There are 23 of them, each with several examples")
  func names() {
    let names = ShapeSet.standard.shapes.map(\.name)
    #expect(names.count == 23)
    let wanted = [
      "circle", "check", "z", "n", "s", "caret", "pigtail", "star", "x", "arrow", "v", "triangle",
      "rectangle", "question-mark", "left-bracket", "heart",
    ]
    #expect(Set(names).isSuperset(of: wanted))
    #expect(ShapeSet.standard.shapes.allSatisfy { $0.examples.count >= 3 })
  }

  @Test("Another hand's drawing of each is named and accepted", arguments: ShapeSet.standard.shapes)
  func others(shape: Shape) {
    var classifier = Self.learned
    var accepted = 0
    for (index, example) in shape.examples.enumerated() {
      var vary = DrawingVariation(number: 7000 + index)
      let match = classifier.classify(vary(example))
      if match?.name == shape.name && match?.isAccepted == true { accepted += 1 }
    }
    #expect(accepted >= shape.examples.count - 1)
  }

  @Test(
    "A circle may begin anywhere and go round either way",
    arguments: stride(from: 0.0, to: 360, by: 30).flatMap { [($0, 1.0), ($0, -1.0)] })
  func circle(start: Double, direction: Double) {
    var classifier = Self.learned
    let points = (0...40).map { step in
      Drawing([Point(x: 30, y: 0)]).turned(by: start + direction * Double(step) * 9).strokes[0][0]
    }
    let match = classifier.classify(Drawing(points))
    #expect(match?.name == "circle")
    #expect(match?.isAccepted == true)
  }

  @Test("The two strokes of an x and of an arrow come in any order")
  func order() {
    var classifier = Self.learned
    for name in ["x", "arrow"] {
      for example in ShapeSet.standard[name]?.examples ?? [] where example.strokes.count == 2 {
        let match = classifier.classify(Drawing(strokes: example.strokes.reversed()))
        #expect(match?.name == name)
        #expect(match?.isAccepted == true)
      }
    }
  }

  @Test("A straight line is refused", arguments: stride(from: 0.0, to: 360, by: 15).map { $0 })
  func lines(degrees: Double) {
    var classifier = Self.learned
    let points = (0...20).map { Point(x: 10 * Double($0), y: $0.isMultiple(of: 2) ? 0 : 0.6) }
    let match = classifier.classify(Drawing(points).turned(by: degrees))
    #expect(match?.isAccepted == false)
  }

  @Test("Its first stroke may continue as an x; a complete z may not")
  func continuing() {
    var classifier = Self.learned
    let z = Drawing([
      Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 0, y: 10), Point(x: 10, y: 10),
    ])
    let isBeginning = classifier.mayContinue(Drawing([Point(x: 0, y: 0), Point(x: 9, y: 10)]))
    #expect(isBeginning)
    let isComplete = !classifier.mayContinue(z)
    #expect(isComplete)
  }
}
