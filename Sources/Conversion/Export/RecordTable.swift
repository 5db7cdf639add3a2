public import Files
import Timeline

/// A table of records with a row for each, as comma-separated values (RFC 4180, with line feeds).
///
/// The columns are the keys of the records' JSON; the key of a value within an object is
/// `translation_mm.x`. Absent values are empty cells. Errors of the sink are kept until
/// ``finish()``, since records come from callbacks that cannot throw.
public final class RecordTable {
  private var writer: BlockWriter
  private let columns: [String]
  public private(set) var rows = 0

  /// Begins a table of the keys of columns; other keys of records are left out.
  public init(_ sink: ByteSink, columns: [String]) {
    writer = BlockWriter(sink)
    self.columns = columns
    writer.write { $0.append(columns.joined(separator: ",") + "\n") }
  }

  public func add(_ record: some JSONRecord) {
    add(cells: RecordTable.cells(of: record, columns))
  }

  /// The cells of a record under the keys of columns.
  public static func cells(of record: some JSONRecord, _ columns: [String]) -> [String] {
    var line: [UInt8] = []
    record.appendJSON(to: &line)
    // A record is valid JSON; a record without values would be a row of empty cells.
    var cells: [String: String] = [:]
    if let node = try? JSONNode.parse(line) { collect(node, "", &cells) }
    return columns.map { cells[$0] ?? "" }
  }

  /// Appends a row with a cell for each column.
  func add(cells: [String]) {
    writer.write { $0.append(cells.joined(separator: ",") + "\n") }
    rows += 1
  }

  /// Ends the table; throws the first error of the sink.
  public func finish() throws(FileError) {
    try writer.finish()
  }
}

// MARK: - Cells

extension RecordTable {
  /// Adds the cells of a value under its key.
  private static func collect(_ node: JSONNode, _ key: String, _ cells: inout [String: String]) {
    switch node.value {
    case .null, .array: break
    case .bool(let value): cells[key] = value ? "true" : "false"
    case .number(let number): cells[key] = number.shortestText
    case .string(let text): cells[key] = cell(text)
    case .object(let members):
      for member in members {
        collect(member.node, key.isEmpty ? member.name : "\(key).\(member.name)", &cells)
      }
    }
  }

  /// A text as a cell. Spreadsheets compute texts that begin with `=`, `+`, `-`, `@`, a tab or a
  /// carriage return; these get an apostrophe ("CSV Injection", owasp.org).
  static func cell(_ text: String) -> String {
    var text = text
    if let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) {
      text = "'" + text
    }
    let needsQuotes = text.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
    if !needsQuotes { return text }
    let quoted = text.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }
    return "\"\(quoted.joined())\""
  }
}

/// Writes text to a sink in blocks; its errors are kept until ``finish()``.
struct BlockWriter {
  private let sink: ByteSink
  private var bytes: [UInt8] = []
  private var error: FileError?

  /// The number of bytes that triggers a write: large enough for few system calls.
  private static let blockSize = 64 << 10

  init(_ sink: ByteSink) { self.sink = sink }

  /// Writes the text that a closure appends.
  mutating func write(_ append: (inout [UInt8]) -> Void) {
    append(&bytes)
    if bytes.count >= BlockWriter.blockSize { flush() }
  }

  /// Ends the file; throws the first error of the sink.
  mutating func finish() throws(FileError) {
    flush()
    if let error { throw error }
    try sink.finish()
  }

  private mutating func flush() {
    defer { bytes.removeAll(keepingCapacity: true) }
    if error != nil { return }
    do throws(FileError) {
      try sink.append(bytes)
    } catch {
      self.error = error
    }
  }
}
