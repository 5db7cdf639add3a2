import Foundation

/// The target that `TOUCHSTONE_FUZZ_TARGET` names.
private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["TOUCHSTONE_FUZZ_TARGET"] ?? ""
  if let target = FuzzTarget.all.first(where: { $0.name == name }) { return target }
  let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
  FileHandle.standardError.write(Data("set TOUCHSTONE_FUZZ_TARGET to one of \(names)\n".utf8))
  exit(64)
}()

/// Called by libFuzzer at the start.
///
/// With `TOUCHSTONE_FUZZ_SEEDS=FOLDER` it writes the seeds of every target into `FOLDER/NAME`, and
/// its words into `FOLDER/NAME.dict`, and ends the program.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?
) -> CInt {
  if let folder = ProcessInfo.processInfo.environment["TOUCHSTONE_FUZZ_SEEDS"] {
    do {
      for target in FuzzTarget.all { try target.writeSeeds(to: folder) }
      exit(0)
    } catch {
      FileHandle.standardError.write(Data("\(folder): \(error)\n".utf8))
      exit(74)
    }
  }
  _ = target
  return 0
}

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

extension FuzzTarget {
  fileprivate func writeSeeds(to folder: String) throws {
    let url = URL(fileURLWithPath: folder)
    let corpus = url.appending(path: name)
    try FileManager.default.createDirectory(at: corpus, withIntermediateDirectories: true)
    for (number, seed) in seeds().enumerated() {
      try Data(seed).write(to: corpus.appending(path: "seed-\(number)"))
    }
    // libFuzzer refuses an empty dictionary.
    if words.isEmpty { return }
    let lines = words.map { word in
      let escaped = word.utf8.map { byte -> String in
        let isPlain = (0x20..<0x7f).contains(byte) && byte != 0x22 && byte != 0x5c
        return isPlain
          ? String(UnicodeScalar(byte))
          : "\\x" + String(byte >> 4, radix: 16)
            + String(byte & 15, radix: 16)
      }
      return "\"\(escaped.joined())\"\n"
    }
    try Data(lines.joined().utf8).write(to: url.appending(path: "\(name).dict"))
  }
}
