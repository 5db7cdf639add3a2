import Contacts
import Evdev
import Gestures
import Recordings
import Timeline

/// One device of a recording on its way from events to reports.
final class DeviceLane {
  // Not checked for exclusive access: nobody who hears of a report looks at what it comes from.
  @exclusivity(unchecked) private(set) var tracker: SlotTracker
  let stage: ReplayStage
  @exclusivity(unchecked) private(set) var events = 0
  @exclusivity(unchecked) private(set) var frames = 0
  /// Waits until a moment of the trace has come; nil replays as fast as possible.
  var pace: ((Timestamp) -> Void)?
  private let transform: TouchAreaTransform?
  private let touchAreaSize: Size
  /// What has to be said of the device's surface; nil if it told everything or was not touched.
  let note: TraceNote?

  init(
    description: DeviceDescription?, observed: ObservedDevice?, options: ReplayOptions,
    name: String?
  ) {
    let touchArea = TouchArea(description: description, observed: observed, size: options.size)
    tracker = SlotTracker(
      description: description, touchArea: touchArea, observed: observed)
    note = observed?.hasPositions == true ? TraceNote(touchArea, device: name) : nil
    transform = options.transform
    touchAreaSize = touchArea.size
    stage = ReplayStage(
      touchArea: options.transform?.size(touchArea.size) ?? touchArea.size,
      isTouchpad: touchArea.kind == .touchpad, profile: options.profile, detail: options.detail)
  }

  func process(_ batch: [InputEvent]) {
    events += batch.count
    process(batch, with: &tracker)
  }

  /// The tracker is passed on, so that it is not looked up anew for each event.
  private func process(_ batch: [InputEvent], with tracker: inout SlotTracker) {
    for event in batch where tracker.process(event) {
      frames += 1
      send(tracker.frame)
    }
  }

  @inline(__always)
  private func send(_ frame: ContactFrame) {
    guard let transform else { return stage.send(frame, pace: pace) }
    var turned = frame
    transform.apply(to: &turned, on: touchAreaSize)
    stage.send(turned, pace: pace)
  }

  func finish() {
    if tracker.finish() { send(tracker.frame) }
    stage.finish(pace: pace)
  }
}

extension ReplayStage {
  /// Plays a frame, and the deadlines before it, each when its moment has come.
  func send(_ frame: ContactFrame, pace: ((Timestamp) -> Void)?) {
    if let pace {
      while let deadline = application.nextDeadline, deadline < frame.time {
        pace(deadline)
        application.advance(to: deadline)
      }
      pace(frame.time)
    }
    application.send(frame)
  }

  /// Ends the trace; what waits for a deadline gets its time where all fingers have lifted.
  func finish(pace: ((Timestamp) -> Void)?) {
    while let pace, application.touches.isEmpty, let deadline = application.nextDeadline {
      pace(deadline)
      application.advance(to: deadline)
    }
    application.finish()
  }
}
