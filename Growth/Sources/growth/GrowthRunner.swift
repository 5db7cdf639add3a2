import Foundation
import Synchronization

/// Counts the instructions of cases at two sizes and prints a table.
struct GrowthRunner: Sendable {
  private let counter: InstructionCounter
  private let folder: String
  private let isQuick: Bool
  private let programs: [GrowthCase.Program: Measured]
  private let library: Measured

  /// A copy of a program, and the instructions that it needs to start.
  private struct Measured {
    var path: String
    var start: Int

    init(_ program: String, _ arguments: [String], _ counter: InstructionCounter) throws {
      path = try counter.prepare(program)
      start = try counter.count(path, arguments, input: nil)
    }
  }

  /// - Parameter programs: The paths of the programs.
  init(programs: [String], folder: String, isQuick: Bool) throws {
    let counter = InstructionCounter(folder: folder)
    self.counter = counter
    self.folder = folder
    self.isQuick = isQuick
    library = try Measured(CommandLine.arguments[0], ["case", "nothing", "0"], counter)
    self.programs = try Dictionary(
      uniqueKeysWithValues: GrowthCase.Program.allCases.compactMap { program in
        try programs.first { ($0 as NSString).lastPathComponent == program.rawValue }.map {
          (program, try Measured($0, ["--version"], counter))
        }
      })
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
      return try counter.count(library.path, arguments, input: nil) - library.start
    case .command(let prepare):
      let folder = try Files.makeFolder("\(folder)/\(size)")
      let invocation = try prepare(size, folder)
      guard let program = programs[invocation.program] else {
        throw InstructionCounter.Failure(
          description: "no path of \(invocation.program.rawValue) is given")
      }
      return try counter.count(program.path, invocation.arguments, input: invocation.input)
        - program.start
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
