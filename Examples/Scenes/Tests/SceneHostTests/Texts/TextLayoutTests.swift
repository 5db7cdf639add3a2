import SceneHost
import Testing

struct TextLayoutTests {
  @Test(arguments: [
    ("", 0), ("a", 0.55), ("é", 0.55), ("e\u{301}", 0.55), ("A", 0.67), ("1", 0.64), (" ", 0.32),
    ("[", 0.39), ("한", 1), ("漢", 1), ("ア", 1), ("，", 1), ("ｱ", 0.55),
  ])
  func `a character has the width of its kind`(character: String, width: Double) {
    #expect(TextLayout.width(of: character, fontSize: 1) == width)
  }

  @Test(arguments: [(170.0, 17.0), (169.0, 16.9), (101, 10.1), (100, 10), (50, 10)])
  func `a text that does not fit shrinks to ten points and no further`(
    width: Double, fontSize: Double
  ) {
    let size = TextLayout.fontSize(for: "열자로쓴한글문장이다", fitting: width, at: 17)
    #expect(abs(size - fontSize) < 1e-9)
  }

  @Test func `a small font is not enlarged`() {
    #expect(TextLayout.fontSize(for: "한", fitting: 1, at: 8) == 8)
    #expect(TextLayout.fontSize(for: "", fitting: 0, at: 8) == 8)
  }
}
