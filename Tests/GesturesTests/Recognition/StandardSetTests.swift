import Contacts
import Gestures
import Testing

@Suite("The standard set reports one gesture for each action of the person")
struct StandardSetTests {
  private let stage = TouchStage(profile: .standard)

  private func land(_ count: Int, at seconds: Double = 0) -> [Contact.ID] {
    let ids = Array(1...count)
    stage.frame(
      at: seconds,
      Dictionary(uniqueKeysWithValues: ids.map { ($0, (100 + 60 * Double($0), 200.0)) }))
    return ids
  }

  @Test("A flick is a swipe, not a pan", arguments: 1...5)
  func swipe(fingers: Int) {
    let ids = land(fingers)
    stage.move(ids, by: (150, 0), lasting: 0.2)
    stage.frame(at: 0.21, up: ids)
    stage.finish()
    #expect(stage.outcomes == ["swipe \(fingers) right"])
  }

  @Test("A slow movement is a pan, not a swipe, also after a rest", arguments: [0.1, 1.5])
  func pan(rest: Double) {
    let ids = land(2)
    stage.frame(at: rest)
    stage.move(ids, by: (0, -150), lasting: 0.8)
    stage.frame(at: rest + 0.81, up: ids)
    stage.finish()
    #expect(stage.outcomes == ["pan 2 up"])
  }

  @Test("A flick after a long press is a swipe")
  func swipeAfterPress() {
    let ids = land(1)
    stage.frame(at: 1)
    stage.move(ids, by: (150, 0), lasting: 0.1)
    stage.frame(at: 1.11, up: ids)
    stage.finish()
    #expect(stage.outcomes == ["swipe 1 right"])
  }

  @Test("A click of a clickpad's button is not a tap, even if the finger does not move")
  func click() {
    let ids = land(1)
    stage.frame(at: 0.1, buttons: .left)
    stage.frame(at: 0.2)
    stage.frame(at: 0.3, up: ids)
    stage.finish()
    #expect(stage.outcomes.isEmpty)
    let later = StandardSetTests()
    later.stage.frame(at: 0, buttons: .left)
    later.stage.frame(at: 0.1)
    let fingers = later.land(1, at: 1)
    later.stage.frame(at: 1.1, up: fingers)
    later.stage.finish()
    #expect(later.stage.outcomes == ["tap 1 ×1"])
  }

  @Test("A finger that rests is a long press")
  func press() {
    let ids = land(3)
    stage.frame(at: 1, up: ids)
    stage.finish()
    #expect(stage.outcomes == ["longPress 3"])
  }

  @Test("Spreading fingers are a pinch, also if one of them starts late")
  func pinch() {
    let ids = land(2)
    stage.move([ids[1]], by: (60, 0), lasting: 0.1)
    stage.move([ids[0]], by: (-60, 0), lasting: 0.1)
    stage.frame(at: 0.21, up: ids)
    stage.finish()
    #expect(stage.outcomes == ["pinch 2 out"])
  }

  @Test("A movement of two fingers that one of them starts is not a pinch")
  func lateFinger() {
    let ids = land(2)
    stage.move([ids[1]], by: (60, 0), lasting: 0.1)
    stage.move([ids[0]], by: (120, 0), lasting: 0.1)
    stage.move(ids, by: (150, 0), lasting: 0.2)
    stage.frame(at: 0.41, up: ids)
    stage.finish()
    #expect(stage.outcomes == ["swipe 2 right"])
  }

  @Test("A tap and a drag are one tap-and-drag")
  func drag() {
    let first = land(1)
    stage.frame(at: 0.1, up: first)
    stage.frame(at: 0.2, [2: (160, 200)])
    stage.move([2], by: (100, 0), lasting: 0.3)
    stage.frame(at: 0.6, up: [2])
    stage.finish()
    #expect(stage.outcomes == ["tapAndDrag 1 right"])
  }

  @Test("A tap and a flick elsewhere are a tap and a swipe")
  func tapThenSwipe() {
    let first = land(1)
    stage.frame(at: 0.1, up: first)
    stage.frame(at: 0.2, [2: (400, 300)])
    stage.move([2], by: (-100, 0), lasting: 0.1)
    stage.frame(at: 0.32, up: [2])
    stage.finish()
    #expect(stage.outcomes == ["tap 1 ×1", "swipe 1 left"])
  }

  @Test("A drawn tick is a checkmark, neither a swipe nor a pan")
  func checkmark() {
    let ids = land(1)
    stage.move(ids, by: (40, 50), lasting: 0.2)
    stage.move(ids, by: (100, -120), lasting: 0.2)
    stage.frame(at: 0.41, up: ids)
    stage.finish()
    #expect(stage.outcomes == ["checkmark 1"])
  }

  @Test("Three fingers are reported if the device locates only two of them")
  func extraFingers() {
    stage.frame(at: 0, [1: (100, 100), 2: (160, 100)], extraFingers: 1)
    stage.frame(at: 0.1, up: [1, 2])
    stage.finish()
    #expect(stage.outcomes == ["tap 3 ×1"])
  }

  @Test("No tap begins while a button is down")
  func button() {
    stage.frame(at: 0, [1: (100, 100)], buttons: .left)
    stage.frame(at: 0.1, up: [1], buttons: .left)
    stage.finish()
    #expect(stage.outcomes.isEmpty)
  }

  @Test("Each of several rapid swipes is reported")
  func rapidSwipes() {
    for index in 0..<4 {
      stage.frame(at: Double(index) * 0.2, [index + 1: (100, 200)])
      stage.move([index + 1], by: (100, 0), lasting: 0.1)
      stage.frame(at: Double(index) * 0.2 + 0.12, up: [index + 1])
    }
    stage.finish()
    #expect(stage.outcomes == Array(repeating: "swipe 1 right", count: 4))
  }

  @Test("Mirrored fingers give mirrored gestures", arguments: [(1.0, "right"), (-1, "left")])
  func mirrored(sign: Double, direction: String) {
    stage.frame(at: 0, [1: (300, 200), 2: (300, 260)])
    stage.move([1, 2], by: (sign * 120, 10), lasting: 0.2)
    stage.frame(at: 0.25, up: [1, 2])
    stage.finish()
    #expect(stage.outcomes == ["swipe 2 \(direction)"])
  }

  @Test(
    "Any number of extra fingers is survived", arguments: [Int.max, .min, -1, 1, 1000, .max / 2])
  func extraFingers(count: Int) {
    let stage = TouchStage(profile: .standard)
    stage.frame(at: 0, [1: (100, 100)], extraFingers: count)
    stage.frame(at: 0.05, [1: (150, 100), 2: (300, 300)], extraFingers: count)
    stage.frame(at: 0.1, [1: (250, 100)], extraFingers: count)
    stage.frame(at: 0.15, up: [1, 2], extraFingers: count)
    stage.application.finish()
    #expect(stage.gestures.allSatisfy { ($0.touches ?? 0) >= 1 })
    let former = stage.gestures.count
    stage.tap(3, at: 0, (100, 100))
    stage.application.finish()
    #expect(stage.gestures.count == former + 1)
  }
}
