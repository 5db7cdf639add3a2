public import Contacts

/// Cuts paths into pieces of equal length, again and again without allocating.
public struct PathResampler: Sendable {
  /// The start of the path and the ends of the pieces; all equal for a path without length.
  public private(set) var points: [Point] = []
  /// The length of the path.
  public private(set) var length = 0.0

  /// The length of the path up to each of its points.
  private var walked: [Double] = []
  /// The segment in which each piece ends, as the index of its first point.
  private var segments: [Int] = []

  public init() {}

  /// Replaces ``points`` and ``length`` with those of a path, cut into one or more pieces. A path
  /// without points counts as a point at zero.
  public mutating func cut(_ path: [Point], into pieces: Int) {
    let path = path.span
    let pieces = max(1, pieces)
    measure(path)
    points.removeAll(keepingCapacity: true)
    points.append(contentsOf: repeatElement(path.isEmpty ? .zero : path[0], count: pieces + 1))
    guard findSegments(of: path.count, pieces) else { return }
    let lengths = walked
    let segments = segments
    let step = length / Double(pieces)
    var ends = points.mutableSpan
    var segment = 0
    for piece in 1..<pieces {
      // A piece in which no segment begins ends in the same segment as the piece before.
      segment = max(segment, segments[piece])
      let start = lengths[segment]
      let rest = Double(piece) * step - start
      let part = max(0, min(1, rest / (lengths[segment + 1] - start)))
      ends[piece] = path[segment] + (path[segment + 1] - path[segment]) * part
    }
    ends[pieces] = path[path.count - 1]
  }

  private mutating func measure(_ path: Span<Point>) {
    let missing = path.count - walked.count
    if missing > 0 { walked.append(contentsOf: repeatElement(0, count: missing)) }
    var lengths = walked.mutableSpan
    var sum = 0.0
    for index in 0..<max(0, path.count - 1) {
      lengths[index] = sum
      sum += path[index].distance(to: path[index + 1])
    }
    if !path.isEmpty { lengths[path.count - 1] = sum }
    length = sum
  }

  /// Finds the last segment that begins in each piece, in independent iterations; false for a path
  /// that can't be divided.
  private mutating func findSegments(of count: Int, _ pieces: Int) -> Bool {
    let scale = Double(pieces) / length
    guard length > 0, length.isFinite, scale.isFinite else { return false }
    segments.removeAll(keepingCapacity: true)
    segments.append(contentsOf: repeatElement(0, count: pieces))
    let lengths = walked
    var found = segments.mutableSpan
    for index in 0..<count - 1 {
      let piece = Int(lengths[index] * scale) + 1
      if piece < pieces { found[piece] = index }
    }
    return true
  }
}

extension [Point] {
  /// At least two points at equal distances along the path, the first and the last included.
  public func resampled(to count: Int) -> [Point] {
    var resampler = PathResampler()
    resampler.cut(self, into: Swift.max(1, count - 1))
    return resampler.points
  }
}
