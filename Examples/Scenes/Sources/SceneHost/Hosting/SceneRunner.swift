public import Contacts
public import Gestures
public import Playback
import SensorPlayback
public import Sensors
public import Timeline

/// Runs a scene: passes events to it in the order of time, and reports what its screen shows.
///
/// ```swift
/// let runner = SceneRunner(TouchExplorer.self, in: SceneContext())
/// runner.observer = { change in print(change) }
/// for frame in frames { runner.send(frame) }
/// runner.finish()
/// runner.screen.text("message")
/// ```
///
/// At each time deadlines are first, then events, then the step of the loop: a step sees the
/// samples of its time.
public final class SceneRunner: ContactProgram {
  /// Seconds after the last event within which pending calls, such as erasures of labels, still
  /// happen.
  public static let finalDelay = 10.0

  public let scene: Scene
  public let application: Application
  public let window: Window
  /// Receives each change of the screen, in order.
  public var observer: ((ScreenChange) -> Void)?
  /// Called when what the scene has made is to be saved, since the scene may not run again: after
  /// an interruption began, in the background, and at termination. Call ``save()`` then.
  public var saveObserver: (() -> Void)?
  public let context: SceneContext
  private let sceneApplication: SceneApplication
  private let sceneWindow: SceneWindow
  private var detector = ShakeDetector()
  /// What each label and image showed when it was last reported.
  private var reported: [ObjectIdentifier: Screen.Content] = [:]

  public init(
    _ type: Scene.Type, in context: SceneContext = SceneContext(), isTouchpad: Bool = false
  ) {
    self.context = context
    let application = SceneApplication()
    sceneWindow = SceneWindow(frame: Rect(origin: .zero, size: context.screenSize))
    sceneWindow.isMultipleTouchEnabled = true
    self.application = application
    sceneApplication = application
    window = sceneWindow
    scene = type.init(context)
    application.scene = scene
    window.rootViewController = scene
    application.palmFilter = GestureSession.palmFilter(
      isTouchpad: isTouchpad, palms: context.profile.palm)
    application.addWindow(window)
    window.makeKey()
    if scene.canBecomeFirstResponder { scene.becomeFirstResponder() }
    detector.deliver(to: application)
    application.tapCounter.interval = context.profile.tap.decisionDelay
    context.eventObserver = { [weak self] event in
      guard let self else { return }
      observer?(ScreenChange(time: self.context.clock.now, element: nil, kind: .event(event)))
    }
    noteContents(of: window)
  }

  deinit {
    // The loop of the scene's context would keep a scene that is its client alive.
    if let client = scene as? any FixedStepClient { context.loop.remove(client) }
  }

  /// What the scene shows now.
  public var screen: Screen { Screen(window) }

  /// What the scene showed after its last event, before ``finish()`` let labels be erased; nil
  /// before it.
  public private(set) var lastScreen: Screen?
}

// MARK: - Events

extension SceneRunner {
  /// Processes a frame of contacts.
  public func send(_ frame: ContactFrame) {
    deliver(at: frame.time) { application.send(frame) }
  }

  /// Processes a sample of the accelerometer; shakes become motion events.
  public func send(_ sample: AccelerationSample) {
    deliver(at: sample.time) {
      context.accelerometer.receive(sample)
      detector.process(sample)
    }
  }

  /// Processes a fix.
  ///
  /// - Parameter time: When it arrives, on the scene's clock.
  public func send(_ location: Location, at time: Timestamp) {
    deliver(at: time) { context.locations.receive(location) }
  }

  /// Reports a location error.
  public func send(_ error: LocationError, at time: Timestamp) {
    deliver(at: time) { context.locations.fail(error) }
  }

  /// Begins an interruption, such as a call: touches are cancelled, and none begins until
  /// ``resume(at:)``.
  public func interrupt(at time: Timestamp) {
    deliver(at: time) { application.interrupt(at: time) }
  }

  public func resume(at time: Timestamp) {
    deliver(at: time) { application.resume() }
  }

  /// Notifies the scene that a setting changed.
  func settingsDidChange(at time: Timestamp) {
    deliver(at: time) { scene.settingsDidChange() }
  }

  /// Moves the scene to the background, as the home button does.
  public func enterBackground(at time: Timestamp) {
    deliver(at: time) { application.enterBackground(at: time) }
  }

  public func enterForeground(at time: Timestamp) {
    deliver(at: time) { application.enterForeground(at: time) }
  }

  /// Ends the scene, as `SIGTERM` does: touches are cancelled, and no further event is processed.
  public func terminate(at time: Timestamp) {
    deliver(at: time) { application.terminate(at: time) }
  }

  private func deliver(at time: Timestamp, _ event: () -> Void) {
    let time = max(time, context.clock.now)
    performDeadlines(by: time)
    stepLoop(to: Timestamp(microseconds: time.microseconds - 1))
    context.clock.now = time
    event()
    report()
    // Touches are cancelled by now, and the scene has taken back what was not complete.
    if sceneApplication.takeNeedsSaving() { saveObserver?() }
  }
}

