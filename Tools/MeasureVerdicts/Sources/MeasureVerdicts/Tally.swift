import Checking
import Gestures

/// How many verdicts agree with what was changed.
struct Tally {
  var cases = 0
  var first = 0
  var named = 0
  var answered = 0
  var sufficing = 0
  var near = 0
  var compared = 0
  var worst = 0.0

  mutating func add(
    _ verdict: Verdict, _ losses: [Loss], of gesture: LostGesture, _ profile: Profile,
    seconds: Double
  ) {
    cases += 1
    worst = max(worst, seconds)
    let keys = losses.map(\.parameter.key)
    let all =
      verdict.unmet.compactMap(\.parameter) + verdict.settings.map(\.parameter)
      + verdict.alternatives.map(\.parameter)
    if let parameter = verdict.unmet.first?.parameter, keys.contains(parameter) { first += 1 }
    if keys.allSatisfy(all.contains) { named += 1 }
    guard !verdict.settings.isEmpty else { return }
    answered += 1
    if gesture.isRecognized(profile.changed(by: verdict.settings)) { sufficing += 1 }
    guard losses.count == 1, verdict.settings.count == 1,
      verdict.settings[0].parameter == keys[0],
      case .number(let value) = verdict.settings[0].value
    else { return }
    compared += 1
    if losses[0].isNear(value) { near += 1 }
  }

  var line: String {
    func share(_ count: Int, _ all: Int) -> String {
      all == 0 ? "-" : "\(count)/\(all)"
    }
    return "\(cases) first \(share(first, cases)) named \(share(named, cases))"
      + " answered \(share(answered, cases)) suffices \(share(sufficing, answered))"
      + " near \(share(near, compared)) worst \(Int(worst * 1000)) ms"
  }
}
