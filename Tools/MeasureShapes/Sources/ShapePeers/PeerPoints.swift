import Contacts
import Shapes

/// A point in single precision, which is enough for all peers.
public struct PeerPoint: Sendable {
  var x: Float
  var y: Float

  var lengthSquared: Float { x * x + y * y }
  var length: Float { lengthSquared.squareRoot() }

  static func - (a: PeerPoint, b: PeerPoint) -> PeerPoint { PeerPoint(x: a.x - b.x, y: a.y - b.y) }
  static func * (a: PeerPoint, factor: Float) -> PeerPoint {
    PeerPoint(x: a.x * factor, y: a.y * factor)
  }

  func dot(_ other: PeerPoint) -> Float { x * other.x + y * other.y }
  func cross(_ other: PeerPoint) -> Float { x * other.y - y * other.x }

  /// The vector of length 1, or zero.
  var unit: PeerPoint { length > 0 ? self * (1 / length) : self }
}

extension Drawing {
  /// Points at equal distances along one line through all strokes.
  func joined(_ count: Int) -> [PeerPoint] {
    strokes.flatMap { $0 }.resampled(to: count).peerPoints
  }

  /// Points at equal distances along the strokes, without what is between them, and the number of
  /// each one's stroke.
  func spread(_ count: Int) -> (points: [PeerPoint], strokes: [Int]) {
    let lengths = strokes.map(\.pathLength)
    let step = lengths.reduce(0, +) / Double(count - 1)
    guard step > 0 else { return (joined(count), Array(repeating: 0, count: count)) }
    var points: [Point] = []
    var numbers: [Int] = []
    var begin = 0.0
    for (number, stroke) in strokes.enumerated() {
      let end = begin + lengths[number]
      let isLast = number == strokes.indices.last
      while points.count < count {
        let position = Double(points.count) * step
        guard isLast || position <= end else { break }
        points.append(stroke.point(at: position - begin))
        numbers.append(number)
      }
      begin = end
    }
    return (points.peerPoints, numbers)
  }
}

extension [Point] {
  fileprivate var peerPoints: [PeerPoint] { map { PeerPoint(x: Float($0.x), y: Float($0.y)) } }

  /// The point at a distance along the path; the last one beyond its end.
  fileprivate func point(at distance: Double) -> Point {
    var walked = 0.0
    for index in indices.dropFirst() {
      let segment = self[index - 1].distance(to: self[index])
      if segment > 0, walked + segment >= distance {
        return self[index - 1] + (self[index] - self[index - 1]) * ((distance - walked) / segment)
      }
      walked += segment
    }
    return last ?? .zero
  }
}

extension [PeerPoint] {
  var centroid: PeerPoint {
    let sum = reduce(PeerPoint(x: 0, y: 0)) { PeerPoint(x: $0.x + $1.x, y: $0.y + $1.y) }
    return sum * (1 / Float(count))
  }

  /// With the centroid at zero.
  var centered: [PeerPoint] {
    let center = centroid
    return map { $0 - center }
  }

  /// The width and height of the bounding box.
  var extent: PeerPoint {
    let (x, y) = (map(\.x), map(\.y))
    return PeerPoint(
      x: (x.max() ?? 0) - (x.min() ?? 0), y: (y.max() ?? 0) - (y.min() ?? 0))
  }

  /// The steps from each point to the next, of length 1.
  var directions: [PeerPoint] { zip(dropFirst(), self).map { ($0 - $1).unit } }

  func turned(cosine: Float, sine: Float) -> [PeerPoint] {
    map { PeerPoint(x: $0.x * cosine - $0.y * sine, y: $0.x * sine + $0.y * cosine) }
  }
}
