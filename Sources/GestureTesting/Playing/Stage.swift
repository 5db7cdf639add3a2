public import Contacts
import Evdev
public import Gestures
import Playback
public import Timeline
public import TouchScript

/// A window over a surface, on which scripts and traces are played; it keeps what came out.
///
/// ```swift
/// let stage = Stage { window in
///   let button = Button(frame: Rect(x: 0, y: 0, width: 200, height: 100))
///   button.addGestureRecognizer(TapRecognizer())
///   window.addSubview(button)
/// }
/// stage.play(FingerScript { Tap(at: Point(x: 10, y: 10)) })
/// stage.log.gestures         // the tap
/// stage.touches(of: button)  // what the button heard
/// ```
///
/// Fingers are placed in millimetres of the surface, views in points: ``Gestures/Window/pointsPerMillimeter``
/// of them are a millimetre. Time is virtual; nothing waits.
public final class Stage {
  public let device: StageDevice
  public let application: Application
  public let window: Window
  /// Whose fingers play scripts.
  public var hand: Hand
  /// Hears of places that a script moves the device to: the way in for locations.
  public var onMove:
    ((_ destination: GeographicPlace, _ start: Timestamp, _ end: Timestamp) -> Void)?
  private let recorder: StageRecorder
  /// When the next play starts.
  private var now = Timestamp.zero

  /// What came out so far.
  public var log: StageLog {
    var log = recorder.log
    log.discardedEvents = application.discardedEvents
    return log
  }

  /// A stage whose window has the recognizers of a profile.
  public init(
    _ device: StageDevice = .touchpad(), profile: Profile = .standard, hand: Hand = .human
  ) {
    let set = RecognizerSet(profile: profile)
    self.device = device
    self.hand = hand
    application = Application(policy: set.policy)
    application.palmFilter = device.kind == .touchpad ? set.palmFilter : nil
    window = Window(touchArea: device.size)
    recorder = StageRecorder(device)
    set.attach(to: window)
    for recognizer in set.recognizers {
      // As in replays: the window tells of the touches as they come, whatever is made of them.
      recognizer.cancelsTouchesInView = false
      recognizer.delaysTouchesEnded = false
    }
    setUp()
  }

  /// A stage with views and recognizers of your own, which `build` adds to the window.
  public init(
    _ device: StageDevice = .touchpad(), policy: any ArbitrationPolicy = ExclusivePolicy(),
    hand: Hand = .human, _ build: (Window) -> Void
  ) {
    self.device = device
    self.hand = hand
    application = Application(policy: policy)
    window = Window(touchArea: device.size)
    recorder = StageRecorder(device)
    setUp()
    build(window)
  }

  private func setUp() {
    application.addWindow(window)
    let recorder = recorder
    application.arbiter.observer = { recorder.add($1, of: $0) }
    application.arbiter.tracer = { recorder.add($1) }
  }
}

// MARK: - Playing

extension Stage {
  /// Pause between two plays, in seconds: longer than anything that recognizers wait for.
  private static let pause = 2.0

  /// Plays a script, and lets time pass until nothing is to be decided any more.
  public func play(_ script: FingerScript) {
    let performance = script.performed(on: device.size, by: hand)
    let start = now
    recorder.add(performance, at: start)
    play(performance.frames, from: .zero, performance.happenings)
  }

  /// Plays a script in braces.
  public func play(@ScriptBuilder _ actions: () -> [any FingerAction]) {
    play(FingerScript(actions()))
  }

  /// Plays the frames of the device of a trace that was touched most; places in mm stay as they are.
  public func play(_ trace: Trace) throws {
    let frames = try trace.frames()
    recorder.log.tracePath = trace.path
    guard let device = frames.main else { return }
    play(device.frames, from: frames.origin)
  }

  /// Plays frames; `origin` is the moment on their clock that the play starts with.
  public func play(_ frames: [ContactFrame], from origin: Timestamp) {
    play(frames, from: origin, [])
  }

  private func play(_ frames: [ContactFrame], from origin: Timestamp, _ happenings: [Happening]) {
    listen(to: window)
    recorder.log.watchedKinds = watchedKinds
    let shift = now.microseconds(since: origin)
    var motions = Stage.steps(happenings)[...]
    for var frame in frames {
      frame.time = frame.time.advanced(byMicroseconds: shift)
      while let next = motions.first, next.time.advanced(byMicroseconds: shift) <= frame.time {
        perform(motions.removeFirst(), shift)
      }
      recorder.log.frames.append(frame)
      application.send(frame)
      now = max(now, frame.time)
    }
    for motion in motions { perform(motion, shift) }
    application.finish()
    now = now.advanced(bySeconds: Stage.pause)
  }

  /// The beginnings and ends of what happens to the device, in the order of time.
  private static func steps(_ happenings: [Happening]) -> [Step] {
    let steps = happenings.flatMap { happening in
      [
        Step(time: happening.start, happening: happening, isStart: true),
        Step(time: happening.end, happening: happening, isStart: false),
      ]
    }
    let order = steps.indices.sorted { (steps[$0].time, $0) < (steps[$1].time, $1) }
    return order.map { steps[$0] }
  }

  private struct Step {
    var time: Timestamp
    var happening: Happening
    var isStart: Bool
  }

  private func perform(_ step: Step, _ shift: Int64) {
    let time = step.time.advanced(byMicroseconds: shift)
    now = max(now, time)
    switch step.happening.kind {
    case .shake:
      application.send(MotionEvent(.shake, step.isStart ? .began : .ended, at: time))
    case .move(let destination):
      if step.isStart {
        onMove?(destination, time, step.happening.end.advanced(byMicroseconds: shift))
      }
    }
  }
}

// MARK: - Views

extension Stage {
  /// The touches that a view heard of, in order: one for each touch and callback.
  public func touches(of view: View) -> [Touch] {
    recorder.log.touches.filter { $0.view == ObjectIdentifier(view) }.map(\.touch)
  }

  /// Notes what a view and those inside it hear; views that come later are heard from the next play.
  private func listen(to view: View) {
    if view.touchObserver == nil {
      let recorder = recorder
      let (id, name) = (ObjectIdentifier(view), String(describing: type(of: view)))
      view.touchObserver = { touches, _, event in
        recorder.add(touches, of: id, name, at: event.timestamp)
      }
    }
    for child in view.subviews { listen(to: child) }
  }

  private var watchedKinds: [Gesture.Kind] {
    func kinds(of view: View) -> [Gesture.Kind] {
      view.gestureRecognizers.map(\.kind) + view.subviews.flatMap(kinds)
    }
    let present = kinds(of: window)
    return Gesture.Kind.allCases.filter(present.contains)
  }
}
