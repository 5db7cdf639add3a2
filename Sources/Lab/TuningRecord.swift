import Checking
import Files
import Gestures
import Playback
import Timeline

extension ProfileTuning {
  /// The result as one line of JSON, without the newline.
  public var json: String {
    var line = JSONLine()
    line.add("v", 2)
    line.add("labels", labels)
    line.add("files", files)
    line.add("grouped_by", grouping?.rawValue)
    line.add("groups", groups)
    line.add("profiles", points)
    line.add("before", json: ProfileTuning.json(before, beforeInterval))
    line.add("best", json: ProfileTuning.json(best, bestInterval))
    line.add("votes", votes)
    line.add("validated", json: ProfileTuning.json(validated, validatedInterval))
    line.add("gain", gain, decimals: 6)
    if let gainInterval { line.add("gain_interval", json: gainInterval.json) }
    line.add("highest_f1", highest.f1, decimals: 6)
    line.add("optimism", optimism, decimals: 6)
    line.add("folds", list: folds.map(json))
    line.add("parameters", list: curves.map(ProfileTuning.json))
    line.add("unjudged", list: unjudged.map(JSONLine.quoted))
    return line.object
  }

  private static func json(_ counts: ScoreCounts, _ interval: ClosedRange<Double>?) -> String {
    "{\(counts.shareMembers(interval))}"
  }

  private func json(_ fold: Fold) -> String {
    let values = zip(curves, fold.values).map { curve, value in
      var line = JSONLine()
      line.add("parameter", curve.parameter.key)
      line.add("value", json: value.shortestText)
      return line.object
    }
    var line = JSONLine()
    line.add("groups", list: fold.groups.map(JSONLine.quoted))
    line.add("values", list: values)
    line.add("f1", fold.counts.f1, decimals: 6)
    if let interval = fold.counts.f1Interval { line.add("f1_interval", json: interval.json) }
    return line.object
  }

  private static func json(_ curve: Curve) -> String {
    var line = JSONLine()
    line.add("parameter", curve.parameter.key)
    if !curve.parameter.unit.isEmpty { line.add("unit", curve.parameter.unit) }
    line.add("best", json: curve.best.shortestText)
    line.add("flat", list: [curve.flat.lowerBound, curve.flat.upperBound].map(\.shortestText))
    line.add("open", curve.isOpen)
    let steps = curve.steps.map { step in
      let shares = step.counts.shareMembers(step.interval)
      return "{\"value\":\(step.value.shortestText)\(shares.isEmpty ? "" : ",")\(shares)}"
    }
    line.add("curve", list: steps)
    return line.object
  }
}
