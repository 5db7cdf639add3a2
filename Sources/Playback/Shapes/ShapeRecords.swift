/// The best match of a drawing, as `replay shapes classify --json` writes it.
public struct ShapeMatchRecord: Hashable, JSONObject {
  /// The number of the drawing in its file, from 0.
  public var index: Int
  /// The match; nil for a drawing without a point, or without an example of an allowed size.
  public var match: ShapeMatch?

  public init(index: Int, match: ShapeMatch?) {
    self.index = index
    self.match = match
  }

  public func add(to line: inout JSONLine) {
    line.add("v", JSONLine.schemaVersion)
    line.add("index", index)
    line.add("name", match?.name)
    line.add("score", match?.score, decimals: 6)
    line.add("accepted", match?.isAccepted ?? false)
    line.add("runner_up", match?.runnerUp)
    line.add("runner_up_score", match?.runnerUpScore, decimals: 6)
  }
}

/// A shape of a set with its part of the self-test, as `replay shapes show --json` writes it.
public struct ShapeRecord: Hashable, JSONObject {
  public var shape: Shape
  public var row: ShapeSelfTest.Row
  /// The shape's examples that were named as another shape.
  public var confusions: [ShapeSelfTest.Confusion]
  public var nearPairs: [ShapeSelfTest.NearPair]

  /// The records of a set, in its order.
  public static func all(of set: ShapeSet, _ test: ShapeSelfTest) -> [ShapeRecord] {
    zip(set.shapes, test.rows).map { shape, row in
      ShapeRecord(
        shape: shape, row: row, confusions: test.confusions.filter { $0.shape == shape.name },
        nearPairs: test.nearPairs.filter { $0.first == shape.name || $0.second == shape.name })
    }
  }

  /// The fewest and the most strokes of an example; nil without examples.
  public var strokes: ClosedRange<Int>? {
    let counts = shape.examples.map(\.strokes.count)
    guard let least = counts.min(), let most = counts.max() else { return nil }
    return least...most
  }

  public func add(to line: inout JSONLine) {
    line.add("v", JSONLine.schemaVersion)
    line.add("name", shape.name)
    line.add("examples", shape.examples.count)
    line.add("counter_examples", shape.counterExamples.count)
    line.add("least_strokes", strokes?.lowerBound)
    line.add("most_strokes", strokes?.upperBound)
    line.add("threshold", row.threshold, decimals: 6)
    line.add("threshold_learned", shape.threshold == nil)
    line.add("rotation_deg", shape.tolerance.rotation, decimals: 1)
    line.add("reversal", shape.tolerance.allowsReversal)
    line.add("scale", shape.tolerance.scale, decimals: 3)
    line.add("tested", row.tested)
    line.add("named", row.named)
    line.add("accepted", row.accepted)
    line.add("confusions", confusions.map(\.members))
    line.add("near", nearPairs.map { $0.members(seenFrom: shape.name) })
  }
}

extension ShapeSelfTest.Confusion {
  fileprivate var members: JSONLine {
    var line = JSONLine()
    line.add("named_as", namedAs)
    line.add("count", count)
    return line
  }
}

extension ShapeSelfTest.NearPair {
  /// The other shape of the pair, the examples of both, counted from 0, and the score.
  fileprivate func members(seenFrom name: String) -> JSONLine {
    let isFirst = first == name
    var line = JSONLine()
    line.add("name", isFirst ? second : first)
    line.add("example", isFirst ? firstExample : secondExample)
    line.add("other_example", isFirst ? secondExample : firstExample)
    line.add("score", score, decimals: 6)
    return line
  }
}
