import Checking
import Timeline

/// The number of touches with a wrong answer, by recording.
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

  /// The errors per touch; nil without touches.
  package var share: Double? { Proportion(errors, of: touches).share }

  /// The errors per minute of the recordings; nil without any time.
  package var perMinute: Double? { seconds > 0 ? Double(errors) / seconds * 60 : nil }

  /// The range of the true ``share`` with 95 % confidence.
  ///
  /// The interval is Wilson's, for the number of independent touches: touches of a recording
  /// resemble each other, so their number is divided by the design effect (L. Kish, "Survey
  /// Sampling", 1965), that of these recordings or, if greater, that of ``correlation``.
  package var interval: ClosedRange<Double> {
    let effect = designEffect
    let trials = max(1, Int((Double(touches) / effect).rounded(.down)))
    return Proportion(Int((Double(errors) / effect).rounded()), of: trials).interval
  }

  /// The range of the true ``perMinute``; nil without any time.
  package var perMinuteInterval: ClosedRange<Double>? {
    guard seconds > 0 else { return nil }
    let rate = Double(touches) / seconds * 60
    return interval.lowerBound * rate...interval.upperBound * rate
  }

  /// The least assumed correlation of a recording's touches: more than the correlation of fingers
  /// on five touchpads, which is nothing (measured).
  static let correlation = 0.05

  /// The factor by which the share varies more than if all touches were independent; at least 1.
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

/// The errors with a setting: palms and thumbs with an answer, and fingers without one.
package struct SettingErrors: Sendable {
  /// The counts in the order of the recordings.
  package var recordings: [(part: TouchpadPart, count: ErrorCount.Recording)] = []

  /// The errors of palms and thumbs.
  package func unintended(without left: Int? = nil) -> ErrorCount { count(\.isUnintended, left) }

  package func fingers(without left: Int? = nil) -> ErrorCount { count({ $0 == .fingers }, left) }

  private func count(_ isWanted: (TouchpadPart) -> Bool, _ left: Int?) -> ErrorCount {
    let kept = recordings.indices.filter { $0 != left && isWanted(recordings[$0].part) }
    return ErrorCount(recordings: kept.map { recordings[$0].count })
  }
}
