/// The targets of the classifier, beside what is measured.
enum Wanted {
  static func table(single: Measurement, several: Measurement) -> DataTable {
    let best = single.rows.dropFirst(3).compactMap { single.accuracy(of: $0.name, .eachOther(4)) }
      .max { $0.value < $1.value }
    let plus = several.accuracy(of: "$P+", .eachOther(4))
    var table = DataTable(
      columns: ["strokes", "examples", "measure", "target", "target_percent"] + Estimate.columns
        + ["result"])
    func add(
      _ measurement: Measurement, _ split: TrainingSplit, _ measure: String, _ estimate: Estimate?,
      atLeast: Double? = nil, atMost: Double? = nil
    ) {
      guard let estimate, let wanted = atLeast ?? atMost else { return }
      let isMet = atLeast == nil ? estimate.value <= wanted : estimate.value >= wanted
      table.rows.append(
        [measurement.strokes, split.name, measure, atLeast == nil ? "at most" : "at least"]
          + [percent(wanted)] + estimate.cells + [isMet ? "met" : "missed"])
    }
    func addNames(
      _ measurement: Measurement, _ split: TrainingSplit, _ measure: String, atLeast wanted: Double
    ) { add(measurement, split, measure, measurement.accuracy(split), atLeast: wanted) }
    addNames(single, .own(1), "right names", atLeast: 0.984)
    addNames(single, .own(3), "right names", atLeast: 0.997)
    addNames(single, .own(9), "right names", atLeast: 0.998)
    addNames(single, .eachOther(4), "right names", atLeast: 0.985)
    addNames(single, .eachOther(4), "right names of the best peer", atLeast: best?.value ?? 0)
    addNames(several, .eachOther(4), "right names", atLeast: 0.98)
    addNames(several, .eachOther(4), "right names of $P+", atLeast: plus?.value ?? 0)
    for measurement in [single, several] {
      for (split, refusal) in zip(measurement.refusal, measurement.rows[0].refusals) {
        add(measurement, split, "equal error rate", refusal.equalErrorRate, atMost: 0.03)
        add(measurement, split, "strangers accepted", refusal.wronglyAccepted, atMost: 0.05)
        add(measurement, split, "refused", refusal.wronglyRefused, atMost: 0.05)
      }
    }
    return table
  }
}

extension Measurement {
  func accuracy(_ split: TrainingSplit) -> Estimate? {
    rows.first.flatMap { accuracy(of: $0.name, split) }
  }

  func accuracy(of name: String, _ split: TrainingSplit) -> Estimate? {
    guard let row = rows.first(where: { $0.name == name }),
      let index = naming.firstIndex(of: split)
    else { return nil }
    return row.accuracies[index]
  }
}
