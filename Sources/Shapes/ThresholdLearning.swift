import Contacts

/// Finds the least score at which a shape is accepted.
///
/// It should accept each example, as if that had not been taught, and variations of the examples.
/// It should refuse splices, with the first half of an example and the second half of another
/// shape's or the reverse, and counter-examples. The threshold has the lowest sum of both error
/// rates, but stays near the middle, since people draw neither variations nor splices (measured).
struct ThresholdLearning {
  /// The score at which a drawing is as likely the shape as something else.
  static let middle = 0.5
  /// The thresholds to choose from, 0.35 to 0.65.
  private static let range = stride(from: 0.35, through: 0.65, by: 0.05)
  /// The cost of a threshold per unit of its distance from the middle, in shares of wrong answers.
  private static let reluctance = 0.4
  private static let maximumExamples = 8
  private static let variations = 2

  private let accepted: [(drawing: Drawing, excluded: Int?)]
  private let refused: [Drawing]
  private let shape: Int

  /// - Parameter firstNumber: The number of the shape's first example in the matcher.
  init(_ set: ShapeSet, shape: Int, firstNumber: Int) {
    let examples = set.shapes[shape].examples.filter { !$0.isEmpty }
    let numbered = evenly(Array(examples.enumerated()), Self.maximumExamples)
    var accepted: [(Drawing, Int?)] = []
    for (index, example) in numbered {
      if examples.count > 1 { accepted.append((example, firstNumber + index)) }
      for number in 0..<Self.variations {
        // Not the variations that the scale was learned from.
        var vary = DrawingVariation(number: 100 + 10 * index + number)
        accepted.append((vary(example), nil))
      }
    }
    self.accepted = accepted
    let others = set.shapes.indices.filter { $0 != shape }.compactMap {
      set.shapes[$0].examples.first
    }
    refused =
      evenly(others, Self.maximumExamples).enumerated().flatMap { index, other in
        guard !numbered.isEmpty else { return [Drawing]() }
        let own = numbered[index % numbered.count].element
        return [own.spliced(with: other), other.spliced(with: own)].compactMap { $0 }
      } + set.shapes[shape].counterExamples.filter { !$0.isEmpty }
    self.shape = shape
  }

  /// - Parameter answer: The shape and the score of a drawing, without the example of a number.
  func threshold(_ answer: (Drawing, Int?) -> (shape: Int, score: Double)?) -> Double {
    let good = accepted.compactMap { answer($0.drawing, $0.excluded) }
      .filter { $0.shape == shape }.map(\.score)
    let bad = refused.compactMap { answer($0, nil) }.filter { $0.shape == shape }.map(\.score)
    var best = (threshold: Self.middle, cost: Double.infinity)
    for threshold in Self.range {
      let missed = share(of: good) { $0 < threshold }
      let passed = share(of: bad) { $0 >= threshold }
      let cost = missed + passed + Self.reluctance * abs(threshold - Self.middle)
      if cost < best.cost - 1e-9 { best = (threshold, cost) }
    }
    return best.threshold
  }

  private func share(of scores: [Double], where isWrong: (Double) -> Bool) -> Double {
    Double(scores.count(where: isWrong)) / Double(max(1, scores.count))
  }
}

extension Drawing {
  /// The first half of this drawing and the second half of another; nil for several strokes.
  fileprivate func spliced(with other: Drawing) -> Drawing? {
    guard strokes.count == 1, other.strokes.count == 1, length > 0, other.length > 0 else {
      return nil
    }
    let first = strokes[0].resampled(to: 33).prefix(17)
    let second = other.strokes[0].resampled(to: 33).dropFirst(16)
    guard let end = first.last, let start = second.first else { return nil }
    let scale = length / other.length
    return Drawing(first + second.dropFirst().map { end + ($0 - start) * scale })
  }
}
