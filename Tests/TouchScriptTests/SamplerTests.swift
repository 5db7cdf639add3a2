import Contacts
import Testing
import Timeline

@testable import TouchScript

struct SamplerTests {
  @Test("Frames arrive at the sensor's rate while fingers are down", arguments: [60, 125, 240])
  func rate(rate: Double) {
    let frames = FingerScript(LongPress(at: middle)).frames(
      on: pad, hand: .perfect.sampled(at: rate))
    #expect(frames.first?.time == .zero)
    // From the first frame to the last with the finger down, and the one without it.
    #expect(frames.count == Int(rate) + 2)
    let gaps = zip(frames, frames.dropFirst()).map { $1.time.seconds(since: $0.time) }
    #expect(gaps.allSatisfy { abs($0 - 1 / rate) < 2e-6 })
  }

  @Test("Jitter varies the intervals, keeps the order of the frames and does not drift")
  func jitter() {
    var hand = Hand.perfect
    hand.sensor.jitter = .constant(0.1)
    let frames = FingerScript(LongPress(at: middle, duration: 30)).frames(on: pad, hand: hand)
    let gaps = zip(frames, frames.dropFirst()).map { $1.time.seconds(since: $0.time) }
    #expect(gaps.allSatisfy { $0 > 0.001 && $0 < 0.019 })
    let variance = gaps.reduce(0) { $0 + ($1 - 0.01) * ($1 - 0.01) } / Double(gaps.count)
    #expect(abs(variance.squareRoot() / 0.01 - 0.141) < 0.02)
    #expect(abs((frames.last?.time.seconds ?? 0) - 30.01) < 0.005)
  }

  @Test("Dropped frames are missing, never two in a row, and all fingers still touch up")
  func dropped() {
    var hand = Hand.perfect
    hand.sensor.droppedFrames = 0.2
    let frames = FingerScript(LongPress(at: middle, duration: 10)).frames(on: pad, hand: hand)
    #expect((750...900).contains(frames.count))
    let gaps = zip(frames, frames.dropFirst()).map { $1.time.seconds(since: $0.time) }
    #expect(gaps.allSatisfy { $0 < 0.0201 })
    #expect(frames.last?.contacts.isEmpty == true)
  }

  @Test("Only the frame of a last touch-up is empty, and no finger is down at the end")
  func silence() {
    for seed in 0..<20 as Range<UInt64> {
      let frames = everything.frames(on: pad, hand: .human.seeded(seed))
      #expect(frames.last?.contacts.isEmpty == true)
      let pairs = zip(frames, frames.dropFirst())
      #expect(pairs.allSatisfy { !($0.contacts.isEmpty && $1.contacts.isEmpty) })
      #expect(pairs.allSatisfy { $0.time < $1.time })
      #expect(frames.count { $0.contacts.isEmpty } >= everyAction.count)
    }
  }

  @Test("Identifiers count touch-downs from 1 and ascend in every frame")
  func identifiers() {
    let frames = everything.frames(on: pad, hand: .human.seeded(3))
    var highest = 0
    for frame in frames {
      let ids = frame.contacts.map(\.id)
      #expect(ids == ids.sorted())
      for id in ids where id > highest {
        #expect(id == highest + 1)
        highest = id
      }
    }
    #expect(highest == frames.identifiers.count)
    #expect(highest == 1 + 6 + 2 + 3 + 1 + 2 + 1 + 2 + 2 + 2 + 1 + 2)
  }

  @Test("Positions stay within the touch area and on the sensor's grid")
  func clamped() {
    let wild = FingerScript(
      Pan(from: Point(x: -20, y: -20), to: Point(x: 150, y: 90)),
      LongPress(at: Point(x: .nan, y: .infinity)), Pinch(center: .zero, from: 10, to: 300))
    for hand in [Hand.perfect, .human, .shaky] {
      let positions = wild.frames(on: pad, hand: hand).flatMap { $0.contacts.map(\.position) }
      #expect(!positions.isEmpty)
      for position in positions {
        #expect((0...100).contains(position.x) && (0...70).contains(position.y))
        let steps = position.x / hand.sensor.resolution
        #expect(abs(steps - steps.rounded()) < 1e-6)
      }
    }
  }

