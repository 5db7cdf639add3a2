import Timeline

/// Builds one JSON object on a line, with its keys in the order in which they are added.
///
/// The same values produce the same bytes on every machine. Keys are plain names, which are
/// not escaped.
public struct JSONLine: Sendable {
  private var bytes: [UInt8] = []
  private var isEmpty = true

  /// The version of the records of all commands; docs/Records.md describes it.
  public static let schemaVersion = 2

  public init() { bytes.append(UInt8(ascii: "{")) }

  /// Appends an object to bytes without copying them.
  public static func append(to bytes: inout [UInt8], _ body: (inout JSONLine) -> Void) {
    var line = JSONLine(continuing: [])
    swap(&line.bytes, &bytes)
    line.bytes.append(UInt8(ascii: "{"))
    body(&line)
    line.bytes.append(UInt8(ascii: "}"))
    swap(&line.bytes, &bytes)
  }

  private init(continuing bytes: [UInt8]) { self.bytes = bytes }

  /// The finished object.
  public var object: String { String(decoding: bytes, as: UTF8.self) + "}" }

  public mutating func add(_ key: String, _ value: String?) {
    guard let value else { return }
    addKey(key)
    bytes.append(json: value)
  }

  public mutating func add(_ key: String, _ value: Int?) {
    guard let value else { return }
    addKey(key)
    bytes.append(decimal: value)
  }

  public mutating func add(_ key: String, _ value: Bool) {
    addKey(key)
    bytes.append(value ? "true" : "false" as StaticString)
  }

  /// Adds a number rounded to at most the given decimals; omitted if it is not finite.
  public mutating func add(_ key: String, _ value: Double?, decimals: Int) {
    guard let value, value.isFinite else { return }
    addKey(key)
    bytes.append(value, decimals: 1...decimals)
  }

  /// Adds two numbers as an object with x and y.
  public mutating func add(_ key: String, x: Double, y: Double, decimals: Int) {
    guard x.isFinite, y.isFinite else { return }
    addKey(key)
    bytes.append("{\"x\":" as StaticString)
    bytes.append(x, decimals: 1...decimals)
    bytes.append(",\"y\":" as StaticString)
    bytes.append(y, decimals: 1...decimals)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Adds the properties that a gesture has.
  public mutating func add(touches: Int?, taps: Int?, direction: String?, name: String?) {
    add("touches", touches)
    add("taps", taps)
    add("direction", direction)
    add("name", name)
  }

  /// Adds a value that is JSON already.
  public mutating func add(_ key: String, json: String) {
    addKey(key)
    bytes.append(json)
  }

  /// Adds an array of values that are JSON already.
  public mutating func add(_ key: String, list items: [String]) {
    add(key, json: "[\(items.joined(separator: ","))]")
  }

  /// Adds an object; omitted if nil.
  public mutating func add(_ key: String, _ object: (some JSONRecord)?) {
    guard let object else { return }
    addKey(key)
    object.appendJSON(to: &bytes)
  }

  /// Adds an array of objects.
  public mutating func add(_ key: String, _ objects: [some JSONRecord]) {
    add(key, list: objects.map(\.json))
  }

  /// Adds the members of an object of this type, without a first member of the given key.
  public mutating func add(membersOf object: String, without first: String) {
    var members = object.utf8.dropFirst().dropLast()
    if members.starts(with: "\"\(first)\":".utf8) {
      members = members.drop { $0 != UInt8(ascii: ",") }.dropFirst()
    }
    if members.isEmpty { return }
    addSeparator()
    bytes.append(contentsOf: members)
  }

  private mutating func addKey(_ key: String) {
    addSeparator()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: key.utf8)
    bytes.append("\":" as StaticString)
  }

  private mutating func addSeparator() {
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    isEmpty = false
  }

  /// A string in quotes, with characters that are unfit for terminals escaped.
  public static func quoted(_ value: String) -> String {
    String(appending: { $0.append(json: value) })
  }
}

/// A record that commands print as a line of JSON; docs/Records.md has the keys.
public protocol JSONRecord: Sendable {
  /// Appends the record as one line of JSON, without the newline.
  func appendJSON(to bytes: inout [UInt8])
}

/// A record, or a part of one, that is made of its members.
public protocol JSONObject: JSONRecord {
  /// Adds the members, in their order.
  func add(to line: inout JSONLine)
}

extension JSONObject {
  /// Appends the members as an object.
  public func appendJSON(to bytes: inout [UInt8]) {
    JSONLine.append(to: &bytes) { add(to: &$0) }
  }
}

extension JSONLine: JSONRecord {
  /// Appends the members as an object.
  public func appendJSON(to bytes: inout [UInt8]) { bytes.append(object) }
}

extension JSONRecord {
  /// The record as one line of JSON, without the newline.
  public var json: String {
    var bytes: [UInt8] = []
    appendJSON(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
