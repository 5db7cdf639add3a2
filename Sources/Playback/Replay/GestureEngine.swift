public import Contacts
public import Gestures
public import Shapes
public import Timeline

/// An application with one window over one touch area: turns frames of contacts into gestures.
///
/// ```swift
/// let engine = GestureEngine(touchArea: Size(width: 100, height: 70), isTouchpad: true)
/// engine.observer = { report in
///   if case .gesture(let record) = report { print(record.json) }
/// }
/// for frame in frames { engine.send(frame) }
/// engine.finish()
/// ```
///
/// Replays, live sessions and scripts all run on this engine.
public final class GestureEngine {
  /// The subject of a report.
  public enum Report: Sendable {
    case gesture(GestureRecord)
    case touch(TouchRecord)
    /// A contact that is a palm, with the details that have touches.
    case palm(PalmRecord)
    case change(StateRecord)

    /// The device that the report is about; nil if it is the only one of its recording.
    package var device: String? {
      switch self {
      case .gesture(let record): record.device
      case .touch(let record): record.device
      case .palm(let record): record.device
      case .change(let record): record.device
      }
    }
  }

  /// Which reports are made.
  public enum Detail: Sendable {
    /// The outcomes: one gesture per action of the person.
    case outcomes
    /// Every reported state of every gesture.
    case everyState
    /// The touches as the view receives them and the palms, and no gestures.
    case touches
    /// Every change of every recognizer, with the reasons of failures.
    case changes
    /// The touches, the palms and the changes of the recognizers.
    case explanation
    /// The outcomes, the touches, the palms and the changes of the recognizers.
    case everything

    /// Whether gestures are reported, and counted.
    var hasOutcomes: Bool { self == .outcomes || self == .everyState || self == .everything }
    fileprivate var hasTouches: Bool {
      self == .touches || self == .explanation || self == .everything
    }
    fileprivate var hasChanges: Bool {
      self == .changes || self == .explanation || self == .everything
    }
  }

  private let session: GestureSession
  public var application: Application { session.application }
  public var window: Window { session.window }
  /// The number of contacts that were palms so far.
  public private(set) var palms = 0
  /// The contacts of the current frame, if touches are reported.
  private var contacts: [Contact] = []
  private let reportsTouches: Bool
  /// Receives each frame before it is played, if touches are reported.
  package var frameObserver: ((ContactFrame) -> Void)?
  /// Receives the reports, in order.
  public var observer: ((Report) -> Void)?
  /// The number of outcomes so far, whether or not other states are reported.
  public var outcomes: Int { outcomesByKind.values.reduce(0, +) }
  /// The numbers of outcomes of the kinds that occurred.
  public private(set) var outcomesByKind: [Gesture.Kind: Int] = [:]
  /// The recording that records name.
  public var file: String?
  /// The device that records name, if the recording has several.
  public var device: String?
  /// The time from which times in records count.
  public var origin = Timestamp.zero

  private init(_ session: GestureSession, reportsTouches: Bool) {
    self.session = session
    self.reportsTouches = reportsTouches
    application.palmObserver = { [unowned self] in report($0) }
  }

  /// An engine whose window has the recognizers of a profile.
  ///
  /// - Parameters:
  ///   - touchArea: The size of the touch area in mm.
  ///   - isTouchpad: Whether palms rest on it; on a screen every pressure is a finger's.
  ///   - shapes: The shapes of paths; without them no path is recognized.
  public convenience init(
    touchArea: Size, isTouchpad: Bool, profile: Profile = .standard, shapes: ShapeSet? = nil,
    detail: Detail = .outcomes
  ) {
    self.init(
      touchArea: touchArea, isTouchpad: isTouchpad,
      set: RecognizerSet(profile: profile, shapes: shapes), detail: detail)
  }

  /// An engine whose window has the recognizers of a set.
  convenience init(touchArea: Size, isTouchpad: Bool, set: RecognizerSet, detail: Detail) {
    let recorder = detail.hasTouches ? TouchRecorder(touchArea: touchArea) : nil
    let session = GestureSession(
      recorder ?? Window(touchArea: touchArea), isTouchpad: isTouchpad, set: set,
      isAttached: detail != .touches)
    self.init(session, reportsTouches: detail.hasTouches)
    recorder?.record = { [unowned self] in report($0, $1) }
    if detail.hasChanges {
      application.arbiter.tracer = { [unowned self] _, change in report(change) }
    }
    if detail.hasOutcomes {
      session.observeGestures(everyState: detail == .everyState) { [unowned self] in
        if $1 { outcomesByKind[$0.kind, default: 0] += 1 }
        report($0)
      }
    }
  }
}

