import Contacts
import Testing

@Suite("Geometry")
struct GeometryTests {
  @Test("A rectangle contains its left and top edges only")
  func contains() {
    let rect = Rect(x: 1, y: 2, width: 3, height: 4)
    #expect(rect.contains(Point(x: 1, y: 2)))
    #expect(!rect.contains(Point(x: 4, y: 2)))
    #expect(!rect.contains(Point(x: 1, y: 6)))
    #expect(rect.center == Point(x: 2.5, y: 4))
  }

  @Test("The cross product is positive if the other vector is clockwise on the screen")
  func cross() {
    #expect(Vector(dx: 1, dy: 0).cross(Vector(dx: 0, dy: 1)) == 1)
    #expect(Trigonometry.degrees(from: Vector(dx: 1, dy: 0), to: Vector(dx: 0, dy: 1)) == 90)
    #expect(Trigonometry.degrees(from: Vector(dx: 1, dy: 0), to: Vector(dx: 0, dy: -1)) == -90)
  }

  @Test("The angle between vectors is 0 to 180 degrees, and nil for a zero vector")
  func angle() {
    #expect(Trigonometry.angleBetween(Vector(dx: 2, dy: 0), Vector(dx: -1, dy: 0)) == 180)
    #expect(Trigonometry.angleBetween(.zero, Vector(dx: 1, dy: 0)) == nil)
  }

  @Test("A transform and its inverse cancel out; a singular one has no inverse")
  func transform() throws {
    let turn = Transform.rotation(degrees: 90)
    let turned = turn.apply(to: Point(x: 1, y: 0))
    #expect(abs(turned.x) < 1e-12 && abs(turned.y - 1) < 1e-12)
    let map = Transform(a: 2, b: 1, c: -1, d: 3, tx: 5, ty: -7)
    let inverse = try #require(map.inverse)
    let back = inverse.apply(to: map.apply(to: Point(x: 3, y: 4)))
    #expect(abs(back.x - 3) < 1e-12 && abs(back.y - 4) < 1e-12)
    #expect(Transform.scale(x: 0, y: 1).inverse == nil)
  }
}

@Suite("Affine transforms in sequence")
struct ConcatenationTests {
  private let point = Point(x: 3, y: 4)

  @Test("The first is applied first")
  func order() {
    let first = Transform.scale(x: 2, y: 3)
    let second = Transform.translation(x: 10, y: 20)
    #expect(first.concatenating(second).apply(to: point) == Point(x: 16, y: 32))
    #expect(second.concatenating(first).apply(to: point) == Point(x: 26, y: 72))
  }

  @Test("What is added is applied before what there is, as in UIKit")
  func added() {
    let shift = Transform.translation(x: 10, y: 20)
    #expect(shift.scaledBy(x: 2, y: 3).apply(to: point) == Point(x: 16, y: 32))
    #expect(shift.translatedBy(x: 1, y: 1).apply(to: point) == Point(x: 14, y: 25))
    let turned = shift.rotated(byDegrees: 90).apply(to: point)
    #expect(abs(turned.x - 6) < 1e-12 && abs(turned.y - 23) < 1e-12)
  }
}
