import Checking
public import Playback

extension ProfileTuning: JSONObject {
  public func add(to line: inout JSONLine) {
    line.add("v", 2)
    line.add("labels", labels)
    line.add("files", files)
    line.add("grouped_by", grouping?.rawValue)
    line.add("groups", groups)
    line.add("profiles", points)
    line.add("before", before.shares(beforeInterval))
    line.add("best", best.shares(bestInterval))
    line.add("votes", votes)
    line.add("validated", validated.shares(validatedInterval))
    line.add("gain", gain, decimals: 6)
    if let gainInterval { line.add("gain_interval", json: gainInterval.json) }
    line.add("highest_f1", highest.f1, decimals: 6)
    line.add("optimism", optimism, decimals: 6)
    line.add("folds", folds.map(object))
    line.add("parameters", curves)
    line.add("unjudged", list: unjudged.map(JSONLine.quoted))
  }

  private func object(_ fold: Fold) -> JSONLine {
    let values = zip(curves, fold.values).map { curve, value in
      var line = JSONLine()
      line.add("parameter", curve.parameter.key)
      line.add("value", json: value.shortestText)
      return line
    }
    var line = JSONLine()
    line.add("groups", list: fold.groups.map(JSONLine.quoted))
    line.add("values", values)
    line.add("f1", fold.counts.f1, decimals: 6)
    if let interval = fold.counts.f1Interval { line.add("f1_interval", json: interval.json) }
    return line
  }
}

extension ProfileTuning.Curve: JSONObject {
  public func add(to line: inout JSONLine) {
    line.add("parameter", parameter.key)
    if !parameter.unit.isEmpty { line.add("unit", parameter.unit) }
    line.add("best", json: best.shortestText)
    line.add("flat", list: [flat.lowerBound, flat.upperBound].map(\.shortestText))
    line.add("open", isOpen)
    line.add("curve", steps)
  }
}

extension ProfileTuning.Step: JSONObject {
  public func add(to line: inout JSONLine) {
    line.add("value", json: value.shortestText)
    counts.addShares(to: &line, interval)
  }
}
