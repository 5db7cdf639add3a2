import Contacts
import Testing
import Timeline

@testable import Gestures

/// Thousands of frames of random fingers: what holds for all of them.
@Suite("Random fingers")
struct RandomScriptTests {
  private static let seeds = 0..<60

  @Test(
    "Each touch begins and ends once, states follow the table, and nothing is left at the end",
    arguments: PropertyStage.Setup.allCases)
  func lives(setup: PropertyStage.Setup) {
    for seed in RandomScriptTests.seeds {
      let stage = PropertyStage(setup)
      stage.play(RandomFingers.script(seed: seed, frames: 600))
      let violations = stage.violations()
      #expect(violations.isEmpty, "script \(seed) of \(setup)")
    }
  }

  @Test("The scripts produce gestures of all kinds in the standard set")
  func variety() {
    var kinds: Set<Gesture.Kind> = []
    for seed in RandomScriptTests.seeds {
      let stage = PropertyStage(.standard)
      stage.play(RandomFingers.script(seed: seed, frames: 600))
      kinds.formUnion(stage.checker.gestures.filter { $0.state.isFinal }.map(\.kind))
    }
    #expect(kinds.isSuperset(of: [.tap, .longPress, .swipe, .pan, .pinch, .rotation, .tapAndDrag]))
  }

  @Test("Playing a script again gives the same reports", arguments: PropertyStage.Setup.allCases)
  func repeatable(setup: PropertyStage.Setup) {
    for seed in 0..<10 {
      let frames = RandomFingers.script(seed: seed, frames: 600)
      let stages = [PropertyStage(setup), PropertyStage(setup)]
      for stage in stages { stage.play(frames) }
      let isSame = stages[0].checker.gestures == stages[1].checker.gestures
      #expect(isSame, "script \(seed)")
    }
  }

  @Test("An application that has finished a script plays the next one like a new application")
  func playedAfterAnother() {
    for seed in 0..<20 {
      let frames = RandomFingers.script(seed: seed, frames: 300)
      let fresh = PropertyStage(.standard)
      fresh.play(frames)
      let used = PropertyStage(.standard)
      used.play(RandomFingers.script(seed: seed + 1000, frames: 300))
      let before = used.checker.gestures.count
      used.play(frames)
      let isSame = Array(used.checker.gestures[before...]) == fresh.checker.gestures
      #expect(isSame, "script \(seed)")
    }
  }

  @Test("Advancing to deadlines between frames does not change the result")
  func advanced() {
    for seed in 0..<20 {
      let frames = RandomFingers.script(seed: seed, frames: 300)
      let whole = PropertyStage(.standard)
      whole.play(frames)
      let cut = PropertyStage(.standard)
      for frame in frames {
        while let deadline = cut.application.nextDeadline, deadline <= frame.time {
          cut.application.advance(to: deadline)
        }
        cut.application.send(frame)
      }
      cut.application.finish()
      let isSame = cut.checker.gestures == whole.checker.gestures
      #expect(isSame, "script \(seed)")
    }
  }

  @Test("Each movement of the hand has at most one outcome besides taps")
  func oneOutcome() {
    for seed in RandomScriptTests.seeds {
      let stage = PropertyStage(.standard)
      var outcomes = 0
      var down: [Touch.ID] = []
      for frame in RandomFingers.script(seed: seed, frames: 600) {
        stage.application.send(frame)
        let touches = stage.application.touches
        let isNewHand = !down.contains { touches.first(id: $0) != nil }
        down = touches.map(\.id)
        let isOne = stage.checker.outcomes - outcomes <= 1
        #expect(isOne, "script \(seed) at \(frame.time)")
        if isNewHand { outcomes = stage.checker.outcomes }
      }
    }
  }
}
