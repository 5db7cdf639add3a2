internal import Foundation

/// The speed of a replay.
public enum ReplaySpeed: Sendable {
  case max
  /// A multiple of the recorded speed.
  case factor(Double)

  /// At 0.001, an hour lasts a month and a half.
  private static let factors = 0.001...1_000_000

  /// The syntax of ``init(parsing:)``, in words.
  public static let expected = "max, or a factor from 0.001 to 1000000, as in 1 or 0.25"

  /// Reads `max` or a factor from 0.001 to 1000000; nil for other text.
  public init?(parsing text: String) {
    if text == "max" {
      self = .max
    } else if let factor = Double(text), ReplaySpeed.factors.contains(factor) {
      self = .factor(factor)
    } else {
      return nil
    }
  }

  /// The seconds after which a wait notices that it is stopped.
  private static let slice = 0.1

  /// Waits until a time in seconds, or a stop; nil if there is nothing to wait for.
  public func makePace(
    isStopped: @escaping () -> Bool = { false }, beforeWaiting: @escaping () -> Void
  ) -> ((Double) -> Void)? {
    guard case .factor(let factor) = self else { return nil }
    var beginning: ContinuousClock.Instant?
    return { time in
      let now = ContinuousClock.now
      // The first time that is waited for is now.
      let start = beginning ?? now - .seconds(time / factor)
      beginning = start
      let end = start + .seconds(time / factor)
      var rest = now.duration(to: end)
      guard rest > .zero else { return }
      beforeWaiting()
      while rest > .zero, !isStopped() {
        Thread.sleep(forTimeInterval: min(rest / .seconds(1), ReplaySpeed.slice))
        rest = ContinuousClock.now.duration(to: end)
      }
    }
  }
}
