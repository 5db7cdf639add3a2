/// Coordinates in two contiguous arrays, for calculations with all of them at once.
public struct CoordinateBatch: Hashable, Sendable {
  /// Degrees, as in ``Coordinate``.
  public private(set) var latitudes: [Double] = []
  public private(set) var longitudes: [Double] = []

  public init() {}

  public init(_ coordinates: some Sequence<Coordinate>) {
    for coordinate in coordinates { append(coordinate) }
  }

  /// Creates a batch from arrays of degrees.
  ///
  /// If there are more of one kind, the missing ones are not-a-number: calculations throw
  /// ``GeodesyError/invalidCoordinate(_:)`` for them.
  public init(latitudes: [Double], longitudes: [Double]) {
    self.latitudes = latitudes
    self.longitudes = longitudes
    let missing = latitudes.count - longitudes.count
    if missing < 0 { self.latitudes += repeatElement(.nan, count: -missing) }
    if missing > 0 { self.longitudes += repeatElement(.nan, count: missing) }
  }

  public var count: Int { latitudes.count }

  /// The coordinate at an index from 0 to ``count`` - 1; another index ends the program with a message on
  /// standard error.
  public subscript(index: Int) -> Coordinate {
    guard latitudes.indices.contains(index) else { fatalError("coordinate \(index) of \(count)") }
    return Coordinate(latitude: latitudes[index], longitude: longitudes[index])
  }

  public mutating func append(_ coordinate: Coordinate) {
    latitudes.append(coordinate.latitude)
    longitudes.append(coordinate.longitude)
  }

  public mutating func removeAll(keepingCapacity: Bool = false) {
    latitudes.removeAll(keepingCapacity: keepingCapacity)
    longitudes.removeAll(keepingCapacity: keepingCapacity)
  }
}

/// Computes the central angles of four pairs of points at a time, by polynomials instead of a
/// mathematics library: the same bits on every machine, and several times as fast.
enum Haversine {
  typealias Lanes = SIMD4<Double>

  /// sin(d°) = d · P(d²) for |d| <= 90: Chebyshev fit of nine terms, relative error 3e-19 before
  /// rounding.
  @inline(__always) static func sine(degrees d: Lanes) -> Lanes {
    let u = d * d
    var p = u * 3.5215636853781895e-45 - 3.246578307599586e-39
    p = p * u + 2.2393536136565418e-33
    p = p * u - 1.1468201091065514e-27
    p = p * u + 4.1412674153403277e-22
    p = p * u - 9.788384861587552e-17
    p = p * u + 1.3496016231632312e-11
    p = p * u - 8.86096155701298e-07
    p = p * u + 0.017453292519943295
    return p * d
  }

  /// arcsin(√z) / √z for 0 <= z <= 1/2: Chebyshev fit of nineteen terms, relative error 3e-17.
  @inline(__always) private static func arcSineOverRoot(_ z: Lanes) -> Lanes {
    // Two halves that a processor can compute in parallel.
    let z2 = z * z
    var even = z2 * 0.8892904367638688 + 5.7579408313146985
    var odd = z2 * -3.278933156739812 - 6.229299875397985
    even = even * z2 + 4.6420689099888435
    odd = odd * z2 - 2.4908808126226116
    even = even * z2 + 1.0082016650534187
    odd = odd * z2 - 0.2968705430689824
    even = even * z2 + 0.07871611357002127
    odd = odd * z2 - 0.002601537848299688
    even = even * z2 + 0.013191002571753903
    odd = odd * z2 + 0.01380344589589198
    even = even * z2 + 0.017364281439103527
    odd = odd * z2 + 0.022371584779320355
    even = even * z2 + 0.030381963396751827
    odd = odd * z2 + 0.044642856762615
    even = even * z2 + 0.07500000000401816
    odd = odd * z2 + 0.16666666666664987
    even = even * z2 + 1.0
    return even + odd * z
  }

