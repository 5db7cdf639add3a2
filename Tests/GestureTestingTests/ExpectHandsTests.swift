import GestureTesting
import Testing

@Suite("Reliability as an expectation")
struct ExpectHandsTests {
  private let doubleTap = FingerScript { Tap(count: 2) }
  private let list = FailureList()

  @Test("A double tap of people is reliable")
  func met() {
    expectGestures(of: doubleTap, hands: 200, atLeast: 0.99) { Tap(count: 2) }
  }

  @Test("Too few hands are joined by as many as show the share, and no more")
  func fewest() {
    var stages = 0
    func makeStage() -> Stage {
      stages += 1
      return Stage()
    }
    expectGestures(of: doubleTap, hands: 10, atLeast: 0.9, on: makeStage()) { Tap(count: 2) }
    #expect(stages == 35)
    stages = 0
    expectGestures(of: doubleTap, hands: 50, atLeast: 0.9, on: makeStage()) { Tap(count: 2) }
    #expect(stages == 50)
  }

  @Test(
    "What no hand does fails at once, with its reason, the numbers of the hands and a line to repeat it"
  )
  func unmet() throws {
    let slow = FingerScript { Swipe(.left, duration: 0.8) }
    let isMet = expectGestures(
      of: slow, hands: 20, atLeast: 0.99, on: Stage(.touchscreen()), reporting: list.fail
    ) { Swipe(.left) }
    #expect(!isMet)
    let message = try #require(list.failures.first?.message)
    #expect(message.hasPrefix("gestures of the script by people's hands: 0 of 20 (0 to 16.1 %)"))
    #expect(message.contains("  20 hands: No swipe to the left: the movement took 0.55"))
    #expect(message.contains("(person 0, 1, 2, 3, 4, 5, 6, 7, ...)"))
    #expect(message.contains("again: Stage(.touchscreen(), hand: Hand.person(0))"))
  }

  @Test("Hands that fail for different reasons are in different groups")
  func groups() throws {
    // At the shortest duration of a long press: some lift too early, some roll too far.
    let press = FingerScript { LongPress(duration: 0.5) }
    expectGestures(of: press, hands: 1000, atLeast: 0.9999, reporting: list.fail) { LongPress() }
    let lines = try #require(list.failures.first?.message).split(separator: "\n")
    let groups = lines.filter { $0.hasPrefix("  ") && $0.contains(": No long press: ") }
    #expect(groups.count >= 2, "\(list.failures.first?.message ?? "")")
  }

  @Test(
    "A share of one is never shown, and hands and shares without sense do not trap",
    arguments: [1, 2, .nan, -1] as [Double])
  func limits(share: Double) {
    let isMet = expectGestures(of: doubleTap, hands: -3, atLeast: share, reporting: list.fail) {
      Tap(count: 2)
    }
    #expect(isMet == (share < 0))
    if share >= 0 || share.isNaN {
      let message = list.failures.first?.message
      #expect(message?.contains("no number of hands shows that: ask for less than 1") == true)
    }
  }
}
