import Contacts
import Testing
import Timeline

@testable import Gestures

/// Each rule once, named after its sentence; the other suites of this folder test the limits.
@Suite("UIKit's rules 34 to 43: the recognizers")
struct RecognizerRulesTests {
  @Test(
    """
    34: Long press: first the required taps, then the hold (0.5 s). More than 10 pt of movement \
    before it begins fails it; after that there is no limit.
    """,
    arguments: [(10.0, true), (10.1, false)])
  func longPress(translation: Double, begins: Bool) {
    let press = LongPressRecognizer()
    press.numberOfTapsRequired = 1
    press.minimumPressDuration = Profile.uikit.longPress.minimumDuration
    press.allowableMovement = Profile.uikit.longPress.allowableMovement
    let stage = TouchStage(press)
    stage.tap(1, at: 0)
    stage.began([2: (300, 300)], at: 0.25)
    stage.moved([2: (300 + translation, 300)], at: 0.5)
    stage.advance(to: 0.749999)
    #expect(stage.gestures.isEmpty)
    stage.advance(to: 0.75)
    #expect(stage.gestures.map(\.state) == (begins ? [.began] : []))
    stage.moved([2: (600, 300)], at: 1)
    stage.ended(2, at: 2)
    #expect(stage.finalGestures.map(\.state) == (begins ? [.ended] : []))
  }

  @Test(
    """
    35: Pinch begins when the span has changed by 10 pt; its baseline is then the initial span \
    moved 8 pt in the same direction: 100 to 110 reports 110/108, 100 to 90 reports 90/92.
    """,
    arguments: [(110.0, 110.0 / 108), (90, 90.0 / 92), (109.9, nil), (90.1, nil)])
  func pinch(span: Double, scale: Double?) {
    let stage = TouchStage(PinchRecognizer(Profile.uikit.pinch))
    stage.began([1: (0, 0), 2: (100, 0)])
    stage.moved([2: (span, 0)])
    #expect(stage.gestures.map(\.scale) == (scale.map { [$0] } ?? []))
  }

  @Test("36: scale is absolute; setting it rebases it and resets the velocity.")
  func scale() {
    let pinch = PinchRecognizer(Profile.uikit.pinch)
    let stage = TouchStage(pinch)
    stage.began([1: (0, 0), 2: (100, 0)], at: 0)
    stage.moved([2: (162, 0)], at: 0.01)
    stage.moved([2: (216, 0)], at: 0.02)
    #expect(pinch.scale == 2)
    #expect(pinch.velocity > 0)
    pinch.scale = 1
    #expect(pinch.scale == 1)
    #expect(pinch.velocity == 0)
    stage.moved([2: (324, 0)], at: 0.03)
    #expect(abs(pinch.scale - 1.5) < 1e-12)
  }

  @Test(
    "37: When one of two fingers lifts, a pinch stays changed; it ends when both are up.")
  func oneLifts() {
    let stage = TouchStage(PinchRecognizer(Profile.uikit.pinch))
    stage.began([1: (0, 0), 2: (100, 0)])
    stage.moved([2: (200, 0)])
    stage.ended(2)
    #expect(stage.recognizer.state == .changed)
    stage.ended(1)
    #expect(stage.gestures.map(\.state) == [.began, .changed, .ended])
  }

  @Test(
    """
    38: Rotation begins at 10 degrees in either direction; its baseline is then moved 5 degrees in \
    the same direction, so it reports 5 at that time.
    """,
    arguments: [(10.0, 5.0), (-10, -5), (9.99, nil), (-9.99, nil)])
  func rotation(degrees: Double, reported: Double?) {
    let stage = TouchStage(RotationRecognizer(Profile.uikit.rotation))
    stage.pair(degrees: degrees)
    #expect(stage.gestures.isEmpty == (reported == nil))
    #expect(abs((stage.gestures.first?.rotation ?? 0) - (reported ?? 0)) < 1e-9)
  }

  @Test(
    """
    39: Swipe: with t seconds since touch-down, t <= 0.5, every finger has moved at least \
    50(1 - 0.94t) pt along the direction and at most 50(1 - 0.98t) pt across it.
    """,
    arguments: [
      (0.25, 38.25, 37.75, true), (0.25, 38.24, 37.75, false), (0.25, 38.25, 37.76, false),
      (0.5, 26.5, 25.5, true), (0.500001, 100, 0, false),
    ])
  func swipe(time: Double, along: Double, across: Double, isSwipe: Bool) {
    let stage = TouchStage(UIKitSwipeRecognizer())
    stage.stroke(by: (along, across), moving: time, touchUp: 0.6)
    #expect(stage.gestures.isEmpty != isSwipe)
  }

