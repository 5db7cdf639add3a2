import Contacts
import Foundation
import Testing

/// Foundation has an AffineTransform, and would make the same name here ambiguous.
@Suite("Names beside Foundation")
struct NamesBesideFoundationTests {
  @Test("The types of geometry can be named")
  func names() {
    let transform: Transform = .rotation(degrees: 90)
    let (point, vector): (Point, Vector) = (Point(x: 1, y: 0), Vector(dx: 1, dy: 0))
    let rect: Rect = Rect(origin: point, size: Size(width: 1, height: 1))
    #expect(abs(transform.apply(to: vector).dy - 1) < 1e-12)
    #expect(rect.origin == point)
  }
}
