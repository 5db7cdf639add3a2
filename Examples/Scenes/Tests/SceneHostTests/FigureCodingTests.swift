import Foundation
import SceneHost
import Testing

struct FigureCodingTests {
  private static let area = #"{"origin":{"x":1,"y":2},"size":{"height":4,"width":3}}"#

  @Test(arguments: [
    (
      Figure.Kind.line([Point(x: 1, y: 2), Point(x: 3, y: 4)]),
      #""kind":"line","lineWidth":2,"points":[{"x":1,"y":2},{"x":3,"y":4}]"#
    ),
    (
      .rectangle(Rect(x: 1, y: 2, width: 3, height: 4)),
      #""kind":"rectangle","lineWidth":2,"rectangle":\#(area)"#
    ),
    (
      .ellipse(Rect(x: 1, y: 2, width: 3, height: 4)),
      #""kind":"ellipse","lineWidth":2,"rectangle":\#(area)"#
    ),
    (
      .image("icon.png", Rect(x: 1, y: 2, width: 3, height: 4)),
      #""image":"icon.png","isFilled":true,"kind":"image","lineWidth":2,"rectangle":\#(area)"#
    ),
  ])
  func `a figure is written with its own keys, and read back`(
    kind: Figure.Kind, json: String
  ) throws {
    let figure = Figure(kind, color: Color(red: 1, green: 2, blue: 3), isFilled: true)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(figure)
    #expect(String(decoding: data, as: UTF8.self).contains(json))
    #expect(try JSONDecoder().decode(Figure.self, from: data) == figure)
  }

  @Test(arguments: [
    #"{}"#, #"{"kind":"circle"}"#,
    #"{"kind":"line","color":{"red":0,"green":0,"blue":0},"lineWidth":2,"isFilled":true}"#,
    #"{"kind":"line","points":[],"color":{"red":256,"green":0,"blue":0},"lineWidth":2,"isFilled":true}"#,
  ])
  func `what is no figure is an error`(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Figure.self, from: Data(json.utf8))
    }
  }
}
