import Foundation

/// Renders texts in a language, with numbers, distances and dates in the form of its locale.
///
/// ```swift
/// let korean = Language(locale: "ko_KR", tables: SceneCatalog.strings)
/// korean.string(Text("%d taps detected", .count(2)))  // "탭 2번 감지"
/// ```
///
/// A text that the table of the locale lacks comes from the table of its language, then from the
/// English one, and last from the key, which is English.
public struct Language: Sendable {
  /// The locale in whose form texts and numbers are, such as `ko_KR`. A region without texts of its
  /// own still decides about numbers and dates: `de_DE` becomes `en_DE` if there are no German
  /// texts.
  public let locale: String
  /// Why the language is not the one that was asked for, as a sentence part such as `no texts in
  /// “de”: showing English`; nil if it is.
  public let notice: String?
  /// The most specific first.
  private let tables: [StringTable]
  private let formatter: ArgumentFormatter
  /// Whether texts are made longer and accented.
  private let isPseudo: Bool

  /// Creates the language of a locale.
  ///
  /// - Parameters:
  ///   - locale: In the spelling of POSIX (`ko_KR.UTF-8`) or BCP 47 (`ko-KR`). `C` and `POSIX` are
  ///     English, and `en-XA` is the pseudo-language. An unknown or malformed name becomes English,
  ///     and ``notice`` says so.
  ///   - tables: The texts of the scenes.
  public init(locale: String, tables: StringTables) {
    if LocaleEnvironment.isPOSIX(locale) {
      self.init(.english, tables: tables)
    } else if let name = LocaleName(locale) {
      self.init(name, tables: tables)
    } else {
      self.init(
        .english, tables: tables,
        notice: "expected a locale such as ko_KR instead of “\(locale)”: showing English")
    }
  }

  /// Whether a text is the name of a locale, known or not.
  public static func isLocale(_ text: String) -> Bool {
    LocaleEnvironment.isPOSIX(text) || LocaleName(text) != nil
  }

  /// Creates the language that environment variables ask for.
  ///
  /// The variables are read by the rules of POSIX: `LC_ALL`, `LC_MESSAGES`, `LANG`, and before them
  /// GNU gettext's list `LANGUAGE`, whose first locale with texts is chosen.
  public static func environment(
    tables: StringTables, variables: [String: String] = ProcessInfo.processInfo.environment
  ) -> Language {
    let names = LocaleEnvironment(variables).names
    let languages = names.map { Language(locale: $0, tables: tables) }
    return languages.first { $0.notice == nil } ?? languages.last ?? english(tables)
  }

  /// English, whatever the locale: for JSON, whose texts never change with it.
  ///
  /// - Parameter tables: The texts of the scenes, whose English table has the plural forms.
  public static func english(_ tables: StringTables) -> Language {
    Language(.english, tables: tables)
  }

  private init(_ name: LocaleName, tables: StringTables, notice: String? = nil) {
    isPseudo = name == .pseudo
    let wanted = isPseudo ? .english : name
    let isKnown =
      wanted.language == LocaleName.english.language
      || wanted.candidates.contains { tables.tables[$0.identifier] != nil }
    let shown =
      isKnown ? wanted : LocaleName(language: LocaleName.english.language, region: wanted.region)
    locale = isPseudo ? name.identifier : shown.identifier
    self.notice =
      notice ?? (isKnown ? nil : "no texts in “\(name.identifier)”: showing English")
    var searched = shown.candidates
    if !searched.contains(.english) { searched.append(.english) }
    self.tables = searched.compactMap { tables.tables[$0.identifier] }
    formatter = ArgumentFormatter(Locale(identifier: shown.identifier))
  }
}

// MARK: - Rendering

extension Language {
  /// The text as it is shown.
  public func string(_ text: Text) -> String {
    if text.isVerbatim { return text.key }
    let rendered = render(text)
    return isPseudo ? PseudoLanguage.enclosed(rendered) : rendered
  }

  private func render(_ text: Text) -> String {
    if text.isVerbatim { return text.key }
    for table in tables {
      if let format = table.formats[text.key] {
        return render(format, text.arguments, table.rule)
      }
    }
    // An invalid format has no arguments to show.
    let format = (try? TextFormat(text.key)) ?? TextFormat(literal: text.key)
    return render(format, text.arguments, .oneOrOther)
  }

  private func render(
    _ format: TextFormat, _ arguments: [Text.Argument], _ rule: PluralRule
  ) -> String {
    var result = ""
    for piece in format.pieces {
      switch piece {
      case .literal(let text):
        result += isPseudo ? PseudoLanguage.accented(text) : text
      case .argument(let index):
        // An argument that the program left out is shown as a gap that is seen in a test.
        result += index < arguments.count ? render(arguments[index]) : "%\(index + 1)"
      case .plural(let index, let forms):
        var category = PluralCategory.other
        if index < arguments.count, case .count(let count) = arguments[index] {
          category = rule.category(of: count)
        }
        result += render(forms[category], arguments, rule)
      }
    }
    return result
  }

  private func render(_ argument: Text.Argument) -> String {
    switch argument {
    case .count(let count): formatter.string(count)
    case .number(let number, let decimals): formatter.string(number, decimals: decimals)
    case .distance(let metres): render(formatter.distance(metres))
    case .time(let time):
      isPseudo ? PseudoLanguage.accented(formatter.string(time)) : formatter.string(time)
    case .text(let text): render(text)
    case .verbatim(let text): text
    }
  }
}
