import PropertyTesting
import Testing

/// What must not change when the same fingers are played in another way.
@Suite("Symmetries")
struct SymmetryProperties {
  /// What a gesture is, without its times and places.
  private struct Outcome: Equatable, CustomStringConvertible {
    var kind: Gesture.Kind
    var state: GestureState
    var touches: Int?
    var taps: Int?
    var direction: Gesture.Direction?
    /// Microseconds from the start of the play.
    var start: Int64
    var time: Int64

    init(_ gesture: Gesture, since origin: Timestamp) {
      (kind, state) = (gesture.kind, gesture.state)
      (touches, taps, direction) = (gesture.touches, gesture.taps, gesture.direction)
      start = gesture.start.microseconds(since: origin)
      time = gesture.time.microseconds(since: origin)
    }

    var description: String {
      let words = [touches.map { "\($0)" }, taps.map { "\($0) taps" }, direction?.rawValue]
      return ([kind.rawValue, state.rawValue] + words.compactMap { $0 }).joined(separator: " ")
        + " \(start)-\(time)"
    }
  }

  private func outcomes(_ log: StageLog) -> [Outcome] {
    log.gestures.map { Outcome($0, since: log.start) }
  }

  private func compare(_ first: [Outcome], _ second: [Outcome]) -> Findings {
    var findings = Findings()
    findings.expect(first == second, "first \(first), then \(second)")
    return findings
  }

  /// Without the checkmark, the one gesture that has a side.
  private static var profile: Profile {
    var profile = Profile.everything
    profile.checkmark.rule = .off
    return profile
  }

  private static let anything = ScriptGenerator.oneOf([
    .fingers(1...5).repeated(1...2, after: 0...1),
    .gestures(fingers: 1...5).repeated(1...2, after: 0...1),
    .gestures(fingers: 1...3).together(with: .gestures()), .gestures(fingers: 1...3).interrupted(),
  ])

  private static var stages: StageGenerator { .device(.touchpad(), profile: profile) }

  private func mirrored(_ direction: Gesture.Direction?) -> Gesture.Direction? {
    switch direction {
    case .left: .right
    case .right: .left
    case .clockwise: .counterclockwise
    case .counterclockwise: .clockwise
    default: direction
    }
  }

  private func mirrored(_ log: StageLog) -> [ContactFrame] {
    log.frames.map { frame in
      var frame = frame
      for index in frame.contacts.indices {
        frame.contacts[index].position.x = log.device.size.width - frame.contacts[index].position.x
      }
      return frame
    }
  }

  @Test("Mirrored fingers make mirrored gestures, whatever was played before")
  func mirror() {
    forAll(fingers: SymmetryProperties.anything, on: SymmetryProperties.stages, runs: 200) {
      _, stage in
      let log = stage.log
      var plain = outcomes(log)
      for index in plain.indices { plain[index].direction = mirrored(plain[index].direction) }
      return compare(plain, outcomes(stage.play(mirrored(log), from: log.start)))
    }
  }

  @Test("The same fingers make the same gestures again, at any time")
  func again() {
    forAll(fingers: SymmetryProperties.anything, on: .everything, runs: 200) { _, stage in
      let log = stage.log
      stage.wait(1000)
      return compare(outcomes(log), outcomes(stage.play(log.frames, from: log.start)))
    }
  }

  @Test("The order of contacts in a frame and their numbers make no difference")
  func order() {
    forAll(fingers: SymmetryProperties.anything, on: .everything, runs: 200) { _, stage in
      let log = stage.log
      let frames = log.frames.map { frame in
        var frame = frame
        frame.contacts.reverse()
        for index in frame.contacts.indices {
          frame.contacts[index].id = 1000 - frame.contacts[index].id
        }
        return frame
      }
      return compare(outcomes(log), outcomes(stage.play(frames, from: log.start)))
    }
  }

  @Test("A sensor with twice the report rate recognizes the same gestures")
  func rate() {
    forAll(fingers: .gestures(fingers: 1...4).repeated(1...2), hands: .perfect) { script, stage in
      func words(_ log: StageLog) -> [[String?]] {
        log.gestures.map {
          [$0.kind.rawValue, $0.direction?.rawValue, "\($0.touches ?? 0)", "\($0.taps ?? 0)"]
        }
      }
      let slow = words(stage.log)
      stage.hand = stage.hand.sampled(at: 200)
      return slow == words(stage.play(script))
    }
  }

  @Test("Letting time pass between frames, to each deadline, makes no difference")
  func advanced() {
    forAll(fingers: SymmetryProperties.anything, on: .everything) { _, stage in
      let log = stage.log
      let fresh = Stage(stage.device, profile: .everything)
      let application = fresh.application
      var gestures: [Gesture] = []
      application.arbiter.observer = { recognizer, gesture in
        if recognizer.isOutcome(gesture) { gestures.append(gesture) }
      }
      for frame in log.frames {
        while let deadline = application.nextDeadline, deadline <= frame.time {
          application.advance(to: deadline)
        }
        application.send(frame)
      }
      application.finish()
      return compare(outcomes(log), gestures.map { Outcome($0, since: log.start) })
    }
  }
}
