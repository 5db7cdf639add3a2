import Contacts
import Evdev
import Gestures
import Recordings
import Timeline

/// One device of a recording on its way from events to reports.
final class DeviceLane {
  private(set) var tracker: SlotTracker
  let stage: ReplayStage
  private(set) var events = 0
  private(set) var frames = 0
  /// Waits until a moment of the trace has come; nil replays as fast as possible.
  var pace: ((Timestamp) -> Void)?

  init(description: DeviceDescription?, hints: Surface.Hints?, options: ReplayOptions, index: Int) {
    let surface = Surface(description: description, hints: hints, size: options.size)
    tracker = SlotTracker(
      description: description, surface: surface, hints: hints, device: index)
    stage = ReplayStage(
      surface: surface.size, isTouchpad: surface.kind == .touchpad, profile: options.profile,
      reportsEveryState: options.reportsEveryState, reportsTouches: options.reportsTouches)
  }

  func process(_ batch: [InputEvent]) {
    events += batch.count
    for event in batch where tracker.process(event) {
      frames += 1
      sendFrame()
    }
  }

  func finish() {
    if tracker.finish() { sendFrame() }
    stage.application.finish()
  }

  private func sendFrame() {
    if let pace {
      let time = tracker.frame.time
      while let deadline = stage.application.nextDeadline, deadline < time {
        pace(deadline)
        stage.application.advance(to: deadline)
      }
      pace(time)
    }
    stage.application.send(tracker.frame)
  }
}
