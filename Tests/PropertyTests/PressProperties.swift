import PropertyTesting
import Testing

@Suite("Long presses")
struct PressProperties {
  private let limits = Profile.standard.longPress

  @Test(
    "A press begins once its last finger has been down long enough, and ends with the first lift")
  func time() {
    let fingers = ScriptGenerator.fingers { choices in
      choices.repeating(1...4) { choices in
        let place = Point(
          x: choices.number(10...90, step: 20), y: choices.number(10...60, step: 20))
        return Finger(at: place, after: choices.seconds(0...0.3))
          .rest(choices.seconds(0.35...1.2))
      }
    }
    forAll(fingers: fingers, hands: .perfect, on: .only { LongPressRecognizer() }, runs: 200) {
      _, stage in
      var findings = Findings()
      let fingers = stage.log.fingers
      let begin = fingers.lastDown.advanced(bySeconds: limits.minimumDuration)
      let isPress = fingers.firstUp >= begin
      findings.expect(stage.log.times(of: .began) == (isPress ? [begin] : []), "begins at \(begin)")
      findings.expect(
        stage.log.gestures.map(\.time) == (isPress ? [fingers.firstUp] : []),
        "ends at \(fingers.firstUp)")
      findings.expect(
        stage.log.gestures.allSatisfy { $0.touches == fingers.count }, "\(fingers.count) fingers")
      return findings
    }
  }

  @Test("A press allows a small movement before it begins, and any movement after it")
  func movement() {
    let fingers = ScriptGenerator.fingers { choices in
      [
        Finger(at: Point(x: 50, y: 35)).rest(choices.seconds(0...0.7))
          .move(by: choices.vector(0...7), over: choices.seconds(0.02...0.3), .linear).rest(0.6)
      ]
    }
    forAll(fingers: fingers, hands: .perfect, on: .only { LongPressRecognizer() }, runs: 200) {
      _, stage in
      let finger = stage.log.fingers[0]
      let begin = finger.start.advanced(bySeconds: limits.minimumDuration)
      let isPress = finger.samples.allSatisfy { sample in
        sample.time >= begin || sample.point.distance(to: finger.first) <= limits.allowableMovement
      }
      return stage.log.times(of: .began) == (isPress ? [begin] : [])
    }
  }

  @Test("A resting finger is a tap at first, and a long press from then on")
  func tapOrPress() {
    let fingers = ScriptGenerator.fingers { choices in
      [Finger(at: choices.position()).rest(choices.seconds(0.03...1))]
    }
    forAll(fingers: fingers, hands: .perfect) { _, stage in
      let isPress = stage.log.fingers[0].duration >= limits.minimumDuration
      return stage.log.gestures.map(\.kind) == [isPress ? .longPress : .tap]
    }
  }
}
