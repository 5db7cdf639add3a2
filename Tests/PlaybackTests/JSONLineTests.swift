import Files
import Testing
import Timeline

@testable import Playback

struct JSONLineTests {
  @Test("Numbers that are not finite are omitted")
  func noNumbers() {
    var line = JSONLine()
    line.add("a", Double.nan, decimals: 1)
    line.add("b", Double.infinity, decimals: 1)
    line.add("c", nil as Double?, decimals: 1)
    line.add("d", x: .nan, y: 1, decimals: 1)
    #expect(line.object == "{}")
  }

  @Test("Strings are escaped, so that a line stays a line and reads from left to right")
  func strings() {
    #expect(JSONLine.quoted("a\"b\\c\n\u{1b}\u{9b}é") == #""a\"b\\c\n\u001b\u009bé""#)
    #expect(JSONLine.quoted("\u{202e}日\u{feff}") == #""\u202e日\ufeff""#)
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

  @Test("Text is cut and padded by its width in terminal columns")
  func columns() {
    #expect("日本".columns == 4)
    #expect("abcdef".suffix(columns: 4) == "…def")
    #expect("abcdef".prefix(columns: 4) == "abc…")
    #expect("日本語".prefix(columns: 4) == "日…")
    #expect("abc".suffix(columns: 3) == "abc")
    #expect("abc".prefix(columns: 0) == "")
    #expect("日本語".suffix(columns: 6) == "日本語")
    #expect("日本語".suffix(columns: 5) == "…本語")
    // Hours, if each character were weighed again for each that is cut off.
    let long = String(repeating: "é", count: 1_000_000)
    #expect(long.prefix(columns: 3) == "éé…")
    #expect(long.suffix(columns: 3) == "…éé")
    #expect("ab".padded(toColumns: 4) == "ab  ")
    #expect("ab".rightAligned(toColumns: 4) == "  ab")
  }
}

struct SuggestionTests {
  @Test(
    "A mistyped word gets the nearest candidate, and an unrelated word none",
    arguments: [
      ("rnu", "run"), ("chekc", "check"), ("conv", "convert"), ("Info", "info"), ("xyzzy", nil),
      ("", nil), ("profiel", "profile"),
    ] as [(String, String?)])
  func nearest(word: String, meant: String?) {
    let names = ["run", "info", "convert", "check", "profile"]
    #expect(Suggestion.nearest(to: word, among: names) == meant)
  }
}
