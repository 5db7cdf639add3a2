public import Contacts
public import Gestures
public import Timeline

/// An application with one window over one surface, and a recognizer set: where frames become gestures.
///
/// Replay, live devices and scripts all play on this stage, and nothing on it knows which of them
/// it is.
public final class ReplayStage {
  /// What happened on the stage.
  public enum Report {
    case gesture(Gesture)
    case touch(Touch, at: Timestamp, view: String)
    case change(StateChange)
  }

  public let application: Application
  public let window: Window
  /// Hears what happens, in order.
  public var observer: ((Report) -> Void)?
  /// How many things the person did, whether or not every state is reported.
  public private(set) var outcomes = 0

  /// - Parameters:
  ///   - touchArea: the size of the surface in mm.
  ///   - isTouchpad: palms rest on touchpads only; on a screen every pressure is a finger's.
  ///   - detail: what the observer hears of.
  public init(
    touchArea: Size, isTouchpad: Bool, profile: Profile = .standard, detail: Detail = .outcomes
  ) {
    let set = RecognizerSet(profile: profile)
    application = Application(policy: set.policy)
    application.palmFilter = isTouchpad ? set.palmFilter : nil
    let recorder = detail.hasTouches ? TouchRecorder(touchArea: touchArea) : nil
    window = recorder ?? Window(touchArea: touchArea)
    application.addWindow(window)
    recorder?.record = { [unowned self] in observer?(.touch($0, at: $1, view: "window")) }
    if detail != .touches { set.attach(to: window) }
    // The window tells of the touches as they come, whatever is made of them.
    for recognizer in set.recognizers {
      recognizer.cancelsTouchesInView = false
      recognizer.delaysTouchesEnded = false
    }
    application.arbiter.observesChanges = detail == .everyState
    if detail.hasChanges {
      application.arbiter.tracer = { [unowned self] _, change in observer?(.change(change)) }
    } else {
      application.arbiter.observer = { [unowned self] recognizer, gesture in
        let isOutcome = ReplayStage.isOutcome(gesture, of: recognizer)
        if isOutcome { outcomes += 1 }
        if isOutcome || detail == .everyState { observer?(.gesture(gesture)) }
      }
    }
  }

  /// What is reported.
  public enum Detail: Sendable {
    /// What the person did.
    case outcomes
    /// Every reported state of every gesture.
    case everyState
    /// The touches as the view gets them, and no gestures.
    case touches
    /// Every change of every recognizer, with the reasons of failures.
    case changes
    /// Both: the touches, and the changes of the recognizers.
    case explanation

    fileprivate var hasTouches: Bool { self == .touches || self == .explanation }
    fileprivate var hasChanges: Bool { self == .changes || self == .explanation }
  }

  /// Whether a state is the outcome of what the person did.
  ///
  /// A gesture that gave way to another was an early guess, and one of a palm was none; only what
  /// an interruption or the end of the trace broke off counts as cancelled.
  public static func isOutcome(_ gesture: Gesture, of recognizer: GestureRecognizer) -> Bool {
    switch gesture.state {
    case .recognized, .ended: true
    case .cancelled: recognizer.lastFailure?.cause == .cancelled
    case .possible, .failed, .began, .changed: false
    }
  }
}

/// A window that tells of each touch that it gets.
private final class TouchRecorder: Window {
  var record: ((Touch, Timestamp) -> Void)?

  override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    report(touches, event)
  }

  override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    report(touches, event)
  }

  override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    report(touches, event)
  }

  override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
    report(touches, event)
  }

  private func report(_ touches: TouchSet, _ event: TouchEvent) {
    for touch in touches { record?(touch, event.timestamp) }
  }
}
