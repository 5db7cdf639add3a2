import Contacts
import Gestures
import Testing

@Suite("One touch after the other")
struct SuccessionTests {
  private let stage = TouchStage(profile: .standard)

  private func swipe(_ id: Int, from place: (Double, Double), at time: Double) {
    stage.frame(at: time, [id: place])
    stage.move([id], by: (150, 0), lasting: 0.15)
  }

  @Test("A finger that lands in the frame in which another lifts makes a gesture of its own")
  func sameFrame() {
    swipe(1, from: (100, 100), at: 0)
    stage.frame(at: 0.16, [2: (500, 300)], up: [1])
    stage.move([2], by: (-200, 0), lasting: 1)
    stage.frame(at: 1.17, up: [2])
    #expect(stage.outcomes == ["swipe 1 right", "pan 1 left"])
  }

  @Test("So does one that lands in the frame in which another is cancelled")
  func cancelled() {
    swipe(1, from: (100, 100), at: 0)
    stage.frame(at: 0.16, [2: (250, 100)], cancelled: [1])
    stage.move([2], by: (200, 0), lasting: 1)
    stage.frame(at: 1.17, up: [2])
    #expect(stage.outcomes == ["pan 1 right"])
  }

  @Test("A finger that gets a new id in mid-flight goes on with the same gesture")
  func changedIdentity() {
    swipe(1, from: (100, 100), at: 0)
    stage.frame(at: 0.16, [2: (260, 100)], up: [1])
    stage.move([2], by: (100, 0), lasting: 0.1)
    stage.frame(at: 0.27, up: [2])
    #expect(stage.outcomes == ["swipe 1 right"])
  }

  @Test("A click of the fingers before says nothing of those that land in that frame")
  func click() {
    stage.frame(at: 0, [1: (100, 100)], buttons: .left)
    stage.frame(at: 0.1, [1: (100, 100)])
    stage.frame(at: 0.2, [2: (500, 300)], up: [1])
    stage.frame(at: 0.25, up: [2])
    stage.finish()
    #expect(stage.outcomes == ["tap 1 ×1"])
  }
}
