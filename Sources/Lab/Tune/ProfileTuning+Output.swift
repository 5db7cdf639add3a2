import Gestures
import Playback
import Timeline

extension ProfileTuning {
  /// What was found as one line of JSON, without the newline.
  public var json: String {
    var line = JSONLine()
    line.add("v", 1)
    line.add("labels", labels)
    line.add("files", files)
    line.add("profiles", points)
    line.add("before", json: ProfileTuning.json(before))
    line.add("best", json: ProfileTuning.json(best))
    line.add("validated", json: ProfileTuning.json(validated))
    line.add("folds", json: "[\(folds.map(json).joined(separator: ","))]")
    line.add("parameters", json: "[\(curves.map(ProfileTuning.json).joined(separator: ","))]")
    return line.object
  }

  private static func json(_ counts: ScoreCounts) -> String {
    var line = JSONLine()
    line.add("precision", counts.precision, decimals: 6)
    line.add("recall", counts.recall, decimals: 6)
    line.add("f1", counts.f1, decimals: 6)
    return line.object
  }

  private func json(_ fold: Fold) -> String {
    let values = zip(curves, fold.values).map {
      "\(JSONLine.quoted($0.parameter.key)):\($1.shortestText)"
    }
    var line = JSONLine()
    line.add("values", json: "{\(values.joined(separator: ","))}")
    line.add("f1", fold.counts.f1, decimals: 6)
    return line.object
  }

  private static func json(_ curve: Curve) -> String {
    var line = JSONLine()
    line.add("key", curve.parameter.key)
    line.add("best", json: curve.best.shortestText)
    let (low, high) = (curve.flat.lowerBound, curve.flat.upperBound)
    line.add("flat", json: "[\(low.shortestText),\(high.shortestText)]")
    line.add("open", curve.isOpen)
    let steps = curve.steps.map { step in
      "{\"value\":\(step.value.shortestText),\(json(step.counts).dropFirst())"
    }
    line.add("curve", json: "[\(steps.joined(separator: ","))]")
    return line.object
  }

  /// What was found, line by line.
  public var text: [String] {
    var lines = [
      "\(files.counted("recording")), \(points.counted("profile"))",
      "F1 before           \(ScoreNumber.share(before.f1))",
      "F1 of the best      \(ScoreNumber.share(best.f1))",
      "F1 cross-validated  \(ScoreNumber.share(validated.f1))  (\(folds.count) folds: "
        + "\(folds.map { ScoreNumber.share($0.counts.f1) }.joined(separator: " ")))",
    ]
    if !makesDifference { lines.append("No value makes any difference.") }
    for (index, curve) in curves.enumerated() { lines += text(curve, index) }
    return lines
  }

  private func text(_ curve: Curve, _ index: Int) -> [String] {
    let unit = curve.parameter.unit.isEmpty ? "" : " \(curve.parameter.unit)"
    let low = curve.flat.lowerBound.shortestText
    let high = curve.flat.upperBound.shortestText
    let chosen = folds.map { $0.values[index].shortestText }.joined(separator: " ")
    let end = curve.isOpen ? "; it reaches the end of the range, the best may lie beyond" : ""
    var lines = [
      "", "\(curve.parameter.key) = \(curve.best.shortestText)\(unit)",
      "  as good (F1 within \(ProfileTuning.tolerance.shortestText)) from \(low) to "
        + "\(high)\(unit)\(end)",
      "  chosen by the folds: \(chosen)",
      "       value  precision     recall         F1",
    ]
    for step in curve.steps {
      let cells = [step.counts.precision, step.counts.recall, step.counts.f1]
        .map { ScoreNumber.share($0).rightAligned(toColumns: 11) }.joined()
      let mark = step.value == curve.best ? "  <" : curve.flat.contains(step.value) ? "  ~" : ""
      lines.append(step.value.shortestText.rightAligned(toColumns: 12) + cells + mark)
    }
    return lines
  }
}
