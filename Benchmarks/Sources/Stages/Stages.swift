public import Evdev
import Files
public import GeneratedTraces
public import Gestures
public import Playback
import TouchFormats

/// The stages from bytes to gestures, each separately. All return a count, so that their work
/// cannot be optimized away.
public enum Stages {
  /// Bytes to events.
  public static func read(_ reader: any RecordingReader) throws -> Int {
    var batch = EventBatch()
    var count = 0
    while try reader.read(into: &batch) { count += batch.events.count }
    return count
  }

  /// A reader of a format that contains events.
  public static func reader(
    _ format: RecordingFormat, _ source: ByteSource
  ) throws -> any RecordingReader {
    guard case .events(let reader) = try OpenRecording(source, format: format) else {
      preconditionFailure("\(format) contains no events")
    }
    return reader
  }

  /// Events to contacts; returns the frames.
  public static func track(_ events: [InputEvent], by tracker: inout SlotTracker) -> Int {
    var frames = 0
    for event in events where tracker.process(event) {
      frames += tracker.frame.contacts.count < 100 ? 1 : 0
    }
    return frames
  }

  /// Contacts to gestures, with the whole standard set.
  public static func recognize(
    _ round: Round, frames: Range<Int>, on stage: GestureEngine
  ) {
    round.forEach(in: frames) { stage.application.send($0) }
  }

  /// A stage with the touch area of the generated traces.
  public static func stage() -> GestureEngine {
    GestureEngine(touchArea: Workload.touchArea, isTouchpad: true)
  }

  /// File to gestures; returns the events.
  public static func replay(_ path: String) throws -> Int {
    try Replay(path: path).run { _ in }.events
  }
}

extension GestureEngine {
  /// The kinds of the gestures in progress.
  public var activeKinds: [Gesture.Kind] {
    window.gestureRecognizers.filter { $0.state.isActive }.map(\.kind)
  }
}
