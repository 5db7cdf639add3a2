import Contacts
import Testing

@testable import Shapes

@Suite struct ShapeCandidateTests {
  private let classifier = OwnDrawings.classifier

  @Test("Probabilities are sorted and add up to less than 1")
  func sortedProbabilities() {
    var classifier = classifier
    for number in 0..<20 {
      let random = OwnDrawings.random(number, strokes: 1 + number % 3)
      let drawings = [random] + OwnDrawings.all.map { OwnDrawings.varied($0.1, number) }
      for drawing in drawings {
        let candidates = classifier.candidates(drawing)
        let probabilities = candidates.map(\.probability)
        #expect(probabilities.reduce(0, +) <= 1 + 1e-9)
        #expect(probabilities == probabilities.sorted(by: >))
        #expect(candidates.allSatisfy { (0...1).contains($0.progress) })
        #expect(Set(candidates.map(\.name)).count == candidates.count)
      }
    }
  }

  @Test(
    "A shape that is being drawn is the first candidate, and its progress grows",
    arguments: OwnDrawings.single.map(\.0))
  func growingProgress(
    name: String
  ) throws {
    var classifier = classifier
    let drawing = try #require(OwnDrawings.set[name]?.examples.first)
    let points = drawing.strokes[0].resampled(to: 101)
    var progress = 0.0
    for part in [70, 80, 90, 101] {
      let candidates = classifier.candidates(Drawing(Array(points.prefix(part))))
      let first = try #require(candidates.first)
      #expect(first.name == name, "after \(part) %")
      #expect(first.progress >= progress)
      progress = first.progress
    }
    #expect(progress == 1)
  }

  @Test("A complete shape is far more probable than all others")
  func completeShape() throws {
    let classifier = classifier
    for (name, drawing) in OwnDrawings.all {
      let first = try #require(classifier.firstCandidate(drawing))
      #expect(first.name == name)
      #expect(first.probability > 0.9)
      #expect(first.progress == 1)
    }
  }

  @Test("The first strokes of a shape may continue, the whole may not")
  func firstStrokes() {
    var set = ShapeSet(OwnDrawings.several.map { Shape($0.0, examples: [$0.1]) })
    let classifier = ShapeClassifier(set)
    for (name, drawing) in OwnDrawings.several {
      for count in 1..<drawing.strokes.count {
        // Any of them may be the first.
        #expect(classifier.isUnfinished(Drawing(strokes: Array(drawing.strokes.prefix(count)))))
        #expect(classifier.isUnfinished(Drawing(strokes: Array(drawing.strokes.suffix(count)))))
      }
      set = ShapeSet([Shape(name, examples: [drawing])])
      let alone = ShapeClassifier(set)
      #expect(!alone.isUnfinished(drawing))
    }
    #expect(!classifier.isUnfinished(OwnDrawings.circle))
    #expect(!classifier.isUnfinished(OwnDrawings.pigtail))
  }

  @Test("Shapes of one stroke never continue")
  func singleStrokes() {
    let set = ShapeSet(OwnDrawings.single.map { Shape($0.0, examples: [$0.1]) })
    let classifier = ShapeClassifier(set)
    for (_, drawing) in OwnDrawings.all { #expect(!classifier.isUnfinished(drawing)) }
  }
}
