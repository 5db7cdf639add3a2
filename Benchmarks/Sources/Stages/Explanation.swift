public import GeneratedTraces
public import Gestures
public import Playback
import Timeline

/// The cost of the reasons for which recognizers fail.
///
/// Reasons are reported only if the arbiter has a tracer. Without one, the remaining cost is that
/// each recognizer that fails creates a reason and stores it until it fails again.
public enum Explanation {
  /// A stage like that of ``Stages/stage()`` that reports every change and its reason.
  public static func tracedStage() -> GestureEngine {
    GestureEngine(touchArea: Workload.touchArea, isTouchpad: true, detail: .changes)
  }

  /// The number of reasons that the recognizers create in the given frames.
  public static func reasons(_ round: Round, frames: Range<Int>) -> Int {
    let stage = tracedStage()
    var count = 0
    stage.observer = { report in
      if case .change(let record) = report, record.change.reason != nil { count += 1 }
    }
    Stages.recognize(round, frames: frames, on: stage)
    return count
  }

  /// Creates the given number of reasons, each of which replaces the previous one, as in a
  /// recognizer; returns the last one.
  public static func makeReasons(_ count: Int) -> FailureReason? {
    let keeper = Keeper()
    for number in 0..<count { keeper.keep(Double(number), at: Timestamp(microseconds: 1)) }
    return keeper.reason
  }

  private final class Keeper {
    private(set) var reason: FailureReason?

    @inline(never)
    func keep(_ measured: Double, at time: Timestamp) {
      reason = FailureReason(
        .movement, measured: measured, limit: 10, parameter: \Profile.Tap.stillness.slop,
        touch: 1, time: time)
    }
  }
}
