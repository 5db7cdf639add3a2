import Foundation
import GestureTesting

/// Tries a property on past failures and on random cases, and simplifies a case that fails.
struct PropertyTest {
  /// The reason why a property does not hold; nil if it holds.
  typealias Verdict = (FingerScript, Stage) -> String?

  let fingers: ScriptGenerator
  let hands: HandGenerator
  let stages: StageGenerator
  let settings: PropertySettings
  let past: PastFailures

  struct Case {
    /// The script with the numbers by which actions keep their noise when others are left out.
    var played: FingerScript
    var hand: Hand
    var scriptChoices: Choices
    var stageChoices: Choices

    /// The script in the form that the property receives.
    var script: FingerScript {
      FingerScript(played.actions.map { ($0 as? Numbered)?.action ?? $0 })
    }
  }

  func check(_ property: (FingerScript, Stage) throws -> some PropertyResult) -> GestureCheck {
    func verdict(_ script: FingerScript, _ stage: Stage) -> String? {
      do {
        return try property(script, stage).propertyFailure
      } catch {
        return "threw \(error)"
      }
    }
    if let problem = settings.problem { return GestureCheck(failure: problem) }
    guard settings.runs >= 0 else {
      return GestureCheck(failure: "runs: expected at least 0, found \(settings.runs)")
    }
    return checkPast(verdict) ?? checkRandom(verdict)
  }

  private func checkRandom(_ verdict: Verdict) -> GestureCheck {
    for run in 0..<settings.runs {
      let first = makeCase(run)
      guard play(first, verdict) != nil else { continue }
      var shrinker = CaseShrinker(simplest: first, fingers: fingers, stages: stages)
      shrinker.run { play($0, verdict) != nil }
      return failure(shrinker, run: run, verdict)
    }
    return GestureCheck(failure: nil)
  }

  private func makeCase(_ run: Int) -> Case {
    var source = SeededGenerator(seed: settings.seed, item: run)
    let size = stages.device.size
    var scriptChoices = Choices(touchArea: size, seed: source.next())
    var handChoices = Choices(touchArea: size, seed: source.next())
    var stageChoices = Choices(touchArea: size, seed: source.next())
    let script = FingerScript(fingers.make(&scriptChoices))
    // The answers are needed if the case fails; the stage itself is made for each play.
    _ = stages.make(&stageChoices)
    return Case(
      played: script, hand: hands.make(&handChoices), scriptChoices: scriptChoices,
      stageChoices: stageChoices)
  }

  private func makeStage(_ choices: Choices, _ hand: Hand) -> Stage {
    var again = Choices(touchArea: choices.touchArea, given: choices.taken)
    let stage = stages.make(&again)
    stage.hand = hand
    return stage
  }

  /// Plays a case on a new stage; nil if the property holds.
  private func play(_ test: Case, _ verdict: Verdict) -> (message: String, log: StageLog)? {
    let stage = makeStage(test.stageChoices, test.hand)
    let log = stage.play(test.played)
    return verdict(test.script, stage).map { ($0, log) }
  }
}

// MARK: - Past failures

extension PropertyTest {
  private func checkPast(_ verdict: Verdict) -> GestureCheck? {
    let paths: [String]
    do {
      paths = try past.paths()
    } catch {
      return GestureCheck(failure: "cannot try past failures: \(error.localizedDescription)")
    }
    for path in paths {
      do {
        let file = try ScriptFile.read(path: path)
        var stageChoices = Choices(
          touchArea: stages.device.size, given: try past.stageAnswers(path))
        _ = stages.make(&stageChoices)
        let test = Case(
          played: file.script, hand: file.hand,
          scriptChoices: Choices(touchArea: file.touchArea), stageChoices: stageChoices)
        guard let (message, log) = play(test, verdict) else { continue }
        let lines = ["fails again for the script of \(path.printable)", message]
        return GestureCheck(
          failure: (lines + code(test) + log.conditions).joined(separator: "\n"), log: log)
      } catch {
        return GestureCheck(failure: "cannot try a past failure: \(error)")
      }
    }
    return nil
  }
}

// MARK: - Message

extension PropertyTest {
  private func failure(_ shrinker: CaseShrinker, run: Int, _ verdict: Verdict) -> GestureCheck {
    let test = shrinker.simplest
    let played = play(test, verdict)
    let log = played?.log
    let text = test.played.touchText(
      on: stages.device.size, isTouchscreen: stages.device.kind == .touchscreen, hand: test.hand)
    var lines = [
      "fails for script \(run + 1) of \(settings.runs) with seed \(settings.seed); the simplest "
        + "one that fails, after \(shrinker.trials.counted("trial")):"
    ]
    lines += code(test)
    lines.append(
      played?.message ?? "holds when it is played again: the property does not depend on it alone")
    lines += log?.conditions ?? []
    lines.append("the same scripts again: GESTURE_SEED=\(settings.seed) GESTURE_RUNS=\(run + 1)")
    if shrinker.isAtLimit {
      lines.append("a limit of \(CaseShrinker.most) trials ended the search")
    }
    var check = GestureCheck(failure: nil, log: log)
    if let text {
      check.scripts = [(name: "failure.touch", bytes: Array(text.utf8))]
      lines.append(past.save(text, test.stageChoices.taken, seed: settings.seed))
    } else {
      lines.append("not kept: a .touch file cannot express this script or this hand")
    }
    check.failure = lines.joined(separator: "\n")
    return check
  }

  /// A test that plays the case, to be pasted; the property itself has no text.
  private func code(_ test: Case) -> [String] {
    let log = makeStage(test.stageChoices, test.hand).log
    let script = test.played.swiftText.split(separator: "\n").map { "  \($0)" }.joined(
      separator: "\n")
    let hasViews = !test.stageChoices.taken.isEmpty && !log.hasOwnViews
    let views = hasViews ? "  // and the views of the test's stage" : ""
    let code = """
      @Test func \(past.nameOfAgain)() {
        let script = \(script.dropFirst(2))
        let stage = \(log.stageText(test.hand.swiftText ?? "..."))\(views)
        stage.play(script)
        // the property of script and stage
      }
      """
    return code.split(separator: "\n").map { "    \($0)" }
  }
}
