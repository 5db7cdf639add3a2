/// A leave-one-out test of how well the shapes of a set can be distinguished: each example is
/// classified as if it had not been taught.
public struct ShapeSelfTest: Hashable, Sendable {
  /// The examples of one shape.
  public struct Row: Hashable, Sendable {
    public var name: String
    /// The number of examples of the shape.
    public var examples: Int
    /// The least score at which the shape is accepted.
    public var threshold: Double
    /// The number of tested examples: all, or none for a shape with a single example, which has no
    /// other to compare it with.
    public var tested = 0
    /// The number of examples named correctly.
    public var named = 0
    /// The number of examples named correctly and accepted.
    public var accepted = 0
  }

  /// The number of a shape's examples that were named as another shape.
  public struct Confusion: Hashable, Sendable {
    public var shape: String
    public var namedAs: String
    public var count: Int
  }

  /// Two shapes that are too similar: drawings of one may be named as the other.
  public struct NearPair: Hashable, Sendable {
    public var first: String
    public var second: String
    /// The index of the example of the first shape that is most like the second one.
    public var firstExample: Int
    /// The index of the nearest example of the second shape.
    public var secondExample: Int
    /// The score of the first shape's example as the second shape, 0 to 1.
    public var score: Double
  }

  /// The results of each shape, in the order of the set.
  public fileprivate(set) var rows: [Row] = []
  /// The confusions, the most frequent first.
  public fileprivate(set) var confusions: [Confusion] = []
  /// The similar pairs, the highest score first, each pair once.
  public fileprivate(set) var nearPairs: [NearPair] = []

  /// The number of examples named correctly, of all shapes.
  public var named: Int { rows.reduce(0) { $0 + $1.named } }
  /// The number of tested examples, of all shapes.
  public var tested: Int { rows.reduce(0) { $0 + $1.tested } }
}

/// The effect of a further example on a set.
public enum ExampleEffect: String, Hashable, Sendable, CaseIterable {
  /// The set does not recognize the drawing without the example, or it recognizes more of the other
  /// examples with it.
  case helps
  /// The set recognizes the drawing, and the other examples, equally well without the example.
  case changesNothing
  /// The set recognizes fewer of the other examples with it: names them correctly and accepts them.
  case harms
}

extension ShapeSet {
  /// Classifies each example as if it had not been taught.
  public func selfTest() -> ShapeSelfTest { ShapeSelfTest(LeaveOneOut(self)) }

  /// The effect that an example would have if it were added to the shape with a name. The set is
  /// not changed.
  ///
  /// Takes as long as classifying all examples twice.
  public func effect(of example: Drawing, on name: String) -> ExampleEffect {
    if example.isEmpty { return .changesNothing }
    var larger = self
    larger.add(example, to: name)
    // The new example, the last of its shape, is not counted but judged by whether it is recognized
    // without being taught. An only example is not counted either: before, it has no other to be
    // compared with.
    let count = self[name]?.examples.count { !$0.isEmpty } ?? 0
    let isKnown = { (answer: LeaveOneOut.Answer) in
      larger.shapes[answer.shape].name != name || (count > 1 && answer.example < count)
    }
    let (before, after) = (LeaveOneOut(self), LeaveOneOut(larger))
    let difference =
      after.answers.count { isKnown($0) && $0.isAccepted }
      - before.answers.count { isKnown($0) && $0.isAccepted }
    if difference != 0 { return difference > 0 ? .helps : .harms }
    var classifier = ShapeClassifier(self)
    let match = classifier.classify(example)
    return match?.name == name && match?.isAccepted == true ? .changesNothing : .helps
  }
}

/// The classification of each example without itself.
private struct LeaveOneOut {
  struct Answer {
    var shape: Int
    /// The index among the nonempty examples of the shape.
    var example: Int
    /// The nearest shape; nil if the set has no other example.
    var best: ShapeClassifier.Candidate?
    /// The nearest of the other shapes.
    var other: ShapeClassifier.Candidate?
    var isNamed: Bool { best?.shape == shape }
    /// Whether the example was named correctly, with a score that reaches the threshold.
    var isAccepted: Bool
  }

  let set: ShapeSet
  let thresholds: [Double]
  private(set) var answers: [Answer] = []

  init(_ set: ShapeSet) {
    self.set = set
    var classifier = ShapeClassifier(set)
    thresholds = classifier.thresholds
    for (shape, examples) in set.shapes.map(\.examples).enumerated() {
      for (example, drawing) in examples.filter({ !$0.isEmpty }).enumerated() {
        let answer = classifier.nearest(to: drawing, excluding: answers.count)
        let isNamed = answer?.best.shape == shape
        answers.append(
          Answer(
            shape: shape, example: example, best: answer?.best,
            other: isNamed ? answer?.next : answer?.best,
            isAccepted: isNamed && (answer?.best.score ?? 0) >= thresholds[shape]))
      }
    }
  }
}

extension ShapeSelfTest {
  /// The least share of a shape's examples like another shape to be too similar (measured).
  private static let nearShare = 0.25

  fileprivate init(_ test: LeaveOneOut) {
    let names = test.set.shapes.map(\.name)
    for (shape, name) in names.enumerated() {
      let answers = test.answers.filter { $0.shape == shape }
      var row = Row(name: name, examples: answers.count, threshold: test.thresholds[shape])
      if answers.count > 1 {
        row.tested = answers.count
        row.named = answers.count(where: \.isNamed)
        row.accepted = answers.count(where: \.isAccepted)
        addConfusions(of: answers, names)
      }
      rows.append(row)
      addNearPairs(of: answers, test)
    }
    confusions.sort { ($1.count, $0.shape, $0.namedAs) < ($0.count, $1.shape, $1.namedAs) }
    nearPairs.sort { ($1.score, $0.first, $0.second) < ($0.score, $1.first, $1.second) }
  }

  private mutating func addConfusions(of answers: [LeaveOneOut.Answer], _ names: [String]) {
    let wrong = answers.filter { !$0.isNamed }
    for (other, answers) in Dictionary(grouping: wrong, by: { $0.best?.shape }) {
      guard let other, let shape = answers.first?.shape else { continue }
      confusions.append(Confusion(shape: names[shape], namedAs: names[other], count: answers.count))
    }
  }

  private mutating func addNearPairs(of answers: [LeaveOneOut.Answer], _ test: LeaveOneOut) {
    let near = answers.filter { answer in
      answer.other.map { $0.score >= test.thresholds[$0.shape] } ?? false
    }
    for (_, similar) in Dictionary(grouping: near, by: { $0.other?.shape }) {
      let nearest = similar.max { ($0.other?.score ?? 0) < ($1.other?.score ?? 0) }
      guard Double(similar.count) >= Self.nearShare * Double(answers.count),
        let nearest, let other = nearest.other
      else { continue }
      add(
        NearPair(
          first: test.set.shapes[nearest.shape].name, second: test.set.shapes[other.shape].name,
          firstExample: nearest.example, secondExample: test.answers[other.example].example,
          score: other.score))
    }
  }

  /// Adds a pair. If the reverse pair is known, only the pair with the higher score remains.
  private mutating func add(_ pair: NearPair) {
    let known = nearPairs.firstIndex { $0.first == pair.second && $0.second == pair.first }
    guard let known else { return nearPairs.append(pair) }
    if pair.score > nearPairs[known].score { nearPairs[known] = pair }
  }
}
