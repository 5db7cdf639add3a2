import Contacts
import Gestures
import Testing
import Timeline

@Suite("Chains of taps")
struct TapChainTests {
  private let stage = TouchStage()
  private let fired = Fired()

  /// The tap counts that were reported.
  final class Fired {
    var counts: [Int] = []
    var pans = 0
  }

  /// Recognizers of 1 to n taps, each waiting for the next one.
  @discardableResult
  private func chain(
    of length: Int, reversed: Bool = false, _ settings: Profile.Tap = Profile.standard.tap
  ) -> [TapRecognizer] {
    let taps = (1...length).map { count in
      let tap = TapRecognizer(settings)
      tap.numberOfTapsRequired = count
      tap.onAction { [fired] in fired.counts.append($0.numberOfTapsRequired ?? 0) }
      return tap
    }
    for (tap, next) in zip(taps, taps.dropFirst()) { tap.require(toFail: next) }
    for tap in reversed ? taps.reversed() : taps { stage.attach(tap) }
    return taps
  }

  private func addPan(_ settings: Profile.Pan = Profile.standard.pan) {
    stage.attach(PanRecognizer(settings)).onBegin { [fired] _ in fired.pans += 1 }
  }

  private func taps(_ count: Int, from start: Double, every interval: Double = 0.15) {
    for index in 0..<count { stage.tap(1, at: start + Double(index) * interval, (200, 200)) }
  }

  static let lengthsAndCounts = (2...5).flatMap { length in (1...length).map { (length, $0) } }

  @Test("n taps are one report of n taps", arguments: lengthsAndCounts, [false, true])
  func onlyOne(lengthAndCount: (Int, Int), reversed: Bool) {
    let (length, count) = lengthAndCount
    chain(of: length, reversed: reversed)
    taps(count, from: 0)
    stage.advance(to: 3)
    #expect(fired.counts == [count])
    taps(count, from: 4)
    stage.advance(to: 7)
    #expect(fired.counts == [count, count])
  }

  @Test(
    "So they are beside a pan, which does not begin", arguments: lengthsAndCounts, [false, true])
  func besidePan(lengthAndCount: (Int, Int), panFirst: Bool) {
    let (length, count) = lengthAndCount
    if panFirst { addPan() }
    chain(of: length)
    if !panFirst { addPan() }
    taps(count, from: 0)
    stage.advance(to: 3)
    #expect(fired.counts == [count])
    #expect(fired.pans == 0)
  }

  @Test("With UIKit's numbers", arguments: lengthsAndCounts)
  func numbersOfUIKit(lengthAndCount: (Int, Int)) {
    let (length, count) = lengthAndCount
    chain(of: length, Profile.uikit.tap)
    addPan(Profile.uikit.pan)
    taps(count, from: 0, every: 0.3)
    stage.advance(to: 3)
    #expect(fired.counts == [count])
  }

  @Test("The tap that needs no waiting is reported with its lift", arguments: 2...5)
  func longest(length: Int) {
    chain(of: length)
    taps(length, from: 0)
    #expect(fired.counts == [length])
  }

  @Test("Three taps with a chain of two are a double and a single tap")
  func oneTooMany() {
    chain(of: 2)
    taps(3, from: 0)
    stage.advance(to: 3)
    #expect(fired.counts == [2, 1])
  }

  @Test("Four taps with a chain of two are two double taps")
  func twice() {
    chain(of: 2)
    taps(4, from: 0)
    stage.advance(to: 3)
    #expect(fired.counts == [2, 2])
  }

  @Test("Taps that are far apart in time are single ones", arguments: 2...4)
  func slow(count: Int) {
    chain(of: count)
    taps(count, from: 0, every: 1)
    stage.advance(to: 10)
    #expect(fired.counts == Array(repeating: 1, count: count))
  }

  @Test("Taps that are far apart in space are single ones", arguments: 2...4, [false, true])
  func distant(count: Int, reversed: Bool) {
    chain(of: count, reversed: reversed)
    for index in 0..<count {
      stage.tap(1, at: Double(index) * 0.2, (index % 2 == 0 ? 100 : 500, 200))
    }
    stage.advance(to: 5)
    #expect(fired.counts == Array(repeating: 1, count: count))
  }

