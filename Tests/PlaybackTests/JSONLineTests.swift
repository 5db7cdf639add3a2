import Testing

@testable import Playback

struct JSONLineTests {
  @Test(
    "Numbers are rounded, and have at least one decimal",
    arguments: [
      (0, 6, "0.0"), (0.483201, 6, "0.483201"), (0.4832, 6, "0.4832"), (1.84, 3, "1.84"),
      (160.25, 1, "160.3"), (-0.04, 1, "0.0"), (-0.05, 1, "-0.1"), (-12.5, 1, "-12.5"),
      (1e-7, 6, "0.0"), (0.1 + 0.2, 6, "0.3"), (12_345_678.123456, 6, "12345678.123456"),
    ] as [(Double, Int, String)])
  func numbers(value: Double, decimals: Int, text: String) {
    #expect(JSONLine.number(value, decimals: decimals) == text)
  }

  @Test("Numbers that are none are left out")
  func noNumbers() {
    var line = JSONLine()
    line.add("a", Double.nan, decimals: 1)
    line.add("b", Double.infinity, decimals: 1)
    line.add("c", nil as Double?, decimals: 1)
    line.add("d", x: .nan, y: 1, decimals: 1)
    #expect(line.object == "{}")
  }

  @Test("Strings are escaped, so that a line stays a line")
  func strings() {
    #expect(JSONLine.quoted("a\"b\\c\n\u{1b}\u{9b}é") == #""a\"b\\c\n\u001b\u009bé""#)
  }
}

struct PrintableTextTests {
  @Test(
    "Control characters are shown, not sent to the terminal",
    arguments: [
      ("plain é 日", "plain é 日"), ("a\u{1b}[2Jb", "a\\u{1b}[2Jb"), ("a\nb\tc\r", "a\\nb\\tc\\r"),
      ("a\r\nb", "a\\r\\nb"), ("\u{202e}x", "\\u{202e}x"), ("\u{9b}", "\\u{9b}"),
      ("\u{feff}x", "\\u{feff}x"), ("a\u{200b}b", "a\\u{200b}b"),
    ])
  func printable(text: String, printed: String) {
    #expect(text.printable == printed)
  }

  @Test("Text is cut and padded by the columns that it takes")
  func columns() {
    #expect("日本".columns == 4)
    #expect("abcdef".suffix(columns: 4) == "…def")
    #expect("abcdef".prefix(columns: 4) == "abc…")
    #expect("日本語".prefix(columns: 4) == "日…")
    #expect("abc".suffix(columns: 3) == "abc")
    #expect("abc".prefix(columns: 0) == "")
    #expect("ab".padded(toColumns: 4) == "ab  ")
    #expect("ab".rightAligned(toColumns: 4) == "  ab")
  }
}

struct SuggestionTests {
  @Test(
    "A mistyped word finds what was meant, another does not",
    arguments: [
      ("rnu", "run"), ("chekc", "check"), ("conv", "convert"), ("Info", "info"), ("xyzzy", nil),
      ("", nil), ("profiel", "profile"),
    ] as [(String, String?)])
  func nearest(word: String, meant: String?) {
    let names = ["run", "info", "convert", "check", "profile"]
    #expect(Suggestion.nearest(to: word, among: names) == meant)
  }
}
