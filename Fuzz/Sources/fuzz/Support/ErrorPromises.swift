import Files

/// Checks what every error about an input promises: a position within it, what was expected and
/// found, and one line of text that shows nothing but printable characters.
func check(_ error: FileError, in bytes: [UInt8]) {
  if error.systemError == nil {
    promise(
      !error.expected.isEmpty && !error.found.isEmpty, "an error says what is wrong: \(error)")
  }
  switch error.position {
  case .file: break
  case .byte(let offset):
    promise((0...bytes.count).contains(offset), "an error is within the file: \(error)")
  case .line(let line, let column):
    // Text in UTF-16 or UTF-32 grows when it is decoded.
    let isWide =
      bytes.prefix(4).contains(0) || bytes.starts(with: [0xff, 0xfe])
      || bytes.starts(with: [0xfe, 0xff])
    // libyaml also counts carriage returns and Unicode's line breaks.
    let breaks = bytes.count { [0x0a, 0x0d, 0x85, 0xa8, 0xa9].contains($0) }
    let columns = isWide ? bytes.count * 2 : bytes.count
    promise(
      line >= 1 && (isWide || line <= breaks + 1) && (1...columns + 1).contains(column),
      "an error is within the file: \(error)")
  }
  promise(
    error.description.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
    "an error shows no control characters: \(error)")
}