// MARK: - Playing

extension GestureEngine {
  /// Plays a frame, after the deadlines before it.
  ///
  /// - Parameter pace: Waits until a time of the recording; called for each deadline and for the
  ///   frame.
  @inline(__always)
  public func send(_ frame: ContactFrame, pace: ((Timestamp) -> Void)? = nil) {
    if reportsTouches {
      contacts = frame.contacts
      frameObserver?(frame)
    }
    if let pace {
      while let deadline = application.nextDeadline, deadline < frame.time {
        pace(deadline)
        application.advance(to: deadline)
      }
      pace(frame.time)
    }
    // The session holds the application, which a reference would retain for each frame.
    Unmanaged.passUnretained(application)._withUnsafeGuaranteedRef { $0.send(frame) }
  }

  /// Ends the recording: touches that are down are cancelled, and the remaining deadlines fire.
  public func finish(pace: ((Timestamp) -> Void)? = nil) {
    while let pace, application.touches.isEmpty, let deadline = application.nextDeadline {
      pace(deadline)
      application.advance(to: deadline)
    }
    application.finish()
  }
}

// MARK: - Reporting

extension GestureEngine {
  private func report(_ gesture: Gesture) {
    guard let observer else { return }
    observer(
      .gesture(GestureRecord(file: file, device: device, gesture: gesture, origin: origin)))
  }

  private func report(_ change: StateChange) {
    guard let observer else { return }
    observer(.change(StateRecord(file: file, device: device, change: change, origin: origin)))
  }

  private func report(_ touches: TouchSet, _ event: TouchEvent) {
    guard let observer else { return }
    for touch in touches {
      observer(
        .touch(
          TouchRecord(
            file: file, device: device, touch: touch, size: size(of: touch),
            delivered: event.timestamp, origin: origin, view: "window")))
    }
  }

  /// The contact area of a touch in the current frame.
  private func size(of touch: Touch) -> Size? {
    contacts.first { $0.id == touch.id & 0xFFFF_FFFF }?.size
  }

  private func report(_ palm: Palm) {
    palms += 1
    guard reportsTouches, let observer else { return }
    observer(.palm(PalmRecord(file: file, device: device, palm: palm, origin: origin)))
  }
}

extension GestureEngine.Report {
  /// The time at which it was reported, on the clock of the recording.
  var timestamp: Timestamp {
    switch self {
    case .gesture(let record): record.gesture.time
    case .touch(let record): record.delivered
    case .palm(let record): record.palm.reason.time
    case .change(let record): record.change.time
    }
  }
}

/// A window that passes on each touch that it receives, movements included.
private final class TouchRecorder: Window {
  var record: ((TouchSet, TouchEvent) -> Void)?

  override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    record?(touches, event)
  }

  override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    record?(touches, event)
  }

  override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    record?(touches, event)
  }

  override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
    record?(touches, event)
  }
}

/// Puts the reports of several devices in the order of time.
final class ReportQueue {
  /// The reports of one device are in order; those of several are sorted at the end.
  private let isOrdered: Bool
  private var waiting: [GestureEngine.Report] = []

  init(isOrdered: Bool) {
    self.isOrdered = isOrdered
  }

  func add(_ report: GestureEngine.Report) {
    waiting.append(report)
  }

  /// Passes on the reports whose order is final.
  func release(to body: (GestureEngine.Report) -> Void) {
    if isOrdered && !waiting.isEmpty { flush(to: body) }
  }

  /// Passes on the remaining reports.
  func flush(to body: (GestureEngine.Report) -> Void) {
    if isOrdered {
      for report in waiting { body(report) }
    } else {
      // Equal times keep the order of the devices: the sort has to be stable.
      let times = waiting.map(\.timestamp)
      let order = waiting.indices.sorted { (times[$0], $0) < (times[$1], $1) }
      for index in order { body(waiting[index]) }
    }
    waiting.removeAll(keepingCapacity: true)
  }
}
