import Foundation
import SystemPackage

/// A bar on standard error, for work that takes more than a second.
struct ProgressBar {
  /// What all of the work is, in bytes; without it there is no bar.
  var total = 0
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var lastDrawn: ContinuousClock.Instant?
  private var isOnScreen = false

  private static let delay = Duration.seconds(1)
  private static let interval = Duration.milliseconds(100)
  private static let width = 30

  init(isShown: Bool) {
    self.isShown = isShown
  }

  /// Shows how much is done, if it is time for that.
  mutating func update(_ done: Int) {
    guard isShown, total > 0 else { return }
    let now = ContinuousClock.now
    guard start.duration(to: now) > ProgressBar.delay else { return }
    if let lastDrawn, lastDrawn.duration(to: now) < ProgressBar.interval { return }
    lastDrawn = now
    let share = min(1, Double(done) / Double(total))
    let filled = Int(share * Double(ProgressBar.width))
    let bar =
      String(repeating: "#", count: filled)
      + String(repeating: ".", count: ProgressBar.width - filled)
    let megabytes = "\(done >> 20) of \(total >> 20) MB"
    write("\r[\(bar)] \(Int(share * 100)) %  \(megabytes)\u{1b}[K")
    isOnScreen = true
  }

  /// Takes the bar off the screen, so that a line can be written.
  mutating func clear() {
    guard isOnScreen else { return }
    write("\r\u{1b}[K")
    isOnScreen = false
  }

  private func write(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll(Array(text.utf8))
  }
}
