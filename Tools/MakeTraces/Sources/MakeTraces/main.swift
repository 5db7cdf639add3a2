import Foundation

// Writes the traces with their expected gestures, and a README about them, into a folder:
//
//   swift run --package-path Tools/MakeTraces MakeTraces Traces
//
// The same catalog produces the same bytes in every run.

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: MakeTraces FOLDER\n".utf8))
  exit(64)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)

func write(_ bytes: [UInt8], as name: String) throws {
  try Data(bytes).write(to: folder.appendingPathComponent(name), options: .atomic)
}

precondition(
  Set(Catalog.traces.map(\.name)).count == Catalog.traces.count, "two traces have the same name")
var readme = Readme()
for trace in Catalog.traces {
  let rendered = trace.render()
  try write(rendered.recording, as: trace.fileName)
  try write(rendered.expectations, as: trace.expectationName)
  readme.add(trace, rendered)
}
try write(Array(readme.text.utf8), as: "README.md")
print("\(Catalog.traces.count) traces, \(readme.totalBytes / 1000) kB")
