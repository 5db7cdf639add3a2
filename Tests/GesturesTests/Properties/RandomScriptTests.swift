import Contacts
import Testing
import Timeline

@testable import Gestures

/// Thousands of frames of random fingers: what holds for all of them.
@Suite("Whatever the fingers do")
struct RandomScriptTests {
  private static let seeds = 0..<60

  @Test(
    "A touch begins once and ends once, states follow the table, and nothing is left over",
    arguments: PropertyStage.Setup.allCases)
  func lives(setup: PropertyStage.Setup) {
    for seed in RandomScriptTests.seeds {
      let stage = PropertyStage(setup)
      stage.play(RandomFingers.script(seed: seed, frames: 600))
      let complaints = stage.complaints()
      #expect(complaints.isEmpty, "script \(seed) of \(setup)")
    }
  }

  @Test("The scripts give gestures of all kinds that the set has")
  func variety() {
    var kinds: Set<Gesture.Kind> = []
    for seed in RandomScriptTests.seeds {
      let stage = PropertyStage(.standard)
      stage.play(RandomFingers.script(seed: seed, frames: 600))
      kinds.formUnion(stage.witness.gestures.filter { $0.state.isFinal }.map(\.kind))
    }
    #expect(kinds.isSuperset(of: [.tap, .longPress, .swipe, .pan, .pinch, .rotation, .tapAndDrag]))
  }

  @Test("The same script gives the same reports again", arguments: PropertyStage.Setup.allCases)
  func repeatable(setup: PropertyStage.Setup) {
    for seed in 0..<10 {
      let frames = RandomFingers.script(seed: seed, frames: 600)
      let stages = [PropertyStage(setup), PropertyStage(setup)]
      for stage in stages { stage.play(frames) }
      let isSame = stages[0].witness.gestures == stages[1].witness.gestures
      #expect(isSame, "script \(seed)")
    }
  }

  @Test("An application that has finished one script plays the next as a new one would")
  func playedAfterAnother() {
    for seed in 0..<20 {
      let frames = RandomFingers.script(seed: seed, frames: 300)
      let fresh = PropertyStage(.standard)
      fresh.play(frames)
      let used = PropertyStage(.standard)
      used.play(RandomFingers.script(seed: seed + 1000, frames: 300))
      let before = used.witness.gestures.count
      used.play(frames)
      let isSame = Array(used.witness.gestures[before...]) == fresh.witness.gestures
      #expect(isSame, "script \(seed)")
    }
  }

  @Test("How time is cut makes no difference")
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
      let isSame = cut.witness.gestures == whole.witness.gestures
      #expect(isSame, "script \(seed)")
    }
  }

  @Test("Of each movement of the hand at most one outcome is reported, taps left out")
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
        let isOne = stage.witness.outcomes - outcomes <= 1
        #expect(isOne, "script \(seed) at \(frame.time)")
        if isNewHand { outcomes = stage.witness.outcomes }
      }
    }
  }
}
