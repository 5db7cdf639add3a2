import Foundation
import PropertyTesting
import Testing

@Suite("Checkmarks and tip-taps")
struct ShapeProperties {
  @Test("Two straight legs make a checkmark if their lengths and angles are within the limits")
  func legs() {
    let limits = Profile.standard.checkmark
    let strokes = ScriptGenerator.fingers { choices in
      let descent = choices.number(-10...100, step: 5, simplest: 40)
      let ascent = choices.number(0...100, step: 5, simplest: 50)
      let first = choices.number(1...15, step: 0.5, simplest: 10)
      let second = first * choices.number(0.5...7, step: 0.1, simplest: 3)
      return [
        Finger(at: Point(x: 30, y: 45))
          .move(by: Vector(degrees: descent) * first, over: 0.3, .linear)
          .move(by: Vector(degrees: -ascent) * min(second, 45), over: 0.3, .linear).rest(0.03)
      ]
    }
    forAll(fingers: strokes, hands: .perfect, on: .only { CheckmarkRecognizer() }, runs: 500) {
      _, stage in
      var findings = Findings()
      let finger = stage.log.fingers[0]
      guard
        let corner = finger.samples.first(where: { $0.time.seconds(since: finger.start) > 0.295 })
      else { return findings }
      let (first, second) = (corner.point - finger.first, finger.last - corner.point)
      let measures = [
        (min(first.length, second.length), limits.minimumLength...Double.infinity),
        (angle(first, second), limits.minimumAngle...limits.maximumAngle),
        (
          second.length / max(first.dy, first.length * 0.5.squareRoot()),
          limits.minimumLegRatio...limits.maximumLegRatio
        ),
        (-rise(first), limits.minimumDescent...limits.maximumSteepness),
        (rise(second), limits.minimumAscent...limits.maximumSteepness),
        (rise(first + second), 0...180),
      ]
      // Positions are rounded to a micrometre, which is more than the last bit of a limit.
      let isClose = measures.contains { value, range in
        value.isNear(range.lowerBound, within: 0.02) || value.isNear(range.upperBound, within: 0.02)
      }
      if isClose { return findings }
      let isCheckmark = measures.allSatisfy { value, range in range.contains(value) }
      findings.expect(
        stage.log.gestures.count == (isCheckmark ? 1 : 0), "a checkmark: \(isCheckmark)")
      return findings
    }
  }

  private func rise(_ leg: Vector) -> Double { atan2(-leg.dy, leg.dx) * 180 / .pi }

  private func angle(_ first: Vector, _ second: Vector) -> Double {
    abs(atan2(first.cross(second), first.dot(second))) * 180 / .pi
  }

  @Test("One finger draws a checkmark: none of two hands that overlap in time")
  func oneFinger() {
    let strokes = ScriptGenerator.checkmarks().together(with: .fingers(0...1, legs: 0...0))
    forAll(fingers: strokes, hands: .perfect, on: .only { CheckmarkRecognizer() }) { _, stage in
      let isAlone = stage.log.hands.allSatisfy { $0.count == 1 }
      return stage.log.gestures.count == (isAlone ? 1 : 0)
    }
  }

  @Test("A tip-tap comes after the last finger rests, lifts in time, and has the side of the tip")
  func tipTaps() {
    let limits = Profile.standard.tipTap
    let fingers = ScriptGenerator.fingers { choices in
      let delays = choices.repeating(1...3) { $0.seconds(0...0.14) }
      let resting = delays.enumerated().map { index, delay in
        Finger(at: Point(x: 40 + 10 * Double(index), y: 35), after: delay).rest(2)
      }
      let last = delays.max() ?? 0
      let place = Point(x: choices.flag() ? 90 : 10, y: 35)
      return resting + [
        Finger(at: place, after: last + choices.seconds(0.01...0.4))
          .rest(choices.seconds(0.05...0.7))
      ]
    }
    forAll(fingers: fingers, hands: .perfect, on: .only { TipTapRecognizer() }, runs: 300) {
      _, stage in
      var findings = Findings()
      let fingers = stage.log.fingers
      guard let tip = fingers.last, fingers.count > 1 else { return findings }
      let resting = Array(fingers.dropLast())
      let isTip =
        tip.start.seconds(since: resting.lastDown) >= limits.minimumRest
        && tip.duration <= limits.maximumDuration
      findings.expect(
        stage.log.gestures.map(\.time) == (isTip ? [tip.end] : []), "a tip-tap: \(isTip)")
      for gesture in stage.log.gestures {
        findings.expect(
          gesture.direction == (tip.first.x < resting[0].first.x ? .left : .right), "the side")
        findings.expect(gesture.touches == fingers.count, "the number of fingers")
      }
      return findings
    }
  }
}