  /// Square roots of numbers from 0 to 1, by Newton's method for the inverse root: `squareRoot()`
  /// would process the lanes one by one, and with them the code around it.
  @inline(__always) private static func root(_ x: Lanes) -> Lanes {
    // Half the exponent, negated: within 3.5 % (Lomont, "Fast inverse square root", 2003).
    let start = Int64(0x5fe6_eb50_c7b5_37a9)
    // Avoids dividing by zero; the addend is far below any distance.
    let some = x + 1e-290
    var y = Lanes(bits: start &- some.bits &>> 1)
    let half = some * 0.5
    // Relative errors: 3.5e-2, 1.8e-3, 4.7e-6, 3.3e-11, and with the last line 1e-21.
    y *= 1.5 - half * y * y
    y *= 1.5 - half * y * y
    y *= 1.5 - half * y * y
    let root = x * y
    return root + y * 0.5 * (x - root * root)
  }

  /// The central angles in radians.
  @inline(__always)
  static func angles(
    _ latitude1: Lanes, _ longitude1: Lanes, _ latitude2: Lanes, _ longitude2: Lanes
  ) -> Lanes {
    let north = sine(degrees: (latitude2 - latitude1) * 0.5)
    // cos φ as the sine of the complement, which is exact.
    let sum = (latitude1 + latitude2) * 0.5
    let middle = sine(degrees: 90 - sum.magnitude)
    var halfTurn = (longitude2 - longitude1) * 0.5
    // The square of the sine repeats every half turn.
    halfTurn -= ((halfTurn * (1.0 / 180) + 0x1.8p52) - 0x1.8p52) * 180
    let east = sine(degrees: halfTurn)

    let north2 = north * north
    let east2 = east * east
    let middle2 = middle * middle
    let near = north2 * (1 - east2) + middle2 * east2
    let far = (1 - north2) * (1 - east2) + (1 - middle2) * east2
    // Beyond a quarter of the circle measure from the antipode.
    let isFar = (far - near).signs
    let half = near.replaced(by: far, where: isFar)
    let angle = root(half) * arcSineOverRoot(half) * 2
    return angle.replaced(by: Double.pi - angle, where: isFar)
  }
}

/// Selection by bit masks: selection by Boolean lanes compiles to branches.
extension SIMD4<Double> {
  @inline(__always) fileprivate var bits: SIMD4<Int64> {
    unsafeBitCast(self, to: SIMD4<Int64>.self)
  }

  @inline(__always) fileprivate init(bits: SIMD4<Int64>) {
    self = unsafeBitCast(bits, to: Self.self)
  }

  @inline(__always) fileprivate var magnitude: Self { Self(bits: bits & Int64.max) }

  /// All bits set in negative lanes, none in others.
  @inline(__always) fileprivate var signs: SIMD4<Int64> { bits &>> 63 }

  @inline(__always)
  fileprivate func replaced(by other: Self, where mask: SIMD4<Int64>) -> Self {
    Self(bits: (other.bits & mask) | (bits & ~mask))
  }

  @inline(__always) init(_ base: UnsafePointer<Double>, _ index: Int) {
    self = UnsafeRawPointer(base + index).loadUnaligned(as: Self.self)
  }
}

extension GreatCircle {
  /// Computes the distances in metres between the points of two batches, pair by pair, and replaces
  /// the contents of `distances` with them.
  ///
  /// Results are accurate to some micrometres; those of nearly antipodal points may be half a metre
  /// too small. Throws for the first pair with an invalid coordinate, and for batches of different
  /// sizes, and then leaves `distances` empty.
  public func distances(
    from first: CoordinateBatch, to second: CoordinateBatch, into distances: inout [Double]
  ) throws(GeodesyError) {
    distances.removeAll(keepingCapacity: true)
    try checkRadius()
    guard first.count == second.count else { throw .differentCounts(first.count, second.count) }
    fill(first, 0, second, 0, count: first.count, &distances)
    try check(&distances, first, 0, second, 0)
  }

  /// Computes the distances in metres from each point of a path to the next.
  public func steps(
    ofPath path: CoordinateBatch, into distances: inout [Double]
  ) throws(GeodesyError) {
    distances.removeAll(keepingCapacity: true)
    try checkRadius()
    let count = max(0, path.count - 1)
    fill(path, 0, path, 1, count: count, &distances)
    try check(&distances, path, 0, path, 1)
  }

