import Contacts
import Testing
import Timeline

@testable import TouchScript

@Suite("Scripts traced from frames")
struct TracingTests {
  @Test("A script traced from frames reproduces them", arguments: [UInt64(1), 2, 3])
  func again(seed: UInt64) {
    var hand = Hand.human.seeded(seed)
    hand.sensor.jitter = .none
    let frames = everything.frames(on: pad, hand: hand)
    let traced = FingerScript(tracing: frames)
    let again = traced.frames(on: pad, hand: .perfect.sampled(at: hand.sensor.rate))
    #expect(again.count == frames.count)
    let shift = frames[0].time.seconds
    for (old, new) in zip(frames, again) {
      #expect(abs(old.time.seconds - shift - new.time.seconds) < 1e-4)
      #expect(old.contacts.map(\.id) == new.contacts.map(\.id))
      for (before, after) in zip(old.contacts, new.contacts) {
        #expect(before.position.distance(to: after.position) < 0.01)
      }
    }
  }

  @Test("Interruptions are kept")
  func interruptions() {
    let script = FingerScript {
      Together {
        LongPress(at: middle, duration: 1)
        InSequence {
          Wait(0.4)
          Interrupt(0.2)
        }
      }
    }
    let frames = script.frames(on: pad, hand: .perfect)
    let again = FingerScript(tracing: frames).frames(on: pad, hand: .perfect)
    #expect(again.map(\.isInterrupted) == frames.map(\.isInterrupted))
    #expect(again.contains { $0.isInterrupted })
  }

  @Test("Fingers that are down at the end touch up there; without frames the script is empty")
  func ends() {
    let contact = Contact(id: 1, position: middle)
    let frames = [0, 0.1, 0.2].map {
      ContactFrame(time: Timestamp(seconds: 5 + $0), contacts: [contact])
    }
    let again = FingerScript(tracing: frames).frames(on: pad, hand: .perfect)
    #expect(again.first?.time == .zero)
    #expect(again.last?.contacts.isEmpty == true)
    #expect(abs((again.last?.time.seconds ?? 0) - 0.2) < 0.011)
    #expect(FingerScript(tracing: []).actions.isEmpty)
  }

  @Test("A path is straight between its samples and constant beyond its ends")
  func path() {
    let path = TimedPath([
      .init(seconds: 0, position: .zero), .init(seconds: 1, position: Point(x: 10, y: 0)),
      .init(seconds: 3, position: Point(x: 10, y: 20)),
    ])
    #expect(path.position(at: -1) == .zero)
    #expect(path.position(at: 0.5) == Point(x: 5, y: 0))
    #expect(path.position(at: 1) == Point(x: 10, y: 0))
    #expect(path.position(at: 2) == Point(x: 10, y: 10))
    #expect(path.position(at: 9) == Point(x: 10, y: 20))
    #expect(path.duration == 3)
    #expect(TimedPath([]).position(at: 1) == .zero)
  }
}
