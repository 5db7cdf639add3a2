/// The result of comparing a drawing with an example; smaller values are more alike.
struct Comparison {
  static let far = Comparison(distance: .infinity, looks: .infinity)

  /// The distance, which determines the score.
  var distance: Float
  /// The distance less the part that a difference of hands explains, which determines the name.
  var looks: Float
}

/// The distance of two point clouds, four points at a time.
enum CloudDistance {
  /// Compares two clouds.
  ///
  /// The distance is the mean square of the distance from each point of one cloud to the nearest
  /// point of the other cloud, computed from either cloud, the larger of the two. The looks are
  /// computed in the same way, less the squares that a ``HandMap`` explains.
  ///
  /// - Parameters:
  ///   - rows: The rows of one cloud.
  ///   - others: A buffer with the rows of the other cloud, from `offset` on.
  ///   - limit: Looks beyond it make both results infinite, and smaller looks may do so, too.
  static func between(
    _ rows: [Float], _ others: [Float], _ offset: Int, limit: Float
  ) -> Comparison {
    rows.withUnsafeBufferPointer { rows in
      others.withUnsafeBufferPointer { others in
        guard let rows = rows.baseAddress, let others = others.baseAddress else { return .far }
        let layout = Layout(count: PointCloud.count, stride: PointCloud.count, step: 7, square: 1)
        return between(rows, others + offset, layout, limit)
      }
    }
  }

  /// Compares the steps of two strokes in the same way.
  static func ofSignatures(
    _ rows: UnsafeBufferPointer<Float>, _ others: UnsafeBufferPointer<Float>, _ offset: Int,
    limit: Float
  ) -> Comparison {
    guard let rows = rows.baseAddress, let others = others.baseAddress else { return .far }
    let first = 2 * StrokeSignature.Layout.stride + StrokeSignature.Layout.lead
    let layout = Layout(
      count: StrokeSignature.count, stride: StrokeSignature.Layout.stride, step: 5,
      square: Float(StrokeSignature.positionWeight))
    return between(rows + first, others + offset + first, layout, limit)
  }

  /// The memory layout of the rows of a cloud.
  private struct Layout {
    /// The number of points, a multiple of 4.
    var count: Int
    /// The distance between the starts of two rows, in floats.
    var stride: Int
    /// The step from one point of the sum to the next, coprime to ``count``. The first few points
    /// are then from all over the cloud, so that the sum of a distant cloud soon exceeds the limit.
    var step: Int
    /// The mean square of the positions.
    var square: Float
  }

  /// Squared distances whose last five bits number a point, so that a minimum identifies it.
  private enum Numbered {
    private static let mask: UInt32 = 31

    @inline(__always)
    static func with(_ squares: SIMD4<Float>, _ numbers: SIMD4<UInt32>) -> SIMD4<Float> {
      unsafeBitCast(
        unsafeBitCast(squares, to: SIMD4<UInt32>.self) & ~mask | numbers, to: SIMD4<Float>.self)
    }

    @inline(__always)
    static func number(_ square: Float) -> Int { Int(square.bitPattern & mask) }
  }

  @inline(__always)
  private static func between(
    _ rows: UnsafePointer<Float>, _ others: UnsafePointer<Float>, _ layout: Layout, _ limit: Float
  ) -> Comparison {
    let count = layout.count
    let farthest = limit * Float(count) / HandMap.leastShare
    // For each point of either cloud, the numbered square to the nearest point of the other one.
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * count) { nearest in
      guard let there = nearest.baseAddress else { return .far }
      let again = there + count
      let (sum, total) = findNearest(rows, others, layout, farthest, there, again)
      guard max(sum, total) <= farthest else { return .far }
      let looks = max(
        rest(of: sum, rows, others, there, layout), rest(of: total, others, rows, again, layout))
      guard looks <= limit else { return .far }
      return Comparison(distance: max(sum, total) / Float(count), looks: looks)
    }
  }

  /// Finds the nearest point of the other cloud for each point, and returns the sums of the squares
  /// from either cloud; as soon as the first exceeds the limit, it returns that for both.
  @inline(__always)
  private static func findNearest(
    _ rows: UnsafePointer<Float>, _ others: UnsafePointer<Float>, _ layout: Layout,
    _ limit: Float, _ there: UnsafeMutablePointer<Float>, _ again: UnsafeMutablePointer<Float>
  ) -> (Float, Float) {
    let back = UnsafeMutableRawPointer(again)
    for four in 0..<layout.count / 4 { store(SIMD4(repeating: .infinity), back, four) }
    var sum = Float.zero
    var index = 0
    for _ in 0..<layout.count {
      var least = SIMD4<Float>(repeating: .infinity)
      for four in 0..<layout.count / 4 {
        let squares = squares(rows + index, others + 4 * four, layout.stride)
        let (own, other) = (UInt32(index), SIMD4<UInt32>(0, 1, 2, 3) &+ UInt32(4 * four))
        let nearer = load(back, four).least(Numbered.with(squares, SIMD4(repeating: own)))
        store(nearer, back, four)
        least = least.least(Numbered.with(squares, other))
      }
      there[index] = least.smallest
      sum += there[index]
      if sum > limit { return (sum, sum) }
      index += index + layout.step < layout.count ? layout.step : layout.step - layout.count
    }
    return (sum, (0..<layout.count / 4).reduce(SIMD4.zero) { $0 + load(back, $1) }.total)
  }

  @inline(__always)
  private static func load(_ floats: UnsafeRawPointer, _ four: Int) -> SIMD4<Float> {
    floats.loadUnaligned(fromByteOffset: 16 * four, as: SIMD4<Float>.self)
  }

  @inline(__always)
  private static func store(_ four: SIMD4<Float>, _ floats: UnsafeMutableRawPointer, _ number: Int)
  {
    floats.storeBytes(of: four, toByteOffset: 16 * number, as: SIMD4<Float>.self)
  }

  /// The mean of the squares that the best ``HandMap`` does not explain.
  @inline(__always)
  private static func rest(
    of sum: Float, _ rows: UnsafePointer<Float>, _ others: UnsafePointer<Float>,
    _ nearest: UnsafePointer<Float>, _ layout: Layout
  ) -> Float {
    var map = HandMap(layout.square)
    for index in 0..<layout.count {
      map.add(rows + index, others + Numbered.number(nearest[index]), layout.stride)
    }
    return map.rest(of: sum, layout.count)
  }

  /// The squares of the distances of a point from four others.
  @inline(__always)
  private static func squares(
    _ point: UnsafePointer<Float>, _ others: UnsafePointer<Float>, _ stride: Int
  ) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    for row in 0..<4 {
      let difference = load(others + row * stride, 0) - point[row * stride]
      sum += difference * difference
    }
    return sum
  }
}
