import Contacts
import Shapes
import Testing

@Suite struct ShapeSetTests {
  private let line = Drawing([Point(x: 0, y: 0), Point(x: 10, y: 0)])

  @Test func `a drawing that is added to a name becomes an example of that shape`() {
    var set = ShapeSet()
    set.add(line, to: "line")
    set.add(line.reversed, to: "line")
    #expect(set["line"]?.examples == [line, line.reversed])
    #expect(set.shapes.count == 1)
  }
}
