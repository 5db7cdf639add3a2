import Foundation
import PropertyTesting
import Testing

@Suite("Fingers that spread and turn")
struct SpreadProperties {
  @Test("A pinch begins when the fingers have moved apart or together beyond the slop")
  func pinches() {
    let limits = Profile.standard.pinch
    let pinches = ScriptGenerator { choices in
      [
        Pinch(
          from: choices.number(20...50, step: 0.5, simplest: 30),
          to: choices.number(20...50, step: 0.5, simplest: 50), fingers: choices.count(2...4),
          angle: choices.number(0...85, step: 5))
      ]
    }
    forAll(fingers: pinches, hands: .perfect, on: .only { PinchRecognizer() }, runs: 200) {
      _, stage in
      var findings = Findings()
      let spreads = stage.log.hands[0].spreads
      guard let first = spreads.first, let last = spreads.last else { return findings }
      let begin = spreads.first { abs($0.radius - first.radius) > limits.slop }?.time
      let began = stage.log.times(of: .began).first
      findings.expect(
        began == begin, "it begins at \(begin?.seconds ?? -1), not \(began?.seconds ?? -1)")
      for pinch in stage.log.gestures {
        findings.expect(
          (pinch.scale ?? 0).isNear(last.radius / first.radius, within: 1e-3),
          "the scale is \(last.radius / first.radius)")
        findings.expect(
          pinch.direction == (last.radius < first.radius ? .in : .out), "in or out")
        findings.expect(pinch.touches == stage.log.fingers.count, "the number of fingers")
      }
      return findings
    }
  }

  @Test("A rotation begins when the fingers have turned beyond the slop, and has their angle")
  func rotations() {
    let limits = Profile.standard.rotation
    let rotations = ScriptGenerator { choices in
      [
        Rotation(
          radius: choices.number(8...30, step: 1, simplest: 20),
          degrees: choices.number(-400...400, step: 1, simplest: 60), duration: 1,
          fingers: choices.count(2...4), angle: choices.number(0...85, step: 5))
      ]
    }
    forAll(fingers: rotations, hands: .perfect, on: .only { RotationRecognizer() }, runs: 300) {
      _, stage in
      var findings = Findings()
      let spreads = stage.log.hands[0].spreads
      guard let first = spreads.first, let last = spreads.last else { return findings }
      let begin = spreads.first { spread in
        // The arc by its sine, up to a right angle.
        let turn = min(abs(spread.turn), 90) * .pi / 180
        return sin(turn) * (spread.radius + first.radius) / 2 > limits.slop
      }
      let began = stage.log.times(of: .began).first
      findings.expect(
        began == begin?.time,
        "it begins at \(begin?.time.seconds ?? -1), not \(began?.seconds ?? -1)")
      for rotation in stage.log.gestures {
        findings.expect(
          (rotation.rotation ?? 0).isNear(last.turn, within: 0.1), "the turn is \(last.turn)")
        findings.expect(
          rotation.direction == (last.turn < 0 ? .counterclockwise : .clockwise), "the direction")
      }
      return findings
    }
  }

  @Test("The scale is what the fingers that are down spread, while others come and go")
  func scale() {
    forAll(
      fingers: .fingers(2...4, legs: 1...3), hands: .perfect, on: .only { PinchRecognizer() },
      runs: 300
    ) { _, stage in
      var findings = Findings()
      if stage.log.fingers.areAmbiguous { return findings }
      for pinch in stage.log.gestures {
        guard let hand = stage.log.hands.first(where: { $0.firstDown == pinch.start }) else {
          findings.expect(false, "a pinch starts with the first finger of a hand")
          continue
        }
        let scale = hand.scale
        findings.expect(
          ((pinch.scale ?? 0) / scale).isNear(1, within: 1e-3),
          "the scale is \(scale), not \(pinch.scale ?? 0)")
      }
      return findings
    }
  }
}

extension [PlayedFinger] {
  /// How the fingers that are down in a frame lie around their centroid.
  fileprivate struct Spread {
    var time: Timestamp
    /// The mean distance from the centroid, in points.
    var radius: Double
    /// The angle of the first finger, in degrees since the first frame.
    var turn: Double
  }

  fileprivate var spreads: [Spread] {
    var spreads: [Spread] = []
    var lastArm: Vector?
    for time in Set(flatMap { $0.samples.map(\.time) }).sorted() {
      let down = compactMap { finger in
        finger.samples.first { $0.time == time }.map { (id: finger.id, point: $0.point) }
      }
      let sum = down.reduce(Vector.zero) { $0 + ($1.point - .zero) }
      let centroid = Point.zero + sum / Double(down.count)
      let arm = down[0].point - centroid
      let step = lastArm.map { atan2($0.cross(arm), $0.dot(arm)) * 180 / .pi } ?? 0
      lastArm = arm
      spreads.append(
        Spread(
          time: time, radius: Self.radius(of: down.map(\.point)),
          turn: (spreads.last?.turn ?? 0) + step))
    }
    return spreads
  }

  /// The product of the scales from frame to frame of the two and more fingers that are down in
  /// both.
  fileprivate var scale: Double {
    let times = Set(flatMap { $0.samples.map(\.time) }).sorted()
    return zip(times, times.dropFirst()).reduce(1) { scale, step in
      let steps = compactMap { $0.step(from: step.0, to: step.1) }
      guard steps.count > 1 else { return scale }
      return scale * Self.radius(of: steps.map(\.to)) / Self.radius(of: steps.map(\.from))
    }
  }

  /// The mean distance from the centroid, which counts as at least half a point.
  private static func radius(of points: [Point]) -> Double {
    let sum = points.reduce(Vector.zero) { $0 + ($1 - .zero) }
    let centroid = Point.zero + sum / Double(points.count)
    return Swift.max(
      points.reduce(0) { $0 + $1.distance(to: centroid) } / Double(points.count), 0.5)
  }
}
