import Contacts
import Gestures
import Testing
import Timeline

@Suite("The profile uikit")
struct UIKitProfileTests {
  private let stage = TouchStage(profile: .uikit)

  @Test("It stands in the list of profiles, and its set settles conflicts by UIKit's policy")
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
  func swipe(way: (way: (Double, Double), direction: String), fingers: Int) {
    var places: [Contact.ID: (Double, Double)] = [:]
    for id in 1...fingers { places[id] = (200 + 40 * Double(id), 200) }
    stage.frame(at: 0, places)
    stage.move(Array(1...fingers), by: way.way, lasting: 0.2)
    stage.frame(at: 0.21, up: Array(1...fingers))
    stage.finish()
    #expect(stage.outcomes == ["swipe \(fingers) \(way.direction)"])
  }

  @Test("A slow movement is a pan once it can't be a swipe any more, half a second after landing")
  func pan() {
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (60, 0), lasting: 2)
    #expect(stage.gestures.first?.kind == .pan)
    #expect(stage.gestures.first?.time.seconds == 0.500001)
    stage.frame(at: 2.01, up: [1])
    stage.finish()
    #expect(stage.outcomes == ["pan 1 right"])
  }

  @Test("A movement that lifts too early for a pan is one all the same")
  func shortPan() {
    // A diagonal is no swipe, and this one is too far for a tap.
    stage.frame(at: 0, [1: (300, 200)])
    stage.move([1], by: (60, 60), lasting: 0.2)
    stage.frame(at: 0.21, up: [1])
    stage.finish()
    #expect(stage.outcomes == ["pan 1 down"])
  }

  @Test("A finger that lifts beyond 10 pt has panned, not tapped", arguments: [10.0, 10.1, 40.0])
  func smallMovement(way: Double) {
    stage.frame(at: 0, [1: (300, 200)])
    stage.move([1], by: (way, 0), lasting: 0.1)
    stage.frame(at: 0.11, up: [1])
    stage.finish()
    #expect(stage.outcomes == (way > 10 ? ["pan 1 right"] : ["tap 1 ×1"]))
  }

  @Test(
    "A tap is reported beside what follows it",
    arguments: [((100.0, 0.0), "swipe 1 right"), ((100, 100), "pan 1 down")])
  func tapBeforeMovement(way: (Double, Double), movement: String) {
    stage.frame(at: 0, [1: (300, 200)])
    stage.frame(at: 0.1, up: [1])
    stage.frame(at: 0.2, [2: (300, 200)])
    stage.move([2], by: way, lasting: 0.2)
    stage.frame(at: 0.41, up: [2])
    stage.finish()
    #expect(stage.outcomes == ["tap 1 ×1", movement])
  }

  @Test("Taps within 0.35 s and 45 pt count on")
  func taps() {
    stage.frame(at: 0, [1: (300, 200)])
    stage.frame(at: 0.1, up: [1])
    stage.frame(at: 0.45, [2: (345, 200)])
    stage.frame(at: 0.5, up: [2])
    stage.finish()
    #expect(stage.outcomes == ["tap 1 ×2"])
  }

  @Test("A press is one of 0.5 s within 10 pt", arguments: [(10.0, true), (10.1, false)])
  func press(way: Double, isPress: Bool) {
    stage.frame(at: 0, [1: (300, 200)])
    stage.frame(at: 0.1, [1: (300, 200 + way)])
    stage.frame(at: 1, up: [1])
    stage.finish()
    #expect(stage.outcomes.contains("longPress 1") == isPress)
  }

  @Test("Two fingers that spread are a pinch, two that turn a rotation, never both")
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
