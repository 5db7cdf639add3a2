public import Files
import Foundation

/// The user's settings of a scene, as a property list in XML:
///
/// ```xml
/// <dict>
///   <key>values</key>
///   <dict>
///     <key>minimumLength</key>
///     <real>30</real>
///   </dict>
///   <key>version</key>
///   <integer>1</integer>
/// </dict>
/// ```
///
/// What this version does not know stays as it is, whether beside `values` or within.
public struct SettingsFile {
  /// The version that this program writes.
  public static let version = 1
  /// The most bytes of a file, as of scripts and profiles.
  static let largest = 1 << 20

  public let path: String
  /// The state of the file when it was read; nil for one that does not exist yet.
  let stamp: FileStamp?
  /// The version of the file, from 1.
  public let version: Int
  /// The values that the schema takes, by their keys.
  public private(set) var values: [String: SettingValue] = [:]
  /// Values that the schema does not take, of a file of this version or an older one.
  public private(set) var problems: [FileError] = []
  /// All of the property list.
  private var root: [String: Any]

  /// A file without values, which does not exist yet.
  init(path: String) {
    self.path = path
    stamp = nil
    version = SettingsFile.version
    root = [Key.version: SettingsFile.version]
  }

  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - stamp: The state of the file before they were read.
  /// - Throws: An error that names the line, for what is not a property list of settings.
  init(
    path: String, bytes: [UInt8], _ stamp: FileStamp?, _ schema: SettingsSchema
  ) throws(FileError) {
    self.path = path
    self.stamp = stamp
    guard let root = try SettingsFile.list(bytes, path) as? [String: Any] else {
      throw SettingsFile.malformed(path, "a property list with a dictionary", "another value")
    }
    guard let version = SettingsFile.wholeNumber(root[Key.version]), version >= 1 else {
      throw SettingsFile.malformed(
        path, "a version, an <integer> from 1", root[Key.version] == nil ? "none" : "another value")
    }
    self.root = root
    self.version = version
    guard let entries = root[Key.values] as? [String: Any] else {
      if isNewer || root[Key.values] == nil { return }
      throw SettingsFile.malformed(path, "values in a dictionary", "another value")
    }
    read(entries, schema)
  }

  private enum Key {
    static let version = "version"
    static let values = "values"
  }
}

// MARK: - Reading

extension SettingsFile {
  /// Whether a later version of this program has written the file.
  public var isNewer: Bool { version > SettingsFile.version }

  private mutating func read(_ entries: [String: Any], _ schema: SettingsSchema) {
    for setting in schema.settings {
      guard let entry = entries[setting.key] else { continue }
      if let value = SettingsFile.value(entry), setting.control.accepts(value) {
        values[setting.key] = value
      } else if !isNewer {
        problems.append(problem(of: setting, entry))
      }
    }
  }

  private func problem(of setting: SettingDefinition, _ entry: Any) -> FileError {
    let value = SettingsFile.value(entry)?.description.quoted ?? "another kind of value"
    return FileError(
      file: path, position: .file, expected: "\(setting.control.expectation) for \(setting.key)",
      found: setting.isSecure ? "another value" : value)
  }

  private static func value(_ entry: Any) -> SettingValue? {
    // Each of the two converts to the other, so that only the type that Foundation has read tells
    // which it is.
    if type(of: entry) == Bool.self { return (entry as? Bool).map { .flag($0) } }
    if let number = entry as? NSNumber { return .number(number.doubleValue) }
    return (entry as? String).map { .text($0) }
  }

  private static func wholeNumber(_ entry: Any?) -> Int? {
    guard let entry, case .number(let number)? = value(entry) else { return nil }
    return Int(exactly: number)
  }

  private static func list(_ file: [UInt8], _ path: String) throws(FileError) -> Any {
    let mark = ByteSource.byteOrderMark
    let bytes = file.starts(with: mark) ? Array(file.dropFirst(mark.count)) : file
    // Foundation also reads binary and NeXTSTEP property lists, in which any word is a valid list.
    guard bytes.first == UInt8(ascii: "<") else {
      let found = bytes.isEmpty ? "an empty file" : FileError.excerpt(bytes)
      throw malformed(path, "a property list in XML", found)
    }
    let list: Any
    do {
      list = try PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
    } catch {
      let reason = (error as NSError).userInfo["NSDebugDescription"] as? String ?? ""
      throw malformed(path, "a property list in XML", "another text", reason)
    }
    try check(bytes, path)
    return list
  }

  /// Throws for what Foundation accepts silently: a key that a dictionary has twice, and text
  /// behind the list.
  private static func check(_ bytes: [UInt8], _ path: String) throws(FileError) {
    let scanner = XMLScanner(ByteSource(name: path, bytes: bytes), maximumTextLength: largest)
    var dictionaries: [Set<String>] = []
    while let event = try scanner.next() {
      switch event {
      case .start("dict", _, isEmpty: false): dictionaries.append([])
      case .end("dict"): _ = dictionaries.popLast()
      case .end("key"):
        let key = String(decoding: scanner.text, as: UTF8.self)
        guard let last = dictionaries.indices.last, !dictionaries[last].insert(key).inserted else {
          continue
        }
        throw scanner.error("each key once", found: key.quoted)
      default: break
      }
    }
    if scanner.text.contains(where: { $0 > 0x20 }) {
      throw scanner.error("the end of the file", found: FileError.excerpt(scanner.text))
    }
  }

  /// - Parameter reason: The words of Foundation, as in `Encountered unknown tag foo on line 4`,
  ///   which quote the file.
  private static func malformed(
    _ path: String, _ expected: String, _ found: String, _ reason: String = ""
  ) -> FileError {
    let line = reason.matches(of: /line ([0-9]+)/).last.flatMap { Int($0.output.1) }
    return FileError(
      file: path, position: line.map { .line($0, column: 1) } ?? .file, expected: expected,
      found: reason.isEmpty ? found : "a malformed one (\(reason.printable))")
  }
}

// MARK: - Writing

extension SettingsFile {
  /// Sets or removes the values of some keys; all others stay.
  mutating func update(_ changes: [String: SettingValue?]) {
    var entries = root[Key.values] as? [String: Any] ?? [:]
    for (key, value) in changes {
      values[key] = value
      switch value {
      case nil: entries[key] = nil
      case .number(let number): entries[key] = number
      case .flag(let flag): entries[key] = flag
      case .text(let text): entries[key] = text
      }
    }
    root[Key.values] = entries
  }

  /// The file as it is written.
  func bytes() throws(FileError) -> [UInt8] {
    do {
      return Array(
        try PropertyListSerialization.data(fromPropertyList: root, format: .xml, options: 0))
    } catch {
      throw FileError(
        file: path, position: .file, expected: "values of property lists",
        found: error.localizedDescription, isOutput: true)
    }
  }
}
