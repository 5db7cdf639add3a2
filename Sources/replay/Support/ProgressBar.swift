import Foundation
import Synchronization
import SystemPackage

/// The progress of work on standard error: a bar after half a second, in silence the time.
final class ProgressBar: Sendable {
  private struct State {
    /// The whole amount of the work, in bytes or things; without it there is no bar.
    var total = 0
    /// The name of the things; nil for bytes.
    var things: String?
    /// When the line last changed.
    var changed = ContinuousClock.now
    var content = Content.nothing
    /// Whether a thread shows the elapsed time.
    var isTimed = false
    var isEnded = false
  }

  /// What is on the line of the terminal.
  private enum Content { case nothing, bar, time }

  private let isShown: Bool
  private let limit: Int
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  private static let delay = Duration.milliseconds(500)
  private static let interval = Duration.milliseconds(100)
  /// The longest time in which nothing changes on the terminal.
  private static let silence = Duration.milliseconds(800)
  private static let width = 30

  init(on terminal: Terminal, isShown: Bool) {
    self.isShown = isShown && terminal.isInteractive
    limit = (terminal.columns ?? 80) - 1
  }

  /// Sets the amount of the work, and shows the elapsed time until there is a bar or a result.
  func begin(_ total: Int, of things: String? = nil) {
    guard isShown else { return }
    let isFirst = state.withLock { state in
      state.total = total
      state.things = things
      defer { state.isTimed = true }
      return !state.isTimed
    }
    guard isFirst else { return }
    Thread.detachNewThread {
      while self.showTime() { Thread.sleep(forTimeInterval: 0.2) }
    }
  }

  /// Starts counting the bytes to be read; a pipe has an unknown number, and waits.
  func expect(_ bytes: Int) { if bytes > 0 { begin(bytes) } }

  func expect(readingTwice path: String) {
    expect(2 * InputFiles.expand([path]).reduce(0) { $0 + size(of: $1.file) })
  }

  /// The size of a file in bytes; 0 if the size is unknown or the progress is not shown.
  func size(of file: InputFile?) -> Int { isShown ? file?.size ?? 0 : 0 }

  /// Shows the number of bytes, of a number that is known now.
  func update(_ done: Int, of total: Int) {
    expect(total)
    update(done)
  }

  /// Shows the progress of another kind of work, as in `3 of 9 recordings`.
  func update(_ done: Int, of total: Int, _ things: String) {
    begin(total, of: things)
    update(done)
  }

  /// Draws the bar if enough time has passed.
  func update(_ done: Int) {
    guard isShown else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      guard state.total > 0, start.duration(to: now) > ProgressBar.delay,
        state.content != .bar || state.changed.duration(to: now) > ProgressBar.interval
      else { return }
      let share = min(1, Double(done) / Double(state.total))
      let filled = Int(share * Double(ProgressBar.width))
      let bar =
        String(repeating: "#", count: filled)
        + String(repeating: ".", count: ProgressBar.width - filled)
      let amounts =
        state.things.map { "\(done) of \(state.total) \($0)" }
        ?? "\(done >> 20) of \(state.total >> 20) MB"
      draw("[\(bar)] \(Int(share * 100)) %  \(amounts)", .bar, &state)
    }
  }

  /// Shows the elapsed time after a silence; returns false at the end of the work.
  private func showTime() -> Bool {
    state.withLock { state in
      if state.isEnded { return false }
      let now = ContinuousClock.now
      if state.content != .bar, state.changed.duration(to: now) > ProgressBar.silence {
        draw("working for \(start.duration(to: now).components.seconds) s", .time, &state)
      }
      return true
    }
  }

  /// Removes the progress from the screen, so that the next line begins at its left edge.
  func clear() {
    guard isShown else { return }
    state.withLock { state in
      if state.content != .nothing { draw("", .nothing, &state) }
      state.changed = .now
    }
  }

  /// Removes the progress for good.
  func end() {
    clear()
    state.withLock { $0.isEnded = true }
  }

  private func draw(_ text: String, _ content: Content, _ state: inout State) {
    // A line that wraps could not be removed from the screen.
    let line = "\r\(text.prefix(limit))\u{1b}[K"
    _ = try? FileDescriptor.standardError.writeAll(Array(line.utf8))
    state.content = content
    state.changed = .now
  }
}
