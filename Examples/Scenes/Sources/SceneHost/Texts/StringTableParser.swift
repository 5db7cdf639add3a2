import Foundation

/// Reads the files of a language with Foundation's parser of property lists, and checks them.
struct StringTableParser {
  private let source: StringTables.Source
  private let name: LocaleName
  private var table: StringTable
  private(set) var problems: [StringTableProblem] = []

  init(_ source: StringTables.Source, _ name: LocaleName) {
    self.source = source
    self.name = name
    table = StringTable(rule: PluralRule(language: name.language) ?? .invariant)
  }

  mutating func parse() -> StringTable {
    let stringsFile = "\(source.language).strings"
    for (key, value) in dictionary(source.strings, stringsFile) {
      add(key, file: stringsFile) { () throws(TextFormatError) in
        guard let text = value as? String else {
          throw TextFormatError(reason: "expected a text")
        }
        let format = try TextFormat(text)
        let expected = try StringTableParser.placeholders(of: key)
        if format.placeholders == expected { return format }
        throw TextFormatError(
          reason: "expected the placeholders of the key, in any order, in “\(text)”")
      }
    }
    if !source.plurals.isEmpty { parsePlurals() }
    return table
  }

  private mutating func parsePlurals() {
    let file = "\(source.language).stringsdict"
    if PluralRule(language: name.language) == nil {
      problems.append(
        StringTableProblem(file: file, reason: "the plural rule of “\(name.language)” is unknown"))
    }
    let rule = table.rule
    for (key, value) in dictionary(source.plurals, file) {
      add(key, file: file) { () throws(TextFormatError) in
        try PluralEntry(value, rule: rule).format(for: key)
      }
    }
  }

  /// The entries of a file in the order of their keys, so that problems have an order.
  private mutating func dictionary(
    _ bytes: [UInt8], _ file: String
  ) -> [(key: String, value: Any)] {
    // An empty file is a table without entries; Foundation refuses it.
    if bytes.isEmpty { return [] }
    do {
      let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
      if let entries = list as? [String: Any] { return entries.sorted { $0.key < $1.key } }
      problems.append(StringTableProblem(file: file, reason: "expected keys with texts"))
    } catch {
      problems.append(
        StringTableProblem(file: file, reason: StringTableParser.reason(error, bytes)))
    }
    return []
  }

  private mutating func add(
    _ key: String, file: String, _ format: () throws(TextFormatError) -> TextFormat
  ) {
    do throws(TextFormatError) {
      table.formats[key] = try format()
    } catch {
      problems.append(StringTableProblem(file: file, key: key, reason: error.reason))
    }
  }

  /// The placeholders of a key, which is a format as well.
  static func placeholders(
    of key: String
  ) throws(TextFormatError) -> Set<TextFormat.Placeholder> {
    do throws(TextFormatError) {
      return try TextFormat(key).placeholders
    } catch {
      throw TextFormatError(reason: "invalid format of the key: \(error.reason)")
    }
  }

  /// Foundation's reason, which has the line: that of its parser of `.strings` where the text is
  /// not XML.
  private static func reason(_ error: any Error, _ bytes: [UInt8]) -> String {
    let information = (error as NSError).userInfo
    let isXML = bytes.first { !$0.isWhitespace } == UInt8(ascii: "<")
    // On Linux this is an object of CoreFoundation that no cast turns into an error; it can be
    // described.
    if !isXML, let cause = information["kCFPropertyListOldStyleParsingError"],
      let start = "\(cause)".range(of: "NSDebugDescription=")
    {
      return "\(cause)"[start.upperBound...].trimmingCharacters(in: ["}"])
    }
    return information["NSDebugDescription"] as? String ?? error.localizedDescription
  }
}

extension UInt8 {
  fileprivate var isWhitespace: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
}

/// An entry of a `.stringsdict` file: a format with variables, and the plural forms of each
/// variable.
private struct PluralEntry {
  private let format: String
  private let variables: [String: [String: Any]]
  private let rule: PluralRule

  init(_ value: Any, rule: PluralRule) throws(TextFormatError) {
    guard let entry = value as? [String: Any],
      let format = entry["NSStringLocalizedFormatKey"] as? String
    else { throw TextFormatError(reason: "expected a dictionary with NSStringLocalizedFormatKey") }
    self.format = format
    variables = entry.compactMapValues { $0 as? [String: Any] }
    self.rule = rule
  }

  func format(for key: String) throws(TextFormatError) -> TextFormat {
    let result = try TextFormat(format, variable: forms)
    // A form may leave out its count, as in “One tap”.
    if result.placeholders == (try StringTableParser.placeholders(of: key)) { return result }
    throw TextFormatError(reason: "expected the placeholders of the key, in any order")
  }

  /// The forms of a variable for the argument at an index.
  private func forms(_ name: String, _ index: Int) throws(TextFormatError) -> PluralForms {
    guard let variable = variables[name] else { return try TextFormat.noVariable(name, index) }
    guard variable["NSStringFormatSpecTypeKey"] as? String == "NSStringPluralRuleType" else {
      throw TextFormatError(
        reason: "expected NSStringPluralRuleType as NSStringFormatSpecTypeKey of “\(name)”")
    }
    var forms: [PluralCategory: TextFormat] = [:]
    for category in PluralCategory.allCases {
      guard let text = variable[category.rawValue] as? String else { continue }
      // A form has no variables of its own, which might contain each other without end.
      forms[category] = try TextFormat(text, inFormOf: index)
    }
    return try checked(forms, of: name)
  }

  private func checked(
    _ forms: [PluralCategory: TextFormat], of name: String
  ) throws(TextFormatError) -> PluralForms {
    guard let other = forms[.other] else {
      throw TextFormatError(reason: "expected the form “other” of “\(name)”")
    }
    // `other` is needed even where no whole number takes it, so that every translation has a form.
    for category in PluralCategory.allCases
    where forms[category] == nil && rule.categories.contains(category) {
      throw TextFormatError(reason: "expected the form “\(category.rawValue)” of “\(name)”")
    }
    for category in PluralCategory.allCases
    where forms[category] != nil && !rule.permittedCategories.contains(category) {
      throw TextFormatError(
        reason: "the language has no form “\(category.rawValue)”, which “\(name)” has")
    }
    return PluralForms(forms: forms, other: other)
  }
}
