import Testing

@testable import replay

struct ViewKeyTests {
  @Test(
    "Keys are recognized by their bytes",
    arguments: [
      ("a", [.character("a")]), (" q", [.character(" "), .character("q")]),
      ("\u{1b}[A", [.up]), ("\u{1b}OB", [.down]), ("\u{1b}[C\u{1b}[D", [.right, .left]),
      ("\u{1b}[1;2C", [.shiftRight]), ("\u{1b}[1;2D", [.shiftLeft]), ("\u{1b}[c", [.shiftRight]),
      ("\u{1b}[H", [.home]), ("\u{1b}[1~", [.home]), ("\u{1b}OF", [.end]), ("\u{1b}[4~", [.end]),
      ("\u{1b}[5~", [.pageUp]), ("\u{1b}[6~", [.pageDown]), ("ㅂ", [.character("ㅂ")]),
      ("\u{1b}\u{1b}[A", [.escape, .up]),
    ] as [(String, [ViewKey])])
  func knownKeys(text: String, expected: [ViewKey]) {
    var parser = ViewKeyParser()
    #expect(parser.keys(text.utf8) == expected)
    #expect(!parser.isWaiting)
    var slow = ViewKeyParser()
    #expect(text.utf8.flatMap { slow.keys([$0]) } == expected)
  }

  @Test(
    "Unknown sequences and keys with Alt do nothing, and what follows counts",
    arguments: [
      "\u{1b}[200~", "\u{1b}[[A", "\u{1b}OP", "\u{1b}q", "\u{1b}[<0;1;1M", "\u{1b}[15~",
    ])
  func unknownSequences(text: String) {
    var parser = ViewKeyParser()
    #expect(parser.keys((text + "q").utf8) == [.character("q")])
  }

  @Test("A single escape byte is the escape key only when nothing follows in time")
  func escapeKey() {
    var parser = ViewKeyParser()
    #expect(parser.keys([0x1b]).isEmpty && parser.isWaiting)
    #expect(parser.keys([0x5b, 0x41]) == [.up])
    #expect(parser.keys([0x1b]).isEmpty)
    #expect(parser.finish() == [.escape] && !parser.isWaiting)
    #expect(parser.keys([0x1b, 0x5b]).isEmpty)
    #expect(parser.finish().isEmpty)
  }

  @Test("A sequence that does not end is skipped")
  func unendedSequence() {
    var parser = ViewKeyParser()
    #expect(parser.keys([0x1b, 0x5b] + [UInt8](repeating: 0x31, count: 100)).isEmpty)
    #expect(parser.keys([0x71]) == [.character("q")])
  }

  @Test("Any bytes are taken without a trap")
  func anyBytes() {
    var parser = ViewKeyParser()
    for first in UInt8.min...UInt8.max {
      for second in [0x1b, 0x4f, 0x5b, 0x80, 0xff, 0x41] as [UInt8] {
        _ = parser.keys([0x1b, first, second, first])
        _ = parser.finish()
      }
    }
    #expect(!parser.isWaiting)
  }
}
