public import Contacts
public import Timeline

/// Resamples touches at the frame times of a display by interpolation only, as Flutter does.
///
/// Once a frame, it delivers one position for each touch: the one that lies between two samples at a time
/// behind the frame. ``TouchResampler``, with Android's rules, also delivers the samples themselves, and
/// follows the finger closer by extrapolating; this one never moves a touch beyond where the device
/// reported it, at the cost of 33 ms more delay.
///
/// ```swift
/// var resampler = FlutterTouchResampler()
/// resampler.add(.init(.began, id: 1, point: Point(x: 20, y: 30), at: Timestamp(seconds: 0.010)))
/// resampler.add(.init(.moved, id: 1, point: Point(x: 30, y: 30), at: Timestamp(seconds: 0.020)))
/// resampler.resample(forFrameAt: Timestamp(seconds: 0.053)) { event in
///   // 0.015 began (25, 30)
/// }
/// ```
///
/// The rules and numbers are those of Flutter's `PointerEventResampler`
/// (`packages/flutter/lib/src/gestures/resampler.dart`) and of the `GestureBinding` that runs it
/// (`binding.dart`, off by default). All events of a frame have the frame's sample time:
///
/// - Began, ended and the other changes up to the sample time are delivered with the position at the
///   sample time, each after a movement to it. Movements are delivered only where the position changed.
/// - An end before the next sample time is delivered early, so that a fling ends with its last movement
///   and not a frame after it.
/// - A touch that began but has no later sample stays at its position; it is not extrapolated.
///
/// The resampler has no clock. Each touch is resampled alone.
public struct FlutterTouchResampler: Sendable {
  /// What happened to a pointer.
  public enum Phase: String, Sendable, CaseIterable {
    /// A pointer appeared that is not down; devices without hover need not send it.
    case added
    /// A pointer moved that is not down.
    case hovered
    case began, moved, ended, cancelled
    /// A pointer disappeared.
    case removed
  }

  /// A change of a pointer.
  public struct Event: Hashable, Sendable {
    public var phase: Phase
    public var id: Touch.ID
    /// In any unit; output has the same unit.
    public var point: Point
    public var time: Timestamp

    public init(_ phase: Phase, id: Touch.ID, point: Point, at time: Timestamp) {
      self.phase = phase
      self.id = id
      self.point = point
      self.time = time
    }
  }

  /// The times of samples, in seconds.
  public struct Timing: Hashable, Sendable {
    /// The delay of the samples behind the frame: 0.038, which is Flutter's sampling offset of -38 ms.
    /// Two frames at 60 Hz, from the report to the presentation, and 4.7 ms for the driver.
    public var latency = 0.038
    /// The interval between samples: 0.016667, which is 60 Hz. An end is early by less than this; 0
    /// keeps it for the next frame.
    public var interval = 0.016667

    public init() {}
  }

  public let timing: Timing
  /// In the order in which they appeared.
  private var pointers: [Pointer] = []

  public init(timing: Timing = Timing()) {
    self.timing = timing
  }

  /// Whether a later frame can deliver something without a further event.
  public var hasPendingEvents: Bool { pointers.contains { !$0.pending.isEmpty } }

  /// Forgets all pointers.
  public mutating func reset() { pointers.removeAll(keepingCapacity: true) }

  /// Adds an event; one earlier than the pointer's last event is clamped to the time of that one.
  public mutating func add(_ event: Event) {
    if let index = pointers.firstIndex(where: { $0.id == event.id }) {
      pointers[index].add(event)
    } else {
      var pointer = Pointer(id: event.id)
      pointer.add(event)
      pointers.append(pointer)
    }
  }

  /// Delivers what a frame shows, one pointer after the other in the order of their appearance.
  public mutating func resample(forFrameAt frame: Timestamp, _ body: (Event) -> Void) {
    let time = frame.advanced(bySeconds: -timing.latency)
    let next = time.advanced(bySeconds: timing.interval)
    for index in pointers.indices { pointers[index].sample(at: time, next: next, body) }
    pointers.removeAll(where: \.isFinished)
  }

  /// Delivers the pending events as they were added, and forgets all pointers.
  public mutating func flush(_ body: (Event) -> Void) {
    for pointer in pointers {
      for event in pointer.pending { body(event) }
    }
    reset()
  }
}

extension FlutterTouchResampler.Phase {
  /// Whether the pointer is down after the event.
  fileprivate var isDown: Bool { self == .began || self == .moved }

  fileprivate var isMovement: Bool { self == .moved || self == .hovered }

  /// Whether the event may be delivered before its time.
  fileprivate var mayBeEarly: Bool { self == .ended || self == .removed }
}

// MARK: - One pointer

extension FlutterTouchResampler {
  fileprivate struct Pointer: Sendable {
    let id: Touch.ID
    /// The events that have not been delivered.
    private(set) var pending: [Event] = []
    private var newestTime = Timestamp.min
    /// The events before and after the sample time; the same one if no event follows it.
    private var before: Event?
    private var after: Event?
    /// The phase of the last event whose time has come; nil before the first.
    private var phase: Phase?
    /// The delivered position.
    private var point = Point.zero

    init(id: Touch.ID) { self.id = id }

    /// Whether nothing follows without a new event: the pointer has ended, or was removed.
    var isFinished: Bool {
      pending.isEmpty && (phase == .ended || phase == .cancelled || phase == .removed)
    }

    mutating func add(_ event: Event) {
      newestTime = max(newestTime, event.time)
      var event = event
      event.time = newestTime
      pending.append(event)
    }

    mutating func sample(at time: Timestamp, next: Timestamp, _ body: (Event) -> Void) {
      findNeighbors(of: time)
      let position = position(at: time)
      let due = countDue(at: time, next: next)
      for event in pending[..<due] {
        let wasDown = phase?.isDown ?? false
        // A pointer appears where it is.
        if phase == nil || phase == .removed { point = position }
        phase = event.phase
        if event.phase.isMovement { continue }
        move(to: position, wasDown: wasDown, at: time, body)
        body(Event(event.phase, id: id, point: position, at: time))
      }
      pending.removeFirst(due)
      if let phase, phase != .removed {
        move(to: position, wasDown: phase.isDown, at: time, body)
      }
    }

    private mutating func move(
      to position: Point, wasDown: Bool, at time: Timestamp, _ body: (Event) -> Void
    ) {
      guard position != point else { return }
      point = position
      body(Event(wasDown ? .moved : .hovered, id: id, point: position, at: time))
    }

    private mutating func findNeighbors(of time: Timestamp) {
      for event in pending {
        if event.time <= time || before == nil {
          before = event
          after = event
        } else if let known = after, known.time < time {
          after = event
          break
        }
      }
    }

    private func position(at time: Timestamp) -> Point {
      guard let before, let after else { return point }
      guard after.time > time, after.time > before.time else { return after.point }
      let fraction =
        Double(time.microseconds(since: before.time))
        / Double(after.time.microseconds(since: before.time))
      return before.point + (after.point - before.point) * fraction
    }

    /// The number of events to deliver: those up to the sample time, and those up to the last end
    /// before the next sample time if only movements are in between.
    private func countDue(at time: Timestamp, next: Timestamp) -> Int {
      var end = time
      for event in pending where event.time > time {
        if event.time >= next { break }
        if event.phase.mayBeEarly {
          end = event.time
        } else if !event.phase.isMovement {
          break
        }
      }
      return pending.firstIndex { $0.time > end } ?? pending.count
    }
  }
}
