import ArgumentParser
import SceneHost

/// In which language a scene's texts are shown.
struct LocaleOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The locale of texts, numbers and dates, such as ko_KR; en-XA is the pseudo-language. By default "
        + "LC_ALL, LC_MESSAGES or LANG, and LANGUAGE.",
      valueName: "locale"))
  var locale: String?

  func validate() throws {
    if let locale, !Language.isLocale(locale) {
      throw ValidationError("--locale takes a locale such as ko_KR")
    }
  }

  /// The language of this option, or else of the environment; a note says why it differs from what
  /// the option asks for.
  func language(_ tables: StringTables, on console: Console) -> Language {
    guard let locale else { return .environment(tables: tables) }
    let language = Language(locale: locale, tables: tables)
    if let notice = language.notice { console.note("--locale", notice) }
    return language
  }
}
