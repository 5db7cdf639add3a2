import Contacts
import Testing

@testable import Shapes

@Suite("Strokes")
struct StrokeCornerTests {
  /// Straight lines between corners, with a position about every point.
  private func stroke(_ corners: (Double, Double)..., scale: Double = 1) -> [Point] {
    var points = [Point(x: corners[0].0 * scale, y: corners[0].1 * scale)]
    for (start, end) in zip(corners, corners.dropFirst()) {
      let from = Point(x: start.0 * scale, y: start.1 * scale)
      let translation = Vector(dx: end.0 - start.0, dy: end.1 - start.1) * scale
      let count = Int(translation.length.rounded(.up))
      for step in 1...count { points.append(from + translation * (Double(step) / Double(count))) }
    }
    return points
  }

  @Test("Two straight legs have their own lengths, and no hooks", arguments: [0.25, 1, 1000])
  func legs(scale: Double) throws {
    let corner = try #require(StrokeCorner(of: stroke((0, 0), (30, 40), (110, -20), scale: scale)))
    #expect(corner.first.vector == Vector(dx: 30, dy: 40) * scale)
    #expect(corner.second.vector == Vector(dx: 80, dy: -60) * scale)
    for (leg, length) in [(corner.first, 50.0), (corner.second, 100)] {
      #expect(abs(leg.length - length * scale) < 1e-9 * scale)
      #expect(abs(leg.straightness - 1) < 1e-9)
      #expect(leg.hook == 0)
    }
  }

  @Test("Hooks at both ends belong to no leg, in any direction")
  func hooks() throws {
    for (dx, dy) in [(0.0, 10.0), (10, 0), (8, 6), (6, 8)] {
      let hooked = stroke((dx, dy), (0, 0), (30, 40), (110, -20), (110 - dx, -20 + dy))
      let corner = try #require(StrokeCorner(of: hooked))
      #expect(corner.first.vector == Vector(dx: 30, dy: 40))
      #expect(corner.second.vector == Vector(dx: 80, dy: -60))
      #expect(abs(corner.first.hook - 0.2) < 1e-9)
      #expect(abs(corner.second.hook - 0.1) < 1e-9)
    }
  }

  @Test("A leg that bends is longer than straight")
  func bends() throws {
    let corner = try #require(StrokeCorner(of: stroke((0, 0), (0, 30), (40, 60), (40, -200))))
    #expect(corner.first.vector == Vector(dx: 40, dy: 60))
    #expect(abs(corner.first.straightness - 5200.squareRoot() / 80) < 0.03)
    #expect(corner.second.straightness > 0.999)
  }

  @Test("A leg's bow is its arc's height over its length, positive to the left of the travel")
  func bows() throws {
    for (top, bow) in [(-15.0, 0.15), (0, 0), (15, -0.15)] {
      // A parabola from left to right, and a long straight leg to make the corner.
      var points = (0...100).map { step in
        let part = Double(step) / 100
        return Point(x: 100 * part, y: 4 * top * part * (1 - part))
      }
      points += (1...300).map { Point(x: 100, y: -Double($0)) }
      let corner = try #require(StrokeCorner(of: points))
      #expect(abs(corner.first.bow - bow) < 1e-3)
      #expect(abs(corner.second.bow) < 1e-9)
    }
  }

  @Test("A line, a point and an empty stroke have no corner")
  func none() {
    #expect(StrokeCorner(of: []) == nil)
    #expect(StrokeCorner(of: [.zero]) == nil)
    #expect(StrokeCorner(of: [.zero, .zero, .zero]) == nil)
    #expect(StrokeCorner(of: [.zero, Point(x: 1, y: 1), Point(x: 2, y: 2)]) == nil)
    let broken = Point(x: .nan, y: .infinity)
    #expect(StrokeCorner(of: [broken, .zero, broken, Point(x: 1, y: 2)]) == nil)
  }

  @Test("A stroke keeps its ends in bounded memory")
  func strokePath() {
    var path = StrokePath()
    for step in 0...100_000 { path.add(Point(x: Double(step), y: 0)) }
    path.close()
    #expect(path.points.count <= StrokePath.capacity + 1)
    #expect(path.points.first == .zero)
    #expect(path.points.last == Point(x: 100_000, y: 0))
  }
}
