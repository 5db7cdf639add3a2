import Contacts
import Testing
import Timeline

@testable import TouchScript

/// People are hands of their own, and together those that were measured.
struct PersonTests {
  /// Quantities of people with more and less difference between them.
  private static let quantities: [@Sendable (Hand) -> Spread] = [
    { $0.touchDownStagger }, { $0.tapStagger }, { $0.tapDuration }, { $0.tapInterval },
    { $0.tremor }, { $0.roll }, { $0.spacing }, { $0.slope }, { $0.pressure },
    { $0.sensor.jitter }, { $0.sensor.noise },
  ]

  /// Values of a quantity in gestures of people.
  private static func draws(
    _ quantity: (Hand) -> Spread, people: UInt64, gestures: Int
  ) -> [[Double]] {
    (0..<people).map { number in
      var generator = SeededGenerator(seed: number &+ 1_000_000)
      let spread = quantity(.person(number))
      return (0..<gestures).map { _ in spread.draw(&generator) }
    }
  }

  @Test("People together have the percentiles of the population", arguments: quantities.indices)
  func population(index: Int) {
    let quantity = Self.quantities[index]
    let all = Self.draws(quantity, people: 3000, gestures: 10).flatMap { $0 }.sorted()
    let human = quantity(.human)
    for share in [0.02, 0.05, 0.25, 0.5, 0.75, 0.95, 0.98] {
      // Between the values of shares that are a little lower and higher.
      let found = all[Int(share * Double(all.count))]
      #expect(found >= human.value(at: share - 0.02), "\(share)")
      #expect(found <= human.value(at: share + 0.02), "\(share)")
    }
    #expect(all.allSatisfy { $0 >= human.lowest && $0 <= human.highest })
  }

  @Test(
    "Two gestures of a person correlate by the deviation of the habit",
    arguments: [(0.146, 0.8), (0.262, 0.5), (0.402, 0.2), (0.682, 0.01), (0.0, 1.0)])
  func correlation(deviation: Double, expected: Double) {
    var generator = SeededGenerator(seed: 3)
    var products = 0.0
    let count = 40_000
    for _ in 0..<count {
      let habit = Habit(level: generator.uniform(), deviation: deviation)
      products += (habit.draw(&generator) - 0.5) * (habit.draw(&generator) - 0.5)
    }
    // The variance of shares from 0 to 1 is 1/12.
    #expect(abs(products / Double(count) * 12 - expected) < 0.02)
  }

  @Test("A person keeps the habits from gesture to gesture; others have theirs")
  func identity() {
    #expect(Hand.person(7) == Hand.person(7))
    #expect(Hand.person(7).seeded(8) != Hand.person(8))
    #expect(Hand.person(7).tapDuration.habit != Hand.person(7).roll.habit)
    var later = Hand.person(7).seeded(1)
    #expect(later.tapDuration == Hand.person(7).tapDuration)
    later.seed = 7
    #expect(later == .person(7))
    #expect(Hand.person(7).roughened(by: 2).roll.habit == Hand.person(7).roll.habit)
  }

  @Test("A person who taps long taps long in most scripts")
  func taps() {
    func mean(_ hand: Hand) -> Double {
      let durations = (0..<50 as Range<UInt64>).compactMap { seed in
        FingerScript(Tap(at: middle)).frames(on: pad, hand: hand.seeded(seed)).life(1).map {
          $0.lift - $0.landing
        }
      }
      return durations.reduce(0, +) / Double(durations.count)
    }
    let people = (0..<200 as Range<UInt64>).sorted {
      (Hand.person($0).tapDuration.habit?.level ?? 0)
        < (Hand.person($1).tapDuration.habit?.level ?? 0)
    }
    #expect(mean(.person(people[10])) < 0.07)
    #expect(mean(.person(people[190])) > 0.095)
  }

  @Test(
    "Habits of any numbers draw shares from 0 to 1",
    arguments: [-.infinity, -1e300, -3, 0, 0.5, 1, 7, 1e300, .infinity, Double.nan])
  func extremes(value: Double) {
    var generator = SeededGenerator(seed: 1)
    for habit in [Habit(level: value, deviation: 0.3), Habit(level: 0.5, deviation: value)] {
      for _ in 0..<20 { #expect((0...1).contains(habit.draw(&generator))) }
    }
  }
}
