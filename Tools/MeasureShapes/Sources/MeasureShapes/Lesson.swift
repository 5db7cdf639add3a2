import Timeline

/// How examples are chosen for a user.
enum TrainingSplit: Hashable {
  /// A number of the user's own, for each class.
  case own(Int)
  /// A number of all other users' together.
  case others(Int)
  /// A number of each other user's.
  case eachOther(Int)

  var name: String {
    switch self {
    case .own(let count): "own \(count)"
    case .others(let count): "\(count) of the others"
    case .eachOther(let count): "\(count) of each other"
    }
  }

  var isOwn: Bool {
    if case .own = self { true } else { false }
  }
}

/// The examples that one user's recognizer is taught, and the drawings that it is asked about.
struct Lesson {
  var user: Int
  var examples: [Int]
  /// The user's drawings of the classes that were taught, without the examples.
  var known: [Int]
  /// The user's drawings of the other classes.
  var strangers: [Int]
}

extension StrokeFile {
  /// Random lessons of each user, the same in every run.
  ///
  /// - Parameter classCount: How many classes are taught; which ones is random if not all are.
  func lessons(_ split: TrainingSplit, classCount: Int, draws: Int) -> [Lesson] {
    (0..<userCount).flatMap { user in
      (0..<draws).map { draw in
        var generator = SeededGenerator(seed: UInt64(classCount), item: 1000 * user + draw)
        let all = Array(classNames.indices)
        let taught = classCount < all.count ? generator.draw(classCount, of: all) : all
        return lesson(split, user: user, taught: taught.sorted(), &generator)
      }
    }
  }

  private func lesson(
    _ split: TrainingSplit, user: Int, taught: [Int], _ generator: inout SeededGenerator
  ) -> Lesson {
    var lesson = Lesson(user: user, examples: [], known: [], strangers: [])
    let others = (0..<userCount).filter { $0 != user }
    for number in classNames.indices {
      let own = drawings(user: user, class: number)
      guard taught.contains(number) else {
        lesson.strangers += own
        continue
      }
      switch split {
      case .own(let count):
        let examples = generator.draw(count, of: own)
        lesson.examples += examples
        lesson.known += own.filter { !examples.contains($0) }
      case .others(let count):
        let pool = others.flatMap { drawings(user: $0, class: number) }
        lesson.examples += generator.draw(count, of: pool)
        lesson.known += own
      case .eachOther(let count):
        for other in others {
          lesson.examples += generator.draw(count, of: drawings(user: other, class: number))
        }
        lesson.known += own
      }
    }
    return lesson
  }
}

extension SeededGenerator {
  /// Different elements of a list, in any order.
  mutating func draw(_ count: Int, of elements: [Int]) -> [Int] {
    var elements = elements
    let count = min(count, elements.count)
    for place in 0..<count {
      elements.swapAt(place, place + index(below: elements.count - place))
    }
    return Array(elements.prefix(count))
  }
}
