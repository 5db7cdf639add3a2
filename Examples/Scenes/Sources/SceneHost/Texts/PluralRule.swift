/// The categories of Unicode's plural rules, of which each language uses some.
enum PluralCategory: String, Hashable, Sendable, CaseIterable {
  case zero, one, two, few, many, other
}

/// Which whole numbers take which form of a word in a family of languages.
///
/// The families and their rules are those of Unicode CLDR, `common/supplemental/plurals.xml`, for
/// whole numbers. Foundation has them too, in its copy of ICU, and gives no access to them on
/// Linux.
enum PluralRule: Hashable, Sendable {
  /// One form, as in Korean.
  case invariant
  /// One thing or several, as in English.
  case oneOrOther
  /// 0 and 1, or several, as in Hindi.
  case zeroOneOrOther
  /// As ``oneOrOther``, and whole millions, as in Spanish.
  case oneOrMillions
  /// As ``zeroOneOrOther``, and whole millions, as in French.
  case zeroOneOrMillions
  /// By the last digits, as in Russian.
  case eastSlavic
  /// By the last digits, as in Croatian.
  case southSlavic
  case polish
  /// One, two to four, or several.
  case czech
  case arabic

  /// The rule of a language by its ISO 639 code; nil for one that is not listed here.
  init?(language: String) {
    switch language {
    case "id", "ja", "km", "ko", "lo", "ms", "my", "th", "vi", "yue", "zh": self = .invariant
    case "af", "az", "bg", "da", "de", "el", "en", "eo", "et", "eu", "fi", "gl", "hu", "ka", "kk",
      "lb",
      "ml", "mn", "mr", "nb", "ne", "nl", "nn", "no", "sq", "sv", "sw", "ta", "te", "tr", "ur",
      "uz":
      self = .oneOrOther
    case "bn", "fa", "gu", "hi", "hy", "kn", "zu": self = .zeroOneOrOther
    case "ca", "es", "it": self = .oneOrMillions
    case "fr", "pt": self = .zeroOneOrMillions
    case "be", "ru", "uk": self = .eastSlavic
    case "bs", "hr", "sr": self = .southSlavic
    case "pl": self = .polish
    case "cs", "sk": self = .czech
    case "ar": self = .arabic
    default: return nil
    }
  }

  /// The categories that a translation needs. Whole millions may be left out: they then take the
  /// form ``PluralCategory/other``, as most translations have it.
  var categories: Set<PluralCategory> {
    switch self {
    case .invariant: [.other]
    case .oneOrOther, .zeroOneOrOther, .oneOrMillions, .zeroOneOrMillions: [.one, .other]
    case .southSlavic, .czech: [.one, .few, .other]
    case .eastSlavic, .polish: [.one, .few, .many, .other]
    case .arabic: Set(PluralCategory.allCases)
    }
  }

  /// The categories that a translation may have.
  var permittedCategories: Set<PluralCategory> {
    switch self {
    case .oneOrMillions, .zeroOneOrMillions: categories.union([.many])
    // No whole number is `other` in Russian and Polish, and `many` is for decimals in Czech.
    case .czech: categories.union([.many])
    default: categories
    }
  }

  /// The category of a number; that of a negative one is that of its magnitude.
  func category(of number: Int) -> PluralCategory {
    let count = number.magnitude
    let isMillions = count != 0 && count % 1_000_000 == 0
    switch self {
    case .invariant: return .other
    case .oneOrOther: return count == 1 ? .one : .other
    case .zeroOneOrOther: return count <= 1 ? .one : .other
    case .oneOrMillions: return count == 1 ? .one : isMillions ? .many : .other
    case .zeroOneOrMillions: return count <= 1 ? .one : isMillions ? .many : .other
    case .czech: return count == 1 ? .one : (2...4).contains(count) ? .few : .other
    case .polish: return count == 1 ? .one : PluralRule.isFew(count) ? .few : .many
    case .eastSlavic:
      return PluralRule.endsInOne(count) ? .one : PluralRule.isFew(count) ? .few : .many
    case .southSlavic:
      return PluralRule.endsInOne(count) ? .one : PluralRule.isFew(count) ? .few : .other
    case .arabic: return PluralRule.arabicCategory(count)
    }
  }

  /// 1, 21, 31, but not 11.
  private static func endsInOne(_ count: UInt) -> Bool { count % 10 == 1 && count % 100 != 11 }

  /// 2 to 4, 22 to 24, but not 12 to 14.
  private static func isFew(_ count: UInt) -> Bool {
    (2...4).contains(count % 10) && !(12...14).contains(count % 100)
  }

  private static func arabicCategory(_ count: UInt) -> PluralCategory {
    switch count {
    case 0: .zero
    case 1: .one
    case 2: .two
    default:
      switch count % 100 {
      case 3...10: .few
      case 11...99: .many
      default: .other
      }
    }
  }
}