  /// Throws for the first distance that is not a number, naming the invalid coordinate, and empties the
  /// distances.
  private func check(
    _ distances: inout [Double], _ first: CoordinateBatch, _ start1: Int,
    _ second: CoordinateBatch, _ start2: Int
  ) throws(GeodesyError) {
    // One sum shows whether there is any.
    var sum = 0.0
    for distance in distances { sum += distance }
    guard sum.isNaN else { return }
    for index in distances.indices where distances[index].isNaN {
      let (from, to) = (first[index + start1], second[index + start2])
      if from.isValid && to.isValid { continue }
      distances.removeAll(keepingCapacity: true)
      try from.check()
      try to.check()
    }
  }

  private func fill(
    _ first: CoordinateBatch, _ start1: Int, _ second: CoordinateBatch, _ start2: Int, count: Int,
    _ distances: inout [Double]
  ) {
    distances.removeAll(keepingCapacity: true)
    guard count > 0 else { return }
    let radius = self.radius
    first.latitudes.withUnsafeBufferPointer { latitudes1 in
      first.longitudes.withUnsafeBufferPointer { longitudes1 in
        second.latitudes.withUnsafeBufferPointer { latitudes2 in
          second.longitudes.withUnsafeBufferPointer { longitudes2 in
            guard let a = latitudes1.baseAddress, let b = longitudes1.baseAddress,
              let c = latitudes2.baseAddress, let d = longitudes2.baseAddress
            else { return }
            let columns = Columns(a + start1, b + start1, c + start2, d + start2)
            distances.append(addingCapacity: count) { output in
              output.withUnsafeMutableBufferPointer { buffer, filled in
                guard let base = buffer.baseAddress else { return }
                columns.fill(count, radius: radius, base)
                filled = count
              }
            }
          }
        }
      }
    }
  }
}

/// Pointers to the four columns of a calculation.
private struct Columns {
  let latitudes1: UnsafePointer<Double>
  let longitudes1: UnsafePointer<Double>
  let latitudes2: UnsafePointer<Double>
  let longitudes2: UnsafePointer<Double>

  init(
    _ latitudes1: UnsafePointer<Double>, _ longitudes1: UnsafePointer<Double>,
    _ latitudes2: UnsafePointer<Double>, _ longitudes2: UnsafePointer<Double>
  ) {
    self.latitudes1 = latitudes1
    self.longitudes1 = longitudes1
    self.latitudes2 = latitudes2
    self.longitudes2 = longitudes2
  }

  func fill(_ count: Int, radius: Double, _ output: UnsafeMutablePointer<Double>) {
    var index = 0
    while index + 4 <= count {
      let lanes = distances(
        SIMD4(latitudes1, index), SIMD4(longitudes1, index), SIMD4(latitudes2, index),
        SIMD4(longitudes2, index), radius)
      UnsafeMutableRawPointer(output + index).storeBytes(of: lanes, as: SIMD4<Double>.self)
      index += 4
    }
    guard index < count else { return }
    var lanes = (
      SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>()
    )
    for lane in 0..<count - index {
      lanes.0[lane] = latitudes1[index + lane]
      lanes.1[lane] = longitudes1[index + lane]
      lanes.2[lane] = latitudes2[index + lane]
      lanes.3[lane] = longitudes2[index + lane]
    }
    let last = distances(lanes.0, lanes.1, lanes.2, lanes.3, radius)
    for lane in 0..<count - index { output[index + lane] = last[lane] }
  }

  /// Returns not-a-number where a coordinate is invalid.
  @inline(__always)
  private func distances(
    _ latitude1: SIMD4<Double>, _ longitude1: SIMD4<Double>, _ latitude2: SIMD4<Double>,
    _ longitude2: SIMD4<Double>, _ radius: Double
  ) -> SIMD4<Double> {
    // One negative sign means a coordinate out of range; setting all bits gives not-a-number.
    let latitudes = (90 - latitude1.magnitude).bits | (90 - latitude2.magnitude).bits
    let longitudes = (180 - longitude1.magnitude).bits | (180 - longitude2.magnitude).bits
    let signs = (latitudes | longitudes) &>> 63
    let angles = Haversine.angles(latitude1, longitude1, latitude2, longitude2)
    return SIMD4(bits: (angles * radius).bits | signs)
  }
}
