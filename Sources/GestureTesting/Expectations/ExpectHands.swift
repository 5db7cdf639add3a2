/// Expects that people's hands produce the gestures of a script reliably.
///
/// ```swift
/// @Test func doubleTapsOfPeople() {
///   expectGestures(of: FingerScript { Tap(count: 2) }, hands: 200, atLeast: 0.99) { Tap(count: 2) }
/// }
/// ```
///
/// Each hand is another person's: ``TouchScript/Hand/person(_:)``. The expectation is met if the
/// interval of 95 % confidence of the share of hands that produce exactly the expected gestures is
/// above `atLeast`. While it contains `atLeast`, more hands play. A failure contains the numbers of
/// the hands that failed, grouped by the reason.
///
/// - Parameters:
///   - hands: The number of people who play the script at first.
///   - share: The share of hands to show, from 0 to less than 1.
///   - stage: Makes a stage for each hand; the stage's own hand determines the rate.
///   - fail: Receives a failure, as `XCTFail` does; nil reports it to Swift Testing.
/// - Returns: Whether the share is shown.
@discardableResult
public func expectGestures(
  of script: FingerScript, hands: Int, atLeast share: Double,
  on stage: @autoclosure () -> Stage = Stage(), _ rule: GestureDiff.Rule = .exactly,
  tolerances: GestureTolerances = .standard, reporting fail: FailureReporter? = nil,
  file: StaticString = #filePath, line: UInt = #line,
  sourceLocation: SourceLocation = #_sourceLocation,
  @ExpectationBuilder expected: () -> [GestureExpectation]
) -> Bool {
  var trial = HandTrial(script: script, rule: rule, tolerances: tolerances, expected: expected())
  trial.run(hands: hands, atLeast: share, on: stage)
  return trial.check(atLeast: share).report(to: fail, file, line, at: sourceLocation)
}

/// A script that one hand plays after the other.
struct HandTrial {
  /// Hands that failed for one reason.
  struct Group {
    var reason: String
    var first: StageLog
    var people: [UInt64] = []
  }

  let script: FingerScript
  let rule: GestureDiff.Rule
  let tolerances: GestureTolerances
  let expected: [GestureExpectation]
  /// The number of hands that produced the gestures, and of all hands.
  private(set) var successes = Proportion(0, of: 0)
  /// The groups by reason, without the numbers in it.
  private(set) var groups: [String: Group] = [:]
  private(set) var firstFailure: StageLog?

  /// The factor by which more hands play, once: each further look is another chance of an error.
  private static let factor = 4
  private static let most = 100_000

  mutating func run(hands: Int, atLeast share: Double, on makeStage: () -> Stage) {
    let enough = Proportion.fewestTrials(showing: share) ?? 0
    let first = min(max(hands, 1), Self.most)
    play(until: first, on: makeStage)
    // A share that has become impossible needs no further hands.
    for count in [max(first, enough), max(first, enough) * Self.factor] where isUndecided(share) {
      play(until: min(count, Self.most), on: makeStage)
    }
  }

  private func isUndecided(_ share: Double) -> Bool {
    successes.interval.lowerBound < share && successes.interval.upperBound >= share && share < 1
  }

  private mutating func play(until count: Int, on makeStage: () -> Stage) {
    while successes.trials < count {
      let number = UInt64(successes.trials)
      let stage = makeStage()
      let sensor = stage.hand.sensor
      stage.hand = .person(number).sampled(at: sensor.rate).dropping(sensor.droppedFrames)
      let log = stage.play(script)
      // The recognizers' own reasons are enough to separate groups, and need no searches.
      var quick = log
      quick.profile = nil
      let diff = diff(quick)
      successes.trials += 1
      if diff.isMatch {
        successes.successes += 1
      } else {
        add(number, diff, log)
      }
    }
  }

  private mutating func add(_ person: UInt64, _ diff: GestureDiff, _ log: StageLog) {
    let reason = diff.firstProblem ?? "other gestures"
    let kind = String(reason.filter { !$0.isNumber })
    groups[kind, default: Group(reason: reason, first: log)].people.append(person)
    if firstFailure == nil { firstFailure = log }
  }

  private func diff(_ log: StageLog) -> GestureDiff {
    GestureDiff(of: log, expected: expected, rule, tolerances: tolerances)
  }

  func check(atLeast share: Double) -> GestureCheck {
    if successes.interval.lowerBound >= share { return GestureCheck(failure: nil) }
    return GestureCheck(failure: message(share), log: firstFailure)
  }

  private static let maximumNames = 8

  private func message(_ share: Double) -> String {
    let percent = (share * 100).text(decimals: 0...3)
    var lines = [
      "gestures of the script by people's hands: \(successes) as expected, at least \(percent) % wanted"
    ]
    for group in groups.values.sorted(by: {
      (-$0.people.count, $0.reason) < (-$1.people.count, $1.reason)
    }) {
      let names = group.people.prefix(Self.maximumNames).map(String.init).joined(separator: ", ")
      let more = group.people.count > Self.maximumNames ? ", ..." : ""
      let reason = diff(group.first).firstProblem ?? group.reason
      lines.append("  \(group.people.count.counted("hand")): \(reason) (person \(names)\(more))")
    }
    if !(share < 1) {
      lines.append("  no number of hands shows that: ask for less than 1, as in 0.99")
    } else if groups.isEmpty {
      lines.append("  none failed, but so few hands do not show it")
    }
    return (lines + (firstFailure?.conditions ?? [])).joined(separator: "\n")
  }
}

extension GestureDiff {
  /// The first difference, with its reason; nil if all gestures are as expected.
  var firstProblem: String? {
    for row in rows {
      switch row {
      case .match, .other: continue
      case .missing(let expectation, let sentences):
        return sentences.first ?? "no \(expectation)"
      case .difference(let expectation, _, let details, _):
        return GestureTable.wrong("\(expectation)", details)
      case .unexpected(let gesture): return "unexpected \(gesture.phrase)"
      }
    }
    return nil
  }
}
