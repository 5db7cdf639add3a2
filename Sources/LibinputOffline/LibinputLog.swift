import CLibinputOffline
import Synchronization
import Timeline

/// Collects the lines of libinput's log, which come through a C function without a context.
enum LibinputLog {
  private struct Contents {
    var lines: [LibinputLogLine] = []
    var unfinished = ""
    /// The time at which devices are added.
    var start: Int64 = 0
    var shift: Int64 = 0
    var isCut = false
  }

  private static let contents = Mutex(Contents())
  private static let maximumLines = 100_000

  /// Empties the log, for a playback whose times are later by a shift.
  static func begin(shift: Int64) {
    contents.withLock { $0 = Contents(start: offline_time(), shift: shift) }
    offline_set_log { priority, text in
      guard let text else { return }
      LibinputLog.add(Int(priority), String(cString: text))
    }
  }

  private static func add(_ priority: Int, _ text: String) {
    contents.withLock { contents in
      contents.unfinished += text
      guard contents.unfinished.hasSuffix("\n") || contents.unfinished.utf8.count > 1000 else {
        return
      }
      let line = contents.unfinished.split { $0 == "\n" || $0 == " " }.joined(separator: " ")
      contents.unfinished = ""
      guard contents.lines.count < maximumLines else {
        contents.isCut = true
        return
      }
      contents.lines.append(
        LibinputLogLine(
          time: offline_time() == contents.start
            ? nil : Timestamp(microseconds: offline_time() + contents.shift),
          priority: LibinputLogLine.Priority(rawValue: priority) ?? .error, text: line))
    }
  }

  /// The error lines about files of quirks, as in `Unknown key AttrNonsense in [A]`, if libinput
  /// does not load them; empty for causes without a line.
  static var quirkErrors: [String]? {
    let errors = contents.withLock { contents in
      contents.lines.filter { $0.priority == .error && $0.device == nil }.map(\.text)
    }
    let causes = errors.filter { !$0.contains("Failed to load the device quirks") }
    return causes.count < errors.count ? causes : nil
  }

  /// The lines of a priority and above, and whether further ones were left out.
  static func take(from priority: LibinputLogLine.Priority) -> ([LibinputLogLine], Bool) {
    contents.withLock { contents in
      (contents.lines.filter { $0.priority >= priority }, contents.isCut)
    }
  }
}