// MARK: - Memory

extension SceneRunner {
  /// What the scene has made.
  public func save() throws -> SceneMemory {
    var memory = SceneMemory(scene: type(of: scene).name)
    memory.savedAt = context.clock.now
    memory.rules = context.rules
    try scene.save(to: &memory)
    return memory
  }

  /// Gives the scene what an earlier run has made; call it before the first event.
  ///
  /// What the screen shows with it is reported as changes. Throws what the scene throws, which is
  /// then of no further use: it may have taken a part.
  public func restore(_ memory: SceneMemory) throws {
    try scene.restore(from: memory)
    report()
  }
}

// MARK: - Time

extension SceneRunner {
  /// The next time at which something happens without an event; live programs set their timer to
  /// it.
  public var nextDeadline: Timestamp? {
    let step = context.loop.hasClients ? timeOfNextStep : nil
    return [context.clock.nextDeadline, application.nextDeadline, step].compactMap(\.self).min()
  }

  /// Advances to a time before which no further event comes.
  public func advance(to time: Timestamp) {
    performDeadlines(by: time)
    stepLoop(to: time)
    context.clock.now = max(context.clock.now, time)
  }

  /// Ends the run: cancels the touches that are down, and performs the calls that are still
  /// pending.
  public func finish() {
    detector.finish()
    cancelTouches()
    report()
    lastScreen = screen
    performDeadlines(by: context.clock.now.advanced(bySeconds: SceneRunner.finalDelay))
    application.finish()
    report()
  }

  /// Cancels the touches, and leaves deadlines of recognizers to be performed among those of the
  /// scene.
  private func cancelTouches() {
    let touches = Dictionary(grouping: application.touches.map(\.id)) { $0 >> 32 }
    for (device, ids) in touches.sorted(by: { $0.key < $1.key }) {
      application.send(
        ContactFrame(
          time: context.clock.now, cancelled: ids.map { $0 - device << 32 }, device: device))
    }
  }

  /// Fires the deadlines up to a time, each after the steps before it.
  private func performDeadlines(by time: Timestamp) {
    while let next = [context.clock.nextDeadline, application.nextDeadline].compactMap(\.self)
      .min(),
      next <= time
    {
      stepLoop(to: Timestamp(microseconds: next.microseconds - 1))
      context.clock.now = max(context.clock.now, next)
      application.advance(to: next)
      _ = context.clock.performNext(by: next)
      report()
    }
  }

  /// Performs the steps up to a time.
  private func stepLoop(to time: Timestamp) {
    guard context.loop.hasClients else { return }
    context.loop.advance(to: time) { step in
      context.clock.now = max(
        context.clock.now, context.loop.origin.advanced(bySeconds: step.seconds))
      report()
    }
  }

  /// Rounded up, so that the step is due at it.
  private var timeOfNextStep: Timestamp {
    let seconds = context.loop.rate.seconds(ofStep: context.loop.completedSteps + 1)
    return context.loop.origin.advanced(byMicroseconds: Int64((seconds * 1e6).rounded(.up)))
  }
}

// MARK: - Reports

extension SceneRunner {
  /// Notes what a view and those inside it show at first, which is not a change.
  private func noteContents(of view: View) {
    if let view = view as? ScreenView { reported[ObjectIdentifier(view)] = view.content }
    for subview in view.subviews { noteContents(of: subview) }
  }

  /// Reports what changed since the last report.
  private func report() {
    for (view, region) in sceneWindow.takeChangedViews() {
      guard let content = view.content else { continue }
      let kind: ScreenChange.Kind
      switch content {
      case .drawing(let figures): kind = .drawing(figures, region: region)
      case .text(let text, _, _): kind = .text(text)
      case .image(let image): kind = .image(image)
      }
      guard isNews(content, of: view) else { continue }
      observer?(
        ScreenChange(time: context.clock.now, element: view.accessibilityIdentifier, kind: kind))
    }
  }

  /// Whether a view shows something else than when it was last reported. A drawing always does:
  /// comparing all of its figures would cost more than drawing them.
  private func isNews(_ content: Screen.Content, of view: ScreenView) -> Bool {
    if case .drawing = content { return true }
    return reported.updateValue(content, forKey: ObjectIdentifier(view)) != content
  }
}

/// The application of a scene, which passes interruptions to it.
private final class SceneApplication: Application {
  weak var scene: Scene?
  private var needsSaving = false

  /// Returns whether a save is due, and clears the flag.
  func takeNeedsSaving() -> Bool {
    defer { needsSaving = false }
    return needsSaving
  }

  override func willResignActive() {
    needsSaving = true
    scene?.willResignActive()
  }

  override func didBecomeActive() { scene?.didBecomeActive() }
  override func didEnterBackground() { needsSaving = true }
  override func willTerminate() { needsSaving = true }
}
