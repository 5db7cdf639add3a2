import Files
import Playback
import Shapes
import Timeline

/// Prints the shapes of a set and their self-test.
struct ShapeTables {
  private let console: Console

  init(_ console: Console) {
    self.console = console
  }

  /// - Parameter showsNearPairs: Whether near pairs are listed; false if they are reported as
  ///   warnings.
  func print(_ set: ShapeSet, _ test: ShapeSelfTest, showsNearPairs: Bool = true) {
    let records = ShapeRecord.all(of: set, test)
    let hasCounter = records.contains { !$0.shape.counterExamples.isEmpty }
    console.printTable(
      ShapeTables.columns(hasCounter: hasCounter),
      records.map { ShapeTables.cells($0, hasCounter: hasCounter) })
    let notes =
      test.confusions.map(\.sentence) + (showsNearPairs ? test.nearPairs.map(\.sentence) : [])
    if !notes.isEmpty { console.print("") }
    for note in notes { console.print(note) }
  }

  /// - Parameter hasCounter: Whether a shape has counter-examples.
  private static func columns(hasCounter: Bool) -> [Table.Column] {
    [.left("SHAPE"), .right("EXAMPLES")] + (hasCounter ? [.right("COUNTER")] : [])
      + [.left("STROKES"), .left("THRESHOLD"), .left("SELF-TEST"), .left("TOLERANCE")]
  }

  private static func cells(_ record: ShapeRecord, hasCounter: Bool) -> [String] {
    let strokes = record.strokes.map {
      $0.lowerBound == $0.upperBound ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)"
    }
    let row = record.row
    return [record.shape.name, "\(record.shape.examples.count)"]
      + (hasCounter ? ["\(record.shape.counterExamples.count)"] : [])
      + [
        strokes ?? "",
        row.threshold.text(decimals: 2) + (record.shape.threshold == nil ? "" : ", fixed"),
        row.tested == 0 ? "" : "\(row.named) of \(row.tested), \(row.accepted) accepted",
        record.shape.tolerance.sentence,
      ]
  }
}

extension Shape.Tolerance {
  /// The tolerance in words, as in `±15°, either direction`; empty for the default tolerance.
  fileprivate var sentence: String {
    var parts: [String] = []
    if rotation >= 180 {
      parts.append("any angle")
    } else if rotation > 0 {
      parts.append("±\(rotation.text(decimals: 0...1))°")
    }
    if allowsReversal { parts.append("either direction") }
    if let scale { parts.append("up to ×\(scale.text(decimals: 0...2))") }
    return parts.joined(separator: ", ")
  }
}

extension ShapeSelfTest.Confusion {
  /// The confusion in words, as in `v: 2 examples named check`.
  fileprivate var sentence: String {
    "\(shape): \(count.counted("example")) named \(namedAs)"
  }
}

extension ShapeSelfTest.NearPair {
  /// The pair in words, as in `v and check are near: example 2 of v scores 0.81 as check`.
  var sentence: String {
    "\(first) and \(second) are near: example \(firstExample + 1) of \(first) scores "
      + "\(score.text(decimals: 2)) as \(second) (example \(secondExample + 1))"
  }
}
