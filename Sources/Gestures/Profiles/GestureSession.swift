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

  /// A session with the recognizers of a profile.
  ///
  /// - Parameters:
  ///   - touchArea: The size of the touch area in mm.
  ///   - isTouchpad: Whether palms rest on the touch area.
  ///   - profile: The thresholds of the recognizers.
  ///   - shapes: The shapes of paths; without them no path is recognized.
  public convenience init(
    touchArea: Size, isTouchpad: Bool, profile: Profile = .standard, shapes: ShapeSet? = nil
  ) {
    self.init(
      Window(touchArea: touchArea), isTouchpad: isTouchpad,
      set: RecognizerSet(profile: profile, shapes: shapes))
  }

  /// A session whose window has the recognizers of a set, as observers: the window receives each
  /// touch without delay.
  ///
  /// - Parameters:
  ///   - window: The window, which a new application gets.
  ///   - isTouchpad: Whether palms rest on the touch area.
  ///   - set: The recognizers, the policy and the rule of palms.
  ///   - isAttached: Whether the recognizers are attached.
  public init(_ window: Window, isTouchpad: Bool, set: RecognizerSet, isAttached: Bool = true) {
    self.window = window
    recognizers = isAttached ? set.recognizers : []
    application = Application(policy: set.policy)
    application.palmFilter = isTouchpad ? set.palmFilter : nil
    application.addWindow(window)
    if isAttached { set.attachAsObservers(to: window) }
  }

  /// A session without recognizers, for programs that attach custom ones.
  ///
  /// - Parameters:
  ///   - window: The window, which the application gets.
  ///   - application: The application that receives frames.
  ///   - isTouchpad: Whether palms rest on the touch area.
  ///   - palms: The profile's rule of palms; nil if none are rejected.
  public init(
    _ window: Window, application: Application, isTouchpad: Bool, palms: Profile.Palm? = nil
  ) {
    self.window = window
    self.application = application
    recognizers = []
    let filter = palms.flatMap { GestureSession.palmFilter(isTouchpad: isTouchpad, palms: $0) }
    application.palmFilter = filter
    application.addWindow(window)
  }

  // MARK: Gestures

  /// Observes the outcomes, one gesture per action of the person.
  ///
  /// It sets the arbiter's observer, of which there is one.
  ///
  /// - Parameters:
  ///   - everyState: Whether to observe every reported state of every gesture as well.
  ///   - body: Receives each gesture, and whether it is an outcome.
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

  /// The palm filter of a device; nil for touchscreens, where every pressure is a finger's, and for
  /// profiles that do not reject palms.
  public static func palmFilter(isTouchpad: Bool, palms: Profile.Palm) -> PalmFilter? {
    isTouchpad && palms.rule != .off ? PalmFilter(palms) : nil
  }
}
