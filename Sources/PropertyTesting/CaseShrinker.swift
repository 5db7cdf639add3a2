import GestureTesting

/// A search for the simplest case that still fails: with fewer repetitions, and with answers nearer
/// to the simplest ones. The hand and the noise of actions stay, or the perfect hand replaces it.
struct CaseShrinker {
  private(set) var simplest: PropertyTest.Case
  private(set) var trials = 0
  let fingers: ScriptGenerator
  let stages: StageGenerator

  static let most = 2000
  var isAtLimit: Bool { trials >= CaseShrinker.most }

  mutating func run(_ fails: (PropertyTest.Case) -> Bool) {
    var perfect = simplest
    perfect.hand = .perfect.sampled(at: simplest.hand.sensor.rate)
    _ = attempt(perfect, fails)
    var last: [[Int]] = []
    repeat {
      last = [simplest.scriptChoices.taken, simplest.stageChoices.taken]
      for part in [\PropertyTest.Case.scriptChoices, \.stageChoices] {
        leaveOutRepetitions(part, fails)
        simplifyAnswers(part, fails)
      }
    } while last != [simplest.scriptChoices.taken, simplest.stageChoices.taken]
    // The case without the numbers by which actions keep their noise, if they are not needed.
    var plain = simplest
    plain.played = plain.script
    _ = attempt(plain, fails)
  }

  private mutating func attempt(
    _ candidate: PropertyTest.Case, _ fails: (PropertyTest.Case) -> Bool
  ) -> Bool {
    if isAtLimit { return false }
    trials += 1
    guard fails(candidate) else { return false }
    simplest = candidate
    return true
  }

  private typealias Part = WritableKeyPath<PropertyTest.Case, Choices>

  private mutating func attempt(
    _ answers: [Int], of part: Part, _ fails: (PropertyTest.Case) -> Bool
  ) -> Bool {
    let old = simplest[keyPath: part]
    var candidate = simplest
    var choices = Choices(touchArea: old.touchArea, given: answers)
    if part == \PropertyTest.Case.scriptChoices {
      candidate.played = FingerScript(fingers.make(&choices))
    } else {
      _ = stages.make(&choices)
    }
    guard CaseShrinker.isSimpler(choices.taken, than: old.taken) else { return false }
    candidate[keyPath: part] = choices
    return attempt(candidate, fails)
  }

  /// Whether answers are simpler: fewer, or as many that are lower first.
  private static func isSimpler(_ new: [Int], than old: [Int]) -> Bool {
    new.count == old.count ? new.lexicographicallyPrecedes(old) : new.count < old.count
  }

  private mutating func leaveOutRepetitions(_ part: Part, _ fails: (PropertyTest.Case) -> Bool) {
    var index = 0
    while index < simplest[keyPath: part].repetitions.count {
      let choices = simplest[keyPath: part]
      var answers = choices.taken
      answers.removeSubrange(choices.repetitions[index])
      if !attempt(answers, of: part, fails) { index += 1 }
    }
  }

  private mutating func simplifyAnswers(_ part: Part, _ fails: (PropertyTest.Case) -> Bool) {
    var index = 0
    while index < simplest[keyPath: part].taken.count {
      simplify(index, part, fails)
      index += 1
    }
  }

  /// Halves the steps, by twos first, since those of a number go up and down by turns.
  private mutating func simplify(_ index: Int, _ part: Part, _ fails: (PropertyTest.Case) -> Bool) {
    func answers(_ value: Int) -> [Int] {
      var answers = simplest[keyPath: part].taken
      answers[index] = value
      return answers
    }
    func current() -> Int? { simplest[keyPath: part].taken.dropFirst(index).first }
    guard let start = current(), start > 0, !attempt(answers(0), of: part, fails),
      !simplest[keyPath: part].repetitionAnswers.contains(index)
    else { return }
    var step = start / 2
    while step > 0 {
      let even = max(step - step % 2, 1)
      guard let value = current(), value > 0 else { return }
      if value <= even || !attempt(answers(value - even), of: part, fails) { step /= 2 }
    }
  }
}
