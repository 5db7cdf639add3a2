// time-shapes: the time of naming a drawing, with 48 and with 480 examples of 16 shapes, beside
// peers with the same examples; all in one run, in turn, the shortest of fifteen rounds, in
// processor time.
import GeneratedDrawings
import Glibc
import ShapePeers
import Shapes

func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Names drawings in turn with other contenders, and keeps the shortest time.
final class Contender {
  let name: String
  private let classify: (Drawing) -> Int
  private(set) var best = Double.infinity
  private(set) var right = 0

  init(_ name: String, _ classify: @escaping (Drawing) -> Int) {
    (self.name, self.classify) = (name, classify)
  }

  static func classifier(_ set: ShapeSet) -> Contender {
    var classifier = ShapeClassifier(set)
    return Contender("ShapeClassifier") { drawing in
      classifier.classify(drawing).flatMap { Int($0.name) } ?? -1
    }
  }

  static func peer<Recognizer: Peer>(_ peer: Recognizer.Type, _ set: ShapeSet) -> Contender {
    var nearest = NearestExample<Recognizer>()
    for (index, shape) in set.shapes.enumerated() {
      for example in shape.examples { nearest.add(example, of: index) }
    }
    let examples = nearest
    return Contender(Recognizer.name) { examples.classify($0) }
  }

  func round(_ drawings: [Drawing]) {
    right = 0
    let start = processorTime()
    for (number, drawing) in drawings.enumerated()
    where classify(drawing) == number % GeneratedDrawings.shapes { right += 1 }
    best = min(best, (processorTime() - start) / Double(drawings.count))
  }
}

func rounded(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }

/// Prints the times; returns that of the classifier.
func compare(_ title: String, _ contenders: [Contender], _ drawings: [Drawing]) -> Double {
  for _ in 0..<15 { for contender in contenders { contender.round(drawings) } }
  print("\(title):")
  let own = contenders[0].best
  for contender in contenders {
    print(
      "  \(contender.name): \(rounded(contender.best * 1e6)) us, \(rounded(contender.best / own)) times ours,"
        + " \(contender.right) of \(drawings.count) right")
  }
  return own
}

var single: [Double] = []
var several: [Double] = []
for count in [3, 30] {
  let strokes = GeneratedDrawings.set(strokes: 1, examplesOfEach: count)
  single.append(
    compare(
      "single stroke, \(16 * count) examples",
      [
        .classifier(strokes), .peer(Protractor.self, strokes), .peer(PennyPincher.self, strokes),
      ], GeneratedDrawings.questions(strokes: 1)))
  let clouds = GeneratedDrawings.set(strokes: 3, examplesOfEach: count)
  several.append(
    compare(
      "three strokes, \(16 * count) examples",
      [.classifier(clouds), .peer(DollarPPlus.self, clouds), .peer(DollarQ.self, clouds)],
      GeneratedDrawings.questions(strokes: 3)))
}
func met(_ value: Double, atMost limit: Double) -> String { value <= limit ? "met" : "MISSED" }
print("single stroke, at most 1 us: \(met(single[0] * 1e6, atMost: 1))")
print("three strokes, at most 60 us: \(met(several[0] * 1e6, atMost: 60))")
for (name, times) in [("single stroke", single), ("three strokes", several)] {
  print("\(name), growth with ten times the examples: \(rounded(times[1] / times[0]))")
}
