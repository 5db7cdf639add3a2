import Foundation
import SceneHost

// Saves in a loop, until the tests of saved scenes end it: `MemoryWriter FILE PROGRESS COUNT`.
//
// Each state has a number, from which everything in it follows, and the next one's is one more.
// PROGRESS gets a line before each save, and another after it.

let path = CommandLine.arguments[1]
let progress = FileHandle(forWritingAtPath: CommandLine.arguments[2])
let count = Int(CommandLine.arguments[3]) ?? 0

func note(_ event: String, _ number: Int) throws {
  try progress?.seekToEnd()
  try progress?.write(contentsOf: Data("\(event) \(number)\n".utf8))
}

func save(_ number: Int) throws {
  var memory = SceneMemory(scene: "Writer")
  try memory.encode(number, forKey: "number")
  // Long and short ones by turns, so that a file grows and shrinks.
  try memory.encode((0..<number * 37 % 400).map { [number, $0] }, forKey: "elements")
  try note("begin", number)
  try MemoryFile.write(memory, to: path)
  try note("end", number)
}

do {
  // An empty database has no state yet.
  let previous = try? MemoryFile.read(path, of: "Writer").decode(Int.self, forKey: "number")
  let first = (previous ?? 0) + 1
  for number in first..<first + count { try save(number) }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
