import PropertyTesting
import Testing

/// What holds for whatever fingers do, with sense or without.
@Suite("Touches and recognizers")
struct TouchProperties {
  /// Fingers of all sorts, gestures and interruptions.
  static let anything = ScriptGenerator.oneOf([
    .fingers(0...5).repeated(1...3, after: 0...1),
    .gestures(fingers: 1...5).repeated(1...3, after: 0...1),
    .gestures(fingers: 1...3).together(with: .gestures()), .fingers(1...4).interrupted(),
    .gestures(fingers: 1...3).interrupted(),
  ])

  /// Views in the window and in each other, of which each may have recognizers.
  private static var views: StageGenerator {
    StageGenerator { choices in
      let frames = choices.repeating(0...4) { choices in
        (
          frame: Rect(
            x: choices.number(0...60, step: 10), y: choices.number(0...40, step: 10),
            width: choices.number(20...80, step: 10), height: choices.number(20...60, step: 10)),
          isInside: choices.flag(), hasSeveral: choices.flag(), hasRecognizers: choices.flag()
        )
      }
      let isExclusive = choices.flag()
      return Stage(policy: isExclusive ? ExclusivePolicy() : StandardPolicy()) { window in
        RecognizerSet(profile: .everything).attach(to: window)
        for view in frames {
          let child = View(frame: view.frame)
          child.isMultipleTouchEnabled = view.hasSeveral
          (view.isInside ? window.subviews.last ?? window : window).addSubview(child)
          if view.hasRecognizers { RecognizerSet(profile: .standard).attach(to: child) }
        }
      }
    }
  }

  @Test("Each touch that a view receives begins once, and ends or is cancelled once")
  func lives() {
    forAll(fingers: TouchProperties.anything, on: TouchProperties.views, runs: 200) { _, stage in
      var findings = Findings()
      var down: Set<Touch.ID> = []
      var known: Set<Touch.ID> = []
      for entry in stage.log.touches {
        let id = entry.touch.id
        switch entry.touch.phase {
        case .began:
          findings.expect(known.insert(id).inserted, "touch \(id) began twice")
          down.insert(id)
        case .moved, .stationary:
          findings.expect(down.contains(id), "touch \(id) moved while it was not down")
        case .ended, .cancelled:
          findings.expect(down.remove(id) != nil, "touch \(id) finished while it was not down")
        }
      }
      findings.expect(down.isEmpty, "touches \(down.sorted()) never ended")
      return findings
    }
  }

  @Test("Fingers that are down at an interruption are no touches until they have lifted")
  func interrupted() {
    let fingers = ScriptGenerator.oneOf([.fingers(1...4), .gestures(fingers: 1...3)]).interrupted()
    forAll(fingers: fingers, on: .everything, runs: 200) { _, stage in
      var findings = Findings()
      let fingers = stage.log.fingers.filter { !$0.isInterrupted }
      let interruption = stage.log.frames.first(where: \.isInterrupted)?.time ?? .max
      for gesture in stage.log.gestures where gesture.state != .cancelled {
        findings.expect(
          gesture.time < interruption || gesture.start > interruption,
          "\(gesture.kind) goes on after the interruption")
        findings.expect(
          gesture.start < interruption || fingers.contains { $0.start == gesture.start },
          "\(gesture.kind) starts without a finger that touched down")
      }
      let began = stage.log.touches.filter { $0.touch.phase == .began }.map(\.touch.id)
      findings.expect(Set(began).count == began.count, "a touch began twice")
      return findings
    }
  }

  @Test("Recognizers follow the table of states, and none is left in progress")
  func states() {
    forAll(fingers: TouchProperties.anything, on: .everything, runs: 200) { _, stage in
      var findings = Findings()
      var states: [Gesture.Kind: GestureState] = [:]
      for change in stage.log.changes {
        let last = states[change.kind] ?? .possible
        let isNew = change.from == .possible && (last.isFinal || last == .possible)
        findings.expect(
          isNew || change.from == last || (last == .began && change.from == .changed),
          "\(change.kind) was \(last), not \(change.from)")
        findings.expect(
          change.from.allows(change.to), "\(change.kind) went from \(change.from) to \(change.to)")
        states[change.kind] = change.to
      }
      for (kind, state) in states { findings.expect(!state.isActive, "\(kind) never ended") }
      return findings
    }
  }

  @Test("A gesture is made by fingers that are down: its start, its end, its number")
  func fingers() {
    forAll(fingers: TouchProperties.anything, on: .everything, runs: 200) { _, stage in
      var findings = Findings()
      let fingers = stage.log.fingers
      for gesture in stage.log.gestures {
        findings.expect(gesture.start <= gesture.time, "\(gesture.kind) starts after its end")
        findings.expect(
          fingers.contains { $0.start == gesture.start }, "\(gesture.kind) starts with a finger")
        let most = fingers.filter { $0.start <= gesture.time && $0.end >= gesture.start }.most
        findings.expect(
          (1...most).contains(gesture.touches ?? 1), "\(gesture.kind) has at most \(most) fingers")
      }
      return findings
    }
  }

  @Test("Fingers that are down together make at most one gesture besides taps")
  func one() {
    forAll(fingers: TouchProperties.anything, runs: 200) { _, stage in
      var findings = Findings()
      for hand in stage.log.hands where hand.count == 1 || !hand.areAmbiguous {
        let gestures = stage.log.gestures.filter { gesture in
          gesture.kind != .tap && gesture.state != .cancelled
            && gesture.time > hand.firstDown && gesture.time <= hand.lastUp
        }
        findings.expect(gestures.count <= 1, "gestures \(gestures.map(\.kind)) of one hand")
      }
      return findings
    }
  }

  @Test("A failure has a reason, whose measure is on the wrong side of its limit")
  func reasons() {
    forAll(fingers: TouchProperties.anything, on: .everything, runs: 200) { _, stage in
      var findings = Findings()
      for change in stage.log.changes where change.to == .failed || change.to == .cancelled {
        guard let reason = change.reason else {
          findings.expect(false, "\(change.kind) \(change.to) without a reason")
          continue
        }
        findings.expect(reason.time <= change.time, "\(change.sentence) before its reason")
        guard let measured = reason.measured, let limit = reason.limit else { continue }
        switch reason.cause {
        case .movement, .position, .duration, .deviation, .pause, .hook:
          findings.expect(measured > limit, change.sentence)
        case .distance, .dominance:
          findings.expect(measured <= limit, change.sentence)
        case .tooShort, .length, .straightness:
          findings.expect(measured < limit, change.sentence)
        case .touches, .taps, .angle, .ratio, .direction:
          findings.expect(measured != limit, change.sentence)
        default: break
        }
      }
      return findings
    }
  }
}
