import SceneHost
import Testing
import Timeline

struct PseudoLanguageTests {
  private func string(_ text: Text) -> String {
    Language(locale: "en-XA", tables: TableSamples.tables).string(text)
  }

  @Test func `a text is accented, in brackets and 40 percent longer`() {
    let shown = string(Text("Only English"))
    #expect(shown.hasPrefix("[Öñļý Éñĝļîšĥ "))
    #expect(shown.hasSuffix("]"))
    // The text, a space, 40 percent of 12 letters rounded up, and the brackets.
    #expect(shown.count == 12 + 1 + 5 + 2)
  }

  @Test func `only data is not accented`() {
    let text = Text("%d taps of %@", .count(1), .verbatim("Star"))
    #expect(string(text).hasPrefix("[1 ţåþ öƒ Star "))
    #expect(string(Text(verbatim: "Star")) == "Star")
    #expect(string(.empty) == "")
    let distance = string(Text("%@ at %@", .distance(1500), .time(.zero)))
    #expect(!distance.contains { $0.isASCII && $0.isLetter }, "\(distance)")
  }

  @Test func `a text within a text has no brackets of its own`() {
    #expect(string(Text("%@!", .text(Text("Hello")))).hasPrefix("[Ĥéļļö! "))
  }
}
