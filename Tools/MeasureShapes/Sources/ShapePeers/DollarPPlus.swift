private import RealModule
public import Shapes

/// $P+: each point to the nearest one of the other cloud, with the turning angles as a third
/// coordinate.
///
/// Vatavu: "Improving gesture recognition accuracy on touch screens for users with low vision", CHI
/// 2017. 32 points; angles are absolute and over pi. Points that no other one was matched with look
/// for their nearest in turn.
public enum DollarPPlus: Peer {
  public static let name = "$P+"
  private static let count = DollarP.count

  public struct Features {
    var x: [Float]
    var y: [Float]
    var angles: [Float]
  }

  public static func features(of drawing: Drawing) -> Features {
    let points = DollarP.features(of: drawing)
    var angles = [Float](repeating: 0, count: count)
    for index in 1..<count - 1 {
      let (before, after) = (points[index] - points[index - 1], points[index + 1] - points[index])
      let lengths = before.length * after.length
      guard lengths > 0 else { continue }
      angles[index] = .acos(max(-1, min(1, before.dot(after) / lengths))) / .pi
    }
    return Features(x: points.map(\.x), y: points.map(\.y), angles: angles)
  }

  public static func distance(_ drawn: Features, _ example: Features, limit: Float) -> Float {
    let forward = oneWay(drawn, example, limit: limit)
    return min(forward, oneWay(example, drawn, limit: min(forward, limit)))
  }

  private static func oneWay(_ a: Features, _ b: Features, limit: Float) -> Float {
    var unmatched: UInt32 = .max
    var sum: Float = 0
    for index in 0..<count {
      let (nearest, distance) = nearest(a, index, b)
      unmatched &= ~(1 << UInt32(nearest))
      sum += distance
      if sum >= limit { return .infinity }
    }
    while unmatched != 0 {
      let index = unmatched.trailingZeroBitCount
      unmatched &= unmatched - 1
      sum += nearest(b, index, a).1
      if sum >= limit { return .infinity }
    }
    return sum
  }

  private static func nearest(_ a: Features, _ index: Int, _ b: Features) -> (Int, Float) {
    let (x, y, angle) = (a.x[index], a.y[index], a.angles[index])
    var nearest = (index: 0, squared: Float.infinity)
    for other in 0..<count {
      let (dx, dy, turn) = (x - b.x[other], y - b.y[other], angle - b.angles[other])
      let squared = dx * dx + dy * dy + turn * turn
      if squared < nearest.squared { nearest = (other, squared) }
    }
    return (nearest.index, nearest.squared.squareRoot())
  }
}
