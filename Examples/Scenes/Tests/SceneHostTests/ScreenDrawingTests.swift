import Foundation
import SceneHost
import Testing

struct ScreenDrawingTests {
  private static let frame = Rect(x: 10, y: 20, width: 100, height: 24)

  private func svg(_ content: Screen.Content) -> String {
    Screen(
      size: Size(width: 320, height: 460),
      elements: [.init(name: "element", frame: Self.frame, content: content)]
    ).svg()
  }

  @Test func `a drawing has the size of the screen in points`() {
    let svg = Screen(size: Size(width: 320.5, height: 460)).svg()
    #expect(svg.contains(#"width="320.5" height="460" viewBox="0 0 320.5 460""#))
  }

  @Test func `a text stays text whatever it contains`() {
    let svg = svg(.text(Text(verbatim: "<script>&\"\u{202e}"), fontSize: 17))
    #expect(svg.contains(#">&lt;script&gt;&amp;"\u{202e}</text>"#))
    #expect(!svg.contains("<script>"))
  }

  @Test func `an empty label draws nothing`() {
    #expect(!svg(.text(.empty, fontSize: 17)).contains("<text"))
  }

  @Test func `the name of an image stays text`() {
    #expect(svg(.image("a<b>.png")).contains(">a&lt;b&gt;.png</text>"))
  }

  @Test(arguments: [
    (Figure(.line([Point(x: 1, y: 2), Point(x: 3.5, y: 4)]), color: .red), #"points="1,2 3.5,4""#),
    (
      Figure(.rectangle(Rect(x: 1, y: 2, width: 3, height: 4)), color: .blue, lineWidth: 2),
      ##"<rect x="1" y="2" width="3" height="4" stroke="#0000ff" stroke-width="2"/>"##
    ),
    (
      Figure(.ellipse(Rect(x: 0, y: 0, width: 10, height: 6)), color: .green, isFilled: true),
      ##"<ellipse cx="5" cy="3" rx="5" ry="3" fill="#00ff00""##
    ),
    (
      Figure(.image("ball.png", Rect(x: 5, y: 5, width: 50, height: 50)), color: .black),
      ">ball.png</text>"
    ),
  ])
  func `a figure is drawn within its element`(figure: Figure, expected: String) {
    let svg = svg(.drawing([figure]))
    #expect(svg.contains(#"<g transform="translate(10 20)">"#))
    #expect(svg.contains(expected))
  }

  @Test func `the bounds of a line contain its points`() {
    let line = Figure(
      .line([Point(x: 5, y: 1), Point(x: 2, y: 8), Point(x: 3, y: 3)]), color: .red)
    #expect(line.bounds == Rect(x: 2, y: 1, width: 3, height: 7))
    #expect(Figure(.line([]), color: .red).bounds == .zero)
  }
}
