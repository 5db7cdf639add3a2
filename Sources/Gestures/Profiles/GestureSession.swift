/// An application with one window over one touch area, and the recognizers of a profile.
///
/// ```swift
/// let session = GestureSession(touchArea: Size(width: 100, height: 60), isTouchpad: true)
/// session.observeGestures { gesture, _ in print(gesture.kind) }
/// for frame in frames { session.application.send(frame) }
/// session.application.finish()
/// ```
public final class GestureSession {
  public let application: Application
  public let window: Window
  /// The recognizers of the profile; empty for a session with custom recognizers only.
  public let recognizers: [GestureRecognizer]

  /// A session with the recognizers of a profile over a touch area, whose size is in mm; palms rest
  /// on touchpads only. Without shapes no path is recognized.
  public convenience init(
    touchArea: Size, isTouchpad: Bool, profile: Profile = .standard, shapes: ShapeSet? = nil
  ) {
    self.init(
      Window(touchArea: touchArea), isTouchpad: isTouchpad,
      set: RecognizerSet(profile: profile, shapes: shapes))
  }

  /// A session with a new application, whose window has the recognizers of a set, if they are
  /// attached, as observers: the window receives each touch without delay.
  public init(_ window: Window, isTouchpad: Bool, set: RecognizerSet, isAttached: Bool = true) {
    self.window = window
    recognizers = isAttached ? set.recognizers : []
    application = Application(policy: set.policy)
    application.palmFilter = isTouchpad ? set.palmFilter : nil
    application.addWindow(window)
    if isAttached { set.attachAsObservers(to: window) }
  }

  /// A session whose window the application gets, without recognizers but those of the program.
  public init(_ window: Window, application: Application) {
    self.window = window
    self.application = application
    recognizers = []
    application.addWindow(window)
  }

  // MARK: Gestures

  /// Observes the outcomes, one gesture per action of the person, or with `everyState` every
  /// reported state of every gesture as well; sets the arbiter's only observer.
  public func observeGestures(
    everyState: Bool = false, _ body: @escaping (_ gesture: Gesture, _ isOutcome: Bool) -> Void
  ) {
    application.arbiter.observesChanges = everyState
    application.arbiter.observer = { recognizer, gesture in
      let isOutcome = recognizer.isOutcome(gesture)
      if isOutcome || everyState { body(gesture, isOutcome) }
    }
  }

  // MARK: Palms

  /// The palm filter of a device; nil for touchscreens and profiles that do not reject palms.
  public static func palmFilter(isTouchpad: Bool, palms: Profile.Palm) -> PalmFilter? {
    isTouchpad && palms.rule != .off ? PalmFilter(palms) : nil
  }
}
