import Testing

@testable import SceneHost

struct TextFormatTests {
  @Test(
    arguments: [
      ("", []),
      ("100 %% sure", [.literal("100 % sure")]),
      ("%d", [.argument(0)]),
      ("%@ of %d", [.argument(0), .literal(" of "), .argument(1)]),
      ("%2$@, %1$d!", [.argument(1), .literal(", "), .argument(0), .literal("!")]),
      ("%ld %lld", [.argument(0), .literal(" "), .argument(1)]),
      ("값 %9$@", [.literal("값 "), .argument(8)]),
    ] as [(String, [TextFormat.Piece])])
  func `a format is text and placeholders`(text: String, pieces: [TextFormat.Piece]) throws {
    #expect(try TextFormat(text).pieces == pieces)
  }

  @Test(arguments: [
    "%", "100% sure", "%s", "%n", "%0$d", "%10$d", "%1d", "%1$", "%99999999999999999999$d", "%.2f",
    "%*d", "%#@", "%#@count@", "%hhd",
  ])
  func `what printf knows besides is refused`(text: String) {
    #expect(throws: TextFormatError.self) { try TextFormat(text) }
  }

  @Test func `the types of placeholders are compared by argument`() throws {
    #expect(try TextFormat("%d of %@").placeholders == TextFormat("%2$@: %1$d").placeholders)
    #expect(try TextFormat("%d of %@").placeholders != TextFormat("%1$@: %2$d").placeholders)
    #expect(try TextFormat("%d").placeholders != TextFormat("%d %d").placeholders)
  }
}
