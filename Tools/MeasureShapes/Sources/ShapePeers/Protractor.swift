private import RealModule
public import Shapes

/// Protractor: the angle between two drawings as vectors, at the best rotation in closed form.
///
/// Li: "Protractor: a fast and accurate gesture recognizer", CHI 2010. 16 points; here with its
/// orientation sensitivity: a drawing is aligned to the nearest of eight base orientations.
public enum Protractor: Peer {
  public static let name = "Protractor"
  private static let count = 16

  public static func features(of drawing: Drawing) -> [PeerPoint] {
    let points = drawing.joined(count).centered
    let angle = Float.atan2(y: points[0].y, x: points[0].x)
    let base = Float.pi / 4
    let turn = base * ((angle + base / 2) / base).rounded(.down) - angle
    let turned = points.turned(cosine: .cos(turn), sine: .sin(turn))
    let length = turned.reduce(0) { $0 + $1.lengthSquared }.squareRoot()
    return length > 0 ? turned.map { $0 * (1 / length) } : turned
  }

  public static func distance(
    _ drawn: [PeerPoint], _ example: [PeerPoint], limit: Float
  ) -> Float {
    var (along, across): (Float, Float) = (0, 0)
    for index in 0..<count {
      along += drawn[index].dot(example[index])
      across += drawn[index].cross(example[index])
    }
    let angle = Float.atan2(y: across, x: along)
    return .acos(max(-1, min(1, along * .cos(angle) + across * .sin(angle))))
  }
}
