// Measures how the work of the library's parts and of the commands grows with their input.
//
//   growth [--quick] [--only TEXT] PROGRAM…  all cases, or those whose name contains a text;
//                                            the programs are `replay` and `scene`
//   growth case NAME SIZE                    one case of the library once, to be counted
//
// Prints for each case the instructions at two sizes, of which the larger one is four times the
// other, and their ratio; fails if one is above 4.6. What a program needs to start is subtracted.
import Foundation

/// Four times the input may take a little more than four times the work: 4.6 is below n^1.11.
let maximumRatio = 4.6

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("growth: \(message)\n".utf8))
  exit(64)
}

var arguments = Array(CommandLine.arguments.dropFirst())
let cases = LibraryCases.all + CommandCases.all

if arguments.first == "case" {
  guard arguments.count == 3, let size = Int(arguments[2]) else { fail("case NAME SIZE") }
  if arguments[1] != "nothing" {
    guard let found = cases.first(where: { $0.name == arguments[1] }),
      case .library(let body) = found.work
    else { fail("no case of the library is called \(arguments[1])") }
    body(size)
  }
  exit(0)
}

let isQuick = arguments.first == "--quick"
if isQuick { arguments.removeFirst() }
var wanted = ""
if arguments.first == "--only", arguments.count > 1 {
  wanted = arguments[1]
  arguments.removeFirst(2)
}
guard !arguments.isEmpty else { fail("[--quick] [--only TEXT] PROGRAM…") }

let folder = try Files.makeTemporaryFolder()
let runner = try GrowthRunner(programs: arguments, folder: folder, isQuick: isQuick)
let failures = runner.run(cases.filter { wanted.isEmpty || $0.name.contains(wanted) })
Files.remove(folder)
exit(failures == 0 ? 0 : 1)
