import Contacts
public import Shapes

/// !FTL: the local shape distance of the triangles that consecutive steps make.
///
/// Vanderdonckt, Roselli, Pérez-Medina: "!FTL, an articulation-invariant stroke gesture recognizer
/// with controllable position, scale, and rotation invariances", ICMI 2018. The distance of the
/// pairs of steps (a, b) and (u, v) is that of the complex products av and bu: the same at any
/// angle. 8 points, with which it is better than with 16, in units of the length.
public enum FTL: Peer {
  public static let name = "!FTL"
  private static let count = 8

  public static func features(of drawing: Drawing) -> [PeerPoint] {
    let points = drawing.joined(count)
    let length = Float(drawing.strokes.flatMap { $0 }.pathLength)
    let unit = length > 0 ? 1 / length : 0
    return zip(points.dropFirst(), points).map { ($0 - $1) * unit }
  }

  public static func distance(
    _ drawn: [PeerPoint], _ example: [PeerPoint], limit: Float
  ) -> Float {
    var sum: Float = 0
    for index in 0..<count - 2 {
      let (a, b) = (drawn[index], drawn[index + 1])
      let (u, v) = (example[index], example[index + 1])
      sum += (product(a, v) - product(b, u)).length
    }
    return sum
  }

  private static func product(_ a: PeerPoint, _ b: PeerPoint) -> PeerPoint {
    PeerPoint(x: a.x * b.x - a.y * b.y, y: a.x * b.y + a.y * b.x)
  }
}
