import Contacts
import Shapes
import Testing

@Suite struct PathResamplingTests {
  /// 3 to the right, 4 down, 5 back.
  private let triangle = [Point.zero, Point(x: 3, y: 0), Point(x: 3, y: 4), Point.zero]

  @Test("A path is cut into pieces of equal length")
  func equalPieces() {
    var resampler = PathResampler()
    resampler.cut(triangle, into: 4)
    #expect(resampler.length == 12)
    let expected = [
      Point.zero, Point(x: 3, y: 0), Point(x: 3, y: 3), Point(x: 1.8, y: 2.4), Point.zero,
    ]
    for (point, other) in zip(resampler.points, expected) {
      #expect(point.distance(to: other) < 1e-12)
    }
    #expect(resampler.points.count == expected.count)
  }

  @Test("The pieces of a random path have the same length along it", arguments: [1, 2, 7, 16, 500])
  func randomPath(pieces: Int) {
    for number in 0..<20 {
      let path = OwnDrawings.random(number).strokes[0]
      var resampler = PathResampler()
      resampler.cut(path, into: pieces)
      let points = resampler.points
      #expect(points.count == pieces + 1)
      #expect(points.first == path.first)
      #expect(points.last == path.last)
      #expect(abs(resampler.length - path.pathLength) < 1e-9)
      let step = path.pathLength / Double(pieces)
      for (index, point) in points.enumerated() {
        let expected = Self.point(of: path, at: Double(index) * step)
        #expect(point.distance(to: expected) < 1e-6)
      }
    }
  }

  /// A plain walk along the path.
  private static func point(of path: [Point], at distance: Double) -> Point {
    var left = distance
    for (start, end) in zip(path, path.dropFirst()) {
      let segment = start.distance(to: end)
      if left <= segment, segment > 0 { return start + (end - start) * (left / segment) }
      left -= segment
    }
    return path[path.count - 1]
  }

  @Test("A path without length is all at one point")
  func zeroLength() {
    let point = Point(x: 3, y: 4)
    #expect([point, point].resampled(to: 4) == [point, point, point, point])
    #expect([point].resampled(to: 3) == [point, point, point])
    #expect([Point]().resampled(to: 3) == [.zero, .zero, .zero])
  }

  @Test("A resampler keeps nothing of the path before")
  func reuse() {
    var resampler = PathResampler()
    for number in 0..<20 {
      resampler.cut(OwnDrawings.random(number).strokes[0], into: 5 + number % 3)
      resampler.cut(triangle, into: 12)
      #expect(resampler.points == triangle.resampled(to: 13))
      #expect(resampler.length == 12)
    }
  }
}
