import SceneHost
import Testing
import Timeline

struct LanguageTests {
  private func string(_ text: Text, _ locale: String) -> String {
    Language(locale: locale, tables: TableSamples.tables).string(text)
  }

  @Test(arguments: [
    ("ko_KR", "Hello", "안녕하세요"),
    ("ko", "Hello", "안녕하세요"),
    ("ko", "Only English", "Only English"),
    ("ko", "In no table", "In no table"),
    ("en_GB", "Hello", "Hello"),
    ("fr", "Hello", "Hello"),
  ])
  func `a text falls back from the locale to its language, to English, to the key`(
    locale: String, key: String, shown: String
  ) {
    #expect(string(Text(key), locale) == shown)
  }

  @Test func `the table of a locale comes before that of its language`() {
    let tables = StringTables([
      .init(language: "pt", strings: Array("\"Hello\" = \"Olá\"; \"Yes\" = \"Sim\";".utf8)),
      .init(language: "pt_BR", strings: Array("\"Hello\" = \"Oi\";".utf8)),
    ])
    let language = Language(locale: "pt-BR", tables: tables)
    #expect(language.string(Text("Hello")) == "Oi")
    #expect(language.string(Text("Yes")) == "Sim")
    #expect(Language(locale: "pt_PT", tables: tables).string(Text("Hello")) == "Olá")
  }

  @Test(arguments: [
    (0, "0 taps of A", "A의 탭 0회"),
    (1, "1 tap of A", "A의 탭 1회"),
    (2, "2 taps of A", "A의 탭 2회"),
    (1234, "1,234 taps of A", "A의 탭 1,234회"),
    (-1, "-1 tap of A", "A의 탭 -1회"),
  ])
  func `a count chooses the plural form, and a translation may change the order`(
    count: Int, english: String, korean: String
  ) {
    let text = Text("%d taps of %@", .count(count), .verbatim("A"))
    #expect(string(text, "en") == english)
    #expect(string(text, "ko") == korean)
  }

  @Test func `an English text within Korean ones follows the plural rule of English`() {
    let tables = StringTables([
      .init(
        language: "en", strings: [],
        plurals: Array(TableSamples.stringsdict("%d taps", one: "%d tap", other: "%d taps").utf8)),
      .init(language: "ko", strings: Array("\"Hello\" = \"안녕하세요\";".utf8)),
    ])
    let korean = Language(locale: "ko", tables: tables)
    #expect(korean.string(Text("%d taps", .count(1))) == "1 tap")
  }

  @Test(arguments: [
    (1234.5, 1, "1,234.5", "1.234,5"),
    (0.25, 2, "0.25", "0,25"),
    (-0.04, 1, "0.0", "0,0"),
    (-0.06, 1, "-0.1", "-0,1"),
    (2.0, 0, "2", "2"),
    (2.0, -5, "2", "2"),
    (.infinity, 3, "∞", "∞"),
  ])
  func `a number has the form of the locale`(
    number: Double, decimals: Int, english: String, german: String
  ) {
    let text = Text("%@", .number(number, decimals: decimals))
    #expect(string(text, "en") == english)
    #expect(string(text, "de_DE") == german)
  }

  @Test func `numbers without end and of any number of decimals are shown`() {
    for number in [Double.nan, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude] {
      for decimals in [Int.min, -1, 0, 9, 10, Int.max] {
        #expect(!string(Text("%@", .number(number, decimals: decimals)), "ko").isEmpty)
      }
      #expect(!string(Text("%@", .distance(number)), "ko").isEmpty)
    }
  }

  @Test(arguments: [
    (0.0, "0 m", "0m"),
    (35.4, "35 m", "35m"),
    (999.4, "999 m", "999m"),
    (999.5, "1.0 km", "1.0km"),
    (1000.0, "1.0 km", "1.0km"),
    (1249.0, "1.2 km", "1.2km"),
    (1_234_567.0, "1,234.6 km", "1,234.6km"),
    (-1500.0, "-1.5 km", "-1.5km"),
  ])
  func `a distance is in metres, or from a kilometre in kilometres`(
    metres: Double, english: String, korean: String
  ) {
    #expect(string(Text("%@", .distance(metres)), "en") == english)
    #expect(string(Text("%@", .distance(metres)), "ko_KR") == korean)
  }

  @Test func `a time is in the form of the locale, in UTC`() {
    let text = Text("%@", .time(Timestamp(seconds: 1_000_000_000)))
    // ICU separates the time from AM by a narrow space or a space, depending on its version.
    let english = string(text, "en").map { $0.isWhitespace ? " " : $0 }
    #expect(String(english).contains("Sep 9, 2001"))
    #expect(String(english).contains("1:46:40 AM GMT"))
    #expect(string(text, "ko").contains("2001년 9월 9일"))
    for time in [Timestamp.min, .max] { #expect(!string(Text("%@", .time(time)), "ko").isEmpty) }
  }

  @Test func `a text within a text is translated, and data is not`() {
    let text = Text("%@, %@", .text(Text("Hello")), .verbatim("Hello"))
    #expect(string(text, "ko") == "안녕하세요, Hello")
    #expect(string(Text(verbatim: "Hello"), "ko") == "Hello")
    #expect(string(Text(verbatim: "100% %d"), "ko") == "100% %d")
  }

  @Test func `arguments that a program leaves out are seen as gaps`() {
    #expect(string(Text("%d taps of %@"), "ko") == "%2의 탭 %1회")
    #expect(string(Text("%d taps of %@", .count(1)), "en") == "1 tap of %2")
    #expect(string(Text("Hello", .count(1)), "ko") == "안녕하세요")
  }

  @Test func `an invalid format is shown as it is`() {
    #expect(string(Text("100% sure"), "ko") == "100% sure")
    #expect(string(Text("%s %n", .count(1)), "ko") == "%s %n")
  }

  @Test func `English for JSON is the same whatever the environment says`() {
    let text = Text("%d taps of %@", .count(1), .number(1.5, decimals: 1))
    #expect(Language.english(TableSamples.tables).string(text) == "1 tap of 1.5")
  }
}
