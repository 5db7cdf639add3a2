/// The tables of the recognizers.
enum Tables {
  /// Right names and equal error rates of all recognizers, and refusals at the learned thresholds.
  static func recognizers(_ measurements: [Measurement]) -> DataTable {
    var table = DataTable(
      columns: ["strokes", "recognizer", "examples", "measure"] + Estimate.columns)
    for measurement in measurements {
      func add(
        _ row: Measurement.Row, _ split: TrainingSplit, _ measure: String, _ value: Estimate?
      ) {
        guard let value else { return }
        table.rows.append([measurement.strokes, row.name, split.name, measure] + value.cells)
      }
      for row in measurement.rows {
        for (split, accuracy) in zip(measurement.naming, row.accuracies) {
          add(row, split, "right names", accuracy)
        }
        for (split, refusal) in zip(measurement.refusal, row.refusals) {
          add(row, split, "equal error rate", refusal.equalErrorRate)
          add(row, split, "strangers accepted", refusal.wronglyAccepted)
          add(row, split, "refused", refusal.wronglyRefused)
          add(row, split, "accepted under another name", refusal.wronglyNamed)
        }
      }
    }
    return table
  }

  /// How many of the classifier's answers are right, by their score.
  static func scores(_ measurements: [Measurement]) -> DataTable {
    var table = DataTable(columns: [
      "strokes", "examples", "score_from", "score_to", "right_percent", "drawings_percent",
      "mean_error_percent",
    ])
    for measurement in measurements {
      for (name, isOwn) in [("own", true), ("of others", false)] {
        let reliability = Reliability(measurement.classifierTrials(own: isOwn))
        for bin in 0..<10 {
          guard let (right, all) = reliability.shares(bin) else { continue }
          table.rows.append([
            measurement.strokes, name, "\(Double(bin) / 10)", "\(Double(bin + 1) / 10)",
            percent(right), percent(all), "",
          ])
        }
        table.rows.append(
          [measurement.strokes, name, "0.0", "1.0", "", "100.0", percent(reliability.error)])
      }
    }
    return table
  }
}

/// How often drawings of a score are right, with as many strangers as known ones.
struct Reliability {
  private struct Bin {
    var weight = 0.0
    var right = 0.0
    var score = 0.0
    var count = 0
  }

  private var bins = Array(repeating: Bin(), count: 10)

  init(_ trials: [Trial]) {
    let known = Double(max(1, trials.count(where: \.isKnown)))
    let strangers = Double(max(1, trials.count { !$0.isKnown }))
    for trial in trials {
      let weight = 0.5 / (trial.isKnown ? known : strangers)
      let bin = max(0, min(9, Int(trial.score * 10)))
      bins[bin].weight += weight
      bins[bin].score += weight * trial.score
      if trial.isRight { bins[bin].right += weight }
      bins[bin].count += 1
    }
  }

  /// The share that is right, and the share of all drawings that have such a score.
  func shares(_ bin: Int) -> (right: Double, all: Double)? {
    let bin = bins[bin]
    return bin.count > 0 ? (bin.right / bin.weight, bin.weight) : nil
  }

  /// The mean difference of score and share, weighted by the number of drawings.
  var error: Double { bins.reduce(0) { $0 + abs($1.score - $1.right) } }
}
