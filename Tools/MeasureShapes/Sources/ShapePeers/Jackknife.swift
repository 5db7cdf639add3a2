public import Shapes

/// Jackknife: dynamic time warping of directions, corrected by what the drawings' extents and paths
/// differ in.
///
/// Taranta, Samiei, Maghoumi, Khaloo, Pittman, LaViola: "Jackknife: a reliable recognizer with few
/// samples and many modalities", CHI 2017. 16 points, the inner product measure, a band of a tenth
/// of the length.
public enum Jackknife: Peer {
  public static let name = "Jackknife"
  private static let count = 16
  private static let band = 2

  public struct Features {
    var directions: [PeerPoint]
    /// The path travelled along each axis, and the bounding box, each of length 1.
    var path: PeerPoint
    var extent: PeerPoint
  }

  public static func features(of drawing: Drawing) -> Features {
    let points = drawing.joined(count)
    let path = zip(points.dropFirst(), points).reduce(PeerPoint(x: 0, y: 0)) { sum, step in
      PeerPoint(x: sum.x + abs(step.0.x - step.1.x), y: sum.y + abs(step.0.y - step.1.y))
    }
    return Features(directions: points.directions, path: path.unit, extent: points.extent.unit)
  }

  public static func distance(_ drawn: Features, _ example: Features, limit: Float) -> Float {
    let correction =
      1 / max(0.01, drawn.path.dot(example.path)) / max(0.01, drawn.extent.dot(example.extent))
    return correction * warped(drawn.directions, example.directions)
  }

  private static func warped(_ a: [PeerPoint], _ b: [PeerPoint]) -> Float {
    var row = [Float](repeating: .infinity, count: b.count + 1)
    row[0] = 0
    for i in a.indices {
      var diagonal = row[0]
      row[0] = .infinity
      for j in b.indices {
        let above = row[j + 1]
        let isInBand = abs(i - j) <= band
        row[j + 1] =
          isInBand ? 1 - a[i].dot(b[j]) + min(diagonal, min(above, row[j])) : .infinity
        diagonal = above
      }
    }
    return row[b.count]
  }
}
