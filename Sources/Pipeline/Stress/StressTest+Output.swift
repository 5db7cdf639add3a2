import Gestures

extension StressTest.Subject {
  /// The gesture and its margins as one line of JSON, without the newline.
  public var json: String {
    var line = JSONLine()
    line.add("v", 1)
    line.add("file", record.file)
    line.add("time", record.time, decimals: 6)
    line.add("start", record.start, decimals: 6)
    line.add("gesture", record.gesture.kind.rawValue)
    line.add("device", record.device)
    line.add("touches", record.gesture.touches)
    line.add("taps", record.gesture.taps)
    line.add("direction", record.gesture.direction?.rawValue)
    let members = margins.map { "\(JSONLine.quoted($0.grade.name)):\($0.json)" }
    line.add("margins", json: "{\(members.joined(separator: ","))}")
    return line.object
  }

  /// As in `swipe left, 3 touches, at 1.234 s`.
  public var title: String {
    let gesture = record.gesture
    var text = gesture.kind.rawValue
    if let direction = gesture.direction { text += " \(direction.rawValue)" }
    if let taps = gesture.taps, taps > 1 { text += ", \(taps) taps" }
    if let touches = gesture.touches { text += ", \(touches) touch\(touches == 1 ? "" : "es")" }
    if let device = record.device { text += ", on \(device.printable)" }
    return text + ", at \(ScoreNumber.text(record.time, decimals: 3)) s"
  }

  /// The margins as lines of a table, without a header.
  public var rows: [String] {
    margins.map { margin in
      let name = margin.grade.name.padded(toColumns: 18)
      return "  \(name)\(margin.survivedText.rightAligned(toColumns: 12))  \(margin.failedText)"
    }
  }
}

extension StressTest.Margin {
  fileprivate var json: String {
    if grade == .missingResolution { return "{\"survived\":\(survived != nil)}" }
    var line = JSONLine()
    if let survived { line.add("survived", json: ProfileFile.plain(survived)) }
    if let failed { line.add("failed", json: ProfileFile.plain(failed)) }
    line.add("unit", grade.unit)
    return line.object
  }

  fileprivate var survivedText: String {
    if grade == .missingResolution { return survived == nil ? "no" : "yes" }
    return survived.map(amount) ?? "nothing"
  }

  fileprivate var failedText: String {
    if grade == .missingResolution { return "" }
    return failed.map { "lost at \(amount($0))" } ?? "all steps"
  }

  private func amount(_ value: Double) -> String { "\(ProfileFile.plain(value)) \(grade.unit)" }
}
