import SceneHost

/// Small tables for tests of texts.
enum TableSamples {
  static let english = """
    "%@ m" = "%@ m";
    "%@ km" = "%@ km";
    "Hello" = "Hello";
    "Only English" = "Only English";
    """

  static let korean = """
    /* A comment */
    "%@ m" = "%@m";
    "%@ km" = "%@km";
    "Hello" = "안녕하세요";
    "%d taps of %@" = "%2$@의 탭 %1$d회";
    """

  static let plurals = stringsdict("%d taps of %@", one: "%d tap of %2$@", other: "%d taps of %2$@")

  static let tables = StringTables([
    .init(language: "en", strings: Array(english.utf8), plurals: Array(plurals.utf8)),
    .init(language: "ko", strings: Array(korean.utf8)),
  ])

  /// The tables of one language.
  static func tables(
    _ language: String = "en", strings: String = "", plurals: String = ""
  ) -> StringTables {
    StringTables([
      .init(language: language, strings: Array(strings.utf8), plurals: Array(plurals.utf8))
    ])
  }

  /// A `.stringsdict` file of one key.
  static func stringsdict(
    _ key: String, format: String = "%#@count@", one: String, other: String? = nil,
    type: String = "NSStringPluralRuleType", more: String = ""
  ) -> String {
    let other = other.map { "<key>other</key><string>\($0)</string>" } ?? ""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>\(key)</key><dict>
      <key>NSStringLocalizedFormatKey</key><string>\(format)</string>
      <key>count</key><dict>
      <key>NSStringFormatSpecTypeKey</key><string>\(type)</string>
      <key>NSStringFormatValueTypeKey</key><string>d</string>
      <key>one</key><string>\(one)</string>\(other)\(more)
      </dict></dict></dict></plist>
      """
  }
}
