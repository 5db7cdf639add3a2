import Foundation
import Playback

/// Checks a line of output: JSON for a parser that is not ours, on one line, and as a schema in
/// `docs/schemas` says.
func check(json line: String, _ schema: JSONSchema) {
  promise(!line.utf8.contains(0x0a), "a record is one line: \(line)")
  do {
    let value = try JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed)
    if let fault = schema.fault(of: value) { broken("\(schema.name): \(fault) in \(line)") }
  } catch {
    broken("a record is JSON: \(line)")
  }
}

/// A JSON Schema, with the keywords that `docs/schemas` uses: an unknown one ends the program.
struct JSONSchema: @unchecked Sendable {
  let name: String
  // Immutable values of Foundation.
  private let root: [String: Any]

  /// Reads `docs/schemas/NAME.schema.json` of the package.
  init(_ name: String) {
    self.name = name
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = package.appending(path: "docs/schemas/\(name).schema.json")
    guard let data = try? Data(contentsOf: file),
      let root = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { broken("\(file.path) is a schema") }
    self.root = root
  }

  /// What of a value is not as the schema says; nil if it conforms.
  func fault(of value: Any) -> String? { fault(of: value, root, at: "$") }

  private func fault(of value: Any, _ schema: [String: Any], at path: String) -> String? {
    for (keyword, rule) in schema {
      if let fault = fault(of: value, keyword, rule, schema) { return "\(path) \(fault)" }
    }
    if let object = value as? [String: Any] { return fault(of: object, schema, at: path) }
    guard let array = value as? [Any], let items = schema["items"] as? [String: Any]
    else { return nil }
    for (index, item) in array.enumerated() {
      if let fault = fault(of: item, items, at: "\(path)[\(index)]") { return fault }
    }
    return nil
  }

  /// Checks the members of an object.
  private func fault(
    of object: [String: Any], _ schema: [String: Any], at path: String
  ) -> String? {
    let properties = schema["properties"] as? [String: Any] ?? [:]
    for (key, member) in object {
      let rule = properties[key] ?? schema["additionalProperties"] ?? true
      if rule as? Bool == false { return "\(path) has the unknown key \(key)" }
      guard let rule = rule as? [String: Any] else { continue }
      if let fault = fault(of: member, rule, at: "\(path).\(key)") { return fault }
    }
    guard let names = schema["propertyNames"] as? [String: Any] else { return nil }
    return object.keys.lazy.compactMap { fault(of: $0, names, at: "\(path) key") }.first
  }

  /// Checks one keyword.
  private func fault(
    of value: Any, _ keyword: String, _ rule: Any, _ schema: [String: Any]
  ) -> String? {
    let isKept: Bool
    switch keyword {
    case "$schema", "$id", "$defs", "title", "description": return nil
    // Checked with the members and items.
    case "properties", "additionalProperties", "propertyNames", "items", "then", "else": return nil
    case "type":
      let types = rule as? [String] ?? [rule as? String ?? ""]
      isKept = types.contains { JSONSchema.isType($0, value) }
    case "const": isKept = JSONSchema.isEqual(value, rule)
    case "enum": isKept = (rule as? [Any] ?? []).contains { JSONSchema.isEqual(value, $0) }
    case "required":
      guard let object = value as? [String: Any] else { return nil }
      isKept = (rule as? [String] ?? []).allSatisfy { object[$0] != nil }
    case "minimum": isKept = JSONSchema.compare(value, rule, >=)
    case "maximum": isKept = JSONSchema.compare(value, rule, <=)
    case "minItems": isKept = JSONSchema.compare((value as? [Any])?.count ?? .max, rule, >=)
    case "maxItems": isKept = JSONSchema.compare((value as? [Any])?.count ?? 0, rule, <=)
    case "pattern":
      guard let text = value as? String, let pattern = rule as? String else { return nil }
      isKept = text.range(of: pattern, options: .regularExpression) != nil
    case "anyOf":
      let rules = rule as? [[String: Any]] ?? []
      isKept = rules.contains { fault(of: value, $0, at: "$") == nil }
    case "if":
      let isCase = fault(of: value, rule as? [String: Any] ?? [:], at: "$") == nil
      let next = schema[isCase ? "then" : "else"] as? [String: Any]
      return next.flatMap { fault(of: value, $0, at: "$") }
    case "$ref":
      guard let reference = rule as? String, let target = resolve(reference)
      else { broken("\(name): \(rule) is a definition") }
      return target.fault(of: value)
    default: broken("\(name): the keyword \(keyword) is known")
    }
    return isKept ? nil : "is not as \(keyword) says: \(value)"
  }

  private init(name: String, root: [String: Any]) {
    self.name = name
    self.root = root
  }

  /// A definition of this schema, as in `#/$defs/shares`.
  private func resolve(_ reference: String) -> JSONSchema? {
    var node = root
    for part in reference.split(separator: "/").dropFirst() {
      guard let next = node[String(part)] as? [String: Any] else { return nil }
      node = next
    }
    // Definitions that refer to others find them.
    return JSONSchema(name: name, root: node.merging(root.filter { $0.key == "$defs" }) { $1 })
  }

  private static func isBoolean(_ value: Any) -> Bool {
    // JSON's numbers have other types.
    (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
  }

  private static func isType(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "object": return value is [String: Any]
    case "array": return value is [Any]
    case "string": return value is String
    case "null": return value is NSNull
    case "boolean": return isBoolean(value)
    case "number": return value is NSNumber && !isBoolean(value)
    case "integer":
      guard let number = value as? NSNumber, !isBoolean(value) else { return false }
      return number.doubleValue == number.doubleValue.rounded()
    default: return false
    }
  }

  private static func isEqual(_ left: Any, _ right: Any) -> Bool {
    guard let left = left as? NSObject, let right = right as? NSObject else { return false }
    return left == right
  }

  private static func compare(_ value: Any, _ limit: Any, _ isKept: (Double, Double) -> Bool)
    -> Bool
  {
    guard let value = value as? NSNumber, let limit = limit as? NSNumber else { return true }
    return isKept(value.doubleValue, limit.doubleValue)
  }
}
