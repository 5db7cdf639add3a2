import Files
import Playback

/// An output of a command on another thread, which the console of the command prints in turn.
enum ConsoleEvent: Sendable {
  /// Lines of results.
  case results([UInt8])
  /// A line that is printed once, such as the header of a table.
  case once(String)
  /// The name of a file above its results, unless it was the last one.
  case heading(String)
  /// An empty line, unless nothing is above it.
  case gap
  case note(String, RecordingNote)
  case text(String, of: String, isWarning: Bool, isLoss: Bool)
  case error(FileError)
  /// The paths of files that results derive from.
  case sources([String])

  /// The bytes of the results.
  var size: Int { if case .results(let bytes) = self { bytes.count } else { 0 } }
}

extension Console {
  /// Prints an event of a recording console.
  func print(_ event: ConsoleEvent) {
    switch event {
    case .results(let bytes): append(bytes)
    case .once(let line): printOnce(line)
    case .heading(let file): printHeading(ofFile: file)
    case .gap: printGap()
    case .note(let recording, let note): self.note(recording, note)
    case .text(let text, let subject, let isWarning, let isLoss):
      write(text, of: subject, isWarning: isWarning, isLoss: isLoss)
    case .error(let error): report(error)
    case .sources(let paths): restrictOutput(toReadersOf: paths)
    }
  }
}
