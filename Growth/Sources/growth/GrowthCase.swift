/// Something whose work may not grow faster than its size.
struct GrowthCase: Sendable {
  /// What is run at a size.
  enum Work: Sendable {
    /// A call of the library.
    case library(@Sendable (_ size: Int) -> Void)
    /// A program with arguments, after its files were written into a folder.
    case command(@Sendable (_ size: Int, _ folder: String) throws -> Invocation)
  }

  /// A program of the project; its name is that of its file.
  enum Program: String, CaseIterable, Sendable {
    case replay, scene
  }

  struct Invocation: Sendable {
    var program = Program.replay
    var arguments: [String]
    /// The path of a file that is standard input.
    var input: String?
  }

  var name: String
  /// The larger one of the two sizes; the other one is a quarter of it.
  var largest: Int
  /// How many times smaller the sizes of a quick run are.
  var quickDivisor: Int
  var work: Work

  static func library(
    _ name: String, _ largest: Int, quick: Int = 4, _ body: @escaping @Sendable (Int) -> Void
  ) -> GrowthCase {
    GrowthCase(name: name, largest: largest, quickDivisor: quick, work: .library(body))
  }

  /// A command with one file, whose path is appended to the arguments.
  ///
  /// - Parameters:
  ///   - command: The arguments; those of another program than `replay` begin with its name.
  ///   - file: The name of the file; `-` for standard input.
  static func command(
    _ command: String, _ largest: Int, quick: Int = 16, what: String, file: String,
    _ contents: @escaping @Sendable (Int) -> [UInt8]
  ) -> GrowthCase {
    GrowthCase(
      name: "\(command): \(what)", largest: largest, quickDivisor: quick,
      work: .command {
        size, folder in
        let path = folder + "/" + (file == "-" ? "input" : file)
        try Files.write(contents(size), to: path)
        var words = command.split(separator: " ").map {
          $0.hasPrefix("OUT") ? folder + "/" + $0 : String($0)
        }
        let program = words.first.flatMap(Program.init(rawValue:))
        if program != nil { words.removeFirst() }
        return Invocation(
          program: program ?? .replay, arguments: words + [file == "-" ? "-" : path],
          input: file == "-" ? path : nil)
      })
  }
}
