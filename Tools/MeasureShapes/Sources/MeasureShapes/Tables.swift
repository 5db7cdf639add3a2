/// The tables of the page.
enum Tables {
  static func table(_ head: [String], _ rows: [[String]]) -> String {
    let lines = [head, head.map { _ in "---" }] + rows
    return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  static func naming(_ measurement: Measurement) -> String {
    table(
      ["right names, %"] + measurement.naming.map(\.name),
      measurement.rows.map { [$0.name] + $0.accuracies.map(\.text) })
  }

  static func equalErrors(_ measurement: Measurement) -> String {
    table(
      ["equal error rate, %"] + measurement.refusal.map(\.name),
      measurement.rows.map { [$0.name] + $0.refusals.map(\.equalErrorRate.text) })
  }

  /// At the default thresholds.
  static func thresholds(_ measurements: [(String, Measurement)]) -> String {
    var rows: [[String]] = []
    for (name, measurement) in measurements {
      guard let row = measurement.rows.first else { continue }
      for (split, refusal) in zip(measurement.refusal, row.refusals) {
        let shares = [refusal.wronglyAccepted, refusal.wronglyRefused, refusal.wronglyNamed]
        rows.append(["\(name), \(split.name)"] + shares.map { $0?.text ?? "" })
      }
    }
    return table(
      [
        "at the learned thresholds, %", "strangers accepted", "refused",
        "accepted under another name",
      ], rows)
  }

  /// Of the drawings with a score, how many are right.
  static func calibration(_ groups: [(String, [Trial])]) -> String {
    let groups = groups.map { name, trials in (name: name, bins: Reliability(trials)) }
    var rows = (0..<10).map { bin in
      ["\(Double(bin) / 10) to \(Double(bin + 1) / 10)"] + groups.map { $0.bins.text(bin) }
    }
    rows.append(["mean error"] + groups.map { percent($0.bins.error) })
    return table(["score"] + groups.map(\.name), rows)
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
  func text(_ bin: Int) -> String {
    let bin = bins[bin]
    guard bin.count > 0 else { return "" }
    return "\(percent(bin.right / bin.weight)) (\(percent(bin.weight)) of all)"
  }

  /// The mean difference of score and share, weighted by the number of drawings.
  var error: Double { bins.reduce(0) { $0 + abs($1.score - $1.right) } }
}
