import Contacts
private import RealModule

/// The distance is that of ``StrokeSignature``. A coarse distance, between the means of four
/// quarters, rules out most examples beforehand: at most eight candidates remain, up to eight times
/// as far as the first. The name is almost always that of the complete search (measured).
///
/// A drawing that is far from all examples in their order is also compared with examples that
/// merely look alike.
public struct StrokeMatcher: ShapeMatcher {
  private static let candidateLimit = 8

  /// The least distance, that of a score of a half, from which on lookalikes are candidates.
  private static let farDistance: Float = 0.18

  private var index = ExampleIndex(limit: candidateLimit)
  /// The examples that may not be turned, by their pictures, and their indices in `rows`.
  private var lookalikes = ExampleIndex(limit: Self.candidateLimit)
  private var lookalikeRows: [Int] = []
  /// The largest distance of further candidates' keys, relative to that of the first.
  private var coarseFactor: Float = 8
  /// The reversed rows of all examples: the last step is first.
  private var rows: [Float] = []
  private var resampler = PathResampler()
  private var signature = StrokeSignature()
  /// The signature with the aspect kept, for examples that may be turned, and its turned copy.
  private var unevened = StrokeSignature()
  private var turned = StrokeSignature()
  private var allowsRotation = false

  public init() {}

  /// A matcher that compares a drawing with up to three examples of each shape.
  init(shapes: Int) {
    index = ExampleIndex(limit: 3 * shapes)
    coarseFactor = .infinity
  }

  public mutating func add(
    _ example: Drawing, of shape: Int, number: Int, tolerance: Shape.Tolerance
  ) {
    guard example.strokes.count == 1 else { return }
    add(example.strokes[0], of: shape, number: number, tolerance: tolerance)
    guard tolerance.allowsReversal else { return }
    add(example.strokes[0].reversed(), of: shape, number: number, tolerance: tolerance)
  }

  private mutating func add(
    _ stroke: [Point], of shape: Int, number: Int, tolerance: Shape.Tolerance
  ) {
    let signature = StrokeSignature(stroke, isAspectKept: tolerance.rotation > 0)
    if tolerance.rotation > 0 { allowsRotation = true }
    index.add(
      signature.quarters, size: signature.size, of: shape, number: number, tolerance: tolerance)
    rows += signature.reversedRows
    guard tolerance.rotation == 0, coarseFactor < .infinity else { return }
    lookalikes.add(
      signature.picture, size: signature.size, of: shape, number: number, tolerance: tolerance)
    lookalikeRows.append(index.numbers.count - 1)
  }

  public mutating func measure(
    _ drawing: Drawing, excluding excluded: Int?, into distances: inout ShapeDistances
  ) {
    guard drawing.strokes.count == 1, !rows.isEmpty else { return }
    signature.update(drawing.strokes[0], resampler: &resampler)
    if allowsRotation {
      unevened.update(drawing.strokes[0], isAspectKept: true, resampler: &resampler)
    }
    let (drawn, unevenedDrawn) = (signature.quarters, unevened.quarters)
    index.search(size: signature.size, excluding: excluded) { quarters, tolerance in
      tolerance.rotation > 0
        ? PlaneCorrelation(unevenedDrawn, quarters).distance(within: tolerance.rotation)
        : (drawn - quarters).squaredLength
    }
    guard index.candidates.count > 0 else { return }
    if measureCandidates(unevenedDrawn, into: &distances) >= Self.farDistance {
      measureLookalikes(excluding: excluded, into: &distances)
    }
  }

  /// - Returns: The least distance.
  private mutating func measureCandidates(
    _ unevenedDrawn: SIMD16<Float>, into distances: inout ShapeDistances
  ) -> Float {
    let farthest = coarseFactor * index.candidates[0].distance
    var least = Float.infinity
    for place in 0..<index.candidates.count {
      let candidate = index.candidates[place]
      // The nearest shape and the runner-up have a distance in any case.
      if candidate.distance > farthest && distances.nearest.1 >= 0 { break }
      let (example, group) = (candidate.index, index.groups[candidate.group])
      let result = comparison(
        with: example, unevenedDrawn, rotation: group.tolerance.rotation,
        limit: distances.limit(of: group.shape))
      distances.add(
        result.distance, looks: result.looks, shape: group.shape, example: index.numbers[example])
      least = min(least, result.distance)
    }
    return least
  }

  private mutating func measureLookalikes(
    excluding excluded: Int?, into distances: inout ShapeDistances
  ) {
    let picture = signature.picture
    lookalikes.search(
      size: signature.size, excluding: excluded,
      distance: { other, _ in (picture - other).squaredLength })
    for place in 0..<lookalikes.candidates.count {
      let candidate = lookalikes.candidates[place]
      let (example, shape) = (candidate.index, lookalikes.groups[candidate.group].shape)
      let offset = lookalikeRows[example] * StrokeSignature.Layout.size
      let result = signature.distance(toReversed: rows, offset, limit: distances.limit(of: shape))
      distances.add(
        result.distance, looks: result.looks, shape: shape, example: lookalikes.numbers[example])
    }
  }

  private mutating func comparison(
    with example: Int, _ unevenedDrawn: SIMD16<Float>, rotation: Double, limit: Float
  ) -> Comparison {
    let offset = example * StrokeSignature.Layout.size
    guard rotation > 0 else { return signature.distance(toReversed: rows, offset, limit: limit) }
    let correlation = PlaneCorrelation(unevenedDrawn, index.key(of: example))
    turned.turn(unevened, by: correlation.angle(within: rotation))
    return turned.distance(toReversed: rows, offset, limit: limit)
  }
}

/// The agreement of two sets of vectors at Protractor's closed form of the best angle.
struct PlaneCorrelation {
  /// The sum of the dot products.
  private let along: Float
  /// The sum of the cross products.
  private let across: Float
  /// The sum of the squares of both.
  private let squares: Float

  /// Compares the quarters of two signatures.
  init(_ first: SIMD16<Float>, _ second: SIMD16<Float>) {
    squares = first.squaredLength + second.squaredLength
    along = (squares - (first - second).squaredLength) / 2
    let turned = SIMD16(
      lowHalf: SIMD8(lowHalf: -first.lowHalf.highHalf, highHalf: first.lowHalf.lowHalf),
      highHalf: SIMD8(lowHalf: -first.highHalf.highHalf, highHalf: first.highHalf.lowHalf))
    across = (squares - (turned - second).squaredLength) / 2
  }

  /// The angle in radians by which to turn the first set, at most `limit` degrees either way.
  func angle(within limit: Double) -> Float {
    let most = Float(limit) * .pi / 180
    return max(-most, min(most, .atan2(y: across, x: along)))
  }

  /// The sum of the squares of the differences at the best angle.
  @inline(never)
  func distance(within limit: Double) -> Float {
    let angle = angle(within: limit)
    // Rounding can make the result for two equal sets negative.
    return max(0, squares - 2 * (along * .cos(angle) + across * .sin(angle)))
  }
}
