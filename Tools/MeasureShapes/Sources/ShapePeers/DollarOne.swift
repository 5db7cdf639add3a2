private import RealModule
public import Shapes

/// $1: points paired in order at the best angle.
///
/// Wobbrock, Wilson, Li: "Gestures without libraries, toolkits or training: a $1 recognizer for
/// user interface prototypes", UIST 2007. 64 points, turned by the angle of the first one, scaled
/// to a square; the angle within 45 degrees by golden section search to 2 degrees.
public enum DollarOne: Peer {
  public static let name = "$1"
  private static let count = 64
  private static let range = Float.pi / 4
  private static let precision = Float.pi / 90
  private static let golden: Float = 0.618034

  public static func features(of drawing: Drawing) -> [PeerPoint] {
    let points = drawing.joined(count).centered
    let angle = -Float.atan2(y: points[0].y, x: points[0].x)
    let turned = points.turned(cosine: .cos(angle), sine: .sin(angle))
    let extent = turned.extent
    // A line has no height to scale.
    let (width, height) = (max(extent.x, 1e-6), max(extent.y, 1e-6))
    return turned.map { PeerPoint(x: $0.x / width, y: $0.y / height) }.centered
  }

  public static func distance(
    _ drawn: [PeerPoint], _ example: [PeerPoint], limit: Float
  ) -> Float {
    var (low, high) = (-range, range)
    var first = golden * low + (1 - golden) * high
    var second = (1 - golden) * low + golden * high
    var atFirst = distance(drawn, example, angle: first)
    var atSecond = distance(drawn, example, angle: second)
    while high - low > precision {
      if atFirst < atSecond {
        (high, second, atSecond) = (second, first, atFirst)
        first = golden * low + (1 - golden) * high
        atFirst = distance(drawn, example, angle: first)
      } else {
        (low, first, atFirst) = (first, second, atSecond)
        second = (1 - golden) * low + golden * high
        atSecond = distance(drawn, example, angle: second)
      }
    }
    return min(atFirst, atSecond)
  }

  private static func distance(
    _ drawn: [PeerPoint], _ example: [PeerPoint], angle: Float
  ) -> Float {
    let (cosine, sine) = (Float.cos(angle), Float.sin(angle))
    var sum: Float = 0
    for index in 0..<count {
      let (a, b) = (drawn[index], example[index])
      let turned = PeerPoint(x: a.x * cosine - a.y * sine, y: a.x * sine + a.y * cosine)
      sum += (turned - b).length
    }
    return sum / Float(count)
  }
}
