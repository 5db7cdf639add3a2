/// The name of a locale: a language, and perhaps a script and a region.
///
/// Both spellings are read: that of POSIX, `ko_KR.UTF-8@modifier`, whose encoding and modifier do
/// not change texts, and that of BCP 47, `zh-Hant-TW`.
struct LocaleName: Hashable, Sendable {
  /// An ISO 639 code in lower case.
  let language: String
  /// An ISO 15924 code such as `Hant`.
  let script: String?
  /// An ISO 3166 code in upper case, or a UN M.49 code of three digits.
  let region: String?

  /// Reads a name; nil for one that is malformed.
  init?(_ text: String) {
    let name = text.prefix { $0 != "." && $0 != "@" }
    var parts = name.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }[...]
    guard let language = parts.popFirst(), (2...3).contains(language.count),
      LocaleName.isLetters(language)
    else { return nil }
    self.language = language.lowercased()
    if let part = parts.first, part.count == 4, LocaleName.isLetters(part) {
      script = part.capitalized
      parts.removeFirst()
    } else {
      script = nil
    }
    if let part = parts.popFirst() {
      guard LocaleName.isRegion(part) else { return nil }
      region = part.uppercased()
    } else {
      region = nil
    }
    if !parts.isEmpty { return nil }
  }

  init(language: String, script: String? = nil, region: String? = nil) {
    self.language = language
    self.script = script
    self.region = region
  }

  /// The language of the keys.
  static let english = LocaleName(language: "en")
  /// The pseudo-language, by the name that Android and Chromium give it.
  static let pseudo = LocaleName(language: "en", region: "XA")

  /// As Foundation names locales, such as `zh_Hant_TW`.
  var identifier: String {
    [language, script, region].compactMap(\.self).joined(separator: "_")
  }

  /// The locales whose tables are tried, this one first, the language last.
  var candidates: [LocaleName] {
    var names = [self]
    if region != nil { names.append(LocaleName(language: language, script: script)) }
    if script != nil { names.append(LocaleName(language: language)) }
    return names
  }

  private static func isLetters(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
  }

  private static func isRegion(_ text: Substring) -> Bool {
    text.count == 2 && isLetters(text)
      || text.utf8.count == 3
        && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

extension Substring {
  /// With an upper-case letter first, the others in lower case.
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
