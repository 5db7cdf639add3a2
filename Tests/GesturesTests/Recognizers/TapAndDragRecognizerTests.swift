import Contacts
import Gestures
import Testing
import Timeline

@Suite("Tap-and-drag")
struct DragRecognizerTests {
  private func play(
    gap: Double = 0.1, distance: Double = 0, translation: Double = 100, tapDuration: Double = 0.1
  ) -> TouchStage {
    let stage = TouchStage(TapAndDragRecognizer())
    stage.began([1: (100, 100)], at: 0)
    stage.ended(1, at: tapDuration)
    let start = tapDuration + gap
    stage.began([2: (100 + distance, 100)], at: start)
    stage.moved([2: (100 + distance + translation, 100)], at: start + 0.1)
    stage.ended(2, at: start + 0.2)
    return stage
  }

  @Test("A tap and a second touch that moves are one gesture, which starts with the tap")
  func drags() {
    let drag = play().finalGestures
    #expect(drag.map(\.state) == [.ended])
    #expect(drag.first?.start == .zero)
    #expect(drag.first?.direction == .right)
    #expect(drag.first?.translation == .init(dx: 100, dy: 0))
  }

  @Test("The second touch comes within 0.3 s", arguments: [(0.3, 1), (0.300001, 0)])
  func interval(gap: Double, drags: Int) {
    #expect(play(gap: gap).finalGestures.count == drags)
  }

  @Test("The second touch is within 100 points", arguments: [(100.0, 1), (100.1, 0)])
  func radius(distance: Double, drags: Int) {
    #expect(play(distance: distance).finalGestures.count == drags)
  }

  @Test("It has to move by more than 30 points at first", arguments: [(30.0, 0), (30.1, 1)])
  func movement(translation: Double, drags: Int) {
    #expect(play(translation: translation).finalGestures.count == drags)
  }

  @Test("A touch longer than 0.5 s is not the tap", arguments: [(0.5, 1), (0.500001, 0)])
  func tapDuration(seconds: Double, drags: Int) {
    #expect(play(tapDuration: seconds).finalGestures.count == drags)
  }

  @Test("A movement without a tap before it fails")
  func withoutTap() {
    let stage = TouchStage(TapAndDragRecognizer())
    stage.began([1: (0, 0)])
    stage.moved([1: (100, 0)])
    stage.ended(1)
    #expect(stage.gestures.isEmpty)
    #expect(stage.recognizer.lastFailure?.cause == .taps)
  }

  @Test("A tap on one device does not begin a drag on another", arguments: [(0, 1), (1, 0)])
  func devices(device: Int, drags: Int) {
    let stage = TouchStage(TapAndDragRecognizer())
    stage.began([1: (100, 100)])
    stage.ended(1, at: 0.1)
    stage.frame(at: 0.2, [2: (100, 100)], device: device)
    stage.frame(at: 0.3, [2: (200, 100)], device: device)
    stage.frame(at: 0.4, up: [2], device: device)
    #expect(stage.finalGestures.count == drags)
  }
}
