import Contacts
import Shapes
import TestSupport
import Testing

/// A sample of what `make shapes` measures on all drawings; docs/data/shapes.csv has the numbers.
@Suite(.requiresShared("data/strokes/unistrokes.ndjson.gz"))
struct SingleStrokeAccuracyTests {
  private static let strokes = PeoplesStrokes("data/strokes/unistrokes.ndjson.gz")

  @Test("A user's own three examples name the user's other drawings")
  func fewOwnExamples() throws {
    var count = AnswerCount()
    for (number, user) in Self.strokes.users.enumerated() {
      let lesson = Self.strokes.lesson(user, examples: 3, tests: 3, seed: UInt64(number))
      count.ask(lesson)
    }
    #expect(count.tested == 6 * 16 * 3)
    // Wanted: 0.997, measured with all drawings: see docs/data/shapes.csv. One of 288 more may be
    // wrong.
    #expect(count.right >= 0.993)
  }

  @Test("Examples of other users name a user's drawings")
  func examplesOfOthers() throws {
    var count = AnswerCount()
    for (number, user) in Self.strokes.users.enumerated() {
      let others = Self.strokes.users.filter { $0 != user }
      count.ask(
        Self.strokes.lesson(user, examples: 2, from: others, tests: 3, seed: UInt64(number)))
    }
    #expect(count.tested == 6 * 16 * 3)
    #expect(count.right >= 0.985)
  }

  @Test("Drawings of other shapes are refused, and those of the shapes accepted")
  func refusal() throws {
    var count = AnswerCount()
    for (number, user) in Self.strokes.users.enumerated() {
      // Every other class is known, another half for every other user.
      let known = Self.strokes.names.indices.filter { ($0 + number) % 2 == 0 }
      count.ask(
        Self.strokes.lesson(
          user, examples: 3, tests: 3, known: known.map { Self.strokes.names[$0] },
          seed: UInt64(number)))
    }
    #expect(count.tested == 6 * 8 * 3)
    #expect(count.wronglyRefused <= 0.05)
    #expect(count.wronglyAccepted <= 0.05)
  }
}

@Suite(.requiresShared("data/strokes/multistrokes.ndjson.gz"))
struct SeveralStrokesAccuracyTests {
  private static let strokes = PeoplesStrokes("data/strokes/multistrokes.ndjson.gz")

  @Test("Examples of another user name drawings of several strokes")
  func examplesOfAnother() throws {
    var count = AnswerCount()
    for (number, user) in Self.strokes.users.enumerated() {
      let others = Self.strokes.users.filter { $0 != user }
      count.ask(
        Self.strokes.lesson(user, examples: 4, from: others, tests: 6, seed: UInt64(number)))
    }
    #expect(count.tested == 2 * 16 * 6)
    #expect(count.right >= 0.98)
  }

  @Test("Drawings of other shapes are refused, and those of the shapes accepted")
  func refusal() throws {
    var count = AnswerCount()
    for (number, user) in Self.strokes.users.enumerated() {
      let known = Self.strokes.names.indices.filter { ($0 + number) % 2 == 0 }
      count.ask(
        Self.strokes.lesson(
          user, examples: 3, tests: 6, known: known.map { Self.strokes.names[$0] },
          seed: UInt64(number)))
    }
    #expect(count.wronglyRefused <= 0.05)
    #expect(count.wronglyAccepted <= 0.05)
  }
}

/// What is taught, and drawings with the names that are right; nil for strangers.
private struct Lesson {
  var set: ShapeSet
  var tests: [(drawing: Drawing, name: String?)]
}

extension PeoplesStrokes {
  /// - Parameters:
  ///   - examples: How many of each class, and of each of `others`; of the user's own if nil.
  ///   - tests: How many of each class.
  ///   - known: The classes that are taught; all if nil.
  fileprivate func lesson(
    _ user: String, examples: Int, from others: [String]? = nil, tests: Int,
    known: [String]? = nil, seed: UInt64
  ) -> Lesson {
    var lesson = Lesson(set: ShapeSet(), tests: [])
    for (index, name) in names.enumerated() {
      let seed = 1000 * seed + UInt64(index)
      let isKnown = known?.contains(name) ?? true
      // The first ones may be examples.
      let own = draw(examples + tests, of: name, by: user, seed: seed)
      for drawing in own.suffix(tests) { lesson.tests.append((drawing, isKnown ? name : nil)) }
      guard isKnown else { continue }
      let taught =
        others.map { $0.flatMap { draw(examples, of: name, by: $0, seed: seed) } }
        ?? Array(own.prefix(examples))
      lesson.set.add(Shape(name, examples: taught))
    }
    return lesson
  }
}

private struct AnswerCount {
  private(set) var tested = 0
  private var strangers = 0
  private var named = 0
  private var refused = 0
  private var accepted = 0

  var right: Double { Double(named) / Double(max(1, tested)) }
  var wronglyRefused: Double { Double(refused) / Double(max(1, tested)) }
  var wronglyAccepted: Double { Double(accepted) / Double(max(1, strangers)) }

  mutating func ask(_ lesson: Lesson) {
    var classifier = ShapeClassifier(lesson.set)
    for test in lesson.tests {
      let match = classifier.classify(test.drawing)
      let isAccepted = match?.isAccepted == true
      if let name = test.name {
        tested += 1
        if match?.name == name { named += 1 }
        if !isAccepted { refused += 1 }
      } else {
        strangers += 1
        if isAccepted { accepted += 1 }
      }
    }
  }
}
