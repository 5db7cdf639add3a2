import Contacts

/// A drawing as 24 points, each with the direction of its line; independent of the number, the
/// order and the direction of the strokes.
///
/// Each stroke has points in proportion to its length, and at least one: the middles of pieces of
/// equal length, smoothed with the middles before and after. Positions are relative to the centroid
/// of all points, in units of their root mean square distance from it. The direction is that of the
/// line from the middle before to the middle after, and counts less where the stroke is bent.
public struct PointCloud: Hashable, Sendable {
  /// The number of points: 24; more are not better (measured).
  public static let count = 24

  /// The root mean square distance of the points from their centroid.
  public private(set) var size = 0.0
  /// Four rows: the x and the y of the positions, and the two coordinates of the directions.
  private(set) var rows = [Float](repeating: 0, count: 4 * Self.count)

  public init() {}

  public init(_ drawing: Drawing) {
    var strokes = CloudStrokes()
    update(drawing, strokes: &strokes)
  }

  // MARK: Making

  /// Replaces the cloud with that of another drawing, without allocating.
  mutating func update(_ drawing: Drawing, strokes: inout CloudStrokes) {
    strokes.measure(drawing)
    var next = 0
    let unit = strokes.length > 0 && strokes.length.isFinite ? 1 / strokes.length : 0
    let origin = strokes.origin
    for index in drawing.strokes.indices where strokes.counts[index] > 0 {
      let pieces = strokes.counts[index]
      // Each piece in two halves: the odd points are the middles.
      strokes.resampler.cut(drawing.strokes[index], into: 2 * pieces)
      let length = strokes.resampler.length / Double(2 * pieces) * unit
      let points = strokes.resampler.points
      for middle in stride(from: 1, to: points.count, by: 2) {
        let (before, after) = (max(0, middle - 2), min(points.count - 1, middle + 2))
        let ends = (points[before] - origin) + (points[after] - origin)
        let position = (ends + (points[middle] - origin) * 2) * (unit / 4)
        let chord = (points[after] - points[before]) * unit
        set(next, position, length > 0 ? chord / (length * Double(after - before)) : .zero)
        next += 1
      }
    }
    // Points are left over if a length is not finite.
    for index in next..<Self.count { set(index, .zero, .zero) }
    normalize()
    size = next == 0 ? 0 : size * strokes.length
  }

  private mutating func set(_ index: Int, _ position: Vector, _ chord: Vector) {
    rows[index] = Float(position.dx)
    rows[Self.count + index] = Float(position.dy)
    rows[2 * Self.count + index] = Float(chord.dx)
    rows[3 * Self.count + index] = Float(chord.dy)
  }

  /// Moves the centroid to zero, evens out the aspect, and scales to unit size.
  private mutating func normalize() {
    let count = Self.count
    size = rows.withUnsafeMutableBufferPointer { rows in
      var sums = (x: Float.zero, y: Float.zero)
      for index in 0..<count {
        sums.x += rows[index]
        sums.y += rows[count + index]
      }
      var squares = (x: Float.zero, y: Float.zero)
      for index in 0..<count {
        rows[index] -= sums.x / Float(count)
        rows[count + index] -= sums.y / Float(count)
        squares.x += rows[index] * rows[index]
        squares.y += rows[count + index] * rows[count + index]
      }
      let size = ((squares.x + squares.y) / Float(count)).squareRoot()
      let aspect = Aspect(squares.x, squares.y)
      let meanSquare =
        (squares.x * aspect.x * aspect.x + squares.y * aspect.y * aspect.y) / Float(count)
      // The size of a dot is a rounding error.
      let scale = size > 1e-6 ? 1 / meanSquare.squareRoot() : 0
      for index in 0..<count {
        rows[index] *= aspect.x * scale
        rows[count + index] *= aspect.y * scale
        Self.setDirection(rows, index, aspect)
      }
      return Double(size)
    }
  }

  /// Replaces a chord, divided by the length of its arc, with the direction of its line.
  private static func setDirection(
    _ rows: UnsafeMutableBufferPointer<Float>, _ index: Int, _ aspect: Aspect
  ) {
    let (first, second) = (2 * Self.count + index, 3 * Self.count + index)
    let (x, y) = (rows[first], rows[second])
    let (evenX, evenY) = (x * aspect.x, y * aspect.y)
    let evenSquare = evenX * evenX + evenY * evenY
    let weight = evenSquare > 0 ? (x * x + y * y) / evenSquare / 2 : 0
    // As complex numbers, the two directions of a line have the same square.
    rows[first] = weight * (evenX * evenX - evenY * evenY)
    rows[second] = weight * 2 * evenX * evenY
  }

