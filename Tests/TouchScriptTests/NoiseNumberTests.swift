import Contacts
import Testing
import Timeline

@testable import TouchScript

/// The noise of an action does not depend on the other actions.
struct NoiseNumberTests {
  private let last = LongPress(at: middle, duration: 0.5, fingers: 2)

  /// The last strokes' characters, and their stagger.
  private func character(of actions: [any FingerAction]) -> [Stroke.Character] {
    var plan = ScriptPlan(touchArea: pad, hand: .human.seeded(5))
    plan.perform(actions)
    return plan.strokes.suffix(2).map(\.character)
  }

  @Test("An action keeps its noise when the ones before it draw more")
  func changed() {
    let short = character(of: [Tap(), Wait(1), last])
    #expect(short.count == 2)
    #expect(short == character(of: [Tap(count: 5, fingers: 4), Wait(0.3), last]))
    #expect(short != character(of: [Tap(), last]))
  }

  @Test("A numbered action keeps its noise when the ones before it are removed")
  func removed() {
    let whole = character(of: [Tap(), Wait(1), last])
    #expect(whole == character(of: [last.numbered(2)]))
    #expect(whole == character(of: [Tap().numbered(0), last.numbered(2)]))
    #expect(whole != character(of: [last.numbered(3)]))
  }

  @Test("Parts of Together and InSequence keep theirs, too")
  func nested() {
    let whole = character(of: [
      Together {
        Tap(count: 3)
        last
      }
    ])
    #expect(whole == character(of: [Together { last.numbered(1) }]))
    #expect(
      whole
        != character(of: [
          Together {
            Tap()
            InSequence { last }
          }
        ]))
    let sequence = character(of: [
      InSequence {
        Tap(count: 3)
        last
      }
    ])
    #expect(
      sequence
        == character(of: [
          InSequence {
            Wait(1)
            last
          }
        ]))
  }

  @Test("Two equal actions of a script differ in their noise")
  func equalActions() {
    var plan = ScriptPlan(touchArea: pad, hand: .human.seeded(5))
    plan.perform([last, last])
    #expect(Set(plan.strokes.map(\.character.seed)).count == 4)
  }

  @Test("The noise of positions and times of a touch counts from its touch down")
  func sensor() {
    var hand = Hand.perfect.sampled(at: 100)
    hand.sensor.noise = .constant(0.2)
    hand.sensor.jitter = .constant(0.1)
    hand.sensor.resolution = 0
    /// Positions and times of the last touch, the latter without the even steps.
    func noise(of actions: [any FingerAction]) -> (positions: [Point], times: [Int64]) {
      let frames = FingerScript(actions).frames(on: pad, hand: hand)
      let id = frames.flatMap { $0.contacts.map(\.id) }.max() ?? 0
      let own = frames.filter { frame in frame.contacts.contains { $0.id == id } }
      return (
        own.compactMap { $0.contacts.last?.position },
        own.map { ($0.time.microseconds + 5000) % 10_000 }
      )
    }
    let press = LongPress(at: middle, duration: 0.5).numbered(9)
    let late = noise(of: [LongPress(duration: 1), Wait(0.4), press])
    let later = noise(of: [LongPress(duration: 1), Wait(0.7), press])
    #expect(late.positions.count >= 50)
    #expect(late.positions == later.positions)
    #expect(late.times == later.times)
    #expect(Set(late.times).count > 10)
  }
}
