/// The texts of scenes in several languages, from `.strings` and `.stringsdict` files.
///
/// ```swift
/// // Package.swift: resources: [.embedInCode("Strings/ko.strings"), …]
/// let tables = StringTables([
///   .init(language: "en", strings: PackageResources.en_strings, plurals: PackageResources.en_stringsdict),
///   .init(language: "ko", strings: PackageResources.ko_strings),
/// ])
/// ```
///
/// The tables are embedded because a program that is moved without its folder of resources ends
/// with a trap when it asks Foundation for its bundle. A damaged table is not an error of the
/// program that uses it: what can be read is used, ``problems`` lists the rest, and a test expects
/// that to be empty.
public struct StringTables: Sendable {
  /// The files of a language.
  public struct Source: Sendable {
    /// A locale by its identifier, such as `ko` or `pt_BR`.
    public var language: String
    /// A `.strings` file: `"key" = "translation";`, with comments.
    public var strings: [UInt8]
    /// A `.stringsdict` file: a property list with the plural forms of some keys; empty for none.
    public var plurals: [UInt8]

    public init(language: String, strings: [UInt8], plurals: [UInt8] = []) {
      self.language = language
      self.strings = strings
      self.plurals = plurals
    }
  }

  /// No texts: each language shows the keys, which are English.
  public static let none = StringTables([])

  /// What is wrong with the files, in their order; empty if nothing is.
  public let problems: [StringTableProblem]
  let tables: [String: StringTable]

  public init(_ sources: [Source]) {
    var problems: [StringTableProblem] = []
    var tables: [String: StringTable] = [:]
    for source in sources {
      guard let name = LocaleName(source.language) else {
        problems.append(
          StringTableProblem(file: source.language, reason: "is not the identifier of a locale"))
        continue
      }
      var parser = StringTableParser(source, name)
      tables[name.identifier] = parser.parse()
      problems += parser.problems
    }
    self.problems = problems
    self.tables = tables
  }

  /// The locales that have a table, sorted.
  public var languages: [String] { tables.keys.sorted() }

  /// The keys that the files of a locale translate, sorted.
  public func keys(in language: String) -> [String] {
    guard let name = LocaleName(language) else { return [] }
    return tables[name.identifier]?.formats.keys.sorted() ?? []
  }
}

/// What is wrong with a table of texts.
public struct StringTableProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the file, such as `ko.strings`.
  public var file: String
  /// The key of the entry; nil for a file that cannot be read.
  public var key: String?
  /// What was found and what was expected; with the line if the file cannot be read.
  public var reason: String

  public init(file: String, key: String? = nil, reason: String) {
    self.file = file
    self.key = key
    self.reason = reason
  }

  public var description: String {
    if let key { "\(file): “\(key)”: \(reason)" } else { "\(file): \(reason)" }
  }
}

/// The texts of a language.
struct StringTable: Sendable {
  var formats: [String: TextFormat] = [:]
  let rule: PluralRule
}
