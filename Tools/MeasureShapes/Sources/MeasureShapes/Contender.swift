import ShapePeers
import Shapes

/// What a recognizer says of a drawing.
struct Answer {
  /// The number of the class; -1 without one.
  var number: Int
  /// Larger is more alike.
  var score: Double
  /// Nil where the recognizer has no threshold of its own.
  var isAccepted: Bool?
}

/// A recognizer that is measured on the drawings of a file.
protocol Contender {
  var name: String { get }
  /// Forgets what it was taught, and learns other examples, by their numbers in the file.
  mutating func teach(_ examples: [Int], of file: StrokeFile)
  mutating func answer(_ drawing: Int, of file: StrokeFile) -> Answer
}

struct ClassifierContender: Contender {
  let name = "ShapeClassifier"
  private var classifier = ShapeClassifier(ShapeSet())

  mutating func teach(_ examples: [Int], of file: StrokeFile) {
    classifier = ShapeClassifier(file.shapes(examples))
  }

  mutating func answer(_ drawing: Int, of file: StrokeFile) -> Answer {
    guard let match = classifier.classify(file.drawings[drawing]) else {
      return Answer(number: -1, score: 0, isAccepted: false)
    }
    let number = file.classNames.firstIndex(of: match.name) ?? -1
    return Answer(number: number, score: match.score, isAccepted: match.isAccepted)
  }
}

extension StrokeFile {
  func shapes(_ examples: [Int]) -> ShapeSet {
    var set = ShapeSet()
    for example in examples { set.add(drawings[example], to: classNames[classes[example]]) }
    return set
  }
}

/// A matcher by itself: the class of the nearest example.
struct MatcherContender<Matcher: ShapeMatcher>: Contender {
  let name: String
  private var matcher = Matcher()
  private var distances = ShapeDistances(weights: [])

  init(_ name: String) { self.name = name }

  mutating func teach(_ examples: [Int], of file: StrokeFile) {
    matcher = Matcher()
    distances = ShapeDistances(weights: Array(repeating: 1, count: file.classNames.count))
    let sorted = examples.sorted { file.classes[$0] < file.classes[$1] }
    for (number, example) in sorted.enumerated() {
      matcher.add(
        file.drawings[example], of: file.classes[example], number: number,
        tolerance: Shape.Tolerance())
    }
  }

  mutating func answer(_ drawing: Int, of file: StrokeFile) -> Answer {
    distances.reset()
    matcher.measure(file.drawings[drawing], excluding: nil, into: &distances)
    let nearest = distances.nearest.0
    let distance = nearest >= 0 ? distances.distances[nearest] : .infinity
    return Answer(number: nearest, score: -Double(distance), isAccepted: nil)
  }
}

/// A peer: the class of the nearest example. Distances are kept, since draws share examples.
struct PeerContender<Recognizer: Peer>: Contender {
  let name = Recognizer.name
  private let features: [Recognizer.Features]
  private var distances: [Float]
  private var examples: [Int] = []

  init(_ file: StrokeFile) {
    features = file.drawings.map(Recognizer.features)
    distances = Array(repeating: .nan, count: features.count * features.count)
  }

  mutating func teach(_ examples: [Int], of file: StrokeFile) {
    self.examples = examples
  }

  mutating func answer(_ drawing: Int, of file: StrokeFile) -> Answer {
    var nearest = (example: -1, distance: Float.infinity)
    for example in examples {
      let distance = distance(drawing, example)
      if distance < nearest.distance { nearest = (example, distance) }
    }
    let number = nearest.example >= 0 ? file.classes[nearest.example] : -1
    return Answer(number: number, score: -Double(nearest.distance), isAccepted: nil)
  }

  private mutating func distance(_ drawing: Int, _ example: Int) -> Float {
    let place = drawing * features.count + example
    if distances[place].isNaN {
      distances[place] = Recognizer.distance(
        features[drawing], features[example], limit: .infinity)
    }
    return distances[place]
  }
}
