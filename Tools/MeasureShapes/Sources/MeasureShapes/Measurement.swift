import ShapePeers
import Shapes

/// The contenders on one file: all names, and refusals.
struct Measurement {
  /// What its drawings consist of: `single` or `several` strokes.
  let strokes: String
  let file: StrokeFile
  let draws: Int
  let naming: [TrainingSplit]
  let refusal: [TrainingSplit]
  /// For each contender, in order.
  private(set) var rows: [Row] = []

  struct Row {
    var name: String
    /// In the order of the splits.
    var accuracies: [Estimate]
    var refusals: [Refusal]
  }

  struct Refusal {
    var equalErrorRate: Estimate
    /// With the contender's own thresholds, if it has any.
    var wronglyAccepted: Estimate?
    var wronglyRefused: Estimate?
    var wronglyNamed: Estimate?
    var trials: [Trial]
  }

  mutating func measure(_ contender: some Contender) {
    var contender = contender
    progress("  \(contender.name)")
    let estimate = Estimation(userCount: file.userCount, drawingCount: file.drawings.count)
    let half = Estimation(userCount: file.userCount, drawingCount: file.drawings.count / 2)
    let accuracies = naming.map { split in
      let lessons = file.lessons(split, classCount: file.classNames.count, draws: draws)
      let answers = trials(&contender, lessons, of: file)
      return estimate(answers, Statistics.accuracy)
    }
    let refusals = refusal.map { split in
      let lessons = file.lessons(split, classCount: file.classNames.count / 2, draws: draws)
      let answers = trials(&contender, lessons, of: file)
      let hasThreshold = answers.first?.isAccepted != nil
      return Refusal(
        equalErrorRate: half(answers, Statistics.equalErrorRate),
        wronglyAccepted: hasThreshold ? half(answers, Statistics.wronglyAccepted) : nil,
        wronglyRefused: hasThreshold ? half(answers, Statistics.wronglyRefused) : nil,
        wronglyNamed: hasThreshold ? half(answers, Statistics.wronglyNamed) : nil,
        trials: hasThreshold ? answers : [])
    }
    rows.append(Row(name: contender.name, accuracies: accuracies, refusals: refusals))
  }

  /// The trials of the classifier, where the examples are the user's own or not.
  func classifierTrials(own: Bool) -> [Trial] {
    zip(refusal, rows[0].refusals).filter { $0.0.isOwn == own }.flatMap { $0.1.trials }
  }
}
