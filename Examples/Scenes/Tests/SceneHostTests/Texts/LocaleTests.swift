import SceneHost
import Testing

struct LocaleTests {
  private func language(_ locale: String) -> Language {
    Language(locale: locale, tables: TableSamples.tables)
  }

  @Test(arguments: [
    ("ko", "ko"), ("KO_kr", "ko_KR"), ("ko-KR", "ko_KR"), ("ko_KR.UTF-8", "ko_KR"),
    ("ko_KR.UTF-8@x", "ko_KR"), ("ko@x", "ko"), ("ko_Kore_KR", "ko_Kore_KR"), ("en_150", "en_150"),
    ("C", "en"), ("POSIX", "en"), ("C.UTF-8", "en"), ("en-XA", "en_XA"),
  ])
  func `a locale is read in the spellings of POSIX and BCP 47`(name: String, locale: String) {
    #expect(language(name).locale == locale)
    #expect(language(name).notice == nil)
  }

  @Test(arguments: [
    "", ".", "@", "_KR", "k", "korean", "ko_", "ko__KR", "ko_KOREA", "ko_KR_x_y", "ko KR", "한국",
    "k0", "ko_1",
    "ko_K1", "ko_١٢٣",
  ])
  func `a malformed locale becomes English with a reason`(name: String) {
    #expect(language(name).locale == "en")
    #expect(
      language(name).notice
        == "expected a locale such as ko_KR instead of “\(name)”: showing English")
    #expect(language(name).string(Text("Hello")) == "Hello")
  }

  @Test func `a locale without texts keeps the form of its numbers`() {
    let german = language("de_DE")
    #expect(german.locale == "en_DE")
    #expect(german.notice == "no texts in “de_DE”: showing English")
    #expect(language("xx").locale == "en")
  }

  @Test(arguments: [
    ([:], "en"),
    (["LANG": "ko_KR.UTF-8"], "ko_KR"),
    (["LANG": "en_US.UTF-8", "LC_MESSAGES": "ko_KR.UTF-8"], "ko_KR"),
    (["LANG": "en_US", "LC_MESSAGES": "en_US", "LC_ALL": "ko_KR"], "ko_KR"),
    (["LANG": "ko_KR", "LC_ALL": ""], "ko_KR"),
    (["LANG": "ko_KR", "LC_MESSAGES": "", "LC_ALL": "C"], "en"),
    (["LANG": "ko_KR", "LC_NUMERIC": "de_DE"], "ko_KR"),
    (["LANG": "C", "LANGUAGE": "ko"], "en"),
    (["LANG": "C.UTF-8", "LANGUAGE": "ko"], "en"),
    (["LANGUAGE": "ko"], "en"),
    (["LANG": "en_US.UTF-8", "LANGUAGE": "ko"], "ko"),
    (["LANG": "en_US.UTF-8", "LANGUAGE": "de:ko:en"], "ko"),
    (["LANG": "ko_KR", "LANGUAGE": ""], "ko_KR"),
    (["LANG": "ko_KR", "LANGUAGE": "de:fr"], "ko_KR"),
    (["LANG": "de_DE.UTF-8"], "en_DE"),
    (["LANG": "!!"], "en"),
  ])
  func `the environment names the locale by the rules of POSIX and gettext`(
    variables: [String: String], locale: String
  ) {
    let language = Language.environment(tables: TableSamples.tables, variables: variables)
    #expect(language.locale == locale)
  }
}
