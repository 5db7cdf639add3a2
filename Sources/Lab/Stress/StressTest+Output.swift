import Gestures
import Playback
import Timeline

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
  public var title: String { record.title }

  /// The margins as lines of a table, without a header.
  public var rows: [String] {
    margins.map { margin in
      let name = margin.grade.name.padded(toColumns: 18)
      let ending = [margin.failedText, margin.loss?.sentence].compactMap { $0 }
      let row = "  \(name)\(margin.survivedText.rightAligned(toColumns: 12))"
      return ending.isEmpty ? row : "\(row)  \(ending.joined(separator: ": "))"
    }
  }
}

extension StressTest.Margin {
  fileprivate var json: String {
    var line = JSONLine()
    if grade == .missingResolution {
      line.add("survived", survived != nil)
    } else {
      if let survived { line.add("survived", json: survived.shortestText) }
      if let failed { line.add("failed", json: failed.shortestText) }
      line.add("unit", grade.unit)
    }
    if case .failure(let change) = loss { change.addReason(to: &line) }
    line.add("sentence", loss?.sentence)
    return line.object
  }

  fileprivate var survivedText: String {
    if grade == .missingResolution { return survived == nil ? "no" : "yes" }
    return survived.map(amount) ?? "nothing"
  }

  /// Nil where there are no steps.
  fileprivate var failedText: String? {
    if grade == .missingResolution { return nil }
    return failed.map { "lost at \(amount($0))" } ?? "all steps"
  }

  private func amount(_ value: Double) -> String { "\(value.shortestText) \(grade.unit)" }
}
