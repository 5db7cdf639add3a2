public import GeneratedTraces
public import Gestures
public import Playback
import Timeline

/// What it costs that every recognizer can say why it gave up.
///
/// Nobody hears of it unless the arbiter has a tracer. What remains then is that each recognizer
/// that fails makes a reason and keeps it until it fails again.
public enum Explanation {
  /// A stage as ``Stages/stage()`` makes it, on which somebody hears every change and its reason.
  public static func tracedStage() -> ReplayStage {
    ReplayStage(touchArea: Workload.touchArea, isTouchpad: true, detail: .changes)
  }

  /// How many reasons the recognizers make in so many frames.
  public static func reasons(_ round: Round, frames: Range<Int>) -> Int {
    let stage = tracedStage()
    var count = 0
    stage.observer = { report in
      if case .change(let change) = report, change.reason != nil { count += 1 }
    }
    Stages.recognize(round, frames: frames, on: stage)
    return count
  }

  /// Makes so many reasons and keeps each in place of the one before, as a recognizer does; returns
  /// the last one.
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
        .movement, measured: measured, limit: 10, parameter: "tap.stillness.movement", touch: 1,
        time: time)
    }
  }
}
