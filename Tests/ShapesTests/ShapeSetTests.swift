import Contacts
import Shapes
import Testing

@Suite struct ShapeSetTests {
  private let line = Drawing([Point(x: 0, y: 0), Point(x: 10, y: 0)])

  @Test("A drawing that is added to a name becomes an example of that shape")
  func addedDrawing() {
    var set = ShapeSet()
    set.add(line, to: "line")
    set.add(line.reversed, to: "line")
    #expect(set["line"]?.examples == [line, line.reversed])
    #expect(set.shapes.count == 1)
  }

  @Test("Shapes of the same name become one, with the tolerance and threshold of the last")
  func mergedShapes() {
    let tolerance = Shape.Tolerance(rotation: 30)
    let set = ShapeSet([
      Shape("a", examples: [line], counterExamples: [line.reversed], threshold: 0.2),
      Shape("b", examples: [line]),
      Shape("a", examples: [line.reversed], threshold: 0.7, tolerance: tolerance),
    ])
    #expect(set.shapes.map(\.name) == ["a", "b"])
    #expect(
      set["a"]
        == Shape(
          "a", examples: [line, line.reversed], counterExamples: [line.reversed], threshold: 0.7,
          tolerance: tolerance))
  }

  @Test("Setting a shape replaces, adds or removes it")
  func settingShapes() {
    var set = ShapeSet([Shape("a", examples: [line]), Shape("b", examples: [line])])
    set["a"] = Shape("a", examples: [line.reversed])
    #expect(set["a"]?.examples == [line.reversed])
    set["c"] = Shape("c", examples: [line])
    #expect(set.shapes.map(\.name) == ["a", "b", "c"])
    set["b"] = nil
    set["missing"] = nil
    #expect(set.shapes.map(\.name) == ["a", "c"])
    #expect(set["b"] == nil)
  }

  @Test("A shape takes the name that it is set for")
  func nameOfSetShape() {
    var set = ShapeSet([Shape("b", examples: [line])])
    set["a"] = Shape("b", examples: [line.reversed])
    #expect(set.shapes.map(\.name) == ["b", "a"])
    #expect(set["a"]?.examples == [line.reversed] && set["b"]?.examples == [line])
    set["b"] = set["a"]
    #expect(set.shapes.map(\.name) == ["b", "a"])
  }

  @Test("The most strokes are those of any example")
  func maximumStrokes() {
    #expect(ShapeSet().maximumStrokes == 0)
    let two = Drawing(strokes: line.strokes + line.strokes)
    let set = ShapeSet([Shape("a", examples: [line, two]), Shape("b", examples: [line])])
    #expect(set.maximumStrokes == 2)
  }

  @Test("The shapes that ship have names of their own, and examples")
  func standardShapes() {
    let names = ShapeSet.standard.shapes.map(\.name)
    #expect(Set(names).count == names.count)
    for shape in ShapeSet.standard.shapes {
      #expect(!shape.examples.isEmpty)
      for example in shape.examples { #expect(!example.isEmpty) }
    }
  }
}

@Suite struct DrawingTests {
  private let stroke = [Point(x: 0, y: 4), Point(x: 3, y: 8), Point(x: 9, y: 0)]

  @Test("The length is that of the strokes, without what is between them")
  func length() {
    #expect(Drawing(stroke).length == 15)
    #expect(Drawing(strokes: [stroke, [], [.zero], stroke]).length == 30)
  }

  @Test("A drawing is empty without points, or with a coordinate that is not a number")
  func emptyDrawings() {
    #expect(Drawing(strokes: []).isEmpty)
    #expect(Drawing(strokes: [[], []]).isEmpty)
    #expect(Drawing([.zero, Point(x: .nan, y: 0)]).isEmpty)
    #expect(Drawing([.zero, Point(x: 0, y: -.infinity)]).isEmpty)
    #expect(!Drawing([.zero]).isEmpty)
    #expect(!Drawing(strokes: [[], [.zero]]).isEmpty)
  }

  @Test("A drawing is turned clockwise")
  func turnedDrawing() {
    let turned = Drawing([Point(x: 2, y: 0)]).turned(by: 90).strokes[0][0]
    #expect(turned.distance(to: Point(x: 0, y: 2)) < 1e-12)
  }
}
