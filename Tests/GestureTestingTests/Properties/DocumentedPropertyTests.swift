import PropertyTesting
import Testing

// The code of docs/GestureTesting.md, section "Property tests", which DocumentationTests compares.

@Test(.properties(runs: 200)) func everyGestureIsRecognized() {
  forAll(fingers: .taps(count: 1...2, fingers: 1...3).then(.swipes())) { _, stage in
    GestureCheck(meaningOf: stage.log)
  }
}

@Test func touchesEnd() {
  forAll(fingers: .fingers(0...5).repeated(1...4)) { _, stage in
    let phases = stage.log.touches.map(\.touch.phase)
    return phases.count { $0 == .began } == phases.count { $0 == .ended || $0 == .cancelled }
  }
}
