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

    /// Seconds from the first event of the recording.
    public var time: Double {
      switch self {
      case .gesture(let record): record.time
      case .touch(let record): record.time
      case .palm(let record): record.time
      case .change(let record): record.time
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
    var hasOutcomes: Bool { [.outcomes, .everyState, .everything].contains(self) }
    fileprivate var hasTouches: Bool { [.touches, .explanation, .everything].contains(self) }
    fileprivate var hasChanges: Bool { [.changes, .explanation, .everything].contains(self) }
  }

  private let session: GestureSession
  public var application: Application { session.application }
  public var window: Window { session.window }
  /// The number of contacts that were palms so far.
  public private(set) var palms = 0
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

  /// An engine for a touch area in mm; without shapes no path is recognized.
  public convenience init(
    touchArea: Size, isTouchpad: Bool, profile: Profile = .standard, shapes: ShapeSet? = nil,
    detail: Detail = .outcomes
  ) {
    self.init(
      touchArea: touchArea, isTouchpad: isTouchpad,
      set: RecognizerSet(profile: profile, shapes: shapes), detail: detail)
  }

  init(touchArea: Size, isTouchpad: Bool, set: RecognizerSet, detail: Detail) {
    session = GestureSession(
      detail.hasTouches ? TouchWindow(touchArea: touchArea) : Window(touchArea: touchArea),
      isTouchpad: isTouchpad, set: set, isAttached: detail != .touches)
    reportsTouches = detail.hasTouches
    application.palmObserver = { [unowned self] in report($0) }
    if detail.hasTouches {
      window.touchObserver = { [unowned self] touches, _, event in report(touches, event) }
    }
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
  /// Plays a frame after the deadlines before it; `pace` waits for each of them and for it.
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
    observer?(.gesture(GestureRecord(file: file, device: device, gesture: gesture, origin: origin)))
  }

  private func report(_ change: StateChange) {
    observer?(.change(StateRecord(file: file, device: device, change: change, origin: origin)))
  }

  private func report(_ touches: TouchSet, _ event: TouchEvent) {
    guard let observer else { return }
    for touch in touches {
      let size = contacts.first { $0.id == touch.id & 0xFFFF_FFFF }?.size
      observer(
        .touch(
          TouchRecord(
            file: file, device: device, touch: touch, size: size, delivered: event.timestamp,
            origin: origin, view: "window")))
    }
  }

  private func report(_ palm: Palm) {
    palms += 1
    guard reportsTouches else { return }
    observer?(.palm(PalmRecord(file: file, device: device, palm: palm, origin: origin)))
  }
}

/// A window that handles each touch, so that none counts as discarded.
private final class TouchWindow: Window {
  override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {}
  override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {}
  override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {}
  override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {}
}

/// Puts the reports of several devices in the order of time.
final class ReportQueue {
  /// The reports of one device are in order; those of several are sorted at the end.
  private let isOrdered: Bool
  private var waiting: [GestureEngine.Report] = []

  init(isOrdered: Bool) { self.isOrdered = isOrdered }

  func add(_ report: GestureEngine.Report) { waiting.append(report) }

  func release(to body: (GestureEngine.Report) -> Void) {
    if isOrdered && !waiting.isEmpty { flush(to: body) }
  }

  func flush(to body: (GestureEngine.Report) -> Void) {
    // Equal times keep the order of the devices.
    if !isOrdered { waiting.sort { $0.time < $1.time } }
    for report in waiting { body(report) }
    waiting.removeAll(keepingCapacity: true)
  }
}
