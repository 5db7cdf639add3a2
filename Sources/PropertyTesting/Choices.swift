public import GestureTesting

/// The choices by which a generator makes a random value, and by which the value is simplified.
///
/// Each answer is a number of steps away from the simplest answer, random at first. A failing case
/// is simplified by answering the same questions with fewer steps and fewer repetitions. (MacIver
/// and Donaldson, "Test-case reduction via test-case generation", 2020.)
///
/// ```swift
/// let corners = ScriptGenerator { choices in
///   let corner = choices.item(of: [Point(x: 5, y: 5), Point(x: 95, y: 5)])
///   return [Tap(at: corner, fingers: choices.count(1...3))]
/// }
/// ```
public struct Choices: Sendable {
  /// The touch area of the stage, in mm.
  public let touchArea: Size
  /// The answers so far, in steps from the simplest one.
  private(set) var taken: [Int] = []
  /// The ranges of answers that each repetition covers.
  private(set) var repetitions: [Range<Int>] = []
  /// The indices of answers that decide whether a repetition follows.
  private(set) var repetitionAnswers: Set<Int> = []
  /// The number of the present repetition, which stays when other repetitions are left out.
  private(set) var repetitionNumber = 0
  /// The given answers; after the last one, and without any, the source decides.
  private let given: [Int]
  /// The source of random answers; nil for the simplest ones.
  private var generator: SeededGenerator?

  /// Creates choices with given answers, and random or the simplest ones after them.
  init(touchArea: Size, given: [Int] = [], seed: UInt64? = nil) {
    self.touchArea = touchArea
    self.given = given
    generator = seed.map { SeededGenerator(seed: $0) }
  }

  private mutating func steps(atMost most: Int) -> Int {
    let steps = taken.count < given.count ? given[taken.count] : randomSteps(atMost: most)
    taken.append(min(max(steps, 0), most))
    return taken[taken.count - 1]
  }

  /// One draw in eight is the simplest, and one the farthest: faults are often at the ends.
  private mutating func randomSteps(atMost most: Int) -> Int {
    guard generator != nil, most > 0 else { return 0 }
    switch random(below: 8) {
    case 0: return 0
    case 1: return most
    default: return random(below: most + 1)
    }
  }

  private mutating func random(below count: Int) -> Int { generator?.index(below: count) ?? 0 }

  /// Chooses a whole number in a range; the lowest one is the simplest.
  public mutating func count(_ range: ClosedRange<Int>) -> Int {
    let most = range.upperBound.subtractingReportingOverflow(range.lowerBound)
    return range.lowerBound
      + steps(atMost: most.overflow ? .max - 1 : min(most.partialValue, .max - 1))
  }

  /// Chooses a number in a range, in steps of more than 0 from the simplest number.
  ///
  /// - Parameter simplest: The simplest number, clamped to the range; nil for the lowest one.
  public mutating func number(
    _ range: ClosedRange<Double>, step: Double, simplest: Double? = nil
  ) -> Double {
    let middle = min(max(simplest ?? range.lowerBound, range.lowerBound), range.upperBound)
    let up = Choices.whole((range.upperBound - middle) / step)
    let down = Choices.whole((middle - range.lowerBound) / step)
    // The order is by distance: 1 step up, 1 step down, 2 up, 2 down, ... are ever less simple.
    let number = steps(atMost: up + down)
    let both = min(up, down)
    let offset: Int
    if number <= 2 * both {
      offset = number % 2 == 1 ? (number + 1) / 2 : -(number / 2)
    } else {
      offset = up > down ? number - both : both - number
    }
    // The rounding removes the last bits of the sum, which make numbers long.
    let value = middle + Double(offset) * step
    return min(max((value * 1e6).rounded() / 1e6, range.lowerBound), range.upperBound)
  }

  /// Chooses a whole number from 0 to less than `count`, with equal probabilities.
  mutating func evenly(below count: Int) -> Int {
    let number = taken.count < given.count ? given[taken.count] : random(below: count)
    taken.append(min(max(number, 0), max(count - 1, 0)))
    return taken[taken.count - 1]
  }

  /// The number of steps that fit into a range, apart from rounding.
  private static func whole(_ steps: Double) -> Int {
    steps >= 0 && steps < 1e9 ? Int((steps + 1e-9).rounded(.down)) : 0
  }

  /// Chooses one of several values; the first one is the simplest. The list must not be empty.
  public mutating func item<Value>(of values: [Value]) -> Value {
    precondition(!values.isEmpty, "a generator needs at least one value to choose from")
    return values[steps(atMost: values.count - 1)]
  }

  /// Chooses true or false; false is simpler.
  public mutating func flag() -> Bool { steps(atMost: 1) == 1 }

  /// Makes a value several times; fewer times are simpler, and each repetition can be left out.
  public mutating func repeating<Value>(
    _ times: ClosedRange<Int>, _ make: (inout Choices) -> Value
  ) -> [Value] {
    // The limit of a thousand more than the fewest is plenty, and does not overflow.
    let fewest = max(times.lowerBound, 0)
    let spread = min(times.upperBound, fewest.addingReportingOverflow(1000).partialValue) - fewest
    let most = taken.count < given.count ? 0 : fewest + random(below: max(spread, 0) + 1)
    var values: [Value] = []
    while values.count < times.upperBound {
      let start = taken.count
      guard isRepeated(values.count, times, most) else { return values }
      repetitionNumber = taken[start]
      values.append(make(&self))
      repetitions.append(start..<taken.count)
    }
    // The end is an answer after the most repetitions, too, so that leaving one out shifts no other
    // answer.
    taken.append(0)
    return values
  }

  /// The number of the next repetition, from 1, or 0: an answer before each lets it be left out.
  private mutating func isRepeated(_ made: Int, _ times: ClosedRange<Int>, _ most: Int) -> Bool {
    var answer = made < most ? made + 1 : 0
    if taken.count < given.count { answer = max(given[taken.count], 0) }
    if made < times.lowerBound { answer = max(answer, 1) }
    repetitionAnswers.insert(taken.count)
    taken.append(answer)
    return answer > 0
  }

  /// Chooses a position on the touch area in steps of a millimetre, at least `margin` mm from its
  /// edges; the middle is the simplest.
  public mutating func position(margin: Double = 5) -> Point {
    position(in: Rect(x: 0, y: 0, width: touchArea.width, height: touchArea.height), margin: margin)
  }

  /// Chooses a position in a rectangle, at least `margin` mm from its edges if it is that large.
  public mutating func position(in area: Rect, margin: Double = 0) -> Point {
    let x = coordinate(area.origin.x, area.size.width, margin)
    let y = coordinate(area.origin.y, area.size.height, margin)
    return Point(x: x, y: y)
  }

  private mutating func coordinate(_ start: Double, _ length: Double, _ margin: Double) -> Double {
    let middle = start + length / 2
    let half = max(length / 2 - margin, 0)
    return number(middle - half...middle + half, step: 1, simplest: middle)
  }
}
