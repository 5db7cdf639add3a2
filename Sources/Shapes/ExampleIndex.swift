/// Finds the examples that may be nearest to a drawing, by a coarse key of 16 numbers for each: the
/// nearest few among the three of each shape with the nearest keys.
struct ExampleIndex: Sendable {
  /// The consecutive examples of one shape.
  struct Group {
    var shape: Int
    var tolerance: Shape.Tolerance
    var range: Range<Int>
  }

  private(set) var groups: [Group] = []
  /// The number of each example, as the caller knows it.
  private(set) var numbers: [Int] = []
  private(set) var candidates: CandidateList
  private var sizes: [Double] = []
  private var keys: [SIMD16<Float>] = []

  init(limit: Int) { candidates = CandidateList(limit: limit) }

  mutating func add(
    _ key: SIMD16<Float>, size: Double, of shape: Int, number: Int, tolerance: Shape.Tolerance
  ) {
    let end = numbers.count + 1
    if let last = groups.indices.last, groups[last].shape == shape {
      groups[last].range = groups[last].range.lowerBound..<end
    } else {
      groups.append(Group(shape: shape, tolerance: tolerance, range: end - 1..<end))
    }
    numbers.append(number)
    sizes.append(size)
    keys.append(key)
  }

  func key(of index: Int) -> SIMD16<Float> { keys[index] }

  /// Collects the ``candidates``, nearest first, among the examples that count, by their index.
  @inline(__always)
  mutating func search(
    size: Double, excluding excluded: Int?, counts: (Int) -> Bool = { _ in true },
    distance: (SIMD16<Float>, Shape.Tolerance) -> Float
  ) {
    candidates.removeAll()
    let allKeys = keys
    let keys = allKeys.span
    for (number, group) in groups.enumerated() {
      // A key beyond the last candidate of a full list cannot become a candidate.
      let bound = candidates.bound
      var nearest = NearestThree(group: number)
      for index in group.range {
        let distance = distance(keys[index], group.tolerance)
        guard distance < bound, numbers[index] != excluded, counts(index),
          group.tolerance.allows(size, sizes[index])
        else { continue }
        nearest.insert(distance, index)
      }
      candidates.insert(nearest.first)
      candidates.insert(nearest.second)
      candidates.insert(nearest.third)
    }
  }
}

/// The three nearest examples of a shape; missing ones are at infinity.
private struct NearestThree {
  private(set) var first, second, third: CandidateList.Candidate

  init(group: Int) {
    first = CandidateList.Candidate(group: group)
    (second, third) = (first, first)
  }

  @inline(__always)
  mutating func insert(_ distance: Float, _ index: Int) {
    guard distance < third.distance else { return }
    third.distance = distance
    third.index = index
    if third.distance < second.distance { swap(&second, &third) }
    if second.distance < first.distance { swap(&first, &second) }
  }
}

/// The nearest of many examples, up to a limit, nearest first.
struct CandidateList: Sendable {
  /// An example and the distance of its key.
  struct Candidate {
    var distance = Float.infinity
    var index = 0
    /// The number of the example's group.
    var group = 0
  }

  private var list: [Candidate]
  private(set) var count = 0
  /// The distance of the last candidate, or infinity while the list has room.
  private(set) var bound = Float.infinity

  init(limit: Int) { list = Array(repeating: Candidate(), count: limit) }

  subscript(place: Int) -> Candidate { list[place] }

  mutating func removeAll() {
    count = 0
    bound = .infinity
  }

  @inline(__always)
  mutating func insert(_ candidate: Candidate) {
    guard candidate.distance < bound else { return }
    if count < list.count { count += 1 }
    var place = count - 1
    while place > 0, list[place - 1].distance > candidate.distance {
      list[place] = list[place - 1]
      place -= 1
    }
    list[place] = candidate
    if count == list.count { bound = list[count - 1].distance }
  }
}
