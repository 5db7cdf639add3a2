import Files
import Timeline

/// A value of a saved scene: what JSON has, with whole numbers apart from others.
///
/// A number that is whole, and less than 2⁵³, is always an ``integer(_:)``, so that equal numbers
/// are equal values whatever format they come from; except -0, which has no integer form.
enum MemoryValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// Always finite.
  case number(Double)
  case text(String)
  case array([MemoryValue])
  case object([String: MemoryValue])

  /// A finite number.
  init(_ number: Double) {
    guard let integer = Int64(exactly: number), abs(number) < MemoryValue.exactIntegers,
      !(number == 0 && number.sign == .minus)
    else {
      self = .number(number)
      return
    }
    self = .integer(integer)
  }

  /// Below 2⁵³ every whole number is a `Double`.
  private static let exactIntegers = 0x1p53

  /// The members of an object; nil for other values.
  subscript(name: String) -> MemoryValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// What the value is, for errors: `a list`, `"red"`, `12`.
  var summary: String {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .integer(let integer): "\(integer)"
    case .number(let number): number.shortestText
    case .text(let text): FileError.excerpt(Array(text.utf8))
    case .array: "a list"
    case .object: "an object"
    }
  }
}
