enum ViewKey: Hashable {
  case character(Unicode.Scalar)
  case left, right, up, down
  case shiftLeft, shiftRight
  case pageUp, pageDown
  case home, end
  case escape
}

/// Converts a terminal's bytes into keys: characters, and sequences of ECMA-48 in xterm's form,
/// which may arrive in pieces. Unknown ones, and keys held with Alt, are skipped.
struct ViewKeyParser {
  private static let escape: UInt8 = 0x1b
  /// The length of the longest sequence: more bytes than any key sends; longer ones are skipped.
  private static let longest = 32

  private var pending: [UInt8] = []

  /// Whether an escape byte waits for the rest of its sequence.
  var isWaiting: Bool { !pending.isEmpty }

  mutating func keys(_ bytes: some Sequence<UInt8>) -> [ViewKey] {
    pending += bytes
    var keys: [ViewKey] = []
    var start = 0
    while start < pending.count {
      guard let length = ViewKeyParser.length(of: pending[start...]) else {
        if pending.count - start > ViewKeyParser.longest { start = pending.count }
        break
      }
      if let key = ViewKeyParser.key(pending[start..<start + length]) { keys.append(key) }
      start += length
    }
    pending.removeFirst(start)
    return keys
  }

  /// The keys that are complete if no further byte follows: a single escape byte is the escape key.
  mutating func finish() -> [ViewKey] {
    defer { pending = [] }
    return pending == [ViewKeyParser.escape] ? [.escape] : []
  }

  /// The length of the first character or sequence; nil if more bytes have to come.
  private static func length(of bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first else { return nil }
    if first != escape {
      let length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
      return bytes.count >= length ? length : nil
    }
    guard let second = bytes.dropFirst().first else { return nil }
    switch second {
    case escape: return 1
    case UInt8(ascii: "O"): return bytes.count >= 3 ? 3 : nil
    case UInt8(ascii: "["):
      // This is F1 of the Linux console, which sends ESC [ [ A.
      if bytes.dropFirst(2).first == UInt8(ascii: "[") { return bytes.count >= 4 ? 4 : nil }
      let final = bytes.dropFirst(2).firstIndex { (0x40...0x7e).contains($0) }
      return final.map { $0 - bytes.startIndex + 1 }
    default: return 2
    }
  }

  private static func key(_ bytes: ArraySlice<UInt8>) -> ViewKey? {
    guard bytes.first == escape else {
      let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
      return scalars.count == 1 ? scalars.first.map { .character($0) } : nil
    }
    if bytes.count == 1 { return .escape }
    let isConsoleFunctionKey = bytes.dropFirst(2).first == UInt8(ascii: "[")
    guard bytes.count > 2, !isConsoleFunctionKey, let final = bytes.last else { return nil }
    let parameters = bytes.dropFirst(2).dropLast().split(separator: UInt8(ascii: ";")).map {
      Int(String(decoding: $0, as: UTF8.self))
    }
    if final == UInt8(ascii: "~") { return parameters.first.flatMap { $0.flatMap { numbers[$0] } } }
    let name = Unicode.Scalar(final)
    // The modifier is 1 plus 1 for Shift, 2 for Alt, 4 for Ctrl.
    let isShifted = parameters.count > 1 && parameters[1] == 2
    return (isShifted ? shifted[name] : nil) ?? letters[name]
  }

  /// The keys by the last characters of their sequences; c and d are rxvt's Shift with an arrow.
  private static let letters: [Unicode.Scalar: ViewKey] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end,
    "c": .shiftRight, "d": .shiftLeft,
  ]
  private static let shifted: [Unicode.Scalar: ViewKey] = ["C": .shiftRight, "D": .shiftLeft]
  private static let numbers: [Int: ViewKey] = [
    1: .home, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
  ]
}
