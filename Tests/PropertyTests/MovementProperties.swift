import PropertyTesting
import Testing

@Suite("Movements")
struct MovementProperties {
  /// One finger, or several side by side, that rest, move straight and rest.
  private static func strokes(
    _ fingers: ClosedRange<Int>, length: ClosedRange<Double>
  ) -> ScriptGenerator {
    .fingers { choices in
      let count = choices.count(fingers)
      let before = choices.seconds(0...0.8)
      let vector = choices.vector(length)
      let duration = choices.seconds(0.02...0.7)
      let after = choices.seconds(0...0.2)
      return (0..<count).map { index in
        Finger(at: Point(x: 50, y: 25 + 15 * Double(index))).rest(before)
          .move(by: vector, over: duration, .linear).rest(after)
      }
    }
  }

  @Test("Fingers swipe if they go far enough, straight enough and fast enough along a direction")
  func swipes() {
    let limits = Profile.standard.swipe
    forAll(
      fingers: MovementProperties.strokes(1...3, length: 2...25), hands: .perfect,
      on: .only { SwipeRecognizer() }, runs: 500
    ) { _, stage in
      var findings = Findings()
      let finger = stage.log.fingers[0]
      let (dx, dy) = (finger.translation.dx, finger.translation.dy)
      let (along, across) = (max(abs(dx), abs(dy)), min(abs(dx), abs(dy)))
      // The last bits of a limit are not what this is about.
      let isClose =
        along.isNear(limits.minimumLength) || across.isNear(along * limits.maximumDeviation)
      if isClose { return findings }
      var still = limits.stillness
      still.initialSlop = still.slop
      let departure = finger.departure(still) ?? finger.end
      let isSwipe =
        finger.departure(limits.stillness) != nil && along >= limits.minimumLength
        && across <= along * limits.maximumDeviation
        && finger.end.seconds(since: departure) <= limits.maximumDuration
      findings.expect(stage.log.gestures.count == (isSwipe ? 1 : 0), "a swipe: \(isSwipe)")
      let direction: Gesture.Direction =
        abs(dx) > abs(dy) ? (dx > 0 ? .right : .left) : (dy > 0 ? .down : .up)
      for swipe in stage.log.gestures {
        findings.expect(swipe.direction == direction, "it goes \(direction)")
        findings.expect(swipe.time == finger.end, "it is recognized at the touch up")
        findings.expect(swipe.touches == stage.log.fingers.count, "the number of fingers")
      }
      return findings
    }
  }

  @Test("A pan begins when the finger leaves the slop, and ends when it lifts")
  func pans() {
    let limits = Profile.standard.pan
    forAll(
      fingers: MovementProperties.strokes(1...1, length: 0...15), hands: .perfect,
      on: .only { PanRecognizer() }, runs: 300
    ) { _, stage in
      var findings = Findings()
      let finger = stage.log.fingers[0]
      let departure = finger.departure(limits.stillness)
      let began = stage.log.times(of: .began).first
      findings.expect(
        began == departure, "it begins at \(departure?.seconds ?? -1), not \(began?.seconds ?? -1)")
      findings.expect(
        stage.log.gestures.map(\.time) == (departure == nil ? [] : [finger.end]), "it ends")
      return findings
    }
  }

  @Test("The translation of a pan is what the fingers that are down move on average")
  func translation() {
    forAll(
      fingers: .fingers(1...4, legs: 1...3), hands: .perfect, on: .only { PanRecognizer() },
      runs: 300
    ) { _, stage in
      var findings = Findings()
      if stage.log.fingers.areAmbiguous { return findings }
      for pan in stage.log.gestures {
        guard let hand = stage.log.hands.first(where: { $0.firstDown == pan.start }) else {
          findings.expect(false, "a pan starts with the first finger of a hand")
          continue
        }
        let expected = hand.meanTranslation
        let difference = ((pan.translation ?? .zero) - expected).length
        findings.expect(difference < 0.01, "the translation is \(expected)")
      }
      return findings
    }
  }

