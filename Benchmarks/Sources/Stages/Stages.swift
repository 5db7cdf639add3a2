public import Evdev
public import GeneratedTraces
public import Gestures
public import Playback
public import Recordings

/// The stages of the way from bytes to gestures, each by itself; all return a count, so that
/// nothing of them can be left out.
public enum Stages {
  /// Bytes to events.
  public static func read(_ reader: any RecordingReader) throws -> Int {
    var batch = EventBatch()
    var count = 0
    while try reader.read(into: &batch) { count += batch.events.count }
    return count
  }

  /// A reader of one of the generated formats.
  public static func reader(
    _ format: RecordingFormat, _ source: ByteSource
  ) -> any RecordingReader {
    switch format {
    case .libinput: LibinputReader(source)
    case .evtest: EvtestReader(source)
    case .getevent: GeteventReader(source)
    case .raw, .raw32: RawReader(source, format: format)
    case .evemu, .umockdev, .chromeos: EvemuReader(source)
    }
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
    _ round: Round, frames: Range<Int>, on stage: ReplayStage
  ) {
    round.forEach(in: frames) { stage.application.send($0) }
  }

  /// A stage over the generated traces' surface.
  public static func stage() -> ReplayStage {
    ReplayStage(touchArea: Workload.touchArea, isTouchpad: true)
  }

  /// File to gestures; returns the events.
  public static func replay(_ path: String) throws -> Int {
    try Replay(path: path).run { _ in }.events
  }
}

extension ReplayStage {
  /// The kinds of the gestures that are going on.
  public var activeKinds: [Gesture.Kind] {
    window.gestureRecognizers.filter { $0.state.isActive }.map(\.kind)
  }
}
