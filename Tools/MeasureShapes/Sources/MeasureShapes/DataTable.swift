import Foundation

/// A table of `docs/data`, written as CSV: a line of column names, then the rows.
///
/// Values need no quotes: no name that is measured contains a comma.
struct DataTable {
  var columns: [String]
  var rows: [[String]] = []

  var text: String {
    ([columns] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  func write(to name: String, in folder: String) throws {
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
  }
}

extension Estimate {
  static let columns = ["percent", "low_percent", "high_percent"]

  /// In percent, in the order of ``columns``.
  var cells: [String] { [percent(value), percent(low), percent(high)] }
}

/// Prints what is being measured.
func progress(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}
