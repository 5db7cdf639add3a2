/// What was wanted of the classifier, beside what is measured.
enum Wanted {
  static func table(single: Measurement, several: Measurement) -> String {
    let best = single.rows.dropFirst(3).compactMap { single.accuracy(of: $0.name, .eachOther(4)) }
      .max { $0.value < $1.value }
    let plus = several.accuracy(of: "$P+", .eachOther(4))
    var rows = [
      row("right names, own 1", single.accuracy(.own(1)), atLeast: 0.984),
      row("right names, own 3", single.accuracy(.own(3)), atLeast: 0.997),
      row("right names, own 9", single.accuracy(.own(9)), atLeast: 0.998),
      row("right names, 4 of each other", single.accuracy(.eachOther(4)), atLeast: 0.985),
      row(
        "right names, 4 of each other: the best peer", single.accuracy(.eachOther(4)),
        atLeast: best?.value ?? 0),
      row("several strokes, 4 of each other", several.accuracy(.eachOther(4)), atLeast: 0.98),
      row(
        "several strokes, 4 of each other: $P+", several.accuracy(.eachOther(4)),
        atLeast: plus?.value ?? 0),
    ]
    for (name, measurement) in [("single", single), ("several", several)] {
      for (split, refusal) in zip(measurement.refusal, measurement.rows[0].refusals) {
        let what = "\(name), \(split.name)"
        rows += [
          row("equal error rate, \(what)", refusal.equalErrorRate, atMost: 0.03),
          row("strangers accepted, \(what)", refusal.wronglyAccepted, atMost: 0.05),
          row("refused, \(what)", refusal.wronglyRefused, atMost: 0.05),
        ]
      }
    }
    return Tables.table(["measure", "wanted, %", "measured, %", ""], rows)
  }

  private static func row(_ name: String, _ estimate: Estimate?, atLeast wanted: Double) -> [String]
  {
    row(name, estimate, "at least \(percent(wanted))") { $0 >= wanted }
  }

  private static func row(_ name: String, _ estimate: Estimate?, atMost wanted: Double) -> [String]
  {
    row(name, estimate, "at most \(percent(wanted))") { $0 <= wanted }
  }

  private static func row(
    _ name: String, _ estimate: Estimate?, _ wanted: String, isMet: (Double) -> Bool
  ) -> [String] {
    guard let estimate else { return [name, wanted, "", ""] }
    return [name, wanted, estimate.text, isMet(estimate.value) ? "met" : "missed"]
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
