import ArgumentParser
import Foundation
import Playback

/// How fast a recording is replayed.
enum ReplaySpeed {
  case max
  /// Times as fast as it was recorded.
  case factor(Double)

  /// Slower, an hour would last a month and a half and more; faster than a million, nobody waits.
  static let factors = 0.001...1_000_000

  /// Reads `max` or a factor.
  init(parsing text: String) throws {
    if text == "max" {
      self = .max
    } else if let factor = Double(text), ReplaySpeed.factors.contains(factor) {
      self = .factor(factor)
    } else {
      throw ValidationError("expected max, or a factor from 0.001 to 1000000, as in 1 or 0.25")
    }
  }

  /// Waits until a moment of a recording (in seconds) has come; nil if there is nothing to wait for.
  func makePace(beforeWaiting: @escaping () -> Void) -> ((Double) -> Void)? {
    guard case .factor(let factor) = self else { return nil }
    var beginning: ContinuousClock.Instant?
    return { moment in
      let now = ContinuousClock.now
      // The first moment of a recording is now.
      let start = beginning ?? now - .seconds(moment / factor)
      beginning = start
      let rest = now.duration(to: start + .seconds(moment / factor))
      guard rest > .zero else { return }
      beforeWaiting()
      Thread.sleep(forTimeInterval: rest / .seconds(1))
    }
  }
}
