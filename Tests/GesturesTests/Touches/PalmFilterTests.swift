import Contacts
import Gestures
import Testing
import Timeline

@Suite("Palms")
struct PalmFilterTests {
  private let stage = TouchStage(profile: .standard)

  /// A finger or palm that lies still for a time.
  private func rest(pressure: Double, lasting duration: Double) -> [String] {
    stage.frame(at: 0, [1: (100, 100)], pressure: pressure)
    stage.frame(at: duration, [1: (100, 100)], pressure: pressure)
    stage.frame(at: duration + 0.001, up: [1])
    stage.finish()
    return stage.outcomes
  }

  @Test(
    "What presses harder than 0.42 for 80 ms, or harder than 0.52 at all, is a palm",
    arguments: [(0.419, 0.1, true), (0.42, 0.079, true), (0.42, 0.08, false), (0.52, 0.01, false)])
  func limits(pressure: Double, duration: Double, isFinger: Bool) {
    #expect(rest(pressure: pressure, lasting: duration) == (isFinger ? ["tap 1 ×1"] : []))
  }

  @Test("A palm cancels the touches beside it and the tap before it")
  func neighbours() {
    stage.frame(at: 0, [1: (100, 100)], pressure: 0.2)
    stage.frame(at: 0.1, up: [1])
    stage.frame(at: 0.2, [2: (300, 300)], pressure: 0.2)
    stage.frame(at: 0.3, [3: (100, 300)], pressure: 0.6)
    stage.frame(at: 0.35, up: [2, 3])
    stage.finish()
    #expect(stage.outcomes.isEmpty)
    #expect(stage.gestures.isEmpty)
  }

  @Test("No touch begins for half a second after a palm", arguments: [(0.6, 0), (0.600001, 1)])
  func quietTime(touchDown: Double, taps: Int) {
    stage.frame(at: 0.1, [1: (100, 100)], pressure: 0.6)
    stage.frame(at: 0.2, up: [1])
    stage.frame(at: touchDown, [2: (100, 100)], pressure: 0.2)
    stage.frame(at: touchDown + 0.1, up: [2])
    stage.finish()
    #expect(stage.outcomes.count == taps)
  }

  @Test("A palm cancels the gesture in progress, with the palm as the reason")
  func cancelsGesture() {
    stage.frame(at: 0, [1: (100, 100)], pressure: 0.2)
    stage.move([1], by: (100, 0), lasting: 0.1)
    stage.frame(at: 0.2, [1: (210, 100)], pressure: 0.9)
    #expect(stage.gestures.map(\.state) == [.began, .cancelled])
    let pan = stage.window.gestureRecognizers.first { $0.kind == .pan }
    #expect(pan?.lastFailure?.cause == .palm)
  }

  @Test("A contact that the device reports as a palm gets no touch, or its touch is cancelled")
  func tool() {
    stage.frame(at: 0, [1: (100, 100)], tool: .palm)
    stage.frame(at: 0.1, up: [1])
    stage.frame(at: 1, [2: (100, 100)])
    stage.frame(at: 1.05, [2: (100, 100)], tool: .palm)
    stage.frame(at: 1.1, up: [2])
    stage.finish()
    #expect(stage.outcomes.isEmpty)
  }

  @Test("Total pressure has its own limit", arguments: [(0.679, 1), (0.68, 0)])
  func totalPressure(pressure: Double, taps: Int) {
    for (time, isDown) in [(0.0, true), (0.1, true), (0.11, false)] {
      var frame = ContactFrame(time: Timestamp(seconds: time))
      if isDown { frame.contacts = [Contact(id: 1, position: Point(x: 10, y: 10))] }
      frame.totalPressure = pressure
      stage.application.send(frame)
    }
    stage.finish()
    #expect(stage.outcomes.count == taps)
  }
}
