public import Shapes

/// $P: a greedy matching of two point clouds.
///
/// Vatavu, Anthony, Wobbrock: "Gestures as point clouds: a $P recognizer for user interface
/// prototypes", ICMI 2012. 32 points along all strokes, scaled by the larger side of their box; the
/// matching begins at every fifth point, in both directions, and earlier matches weigh more.
public enum DollarP: Peer {
  public static let name = "$P"
  static let count = 32
  /// The square root of the count.
  static let step = 5

  public static func features(of drawing: Drawing) -> [PeerPoint] {
    normalized(drawing.spread(count).points)
  }

  static func normalized(_ points: [PeerPoint]) -> [PeerPoint] {
    let extent = points.extent
    let size = max(extent.x, extent.y)
    return (size > 0 ? points.map { $0 * (1 / size) } : points).centered
  }

  public static func distance(
    _ drawn: [PeerPoint], _ example: [PeerPoint], limit: Float
  ) -> Float {
    var nearest = limit
    for start in stride(from: 0, to: count, by: step) {
      nearest = min(nearest, greedy(drawn, example, from: start, limit: nearest) { $0.length })
      nearest = min(nearest, greedy(example, drawn, from: start, limit: nearest) { $0.length })
    }
    return nearest
  }

  /// The weighted sum of the distances from each point of a cloud to the nearest one of the other
  /// that is left.
  @inline(__always)
  static func greedy(
    _ a: [PeerPoint], _ b: [PeerPoint], from start: Int, limit: Float,
    _ measure: (PeerPoint) -> Float
  ) -> Float {
    var left: UInt32 = .max
    var sum: Float = 0
    for step in 0..<count {
      let point = a[(start + step) % count]
      var nearest = (index: 0, squared: Float.infinity)
      var rest = left
      while rest != 0 {
        let index = rest.trailingZeroBitCount
        rest &= rest - 1
        let squared = (point - b[index]).lengthSquared
        if squared < nearest.squared { nearest = (index, squared) }
      }
      left &= ~(1 << UInt32(nearest.index))
      sum += (1 - Float(step) / Float(count)) * measure(point - b[nearest.index])
      if sum >= limit { return .infinity }
    }
    return sum
  }
}
