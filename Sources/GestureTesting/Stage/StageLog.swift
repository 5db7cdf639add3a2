/// The result of one or all plays of a stage; times are on the stage's clock.
public struct StageLog: Sendable {
  /// A touch in the state in which a view received it.
  public struct ViewTouch: Hashable, Sendable {
    public var view: ObjectIdentifier
    /// The type of the view.
    public var viewName: String
    public var touch: Touch
    /// The time of the delivery, which may be later than ``Gestures/Touch/timestamp``.
    public var time: Timestamp
  }

  public var device: StageDevice
  /// The start of the stage or of the play, from which times count.
  public internal(set) var start = Timestamp.zero
  var end = Timestamp.zero
  /// The hand that played the last script; nil after a recording, frames or fingers of the test.
  public internal(set) var hand: Hand?
  /// The outcomes: gestures that were recognized, have ended or were cancelled.
  public internal(set) var gestures: [Gesture] = []
  /// Every change of every recognizer.
  public internal(set) var changes: [StateChange] = []
  /// The touches that views received.
  public internal(set) var touches: [ViewTouch] = []
  /// The number of events that no responder handled.
  public internal(set) var discardedEvents = 0
  /// The gestures that the scripts intend.
  public internal(set) var meanings: [IntendedGesture] = []
  /// The events of the device itself.
  public internal(set) var deviceEvents: [DeviceEvent] = []
  /// The played frames.
  public internal(set) var frames: [ContactFrame] = []
  /// The kinds of the recognizers in the window.
  public internal(set) var watchedKinds: [Gesture.Kind] = []
  /// The kinds whose recognizers are all disabled.
  var disabledKinds: Set<Gesture.Kind> = []
  var deviceNames: [String?] = []
  /// Nil for custom views and recognizers.
  var profile: Profile?
  var classifier: ShapeClassifier?
  /// Whether the stage has a custom profile, or custom views and recognizers.
  var hasOwnProfile = false
  package var hasOwnViews = false
  /// Whether the script has positions beside the device, which are moved to its edge.
  var leavesDevice = false
  /// Whether the test is moving fingers: recognizers may still wait for more.
  var isLive = false
  /// The last played recording; nil after a script or frames.
  public internal(set) var tracePath: String?

  /// The failures of recognizers, with their reasons.
  public var failures: [StateChange] {
    changes.filter { ($0.to == .failed || $0.to == .cancelled) && $0.reason != nil }
  }

  /// The gestures as records, with times from the start of the stage.
  public var records: [GestureRecord] {
    gestures.map { gesture in
      let index = gesture.device
      let name = deviceNames.indices.contains(index) ? deviceNames[index] : nil
      return GestureRecord(device: name, gesture: gesture, origin: start)
    }
  }

  /// The gestures of a kind.
  public func gestures(_ kind: Gesture.Kind) -> [Gesture] { gestures.filter { $0.kind == kind } }

  /// The reasons why recognizers of a kind failed, as sentences.
  public func reasons(_ kind: Gesture.Kind) -> [String] {
    failures.filter { $0.kind == kind }.map { $0.sentence(since: start) }
  }

  /// Where a play begins in the log. An earlier log instead would hold the arrays, and the next
  /// change copy them.
  struct Mark {
    fileprivate var end: Timestamp
    fileprivate var gestures, changes, touches, meanings, deviceEvents, frames, discarded: Int
  }

  var mark: Mark {
    Mark(
      end: end, gestures: gestures.count, changes: changes.count, touches: touches.count,
      meanings: meanings.count, deviceEvents: deviceEvents.count, frames: frames.count,
      discarded: discardedEvents)
  }

  func part(since mark: Mark) -> StageLog {
    var part = self
    part.start = mark.end
    part.gestures.removeFirst(mark.gestures)
    part.changes.removeFirst(mark.changes)
    part.touches.removeFirst(mark.touches)
    part.meanings.removeFirst(mark.meanings)
    part.deviceEvents.removeFirst(mark.deviceEvents)
    part.frames.removeFirst(mark.frames)
    part.discardedEvents -= mark.discarded
    return part
  }

  mutating func merge(_ other: StageLog) {
    gestures = (gestures + other.gestures).sorted { $0.time < $1.time }
    changes = (changes + other.changes).sorted { $0.time < $1.time }
    touches = (touches + other.touches).sorted { $0.time < $1.time }
    discardedEvents += other.discardedEvents
    if frames.count < other.frames.count {
      frames = other.frames
      device = other.device
    }
    watchedKinds = Gesture.Kind.allCases.filter {
      watchedKinds.contains($0) || other.watchedKinds.contains($0)
    }
  }
}

final class StageRecorder {
  var log: StageLog
  /// The view of the recognizer of each gesture in the log.
  private(set) var views: [ObjectIdentifier?] = []

  init(_ device: StageDevice) { log = StageLog(device: device) }

  func add(_ gesture: Gesture, of recognizer: GestureRecognizer) {
    guard recognizer.isOutcome(gesture) else { return }
    log.gestures.append(gesture)
    views.append(recognizer.view.map { ObjectIdentifier($0) })
  }

  func add(_ change: StateChange) { log.changes.append(change) }

  func add(_ touches: TouchSet, of view: ObjectIdentifier, _ name: String, at time: Timestamp) {
    for touch in touches {
      log.touches.append(StageLog.ViewTouch(view: view, viewName: name, touch: touch, time: time))
    }
  }

  func add(_ performance: Performance, at start: Timestamp) {
    let shift = start.microseconds
    log.meanings += performance.gestures.map { gesture in
      var gesture = gesture
      gesture.start = gesture.start.advanced(byMicroseconds: shift)
      gesture.end = gesture.end.advanced(byMicroseconds: shift)
      return gesture
    }
    log.deviceEvents += performance.deviceEvents.map { deviceEvent in
      DeviceEvent(
        deviceEvent.kind, start: deviceEvent.start.advanced(byMicroseconds: shift),
        end: deviceEvent.end.advanced(byMicroseconds: shift))
    }
  }
}