  @Test(
    """
    40: A swipe requires its exact number of fingers. 0.1 pt backwards fails it before it has begun \
    in the direction; a retreat that stays ahead of the start does not.
    """)
  func exactNumber() {
    for count in 1...3 {
      let swipe = UIKitSwipeRecognizer()
      swipe.numberOfTouchesRequired = 2
      let stage = TouchStage(swipe)
      stage.strokes(Double(count), by: (100, 0))
      #expect(stage.gestures.count == (count == 2 ? 1 : 0))
    }
    for (first, second, swipes) in [(-0.1, 0.0, 0), (20.0, 0.1, 1)] {
      let stage = TouchStage(UIKitSwipeRecognizer())
      stage.began([1: (0, 0)], at: 0)
      for (step, x) in [first, second, 100].enumerated() {
        stage.moved([1: (x, 0)], at: 0.05 * Double(step + 1))
      }
      #expect(stage.gestures.count == swipes)
    }
  }

  @Test(
    """
    41: A swipe fires while moving. With several directions: as soon as left or right is among \
    them, only the horizontal axis counts. Left and right together accept either, and then nothing \
    is backwards. An empty or unknown direction, or zero fingers required, never recognizes.
    """,
    arguments: [
      ([.right, .down], (100.0, 0.0), true), ([.right, .down], (0, 100), false),
      ([.left, .right, .up, .down], (-100, 0), true),
      ([.left, .right, .up, .down], (0, 100), false),
      ([.up, .down], (0, -100), true), ([], (100, 0), false), ([.in], (100, 0), false),
      ([.downRight], (100, 100), false),
    ] as [(Set<Gesture.Direction>, (Double, Double), Bool)])
  func directions(directions: Set<Gesture.Direction>, translation: (Double, Double), fires: Bool) {
    let swipe = UIKitSwipeRecognizer()
    swipe.directions = directions
    let stage = TouchStage(swipe)
    stage.began([1: (300, 300)], at: 0)
    // Backwards for one of two directions is forwards for the other.
    if directions.count == 4 { stage.moved([1: (310, 300)], at: 0.05) }
    stage.moved([1: (300 + translation.0, 300 + translation.1)], at: 0.1)
    #expect(stage.gestures.isEmpty != fires)
    let none = UIKitSwipeRecognizer()
    none.numberOfTouchesRequired = 0
    let other = TouchStage(none)
    other.stroke(by: (100, 0))
    #expect(other.gestures.isEmpty)
  }

  @Test("42: location is the centroid; for a swipe it is the start point.")
  func location() {
    let positions: [Touch.ID: (Double, Double)] = [1: (0, 0), 2: (100, 40)]
    let pan = PanRecognizer()
    let swipe = UIKitSwipeRecognizer()
    swipe.numberOfTouchesRequired = 2
    for (recognizer, location) in [
      (pan, Point(x: 150, y: 20)), (PinchRecognizer(Profile.uikit.pinch), Point(x: 160, y: 20)),
      (swipe, Point(x: 50, y: 20)),
    ] as [(GestureRecognizer, Point)] {
      let stage = TouchStage(recognizer)
      stage.began(positions, at: 0)
      let spread = recognizer is PinchRecognizer ? 20.0 : 0
      stage.moved([1: (100, 0), 2: (200 + spread, 40)], at: 0.1)
      #expect(stage.gestures.first?.location == location)
    }
  }

  @Test(
    """
    43: A checkmark: the first finger only, always rightward, first down and then up, and it ends \
    above its start.
    """,
    arguments: [
      ([(0.0, 0.0), (30.0, 40.0), (110.0, -60.0)], 1), ([(0, 0), (-30, 40), (-110, -60)], 0),
      ([(0, 0), (30, -40), (110, 60)], 0), ([(0, 0), (30, 40), (110, -1)], 1),
      ([(0, 0), (30, 40), (110, 1)], 0),
    ])
  func checkmark(corners: [(Double, Double)], checkmarks: Int) {
    let stage = TouchStage(CheckmarkRecognizer())
    stage.began([1: corners[0]])
    for (start, end) in zip(corners, corners.dropFirst()) {
      for step in 1...20 {
        let part = Double(step) / 20
        stage.moved([
          1: (start.0 + (end.0 - start.0) * part, start.1 + (end.1 - start.1) * part)
        ])
      }
    }
    stage.ended(1)
    #expect(stage.gestures.count == checkmarks)
    let second = TouchStage(CheckmarkRecognizer())
    second.began([1: (0, 0)])
    second.began([2: (50, 0)])
    #expect(second.recognizer.lastFailure?.cause == .touches)
  }
}