  @Test("An edge pan begins near an edge and leads inward, again and again")
  func edgePans() {
    let pans = ScriptGenerator.fingers { choices in
      var time = 0.0
      return choices.repeating(1...3) { choices in
        let side = choices.item(of: MovementProperties.sides)
        let start = side.middle - side.inward * (35 - choices.number(0...6, step: 0.25))
        let angle = choices.number(-180...180, step: 10, simplest: 0)
        let vector = side.inward.rotated(degrees: angle)
        defer { time += 1.5 }
        return Finger(at: start, after: time).rest(0.05).move(by: vector * 15, over: 0.3, .linear)
      }
    }
    forAll(fingers: pans, hands: .perfect, on: .only { EdgePanRecognizer() }, runs: 200) {
      _, stage in
      var findings = Findings()
      let area = stage.device.size
      for finger in stage.log.fingers {
        let scale = Window.pointsPerMillimetre
        let place = finger.first
        let moved = finger.translation
        let sides: [(distance: Double, inward: Double, across: Double)] = [
          (place.x, moved.dx, moved.dy), (area.width * scale - place.x, -moved.dx, moved.dy),
          (place.y, moved.dy, moved.dx), (area.height * scale - place.y, -moved.dy, moved.dx),
        ]
        let near = sides.filter { $0.distance <= Profile.standard.edgePan.edgeWidth }
        // A diagonal is neither inward nor along.
        if near.contains(where: { abs($0.inward).isNear(abs($0.across), within: 0.1) }) { continue }
        let isInward = near.contains { $0.inward > abs($0.across) }
        let hasMoved = finger.departure(Profile.standard.edgePan.pan.stillness) != nil
        let pans = stage.log.gestures.count { $0.start == finger.start }
        findings.expect(
          pans == (isInward && hasMoved ? 1 : 0),
          "the finger at \(finger.start.seconds) s makes an edge pan: \(isInward)")
      }
      return findings
    }
  }

  private static let sides: [(middle: Point, inward: Vector)] = [
    (Point(x: 35, y: 35), Vector(dx: 1, dy: 0)), (Point(x: 65, y: 35), Vector(dx: -1, dy: 0)),
    (Point(x: 50, y: 35), Vector(dx: 0, dy: 1)), (Point(x: 50, y: 35), Vector(dx: 0, dy: -1)),
  ]

  @Test("A drag follows a tap in time and near by, once the finger leaves the slop")
  func tapsAndDrags() {
    let limits = Profile.standard.tapAndDrag
    let drags = ScriptGenerator.fingers { choices in
      let start = Point(x: 50, y: 35)
      let pause = choices.seconds(0.06...0.4)
      return [
        Finger(at: start).rest(0.08),
        Finger(at: start + choices.vector(0...20, degrees: 90), after: 0.08 + pause)
          .rest(choices.seconds(0...0.6))
          .move(by: choices.vector(0...15), over: choices.seconds(0.02...0.5), .linear),
      ]
    }
    forAll(fingers: drags, hands: .perfect, on: .only { TapAndDragRecognizer() }, runs: 300) {
      _, stage in
      var findings = Findings()
      let fingers = stage.log.fingers
      guard fingers.count == 2 else { return findings }
      let isNear = fingers[0].first.distance(to: fingers[1].first) <= limits.radius
      let pause = fingers[1].start.seconds(since: fingers[0].end)
      let departure = fingers[1].samples.last.flatMap { last in
        fingers[1].departure(limits.stillness).flatMap { $0 <= last.time ? $0 : nil }
      }
      let isDrag = isNear && pause <= limits.interval && departure != nil
      let began = stage.log.times(of: .began)
      findings.expect(
        began == (isDrag ? [departure ?? .zero] : []), "a tap and drag: \(isDrag)")
      findings.expect(
        stage.log.gestures.map(\.time) == (isDrag ? [fingers[1].end] : []), "ends at the touch up")
      return findings
    }
  }
}

extension [PlayedFinger] {
  /// The sum of the mean movements from frame to frame of the fingers that are down in both.
  fileprivate var meanTranslation: Vector {
    var sum = Vector.zero
    let times = Set(flatMap { $0.samples.map(\.time) }).sorted()
    for (from, to) in zip(times, times.dropFirst()) {
      let steps = compactMap { $0.step(from: from, to: to) }.map { $0.to - $0.from }
      if !steps.isEmpty { sum = sum + steps.reduce(.zero, +) / Double(steps.count) }
    }
    return sum
  }
}
