public import Contacts

/// Cuts paths into pieces of equal length, again and again without allocating.
///
/// ```swift
/// var resampler = PathResampler()
/// resampler.cut(stroke, into: 16)
/// resampler.points  // 17 points, the first and the last of the stroke included
/// ```
public struct PathResampler: Sendable {
  /// The ends of the pieces; all the same for a path without length.
  public private(set) var points: [Point] = []
  /// The length of the path.
  public private(set) var length = 0.0

  /// The length of each segment of the path.
  private var segments: [Double] = []

  public init() {}

  /// Replaces ``points`` and ``length`` by those of a path; one without points is at zero.
  ///
  /// - Parameter pieces: 1 or more.
  public mutating func cut(_ path: [Point], into pieces: Int) {
    let path = path.span
    measure(path)
    points.removeAll(keepingCapacity: true)
    points.append(contentsOf: repeatElement(path.isEmpty ? .zero : path[0], count: pieces + 1))
    guard length > 0 else { return }
    let step = length / Double(pieces)
    let lengths = segments
    var ends = points.mutableSpan
    var made = 1
    var walked = 0.0
    for index in 0..<path.count - 1 {
      let end = walked + lengths[index]
      while made < pieces, Double(made) * step <= end {
        let part = (Double(made) * step - walked) / lengths[index]
        ends[made] = path[index] + (path[index + 1] - path[index]) * part
        made += 1
      }
      walked = end
    }
    // Rounding may leave the last ones out.
    for index in made...pieces { ends[index] = path[path.count - 1] }
  }

  private mutating func measure(_ path: Span<Point>) {
    let missing = path.count - 1 - segments.count
    if missing > 0 { segments.append(contentsOf: repeatElement(0, count: missing)) }
    var lengths = segments.mutableSpan
    var sum = 0.0
    for index in 0..<max(0, path.count - 1) {
      let segment = path[index].distance(to: path[index + 1])
      lengths[index] = segment
      sum += segment
    }
    length = sum
  }
}

extension [Point] {
  /// Points at equal distances along the path, the first and the last included.
  ///
  /// - Parameter count: How many points, 2 or more.
  public func resampled(to count: Int) -> [Point] {
    var resampler = PathResampler()
    resampler.cut(self, into: Swift.max(1, count - 1))
    return resampler.points
  }
}
