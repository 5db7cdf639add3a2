private import RealModule

/// The typical distance of a shape's drawings from its examples, learned from the examples.
struct ShapeScale: Sendable {
  /// The factor of a distance that makes the distances of different shapes comparable.
  let weight: Float

  /// The typical distance of two drawings of a shape, before its examples are considered: for
  /// single strokes, and for clouds (measured).
  private static let (strokeSpread, cloudSpread) = (0.097, 0.106)
  /// The typical distance of a variation from its original (measured).
  private static let variationDistance = 0.036
  /// The weight of the prior, as a number of examples; half or twice as many do as well (measured).
  private static let priorWeight = 4.0
  /// The multiple of the typical distance from which on two examples are different ways to draw.
  private static let variantFactor = 3.0
  private static let variations = 6
  private static let maximumExamples = 16
  /// The distance, relative to the spread, at which the score is a half: it is as likely that of a
  /// drawing of the shape as that of another one (measured, with shapes and people left out).
  private static let middle = 0.588

  init(_ shape: Shape) {
    let drawings = shape.examples.filter { !$0.isEmpty }
    let examples = evenly(drawings, Self.maximumExamples)
    var logarithms = 0.0
    var pairs = 0
    let prior = Self.prior(examples, shape.tolerance)
    let limit = prior + .log(Self.variantFactor)
    for (index, example) in examples.enumerated() {
      for other in examples[..<index] {
        let logarithm = Double.log(max(1e-6, shape.tolerance.distance(example, other)))
        guard logarithm < limit else { continue }
        logarithms += logarithm
        pairs += 1
      }
    }
    let number = Double(examples.count)
    let spread =
      pairs == 0
      ? prior
      : (number * logarithms / Double(pairs) + Self.priorWeight * prior)
        / (number + Self.priorWeight)
    // Some of the spread is due to the small number of examples, and the nearest of many is nearer.
    // Both exponents were fitted together with the middle.
    let count = Double(max(1, drawings.count))
    weight = Float(Double.exp(-spread / 2 + 0.1 * .log(count)) / Self.middle)
  }

  /// The logarithm of the spread before the examples are compared, estimated from their variations.
  private static func prior(_ examples: [Drawing], _ tolerance: Shape.Tolerance) -> Double {
    var sum = 0.0
    var spread = 0.0
    for example in examples {
      for number in 0..<variations {
        var vary = DrawingVariation(number: number)
        sum += .log(max(1e-6, tolerance.distance(example, vary(example))))
      }
      spread += .log(example.strokes.count == 1 ? strokeSpread : cloudSpread)
    }
    let count = Double(max(1, examples.count))
    return spread / count + (sum / count / Double(variations) - .log(variationDistance)) / 2
  }

  /// The score of a weighted distance: 1 for an example itself, 0 at infinity. The odds fall with
  /// the seventh power of the distance (measured by logistic regression).
  static func score(_ weighted: Float) -> Double {
    guard weighted < .infinity else { return 0 }
    let squared = weighted * weighted
    let power = squared * squared * squared * weighted
    return Double(1 / (1 + power))
  }
}

/// Up to `most` elements of an array, at equal intervals.
func evenly<Element>(_ elements: [Element], _ most: Int) -> [Element] {
  guard elements.count > most else { return elements }
  return (0..<most).map { elements[$0 * elements.count / most] }
}

extension Shape.Tolerance {
  /// The distance of two drawings of any size, as the matchers measure it.
  fileprivate func distance(_ first: Drawing, _ second: Drawing) -> Double {
    var tolerance = self
    tolerance.scale = nil
    var distances = ShapeDistances(weights: [1])
    let isSingle = first.strokes.count == 1 && second.strokes.count == 1
    var matcher: any ShapeMatcher = isSingle ? StrokeMatcher() : CloudMatcher()
    matcher.add(first, of: 0, number: 0, tolerance: tolerance)
    matcher.measure(second, excluding: nil, into: &distances)
    return Double(distances.distances[0])
  }
}
