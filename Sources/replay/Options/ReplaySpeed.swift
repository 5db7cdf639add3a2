import ArgumentParser
import Foundation
import Pipeline

/// How fast a recording is replayed.
enum ReplaySpeed: ExpressibleByArgument {
  case max
  /// Times as fast as it was recorded.
  case factor(Double)

  /// Slower, an hour would last a month and a half and more; faster than a million, nobody waits.
  static let factors = 0.001...1_000_000

  init?(argument: String) {
    if argument == "max" {
      self = .max
    } else if let factor = Double(argument), ReplaySpeed.factors.contains(factor) {
      self = .factor(factor)
    } else {
      return nil
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
