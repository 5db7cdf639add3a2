import Contacts
import Shapes
import Testing

@Suite struct CornerFinderTests {
  private func corners(_ points: [Point]) -> [CornerFinder.Corner] {
    CornerFinder.corners(of: points)
  }

  private func polyline(_ points: (Double, Double)...) -> [Point] {
    points.map { Point(x: $0.0, y: $0.1) }
  }

  @Test("A z has two corners, with place, progress and angle", arguments: [0.01, 1, 1000])
  func cornersOfZ(scale: Double) throws {
    let z = polyline((0, 0), (10, 0), (0, 10), (10, 10)).map {
      Point(x: $0.x * scale, y: $0.y * scale)
    }
    let corners = corners(z)
    try #require(corners.count == 2)
    for (corner, place) in zip(corners, [z[1], z[2]]) {
      #expect(corner.point.distance(to: place) < 0.5 * scale)
      #expect(abs(corner.angle - 45) < 5)
    }
    #expect(abs(corners[0].progress - 10 / 34.14) < 0.02)
    #expect(abs(corners[1].progress - 24.14 / 34.14) < 0.02)
  }

  @Test("An arc is a bend and has no corner")
  func arcWithoutCorner() {
    // A parabola through many points.
    let arc = (0...60).map { Point(x: Double($0), y: Double($0 * (60 - $0)) / 30) }
    #expect(corners(arc).isEmpty)
  }

  @Test("A corner is one up to 150 degrees", arguments: [(20.0, 1), (60, 1), (100, 1), (160, 0)])
  func cornerLimit(degrees: Double, count: Int) {
    let end = Point(
      x: 10 - 10 * Trigonometry.cosine(degrees: degrees),
      y: 10 * Trigonometry.cosine(degrees: 90 - degrees))
    #expect(corners([Point(x: 0, y: 0), Point(x: 10, y: 0), end]).count == count)
  }

  @Test(
    "What is not a stroke has no corners",
    arguments: [
      [], [Point(x: 1, y: 1)], [Point(x: 1, y: 1), Point(x: 1, y: 1)],
      [Point(x: .nan, y: 0), Point(x: 1, y: 0)], [Point(x: .infinity, y: 0), Point(x: 1, y: 0)],
      [Point(x: -1e308, y: 0), Point(x: 1e308, y: 0), Point(x: -1e308, y: 1e308)],
      [Point(x: 0, y: 0), Point(x: .leastNonzeroMagnitude, y: 0), Point(x: 0, y: 0)],
    ])
  func invalidStrokes(points: [Point]) {
    #expect(corners(points).isEmpty)
  }
}
