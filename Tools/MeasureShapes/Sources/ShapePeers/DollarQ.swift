public import Shapes

/// $Q: $P with squared distances, early abandoning, and lower bounds from a grid of nearest points.
///
/// Vatavu, Anthony, Wobbrock: "$Q: a super-quick, articulation-invariant stroke-gesture recognizer
/// for low-resource devices", MobileHCI 2018. 32 points, a grid of 64 by 64.
public enum DollarQ: Peer {
  public static let name = "$Q"
  private static let count = DollarP.count
  private static let side = 64

  public struct Features {
    var points: [PeerPoint]
    /// The cell of each point.
    var cells: [Int]
    /// For each cell the point nearest to its middle.
    var table: [UInt8]
  }

  public static func features(of drawing: Drawing) -> Features {
    let points = DollarP.features(of: drawing)
    // Centroids are at zero and boxes at most 1 wide: all points are within 1 of zero.
    let cells = points.map { cell($0.x) + side * cell($0.y) }
    return Features(points: points, cells: cells, table: table(points))
  }

  private static func cell(_ coordinate: Float) -> Int {
    max(0, min(side - 1, Int((coordinate + 1) / 2 * Float(side))))
  }

  private static func table(_ points: [PeerPoint]) -> [UInt8] {
    var table = [UInt8](repeating: 0, count: side * side)
    for row in 0..<side {
      for column in 0..<side {
        let middle = PeerPoint(x: middle(column), y: middle(row))
        var nearest = (index: 0, squared: Float.infinity)
        for index in 0..<count {
          let squared = (middle - points[index]).lengthSquared
          if squared < nearest.squared { nearest = (index, squared) }
        }
        table[column + side * row] = UInt8(nearest.index)
      }
    }
    return table
  }

  private static func middle(_ cell: Int) -> Float {
    (Float(cell) + 0.5) / Float(side) * 2 - 1
  }

  public static func distance(_ drawn: Features, _ example: Features, limit: Float) -> Float {
    var nearest = limit
    let forward = bounds(drawn, example)
    let backward = bounds(example, drawn)
    for (number, start) in stride(from: 0, to: count, by: DollarP.step).enumerated() {
      if forward[number] < nearest {
        nearest = min(
          nearest,
          DollarP.greedy(drawn.points, example.points, from: start, limit: nearest) {
            $0.lengthSquared
          })
      }
      if backward[number] < nearest {
        nearest = min(
          nearest,
          DollarP.greedy(example.points, drawn.points, from: start, limit: nearest) {
            $0.lengthSquared
          })
      }
    }
    return nearest
  }

  /// For each start a sum that the greedy matching hardly goes below, in linear time for all of
  /// them.
  private static func bounds(_ a: Features, _ b: Features) -> [Float] {
    var sums = [Float](repeating: 0, count: count)
    var total: Float = 0
    var weighted: Float = 0
    for index in 0..<count {
      let squared = (a.points[index] - b.points[Int(b.table[a.cells[index]])]).lengthSquared
      total += squared
      sums[index] = total
      weighted += (1 - Float(index) / Float(count)) * squared
    }
    return stride(from: 0, to: count, by: DollarP.step).map { start in
      // Each later start takes its share off all, and gives the first points their smaller weights.
      start == 0
        ? weighted
        : weighted + Float(start) * total / Float(count) - sums[start - 1]
    }
  }
}
