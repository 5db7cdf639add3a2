import Foundation
import Synchronization

/// Counts the instructions of cases at two sizes and prints a table.
struct GrowthRunner: Sendable {
  private let counter: InstructionCounter
  private let folder: String
  private let isQuick: Bool
  private let replay: String
  private let library: String
  /// What the programs need to start.
  private let replayStart: Int
  private let libraryStart: Int

  /// - Parameter replay: The path of the program.
  init(replay: String, folder: String, isQuick: Bool) throws {
    counter = InstructionCounter(folder: folder)
    self.folder = folder
    self.isQuick = isQuick
    self.replay = try counter.prepare(replay)
    library = try counter.prepare(CommandLine.arguments[0])
    replayStart = try counter.count(self.replay, ["--version"], input: nil)
    libraryStart = try counter.count(library, ["case", "nothing", "0"], input: nil)
  }

  private struct Row {
    var size: Int
    var small: Int
    var large: Int
    var ratio: Double { Double(large) / Double(max(small, 1)) }
  }

  /// Runs cases on all processors, and prints a row for each in their order; returns how many grow
  /// too fast or fail.
  func run(_ cases: [GrowthCase]) -> Int {
    print(Self.line("CASE", "SIZE", "M INSTRUCTIONS", "AT 4 TIMES", "RATIO"))
    let table = Mutex((rows: [Int: Result<Row, any Error>](), next: 0, failures: 0))
    DispatchQueue.concurrentPerform(iterations: cases.count) { index in
      let row = Result { try measure(cases[index], index) }
      table.withLock { table in
        table.rows[index] = row
        while let row = table.rows[table.next] {
          if !show(row, cases[table.next]) { table.failures += 1 }
          table.next += 1
        }
      }
    }
    return table.withLock { $0.failures }
  }

  private func measure(_ growing: GrowthCase, _ index: Int) throws -> Row {
    let folder = try Files.makeFolder("\(folder)/\(index)")
    defer { Files.remove(folder) }
    let large = isQuick ? growing.largest / growing.quickDivisor : growing.largest
    return Row(
      size: large / 4, small: try count(growing, large / 4, folder),
      large: try count(growing, large, folder))
  }

  private func count(_ growing: GrowthCase, _ size: Int, _ folder: String) throws -> Int {
    switch growing.work {
    case .library:
      let arguments = ["case", growing.name, String(size)]
      return try counter.count(library, arguments, input: nil) - libraryStart
    case .command(let prepare):
      let folder = try Files.makeFolder("\(folder)/\(size)")
      let invocation = try prepare(size, folder)
      return try counter.count(replay, invocation.arguments, input: invocation.input) - replayStart
    }
  }

  /// Prints a row; returns whether the case grows as its input does.
  private func show(_ result: Result<Row, any Error>, _ growing: GrowthCase) -> Bool {
    switch result {
    case .failure(let error):
      print("\(growing.name): \(error)")
      return false
    case .success(let row):
      let isGood = row.ratio <= maximumRatio
      print(
        Self.line(
          growing.name, String(row.size), Self.number(Double(row.small) / 1e6),
          Self.number(Double(row.large) / 1e6), Self.number(row.ratio))
          + (isGood ? "" : "  above \(maximumRatio)"))
      return isGood
    }
  }

  private static func number(_ value: Double) -> String { String(format: "%.2f", value) }

  private static func line(_ name: String, _ cells: String...) -> String {
    let widths = [8, 15, 12, 6]
    return name.padding(toLength: 50, withPad: " ", startingAt: 0)
      + zip(cells, widths).map { cell, width in
        String(repeating: " ", count: max(1, width - cell.count)) + cell
      }.joined()
  }
}
