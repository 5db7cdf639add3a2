import PropertyTesting
import Testing

@Suite("Taps")
struct TapProperties {
  private let limits = Profile.standard.tap

  @Test("A finger alone taps if it lifts in time and stays within the slop")
  func oneFinger() {
    let fingers = ScriptGenerator.fingers { choices in
      [
        Finger(at: Point(x: 50, y: 35)).rest(choices.seconds(0.03...0.6))
          .move(by: choices.vector(0...7), over: choices.seconds(0...0.2), .linear)
      ]
    }
    forAll(fingers: fingers, hands: .perfect, on: .only { TapRecognizer() }, runs: 300) {
      _, stage in
      var findings = Findings()
      let finger = stage.log.fingers[0]
      let isTap =
        finger.duration <= limits.maximumDuration && finger.departure(limits.stillness) == nil
      findings.expect(stage.log.gestures.count == (isTap ? 1 : 0), "a tap: \(isTap)")
      for tap in stage.log.gestures {
        findings.expect(
          tap.time.seconds(since: finger.end).isNear(limits.interval, within: 2e-6),
          "it is certain \(limits.interval) s after the touch up")
        findings.expect(tap.taps == 1 && tap.touches == 1, "one tap of one finger")
      }
      return findings
    }
  }

  @Test("Fingers tap together if they touch down together, lift together and in time")
  func severalFingers() {
    let fingers = ScriptGenerator.fingers { choices in
      (0..<choices.count(2...4)).map { index in
        Finger(at: Point(x: 20 + 20 * Double(index), y: 35), after: choices.seconds(0...0.2))
          .rest(choices.seconds(0.21...0.55))
      }
    }
    forAll(fingers: fingers, hands: .perfect, on: .only { TapRecognizer() }, runs: 300) {
      _, stage in
      let fingers = stage.log.fingers
      let isTap =
        fingers.lastDown.seconds(since: fingers.firstDown) <= limits.maximumStagger
        && fingers.lastUp.seconds(since: fingers.firstUp) <= limits.maximumStagger
        && fingers.lastUp.seconds(since: fingers.firstDown) <= limits.maximumDuration
      return stage.log.gestures.map(\.touches) == (isTap ? [fingers.count] : [])
    }
  }

  @Test("Taps are one series if the next one follows in time, near by, with as many fingers")
  func series() {
    let taps = ScriptGenerator.fingers { choices in
      var time = 0.0
      let taps = choices.repeating(1...4) { choices in
        let place = Point(x: 30, y: 20) + choices.vector(0...20, degrees: 90)
        let count = choices.count(1...2)
        time += choices.seconds(0.2...0.4)
        defer { time += 0.08 }
        return (0..<count).map { index in
          Finger(at: place + Vector(dx: 0, dy: 20 * Double(index)), after: time).rest(0.08)
        }
      }
      return Array(taps.joined())
    }
    forAll(fingers: taps, hands: .perfect, on: .only { TapRecognizer() }, runs: 300) { _, stage in
      var series: [(taps: Int, touches: Int)] = []
      var last: [PlayedFinger]?
      for hand in stage.log.hands {
        if let former = last, follows(hand, former) {
          series[series.count - 1].taps += 1
        } else {
          series.append((1, hand.count))
        }
        last = hand
      }
      return stage.log.gestures.map(\.taps) == series.map(\.taps)
        && stage.log.gestures.map(\.touches) == series.map(\.touches)
    }
  }

  private func follows(_ hand: [PlayedFinger], _ former: [PlayedFinger]) -> Bool {
    let distance = hand.flatMap { finger in former.map { $0.first.distance(to: finger.first) } }
    return hand.count == former.count && (distance.min() ?? 0) <= limits.radius
      && hand.firstDown.seconds(since: former.lastUp) <= limits.interval
  }
}
