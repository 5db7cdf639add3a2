public import SystemPackage

/// What is wrong with a recording, and where.
public struct RecordingError: Error, Hashable, Sendable {
  /// A place in a file.
  public enum Position: Hashable, Sendable {
    /// A line and a column (in bytes), both from 1.
    case line(Int, column: Int)
    /// An offset from 0, in a binary file.
    case byte(Int)
    /// The file as a whole.
    case file
  }

  /// The path as it was given; `-` is standard input.
  public var file: String
  public var position: Position
  /// What should stand there, as in `a value of 32 bits`.
  public var expected: String
  /// What stands there instead, cut to a readable length, with control characters escaped.
  public var found: String
  /// Why the system refused the file, where that is what is wrong.
  public var systemError: Errno?

  public init(
    file: String, position: Position, expected: String, found: String, systemError: Errno? = nil
  ) {
    self.systemError = systemError
    self.file = file
    self.position = position
    self.expected = expected
    self.found = found
  }
}

extension RecordingError: CustomStringConvertible {
  /// `swipe.evemu:12:7: expected a hexadecimal event type, found "zz"`
  public var description: String {
    let place =
      switch position {
      case .line(let line, let column): "\(file):\(line):\(column)"
      case .byte(let offset): "\(file): byte \(offset)"
      case .file: file
      }
    return "\(place): expected \(expected), found \(found)"
  }
}