  @Test("An interruption has a frame at its start and one at its end")
  func interruption() {
    let frames = FingerScript(Wait(1), Interrupt(0.3)).frames(on: pad, hand: .perfect)
    #expect(frames.map(\.isInterrupted) == [true, false])
    #expect(frames.map(\.time.seconds) == [1, 1.3])
    let short = FingerScript(Interrupt(0)).frames(on: pad, hand: .perfect)
    #expect(short.map(\.isInterrupted) == [true, false])
  }

  @Test("An interruption marks only the gesture that it interrupts")
  func interruptedGesture() {
    let script = FingerScript(
      Together([LongPress(at: middle, duration: 2), InSequence([Wait(1), Interrupt(0.2)])]),
      Wait(1), Tap(at: middle))
    let performance = script.performed(on: pad, by: .perfect)
    let interrupted = performance.frames.filter(\.isInterrupted)
    #expect(interrupted.count == 20)
    #expect(interrupted.allSatisfy { $0.contacts.count == 1 })
    #expect(performance.gestures.map(\.isInterrupted) == [true, false])
  }

  @Test(
    "An interruption after an action begins a frame after the touch up", arguments: everyAction)
  func interruptionAfterAction(action: any FingerAction) {
    for duration in [0, 1.0] {
      for hand in [Hand.perfect, .human, .shaky] {
        let performance = FingerScript(action, Interrupt(duration)).performed(on: pad, by: hand)
        #expect(performance.gestures.allSatisfy { !$0.isInterrupted })
        let changes = performance.frames.suffix(3)
        #expect(changes.map(\.isInterrupted) == [false, true, false])
        #expect(changes.allSatisfy { $0.contacts.isEmpty })
        #expect(performance.frames.dropLast(3).last?.contacts.isEmpty == false)
      }
    }
  }

  @Test("A script without fingers has no frames")
  func empty() {
    #expect(FingerScript([]).frames(on: pad).isEmpty)
    #expect(FingerScript(Wait(5)).frames(on: pad).isEmpty)
  }

  @Test("A long wait is skipped, not sampled")
  func longRest() {
    let frames = FingerScript(Wait(1e6), Tap(at: middle)).frames(on: pad, hand: .perfect)
    #expect(frames.first?.time.seconds == 1e6)
    #expect(frames.count == 9)
  }

  @Test(
    "A rate out of range counts as the nearest one",
    arguments: [(-1, 1.0), (.nan, 1), (0, 1), (.infinity, 10_000), (1e9, 10_000)])
  func impossibleRate(rate: Double, expected: Double) {
    let script = FingerScript(LongPress(at: middle, duration: 0.5))
    let frames = script.frames(on: pad, hand: .perfect.sampled(at: rate))
    #expect(frames == script.frames(on: pad, hand: .perfect.sampled(at: expected)))
    #expect(!frames.isEmpty)
  }

  @Test("A stroke number out of range is clamped", arguments: [-1, 0, 7, Int.max])
  func strokeNumber(first: Int) {
    struct Action: FingerAction {
      var first: Int
      func perform(in plan: inout ScriptPlan) {
        plan.tap([middle], duration: 0.1)
        plan.expect(IntendedGesture(.tap), fromStroke: first)
      }
    }
    let gestures = FingerScript(Action(first: first)).performed(on: pad).gestures
    #expect(gestures.count == 1)
    #expect((gestures[0].end > gestures[0].start) == (first <= 0))
  }

  @Test("An action that performs others directly leaves each gesture its own strokes")
  func composedAction() throws {
    struct Composed: FingerAction {
      func perform(in plan: inout ScriptPlan) {
        Tap().perform(in: &plan)
        plan.wait(1)
        Swipe(.left).perform(in: &plan)
      }
    }
    let gestures = FingerScript(Composed()).performed(on: pad).gestures
    try #require(gestures.map(\.kind) == [.tap, .swipe])
    #expect(gestures[1].start > gestures[0].end)
  }
}