  // MARK: Distances

  /// The difference of two drawings: 0 for equal ones, about 0.1 for two drawings of a shape, and
  /// about 1 for unrelated ones.
  ///
  /// The mean square of the distance from each point to the nearest point of the other cloud, with
  /// the directions as two more coordinates: the larger value of the two clouds.
  public func distance(to other: PointCloud) -> Double {
    Double(CloudDistance.between(rows, other.rows, 0, limit: .infinity).distance)
  }

  // MARK: Pictures

  /// A coarse picture: how much of the drawing is in each of nine cells, and the means of its
  /// directions.
  ///
  /// The centers of the cells are at -1.8, 0 and 1.8 in both coordinates, where 1 is the root mean
  /// square of the distance from the centroid; a point counts for the four cells around it. The
  /// other numbers are the means of the directions' coordinates, of their product, and of their
  /// products with x and y (measured).
  var picture: SIMD16<Float> {
    Self.picture(of: rows, at: 0, count: Self.count, stride: Self.count)
  }

  /// The picture of rows in a buffer, whose root mean square distance is `size`.
  static func picture(
    of rows: [Float], at first: Int, count: Int, stride: Int, size: Float = 1
  ) -> SIMD16<Float> {
    // Each vector has three cells of a row; its last lane is used for a direction.
    var (top, middle, bottom) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
    var moments = SIMD4<Float>.zero
    let all = rows.span
    let scale = 1 / size
    for index in first..<first + count {
      let (x, y) = (scale * all[index], scale * all[stride + index])
      let (u, v) = (scale * all[2 * stride + index], scale * all[3 * stride + index])
      // A cell counts twice as much as a direction.
      let (columns, lines) = (2 * Self.shares(x), Self.shares(y))
      top += columns * lines.x
      middle += columns * lines.y
      bottom += columns * lines.z
      top.w += u
      middle.w += v
      bottom.w += u * v
      moments += SIMD4(u, u, v, v) * SIMD4(x, y, x, y)
    }
    let cells = SIMD16(
      lowHalf: SIMD8(lowHalf: top, highHalf: middle),
      highHalf: SIMD8(lowHalf: bottom, highHalf: moments))
    return cells / Float(count)
  }

  /// The shares of a coordinate in the cells at -1.8, 0 and 1.8; the last lane is zero.
  private static func shares(_ coordinate: Float) -> SIMD4<Float> {
    let place = max(0, min(2, coordinate / 1.8 + 1))
    let away = place - SIMD4<Float>(0, 1, 2, 9)
    let share = 1 + away.least(-away)
    return share.replacing(with: 0, where: share .< 0)
  }
}

/// The distribution of a cloud's points over the strokes of a drawing.
struct CloudStrokes: Sendable {
  /// The number of points of each stroke, in total ``PointCloud/count``.
  private(set) var counts: [Int] = []
  /// The total length of the strokes.
  private(set) var length = 0.0
  /// A point of the drawing, which is subtracted before positions become floats.
  private(set) var origin = Point.zero
  var resampler = PathResampler()
  private var lengths: [Double] = []

  mutating func measure(_ drawing: Drawing) {
    counts.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    length = 0
    for stroke in drawing.strokes {
      let strokeLength = stroke.pathLength
      lengths.append(strokeLength)
      length += strokeLength
      counts.append(stroke.isEmpty ? 0 : 1)
      if let first = stroke.first { origin = first }
    }
    distribute(drawing)
  }

  /// Distributes the points in proportion to length: each to the stroke that lacks most.
  private mutating func distribute(_ drawing: Drawing) {
    var given = counts.reduce(0, +)
    if given > PointCloud.count {
      // With more strokes than points, the shortest strokes get no point.
      let longest = counts.indices.filter { counts[$0] > 0 }.sorted { lengths[$0] > lengths[$1] }
      for index in longest.dropFirst(PointCloud.count) { counts[index] = 0 }
      given = PointCloud.count
    }
    let share = length > 0 ? Double(PointCloud.count) / length : 0
    while given < PointCloud.count {
      var (neediest, most) = (-1, -Double.infinity)
      for index in counts.indices where counts[index] > 0 {
        let lack = lengths[index] * share - Double(counts[index])
        if lack > most { (neediest, most) = (index, lack) }
      }
      guard neediest >= 0 else { return }
      counts[neediest] += 1
      given += 1
    }
  }
}