  @Test("Two taps here and one there are a double and a single tap", arguments: [false, true])
  func doubleThenElsewhere(reversed: Bool) {
    chain(of: 3, reversed: reversed)
    taps(2, from: 0)
    stage.tap(2, at: 0.35, (500, 300))
    stage.advance(to: 3)
    #expect(fired.counts == [2, 1])
  }

  @Test(
    "A single tap that waits is reported when a pan follows on the spot, and then the pan",
    arguments: [Profile.standard, Profile.uikit], [true, false])
  func panFollows(profile: Profile, panFirst: Bool) {
    if panFirst { addPan(profile.pan) }
    let taps = chain(of: 2, profile.tap)
    if !panFirst { addPan(profile.pan) }
    stage.tap(1, at: 0, (200, 200))
    #expect(fired.counts.isEmpty)
    stage.frame(at: 0.15, [2: (200, 200)])
    stage.move([2], by: (150, 0), lasting: 0.2)
    #expect(fired.counts == [1])
    #expect(fired.pans == 1)
    stage.frame(at: 0.4, up: [2])
    stage.advance(to: 2)
    #expect(fired.counts == [1])
    #expect(stage.gestures.filter { $0.kind == .pan && $0.state == .ended }.count == 1)
    #expect(taps[1].lastFailure != nil)
    // The order of the reports is that of the fingers.
    #expect(stage.gestures.map(\.kind).first == .tap)
  }

  @Test("A long press that follows on the spot reports the single tap, too")
  func pressFollows() {
    chain(of: 2)
    let press = StateLog(stage.attach(LongPressRecognizer()))
    stage.tap(1, at: 0, (200, 200))
    stage.frame(at: 0.15, [2: (200, 200)])
    stage.advance(to: 0.7)
    stage.frame(at: 1, up: [2])
    #expect(fired.counts == [1])
    #expect(press.states == [.began, .ended])
  }

  // MARK: Flutter's and Android's double taps

  @Test(
    "The second tap comes within 0.3 s of the first one's lift",
    arguments: [
      (0.1, true), (0.299, true), (0.3, true), (0.301, false), (0.5, false),
    ])
  func interval(seconds: Double, isDouble: Bool) {
    chain(of: 2)
    stage.tap(1, at: 0, (200, 200))
    stage.tap(1, at: 0.05 + seconds, (200, 200))
    stage.advance(to: 3)
    #expect(fired.counts == (isDouble ? [2] : [1, 1]))
  }

  @Test(
    "A second tap that comes sooner than the minimum interval is a bounce",
    arguments: [(0.02, false), (0.039, false), (0.04, true), (0.1, true)])
  func minimumInterval(seconds: Double, isDouble: Bool) {
    var settings = Profile.standard.tap
    settings.minimumInterval = 0.04
    chain(of: 2, settings)
    stage.tap(1, at: 0, (200, 200))
    stage.tap(1, at: 0.05 + seconds, (200, 200))
    stage.advance(to: 3)
    #expect(fired.counts.contains(2) == isDouble)
  }

  @Test(
    "The second tap is at most 100 points away",
    arguments: [(0.0, true), (99.9, true), (100.1, false), (150, false)])
  func radius(distance: Double, isDouble: Bool) {
    chain(of: 2)
    stage.tap(1, at: 0, (200, 200))
    stage.tap(1, at: 0.2, (200 + distance, 200))
    stage.advance(to: 3)
    #expect(fired.counts == (isDouble ? [2] : [1, 1]))
  }

  @Test(
    "A finger that moves too far in the second tap leaves a single tap",
    arguments: [(20.0, [2]), (60.0, [1])])
  func movedSecond(distance: Double, counts: [Int]) {
    chain(of: 2)
    stage.tap(1, at: 0, (200, 200))
    stage.frame(at: 0.2, [1: (200, 200)])
    stage.frame(at: 0.22, [1: (200 + distance, 200)])
    stage.frame(at: 0.25, up: [1])
    stage.advance(to: 3)
    #expect(fired.counts == counts)
  }

  @Test("A cancelled second touch leaves a single tap")
  func cancelledSecond() {
    chain(of: 2)
    stage.tap(1, at: 0, (200, 200))
    stage.frame(at: 0.2, [2: (200, 200)])
    stage.frame(at: 0.22, cancelled: [2])
    stage.advance(to: 3)
    #expect(fired.counts == [1])
  }
}
