/// A program that receives the frames of a device instead of a ``GestureEngine``.
public protocol ContactProgram: AnyObject {
  /// Processes a frame in mm, after the deadlines before it.
  func send(_ frame: ContactFrame)
  /// The time of the next deadline; nil if none is pending.
  var nextDeadline: Timestamp? { get }
  /// Advances to a time before which no further frame is expected.
  func advance(to time: Timestamp)
  /// Ends the run.
  func finish()
}

/// Plays one device: from its events, or its frames of contacts, to reports.
package final class DevicePlayer {
  // Not checked for exclusive access: an observer of reports never touches the player.
  private(set) var tracker: SlotTracker
  package let engine: GestureEngine
  /// Receives the frames instead of the engine.
  package var program: (any ContactProgram)?
  private(set) var events = 0
  private(set) var frames = 0
  private var touches = ContactCount()
  /// Waits until a time of the recording; nil plays as fast as possible.
  var pace: ((Timestamp) -> Void)?
  /// The size of the touch area in mm, transformed.
  let touchArea: Size
  let isTouchpad: Bool
  private let transform: TouchAreaTransform?
  private let size: Size
  private var cutter: FrameCutter?

  /// A player of one device; `origin` is the time of the first event of the recording.
  init(_ track: RecordingTrack, options: ReplayOptions, origin: Timestamp = .zero) {
    cutter = options.cut.isWhole ? nil : FrameCutter(options.cut, origin: origin)
    tracker = track.makeTracker()
    transform = track.transform
    size = track.size
    touchArea = track.transform?.size(track.size) ?? track.size
    isTouchpad = track.isTouchpad
    engine = GestureEngine(
      touchArea: touchArea, isTouchpad: isTouchpad,
      set: RecognizerSet(profile: options.profile, classifier: options.classifier),
      detail: options.detail)
    engine.device = track.name
  }

  func process(_ batch: [InputEvent]) {
    events += batch.count
    process(batch, with: &tracker)
  }

  /// Takes the tracker as a parameter, so that it is not loaded anew for each event.
  private func process(_ batch: [InputEvent], with tracker: inout SlotTracker) {
    for event in batch where tracker.process(event) { process(tracker.frame) }
  }

  @inline(__always)
  func process(_ frame: ContactFrame) {
    frames += 1
    send(frame)
  }

  @inline(__always)
  private func send(_ frame: ContactFrame) {
    if cutter != nil {
      if let part = cutter?.pass(frame) { sendTransformed(part) }
    } else {
      sendTransformed(frame)
    }
  }

  @inline(__always)
  private func sendTransformed(_ frame: ContactFrame) {
    touches.count(frame)
    guard let transform else { return deliver(frame) }
    var transformed = frame
    transform.apply(to: &transformed, on: size)
    deliver(transformed)
  }

  @inline(__always)
  private func deliver(_ frame: ContactFrame) {
    if let program { return program.send(frame) }
    engine.send(frame, pace: pace)
  }

  func finish() {
    if tracker.finish() { send(tracker.frame) }
    program?.finish()
    engine.finish(pace: pace)
  }

  var summary: ReplaySummary {
    var summary = ReplaySummary()
    summary.events = events
    summary.frames = frames
    summary.touches = touches.contacts
    summary.palms = engine.palms
    summary.gesturesByKind = engine.outcomesByKind
    summary.anomalies = tracker.anomalies
    return summary
  }
}

private struct ContactCount {
  private(set) var contacts = 0
  private var lastID: Contact.ID = 0

  @inline(__always)
  mutating func count(_ frame: borrowing ContactFrame) {
    guard let last = frame.contacts.last?.id, last > lastID else { return }
    contacts += frame.contacts.count { $0.id > lastID }
    lastID = last
  }
}
