import Playback

/// Writes trace events of one device: a track for each finger that is down at the same time, and
/// one for each recognizer. Memory holds open contacts and attempts only.
final class TouchTraceEvents: ContactProgram {
  private let writer: TraceEventWriter
  private let origin: Timestamp
  /// An unowned reference: the device's player owns the engine, and this program with it.
  private unowned let engine: GestureEngine
  private var fingers: FingerTracks
  private var recognizers: [ObjectIdentifier: RecognizerTrack] = [:]
  /// The numbers of gestures of each kind that occurred.
  private(set) var gesturesByKind: [Gesture.Kind: Int] = [:]

  /// The number of the first recognizer's track. The fingers of a frame get theirs, from 1 on,
  /// before those that lifted in it are forgotten.
  private static let firstRecognizer = 2 * SlotTracker.slotLimit + 1

  /// - Parameter process: The number of the device, from 1.
  init(
    _ engine: GestureEngine, _ writer: TraceEventWriter, process: Int, name: String,
    origin: Timestamp
  ) {
    self.engine = engine
    self.writer = writer
    self.origin = origin
    fingers = FingerTracks(writer, process: process, origin: origin)
    writer.name(process: process, name)
    var titles: [String: Int] = [:]
    for (index, recognizer) in engine.window.gestureRecognizers.enumerated() {
      let track = TraceEventWriter.Track(
        TouchTraceEvents.firstRecognizer + index, ofProcess: process)
      let title = recognizer.name ?? recognizer.title
      titles[title, default: 0] += 1
      let count = titles[title, default: 1]
      writer.name(track, count == 1 ? title : "\(title) (\(count))")
      recognizers[ObjectIdentifier(recognizer)] = RecognizerTrack(track: track)
    }
    engine.observer = { [unowned self] in receive($0) }
    engine.application.arbiter.tracer = { [unowned self] in receive($1, of: $0) }
    engine.application.arbiter.observer = { [unowned self] in receive($1, of: $0) }
  }

  private func time(_ time: Timestamp) -> Int64 { fingers.time(time) }
}

// MARK: - Frames

extension TouchTraceEvents {
  func send(_ frame: ContactFrame) {
    let wasTouched = !fingers.isEmpty
    if fingers.update(frame) {
      for key in recognizers.keys {
        recognizers[key]?.touchBegan(at: time(frame.time), isFirst: !wasTouched)
      }
    }
    engine.send(frame)
    fingers.endMissing(frame)
  }

  var nextDeadline: Timestamp? { engine.application.nextDeadline }

  func advance(to time: Timestamp) { engine.application.advance(to: time) }

  func finish() { fingers.endAll() }
}

// MARK: - Reports

extension TouchTraceEvents {
  private func receive(_ report: GestureEngine.Report) {
    guard case .palm(var record) = report else { return }
    record.device = nil
    record.file = nil
    fingers.mark(record)
  }

  private func receive(_ change: StateChange, of recognizer: GestureRecognizer) {
    let key = ObjectIdentifier(recognizer)
    switch change.to {
    case .began: recognizers[key]?.began = time(change.time)
    case .failed, .cancelled:
      let arguments = StateRecord(change: change, origin: origin).json
      let end = time(change.time)
      let name = "\(change.subject) \(change.to.rawValue)"
      guard let track = close(key, name, "failure", end: end, arguments) else { return }
      writer.add(change.sentence, category: "failure", on: track, from: end, arguments: arguments)
    case .possible, .changed, .ended, .recognized: break
    }
  }

  private func receive(_ gesture: Gesture, of recognizer: GestureRecognizer) {
    guard gesture.state == .recognized || gesture.state == .ended else { return }
    gesturesByKind[gesture.kind, default: 0] += 1
    let record = GestureRecord(gesture: gesture, origin: origin)
    let name = [gesture.kind.rawValue, gesture.direction?.rawValue, gesture.name]
      .compactMap { $0 }.joined(separator: " ")
    _ = close(
      ObjectIdentifier(recognizer), name, "gesture", start: time(gesture.start),
      end: time(gesture.time), record.json)
  }

  /// Writes the attempt of a recognizer that has ended.
  private func close(
    _ key: ObjectIdentifier, _ name: String, _ category: StaticString, start: Int64? = nil,
    end: Int64, _ arguments: String
  ) -> TraceEventWriter.Track? {
    guard let attempt = recognizers[key] else { return nil }
    let start = min(max(start ?? attempt.start ?? end, attempt.lastEnd), end)
    writer.add(
      name, category: category, on: attempt.track, from: start, to: end, arguments: arguments)
    if let began = attempt.began {
      let began = min(max(began, start), end)
      writer.add("possible", category: "state", on: attempt.track, from: start, to: began)
      writer.add("changing", category: "state", on: attempt.track, from: began, to: end)
    }
    recognizers[key] = RecognizerTrack(track: attempt.track, lastEnd: max(end, attempt.lastEnd))
    return attempt.track
  }
}

/// The attempt of a recognizer, in microseconds.
private struct RecognizerTrack {
  var track: TraceEventWriter.Track
  var lastEnd: Int64 = 0
  /// The touch down of the first finger since that end.
  var firstFinger: Int64?
  /// The touch down of any finger since that end.
  var anyFinger: Int64?
  /// The time of the first change.
  var began: Int64?

  /// The start of the attempt, whatever fingers follow; nil if no touch is known.
  var start: Int64? { firstFinger ?? anyFinger }

  mutating func touchBegan(at time: Int64, isFirst: Bool) {
    if isFirst { firstFinger = firstFinger ?? time }
    anyFinger = anyFinger ?? time
  }
}

extension GestureRecognizer {
  /// The kind and, for a recognizer of one direction, the direction.
  fileprivate var title: String {
    guard let swipe = self as? UIKitSwipeRecognizer, swipe.directions.count == 1,
      let direction = swipe.directions.first
    else { return kind.rawValue }
    return "\(kind.rawValue) \(direction.rawValue)"
  }
}
