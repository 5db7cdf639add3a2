import Checking
import Timeline

/// How many touches went wrong, by recording.
package struct ErrorCount: Hashable, Sendable {
  package struct Recording: Hashable, Sendable {
    var errors: Int
    var touches: Int
    var seconds: Double
  }

  package var recordings: [Recording]

  package var errors: Int { recordings.reduce(0) { $0 + $1.errors } }
  package var touches: Int { recordings.reduce(0) { $0 + $1.touches } }
  private var seconds: Double { recordings.reduce(0) { $0 + $1.seconds } }

  /// Errors per touch; nil without touches.
  package var share: Double? { Proportion(errors, of: touches).share }

  /// Errors per minute of the recordings; nil without any time.
  package var perMinute: Double? { seconds > 0 ? Double(errors) / seconds * 60 : nil }

  /// The range in which ``share`` is with 95 % confidence.
  ///
  /// It is Wilson's, for as many touches as are independent: touches of a recording resemble each
  /// other, so their number is divided by the design effect (L. Kish, "Survey Sampling", 1965),
  /// that of these recordings or, if greater, that of ``correlation``.
  package var interval: ClosedRange<Double> {
    let effect = designEffect
    let trials = max(1, Int((Double(touches) / effect).rounded(.down)))
    return Proportion(Int((Double(errors) / effect).rounded()), of: trials).interval
  }

  /// The range in which ``perMinute`` is; nil without any time.
  package var perMinuteInterval: ClosedRange<Double>? {
    guard seconds > 0 else { return nil }
    let rate = Double(touches) / seconds * 60
    return interval.lowerBound * rate...interval.upperBound * rate
  }

  /// How much touches of a recording resemble each other at least, as a correlation: more than
  /// those of fingers on five touchpads do, which is nothing (measured).
  static let correlation = 0.05

  /// By how much more the share varies than if all touches were independent; at least 1.
  private var designEffect: Double {
    let used = recordings.filter { $0.touches > 0 }
    guard used.count > 1, let share else { return max(1, Double(touches)) }
    let squares = used.reduce(0.0) { $0 + Double($1.touches) * Double($1.touches) }
    let usual = 1 + (squares / Double(touches) - 1) * ErrorCount.correlation
    let independent = share * (1 - share) * Double(touches)
    guard independent > 0 else { return max(1, usual) }
    let deviations = used.reduce(0.0) { sum, recording in
      let deviation = Double(recording.errors) - share * Double(recording.touches)
      return sum + deviation * deviation
    }
    let count = Double(used.count)
    return max(1, usual, deviations * count / (count - 1) / independent)
  }
}

/// The errors with a setting: palms and thumbs to which something answers, and fingers to which
/// nothing does.
package struct SettingErrors: Sendable {
  /// In the order of the recordings.
  package var recordings: [(part: TouchpadPart, count: ErrorCount.Recording)] = []

  /// Of palms and thumbs.
  package func unintended(without left: Int? = nil) -> ErrorCount { count(\.isUnintended, left) }

  package func fingers(without left: Int? = nil) -> ErrorCount { count({ $0 == .fingers }, left) }

  private func count(_ isWanted: (TouchpadPart) -> Bool, _ left: Int?) -> ErrorCount {
    let kept = recordings.indices.filter { $0 != left && isWanted(recordings[$0].part) }
    return ErrorCount(recordings: kept.map { recordings[$0].count })
  }
}
