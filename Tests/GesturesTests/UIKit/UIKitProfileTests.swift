import Contacts
import Gestures
import Testing
import Timeline

@Suite("Profile uikit")
struct UIKitProfileTests {
  private let stage = TouchStage(profile: .uikit)

  @Test("The profile is listed, and its set uses UIKit's policy")
  func isListed() {
    #expect(Profile.named.contains(.uikit))
    #expect(RecognizerSet(profile: .uikit).policy is ExclusivePolicy)
    #expect(RecognizerSet.standard.policy is StandardPolicy)
    #expect(RecognizerSet(profile: .textbook).policy is IndependentPolicy)
  }

  @Test(
    "A swipe goes any of the four ways, with any number of fingers",
    arguments: [
      ((100.0, 0.0), "right"), ((-100, 0), "left"), ((0, 100), "down"), ((0, -100), "up"),
    ], 1...3)
  func swipe(movement: (by: (Double, Double), direction: String), fingers: Int) {
    var positions: [Contact.ID: (Double, Double)] = [:]
    for id in 1...fingers { positions[id] = (200 + 40 * Double(id), 200) }
    stage.frame(at: 0, positions)
    stage.move(Array(1...fingers), by: movement.by, lasting: 0.2)
    stage.frame(at: 0.21, up: Array(1...fingers))
    stage.finish()
    #expect(stage.outcomes == ["swipe \(fingers) \(movement.direction)"])
  }

  @Test(
    "Two fingers that touch down or lift up to 0.75 s apart tap together",
    arguments: [(0.3, 0.0), (0.0, 0.3), (0.3, 0.3)])
  func staggeredTap(down: Double, up: Double) {
    stage.frame(at: 0, [1: (300, 200)])
    stage.frame(at: down, [2: (400, 200)])
    stage.frame(at: down + 0.1, up: [1])
    stage.frame(at: down + 0.1 + up, up: [2])
    stage.finish()
    #expect(stage.outcomes == ["tap 2 ×1"])
  }

  @Test("A slow movement becomes a pan half a second after touch down, when it can't be a swipe")
  func pan() {
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (60, 0), lasting: 2)
    #expect(stage.gestures.first?.kind == .pan)
    #expect(stage.gestures.first?.time.seconds == 0.500001)
    stage.frame(at: 2.01, up: [1])
    stage.finish()
    #expect(stage.outcomes == ["pan 1 right"])
  }

  @Test("A movement whose finger lifts within half a second is a pan")
  func shortPan() {
    // A diagonal is no swipe, and this one is too far for a tap.
    stage.frame(at: 0, [1: (300, 200)])
    stage.move([1], by: (60, 60), lasting: 0.2)
    stage.frame(at: 0.21, up: [1])
    stage.finish()
    #expect(stage.outcomes == ["pan 1 down"])
  }

  @Test(
    "A movement of more than 10 pt is a pan, a smaller one a tap", arguments: [10.0, 10.1, 40.0])
  func smallMovement(translation: Double) {
    stage.frame(at: 0, [1: (300, 200)])
    stage.move([1], by: (translation, 0), lasting: 0.1)
    stage.frame(at: 0.11, up: [1])
    stage.finish()
    #expect(stage.outcomes == (translation > 10 ? ["pan 1 right"] : ["tap 1 ×1"]))
  }

  @Test(
    "A tap is reported beside what follows it",
    arguments: [((100.0, 0.0), "swipe 1 right"), ((100, 100), "pan 1 down")])
  func tapBeforeMovement(translation: (Double, Double), movement: String) {
    stage.frame(at: 0, [1: (300, 200)])
    stage.frame(at: 0.1, up: [1])
    stage.frame(at: 0.2, [2: (300, 200)])
    stage.move([2], by: translation, lasting: 0.2)
    stage.frame(at: 0.41, up: [2])
    stage.finish()
    #expect(stage.outcomes == ["tap 1 ×1", movement])
  }

  @Test("Taps within 0.35 s and 45 pt are counted together")
  func taps() {
    stage.frame(at: 0, [1: (300, 200)])
    stage.frame(at: 0.1, up: [1])
    stage.frame(at: 0.45, [2: (345, 200)])
    stage.frame(at: 0.5, up: [2])
    stage.finish()
    #expect(stage.outcomes == ["tap 1 ×2"])
  }

  @Test("A long press takes 0.5 s within 10 pt", arguments: [(10.0, true), (10.1, false)])
  func press(translation: Double, isPress: Bool) {
    stage.frame(at: 0, [1: (300, 200)])
    stage.frame(at: 0.1, [1: (300, 200 + translation)])
    stage.frame(at: 1, up: [1])
    stage.finish()
    #expect(stage.outcomes.contains("longPress 1") == isPress)
  }

  @Test("Two spreading fingers are a pinch, two turning ones a rotation, never both")
  func twoFingers() {
    stage.frame(at: 0, [1: (200, 200), 2: (300, 200)])
    stage.move([2], by: (60, 0), lasting: 0.3)
    stage.frame(at: 0.31, up: [1, 2])
    stage.frame(at: 2, [3: (100, 200), 4: (400, 200)])
    stage.frame(at: 2.1, [3: (108, 160), 4: (392, 240)])
    stage.frame(at: 2.2, [3: (120, 120), 4: (380, 280)])
    stage.frame(at: 2.3, up: [3, 4])
    stage.finish()
    #expect(stage.outcomes == ["pinch 2 out", "rotation 2 clockwise"])
    #expect(stage.gestures.filter { $0.state == .cancelled }.isEmpty)
  }
}
