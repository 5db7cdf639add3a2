/// How well the shapes of a set can be distinguished: each example is named as if it had not been
/// taught (leave one out).
///
/// ```swift
/// for pair in shapes.selfTest().nearPairs { print("\(pair.first) looks like \(pair.second)") }
/// ```
public struct ShapeSelfTest: Hashable, Sendable {
  /// The examples of one shape.
  public struct Row: Hashable, Sendable {
    public var name: String
    /// How many examples the shape has.
    public var examples: Int
    /// The least score at which the shape is accepted.
    public var threshold: Double
    /// How many examples were tested: all, but a shape with a single one has nothing to compare it
    /// with.
    public var tested = 0
    /// How many were named right.
    public var named = 0
    /// How many were named right and accepted.
    public var accepted = 0
  }

  /// Examples of a shape that were named as another one.
  public struct Confusion: Hashable, Sendable {
    public var shape: String
    public var namedAs: String
    public var count: Int
  }

  /// Two shapes that are too near to each other: drawings of one may be named as the other one.
  public struct NearPair: Hashable, Sendable {
    public var first: String
    public var second: String
    /// The example of the first shape that is most like the second one, counted from 0.
    public var firstExample: Int
    /// The example of the second shape that it is most like.
    public var secondExample: Int
    /// The score of that example as the second shape, 0 to 1.
    public var score: Double
  }

  /// In the order of the set.
  public fileprivate(set) var rows: [Row] = []
  /// The most frequent first.
  public fileprivate(set) var confusions: [Confusion] = []
  /// The nearest first, each pair once.
  public fileprivate(set) var nearPairs: [NearPair] = []

  /// How many examples were named right, of all shapes.
  public var named: Int { rows.reduce(0) { $0 + $1.named } }
  /// How many examples were tested, of all shapes.
  public var tested: Int { rows.reduce(0) { $0 + $1.tested } }
}

/// What a further example does to a set.
public enum ExampleEffect: String, Hashable, Sendable, CaseIterable {
  /// It is drawn in a way that the set did not recognize, or other examples are recognized because
  /// of it.
  case helps
  /// The set recognizes the drawing, and the others, as well without it.
  case changesNothing
  /// Because of it fewer of the other examples are recognized: named right, and accepted.
  case harms
}

extension ShapeSet {
  /// Names each example as if it had not been taught.
  public func selfTest() -> ShapeSelfTest {
    ShapeSelfTest(LeaveOneOut(self))
  }

  /// What adding an example to the shape of a name would do; the set remains as it is.
  ///
  /// Takes as long as naming all examples twice.
  public func effect(of example: Drawing, on name: String) -> ExampleEffect {
    if example.isEmpty { return .changesNothing }
    var larger = self
    larger.add(example, to: name)
    // The new one, the last of its shape, is judged by whether it was needed; and a single example
    // has nothing to be named by before.
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

/// The answers to all examples, each without itself.
private struct LeaveOneOut {
  struct Answer {
    var shape: Int
    /// Counts the examples of the shape that are not empty.
    var example: Int
    /// What it was named as; nil if the set has no other example.
    var best: ShapeClassifier.Candidate?
    /// The nearest of the other shapes.
    var other: ShapeClassifier.Candidate?
    var isNamed: Bool { best?.shape == shape }
    /// Whether it was named right, with a score that reaches the threshold.
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
  /// The share of a shape's examples that look like another shape from which on the two are too
  /// near: a quarter. Of 16 shapes these are a `v` and a tick, a bracket and a brace, a circle and
  /// a rectangle, for two to four of six people with three and more examples of each (measured).
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
      confusions.append(
        Confusion(shape: names[shape], namedAs: names[other], count: answers.count))
    }
  }

  private mutating func addNearPairs(of answers: [LeaveOneOut.Answer], _ test: LeaveOneOut) {
    let near = answers.filter { answer in
      answer.other.map { $0.score >= test.thresholds[$0.shape] } ?? false
    }
    for (_, similar) in Dictionary(grouping: near, by: { $0.other?.shape }) {
      let nearest = similar.max { ($0.other?.score ?? 0) < ($1.other?.score ?? 0) }
      guard Double(similar.count) >= ShapeSelfTest.nearShare * Double(answers.count),
        let nearest, let other = nearest.other
      else { continue }
      add(
        NearPair(
          first: test.set.shapes[nearest.shape].name, second: test.set.shapes[other.shape].name,
          firstExample: nearest.example, secondExample: test.answers[other.example].example,
          score: other.score))
    }
  }

  /// Adds a pair, or keeps the nearer examples of one that is known in reverse.
  private mutating func add(_ pair: NearPair) {
    let known = nearPairs.firstIndex { $0.first == pair.second && $0.second == pair.first }
    guard let known else { return nearPairs.append(pair) }
    if pair.score > nearPairs[known].score { nearPairs[known] = pair }
  }
}
