import SceneHost
import Testing

struct StringTablesTests {
  @Test func `tables without a fault have no problems`() {
    #expect(TableSamples.tables.problems == [])
    #expect(TableSamples.tables.languages == ["en", "ko"])
    #expect(TableSamples.tables.keys(in: "ko").contains("%d taps of %@"))
    #expect(TableSamples.tables.keys(in: "de") == [])
  }

  @Test(arguments: [
    ("\"a\" = \"b\"", nil, "Missing ';' on line 1"),
    ("\"a\" = \"b\";\n\"c\" = ;", nil, "line 2"),
    ("just words", nil, "line 1"),
    ("\"a\" = {\"b\" = \"c\";};", "a", "expected a text"),
    ("\"%d taps\" = \"taps\";", "%d taps", "the placeholders of the key"),
    ("\"%d taps\" = \"%@ taps\";", "%d taps", "the placeholders of the key"),
    ("\"taps\" = \"%d taps\";", "taps", "the placeholders of the key"),
    ("\"%d of %@\" = \"%1$d of %3$@\";", "%d of %@", "the placeholders of the key"),
    ("\"%d taps\" = \"%s taps\";", "%d taps", "expected %d, %@ or %%"),
    ("\"%s\" = \"%s\";", "%s", "expected %d, %@ or %%"),
  ])
  func `a faulty entry is reported, and the key is shown`(
    strings: String, key: String?, reason: String
  ) throws {
    let tables = TableSamples.tables(strings: strings)
    let problem = try #require(tables.problems.first)
    #expect(tables.problems.count == 1)
    #expect(problem.file == "en.strings")
    #expect(problem.key == key)
    #expect(problem.reason.contains(reason), "\(problem)")
    if let key {
      #expect(Language.english(tables).string(Text(verbatim: key)) == key)
      #expect(tables.keys(in: "en") == [])
    }
  }

  @Test(arguments: [
    (TableSamples.stringsdict("%d taps", one: "%d tap"), "form “other”"),
    (TableSamples.stringsdict("%d taps", one: "%d tap", other: "%d %@"), "by number"),
    (TableSamples.stringsdict("%d taps", one: "%d tap", other: "%2$@"), "placeholders of the key"),
    (
      TableSamples.stringsdict("%d taps", format: "%#@taps@", one: "%d tap", other: "%d taps"),
      "no variable “taps”"
    ),
    (
      TableSamples.stringsdict("%d taps", one: "%#@count@", other: "%d taps"),
      "no variable “count”"
    ),
    (
      TableSamples.stringsdict("%d taps", one: "%d tap", other: "%d taps", type: "Width"),
      "NSStringPluralRuleType"
    ),
    (
      TableSamples.stringsdict(
        "%d taps", one: "%d tap", other: "%d taps", more: "<key>few</key><string>%d</string>"),
      "no form “few”"
    ),
    ("<plist><dict><key>%d</key><string>%d</string></dict></plist>", "NSStringLocalizedFormatKey"),
    ("<plist><array/></plist>", "expected keys with texts"),
    ("<plist><dict><key>a</key></dict></plist>", "Value missing"),
  ])
  func `a faulty plural is reported`(plurals: String, reason: String) throws {
    let tables = TableSamples.tables(plurals: plurals)
    let problem = try #require(tables.problems.first)
    #expect(problem.file == "en.stringsdict")
    #expect(problem.reason.contains(reason), "\(problem)")
    #expect(tables.problems.count == 1)
  }

  @Test func `a language needs the forms of its plural rule`() {
    let plurals = TableSamples.stringsdict("%d taps", one: "%d", other: "%d")
    #expect(TableSamples.tables("de", plurals: plurals).problems == [])
    #expect(
      TableSamples.tables("ru", plurals: plurals).problems.map(\.reason)
        == ["expected the form “few” of “count”"])
    #expect(
      TableSamples.tables("cy", plurals: plurals).problems.first?.reason
        == "the plural rule of “cy” is unknown")
  }

  @Test func `a table needs the name of a locale`() {
    #expect(TableSamples.tables("English").problems.map(\.file) == ["English"])
  }

  /// Damage that Foundation's parsers read or refuse: quotes, brackets, placeholders, bytes that
  /// are not UTF-8.
  @Test(arguments: ["\"", "<", "%", "\0"])
  func `a table with a damaged byte anywhere, or cut there, is read or reported`(damage: String) {
    let originals = ["\"a b\" = \"%d\"; // c\n", TableSamples.stringsdict("%d", one: "%d")]
    for bytes in originals.map({ Array($0.utf8) }) {
      for index in bytes.indices {
        var damaged = bytes
        damaged[index] = damage.utf8.first ?? 0xff
        let cut = Array(bytes[..<index])
        for bytes in [damaged, cut] {
          let tables = StringTables([.init(language: "en", strings: bytes, plurals: bytes)])
          #expect(!tables.problems.contains { $0.reason.isEmpty })
        }
      }
    }
  }
}
