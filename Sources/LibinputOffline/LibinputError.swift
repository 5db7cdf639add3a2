public import Files
import SystemPackage

/// The reason why libinput gave no answer.
public enum LibinputError: Error, Hashable, Codable, Sendable {
  /// A shared library that cannot be loaded, or a file of another kind, with the message of the
  /// dynamic linker.
  case cannotLoad(String)
  /// An unsupported library, with its missing or unknown functions.
  case unsupported(library: String, String)
  /// Quirks with errors, so that libinput uses none, with the causes that its log names.
  case quirks([String])
  /// A signal by which libinput ended the playing process, as by a failed assertion.
  case crashed(signal: Int32)
  /// An excess of the processor time that a recording may take, in seconds.
  case tooLong(seconds: Int)
  /// A recording that cannot be played into libinput.
  case unplayable(expected: String, found: String)
  /// A playing process that cannot be started, or answers nonsense.
  case failed(String)

  /// The error of a recording, or of a library or a file of quirks that fails for all.
  public func of(_ file: String) -> FileError {
    let (expected, found): (String, String)
    switch self {
    case .cannotLoad(let reason):
      let isUsual = reason.hasPrefix(LibinputWorker.usualLibrary)
      let own = reason.hasPrefix("\(file): ") ? String(reason.dropFirst(file.count + 2)) : reason
      let hint = isUsual ? " (Debian's package libinput10 has it)" : ""
      (expected, found) = ("a shared library", own + hint)
    case .unsupported(let library, let reason):
      (expected, found) = ("a libinput that can be played offline", "\(library): \(reason)")
    case .quirks(let lines):
      expected = "quirks without errors"
      found =
        lines.isEmpty
        ? "no section with valid keys, or a line that libinput does not accept"
        : lines.joined(separator: "; ").replacing(" (local-overrides.quirks)", with: "")
    case .crashed(let signal):
      (expected, found) = ("an answer of libinput", "the end of its process by signal \(signal)")
    case .tooLong(let seconds):
      (expected, found) = ("an answer of libinput in \(seconds) s of processor time", "none")
    case .unplayable(let own, let other): (expected, found) = (own, other)
    case .failed(let reason): (expected, found) = ("an answer of libinput", reason)
    }
    var cause: Errno?
    if case .cannotLoad(let reason) = self {
      let known: [Errno] = [.noSuchFileOrDirectory, .permissionDenied]
      cause = known.first { reason.contains($0.description) }
    }
    return FileError(file: file, expected: expected, found: found, systemError: cause)
  }
}
