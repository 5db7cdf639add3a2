import Contacts
import Pictures
import Shapes
import Testing
import VectorGraphics

struct ShapeSheetTests {
  private func svg(_ set: ShapeSet) -> String {
    SVGFile.text(ShapeSheet(set, set.selfTest()).picture())
  }

  private static let line = Drawing([Point(x: 0, y: 0), Point(x: 10, y: 0)])
  private static let steep = Drawing([Point(x: 0, y: 0), Point(x: 10, y: 0.2)])

  @Test("Every stroke of every example is drawn, and counter-examples are marked")
  func exampleStrokes() {
    let cross = Drawing(strokes: [Self.line.strokes[0], [Point(x: 5, y: -5), Point(x: 5, y: 5)]])
    let text = svg(
      ShapeSet([
        Shape("a<b", examples: [Self.line], counterExamples: [cross]),
        Shape("cross", examples: [cross]),
      ]))
    #expect(text.ranges(of: "<polyline").count == 5)
    #expect(text.ranges(of: ">not</text>").count == 1)
    #expect(text.contains(">a&lt;b</text>") && text.hasSuffix("</svg>\n"))
  }

  @Test("The corners of strokes are marked, with their angles")
  func corners() {
    let angle = Drawing([Point(x: 0, y: 0), Point(x: 0, y: 10), Point(x: 10, y: 10)])
    for (drawing, count) in [(Self.line, 0), (angle, 1)] {
      let text = svg(ShapeSet([Shape("shape", examples: [drawing])]))
      #expect(text.ranges(of: "<title>corner of ").count == count)
      #expect(text.ranges(of: "<title>corner of 90°").count == count)
    }
  }

  @Test("Shapes that are near to each other are drawn side by side")
  func nearShapes() {
    let text = svg(
      ShapeSet([Shape("line", examples: [Self.line]), Shape("dash", examples: [Self.steep])]))
    #expect(text.contains(">Near to each other</text>") && text.contains(">line 1</text>"))
    #expect(text.contains(">dash 1</text>"))
  }

  @Test("A drawing without extent, and a set without shapes, can be drawn")
  func emptySheets() {
    let dot = Drawing([Point(x: 3, y: 3)])
    let far = Drawing([Point(x: -1.7e308, y: 0), Point(x: 1.7e308, y: 0)])
    for set in [
      ShapeSet(), ShapeSet([Shape("dot", examples: [dot]), Shape("far", examples: [far])]),
    ] {
      let text = svg(set)
      #expect(!text.contains("nan") && !text.contains("?"))
    }
  }
}
