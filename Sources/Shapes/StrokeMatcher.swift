import Contacts

/// Compares drawings of one stroke with examples of one stroke, in the direction of drawing.
///
/// The distance is that of ``StrokeSignature``. Most examples are ruled out before by a coarse one, that of
/// the means of four quarters: the three examples of each shape that are nearest by it are candidates,
/// eight at most, up to eight times as far as the first. On 2880 strokes with 1, 3 and 9 examples of 16
/// shapes that gives the name of the complete search in all but 1, 0 and 3 of ten thousand (measured).
public struct StrokeMatcher: ShapeMatcher {
  /// The examples of one shape, which follow each other.
  private struct Group {
    var shape: Int
    var tolerance: Shape.Tolerance
    var range: Range<Int>
  }

  private static let candidatesOfShape = 3
  private static let candidateLimit = 8
  private static let coarseFactor: Float = 8

  private var groups: [Group] = []
  /// The number of each example, and the size of its stroke.
  private var numbers: [Int] = []
  private var sizes: [Double] = []
  /// The rows of all examples, last step first.
  private var rows: [Float] = []
  private var quarters: [SIMD16<Float>] = []
  private var resampler = PathResampler()
  private var signature = StrokeSignature()
  /// The signature with its own aspect, for examples that may be turned, and turned.
  private var unevened = StrokeSignature()
  private var turned = StrokeSignature()
  private var allowsRotation = false
  private var candidates = CandidateList(limit: StrokeMatcher.candidateLimit)
  private var ofShape = CandidateList(limit: StrokeMatcher.candidatesOfShape)

  public init() {}

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
    let end = numbers.count + 1
    if let last = groups.indices.last, groups[last].shape == shape {
      groups[last].range = groups[last].range.lowerBound..<end
    } else {
      groups.append(Group(shape: shape, tolerance: tolerance, range: end - 1..<end))
    }
    numbers.append(number)
    sizes.append(signature.size)
    rows += signature.reversedRows
    quarters.append(signature.quarters)
  }
}

// MARK: - Measuring

extension StrokeMatcher {
  public mutating func measure(
    _ drawing: Drawing, excluding excluded: Int?, into distances: inout ShapeDistances
  ) {
    guard drawing.strokes.count == 1, !groups.isEmpty else { return }
    signature.update(drawing.strokes[0], resampler: &resampler)
    if allowsRotation {
      unevened.update(drawing.strokes[0], isAspectKept: true, resampler: &resampler)
    }
    let (drawn, unevenedDrawn) = (signature.quarters, unevened.quarters)
    candidates.removeAll()
    for group in groups.indices {
      let isTurned = groups[group].tolerance.rotation > 0
      collectCandidates(of: group, isTurned ? unevenedDrawn : drawn, excluding: excluded)
    }
    let farthest = StrokeMatcher.coarseFactor * candidates.smallest
    for place in 0..<candidates.count where candidates.distance(at: place) <= farthest {
      let index = candidates.index(at: place)
      let group = groups[candidates.group(at: place)]
      let distance = distance(
        to: index, drawn, rotation: group.tolerance.rotation,
        limit: distances.limit(of: group.shape))
      distances.add(distance, shape: group.shape, example: numbers[index])
    }
  }

  /// Finds the examples of a shape that are nearest by their quarters.
  private mutating func collectCandidates(
    of group: Int, _ drawn: SIMD16<Float>, excluding excluded: Int?
  ) {
    let tolerance = groups[group].tolerance
    ofShape.removeAll()
    for index in groups[group].range {
      if numbers[index] == excluded { continue }
      guard tolerance.allows(signature.size, sizes[index]) else { continue }
      let distance =
        tolerance.rotation > 0
        ? PlaneCorrelation(drawn, quarters[index]).distance(within: tolerance.rotation)
        : (drawn - quarters[index]).squaredLength
      ofShape.insert(distance, index, group)
    }
    for place in 0..<ofShape.count {
      candidates.insert(ofShape.distance(at: place), ofShape.index(at: place), group)
    }
  }

  private mutating func distance(
    to index: Int, _ drawn: SIMD16<Float>, rotation: Double, limit: Float
  ) -> Float {
    let offset = index * StrokeSignature.Layout.size
    guard rotation > 0 else { return signature.distance(toReversed: rows, offset, limit: limit) }
    turned.turn(
      unevened, by: PlaneCorrelation(drawn, quarters[index]).angle(within: rotation))
    return turned.distance(toReversed: rows, offset, limit: limit)
  }
}

/// The best few of many examples, nearest first.
struct CandidateList: Sendable {
  private struct Candidate {
    var distance: Float
    var index: Int
    var group: Int
  }

  private let limit: Int
  private var list: [Candidate]
  private(set) var count = 0

  init(limit: Int) {
    self.limit = limit
    list = Array(repeating: Candidate(distance: .infinity, index: 0, group: 0), count: limit)
  }

  /// Infinite if the list is empty.
  var smallest: Float { count == 0 ? .infinity : list[0].distance }

  func distance(at place: Int) -> Float { list[place].distance }
  func index(at place: Int) -> Int { list[place].index }
  func group(at place: Int) -> Int { list[place].group }

  mutating func removeAll() { count = 0 }

  @inline(__always)
  mutating func insert(_ distance: Float, _ index: Int, _ group: Int) {
    if count == limit {
      guard distance < list[limit - 1].distance else { return }
    } else {
      count += 1
    }
    var place = count - 1
    while place > 0, list[place - 1].distance > distance {
      list[place] = list[place - 1]
      place -= 1
    }
    list[place] = Candidate(distance: distance, index: index, group: group)
  }
}
