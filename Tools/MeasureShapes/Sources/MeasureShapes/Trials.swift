/// An answer about a drawing, and what is true of it.
struct Trial {
  var user: Int
  var score: Double
  /// Whether the drawing is of a class that was taught.
  var isKnown: Bool
  /// Whether it is known, and the name is right.
  var isRight: Bool
  var isAccepted: Bool?
}

/// Asks a contender about all drawings of lessons.
func trials(_ contender: inout some Contender, _ lessons: [Lesson], of file: StrokeFile) -> [Trial]
{
  lessons.flatMap { lesson in
    contender.teach(lesson.examples, of: file)
    return (lesson.known.map { ($0, true) } + lesson.strangers.map { ($0, false) }).map {
      drawing, isKnown in
      let answer = contender.answer(drawing, of: file)
      return Trial(
        user: lesson.user, score: answer.score, isKnown: isKnown,
        isRight: isKnown && answer.number == file.classes[drawing],
        isAccepted: answer.isAccepted)
    }
  }
}

/// A share, or another number from 0 to 1, with its interval of 95 % confidence.
struct Estimate {
  var value: Double
  var low: Double
  var high: Double
}

/// A share in percent with one decimal.
func percent(_ share: Double) -> String {
  let tenths = Int((share * 1000).rounded())
  return "\(tenths / 10).\(tenths % 10)"
}

/// How a number is estimated from trials of several users.
struct Estimation {
  /// The quantile of Student's distribution for 95 % of six users: 2.571, with five degrees of
  /// freedom.
  private static let quantile = 2.571

  var userCount: Int
  /// How many different drawings the trials are of.
  var drawingCount: Int

  /// With six users: the standard error is that of leaving out one user at a time (jackknife). With
  /// two there is no such error, and the interval is Wilson's, as if the drawings were independent.
  func callAsFunction(_ trials: [Trial], _ statistic: ([Trial]) -> Double) -> Estimate {
    let value = statistic(trials)
    guard userCount > 2 else { return wilson(value, of: drawingCount) }
    let values = (0..<userCount).map { user in statistic(trials.filter { $0.user != user }) }
    let count = Double(userCount)
    let mean = values.reduce(0, +) / count
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } * (count - 1) / count
    let margin = Estimation.quantile * variance.squareRoot()
    return Estimate(value: value, low: max(0, value - margin), high: min(1, value + margin))
  }
}

/// Wilson's interval of a share.
func wilson(_ share: Double, of count: Int) -> Estimate {
  let z = 1.96
  let (n, square) = (Double(max(1, count)), z * z)
  let center = (share + square / (2 * n)) / (1 + square / n)
  let margin = z * (share * (1 - share) / n + square / (4 * n * n)).squareRoot() / (1 + square / n)
  return Estimate(value: share, low: max(0, center - margin), high: min(1, center + margin))
}

enum Statistics {
  /// The share of known drawings that are named rightly.
  static func accuracy(_ trials: [Trial]) -> Double {
    share(of: trials.filter(\.isKnown), \.isRight)
  }

  /// The share of known drawings that are named rightly, and accepted.
  static func recognized(_ trials: [Trial]) -> Double {
    share(of: trials.filter(\.isKnown)) { $0.isRight && $0.isAccepted == true }
  }

  /// The share of strangers that are accepted.
  static func wronglyAccepted(_ trials: [Trial]) -> Double {
    share(of: trials.filter { !$0.isKnown }) { $0.isAccepted == true }
  }

  /// The share of known drawings that are not accepted.
  static func wronglyRefused(_ trials: [Trial]) -> Double {
    share(of: trials.filter(\.isKnown)) { $0.isAccepted == false }
  }

  /// The share of known drawings that are accepted under another name.
  static func wronglyNamed(_ trials: [Trial]) -> Double {
    share(of: trials.filter(\.isKnown)) { $0.isAccepted == true && !$0.isRight }
  }

  /// The share of strangers above, and of known drawings below, the score at which both are equal.
  static func equalErrorRate(_ trials: [Trial]) -> Double {
    let sorted = trials.sorted { $0.score < $1.score }
    let known = Double(trials.count(where: \.isKnown))
    let strangers = Double(trials.count) - known
    var (refused, accepted) = (0.0, strangers)
    var last = (refused: 0.0, accepted: 1.0)
    var index = 0
    while index < sorted.count {
      // Equal scores are accepted or refused together.
      let score = sorted[index].score
      while index < sorted.count, sorted[index].score == score {
        if sorted[index].isKnown { refused += 1 } else { accepted -= 1 }
        index += 1
      }
      let now = (refused: refused / known, accepted: accepted / strangers)
      if now.refused >= now.accepted {
        // Where the line between the last two crosses.
        let gap = last.accepted - last.refused
        let change = gap + (now.refused - now.accepted)
        let part = change > 0 ? gap / change : 0
        return last.refused + part * (now.refused - last.refused)
      }
      last = now
    }
    return last.refused
  }

  private static func share(of trials: [Trial], _ isCounted: (Trial) -> Bool) -> Double {
    trials.isEmpty ? 0 : Double(trials.count(where: isCounted)) / Double(trials.count)
  }
}
