/// A window over a touch area that plays scripts and recordings, and logs the gestures.
///
/// ```swift
/// let stage = Stage { window in
///   let button = Button(frame: Rect(x: 0, y: 0, width: 30, height: 15))
///   button.addGestureRecognizer(TapRecognizer())
///   window.addSubview(button)
/// }
/// stage.play(FingerScript { Tap(at: Point(x: 10, y: 10)) })
/// stage.log.gestures         // the tap
/// stage.touches(of: button)  // the touches that the button received
/// ```
///
/// Fingers and views share one unit: millimetres from the top left corner of the touch area, or
/// another one that `pointsPerUnit` gives. Gestures have points, as in UIKit; expectations compare
/// them in millimetres. Time is virtual; nothing waits.
public final class Stage {
  public let device: StageDevice
  public var application: Application { session.application }
  /// The window, whose unit is the millimetre unless the stage was given another one.
  public var window: Window { session.window }
  /// The hand that plays scripts.
  public var hand: Hand
  /// Called when a script moves the device to a location.
  public var onMove:
    ((_ destination: GeographicPosition, _ start: Timestamp, _ end: Timestamp) -> Void)?
  let session: GestureSession
  let recorder: StageRecorder
  /// The present time, at which the next play starts.
  public internal(set) var now = Timestamp.zero
  var fingers: [StageFinger] = []
  var fingerCount = 0
  /// Whether the test has moved fingers since the last play.
  var isLive = false
  /// Whether the test interrupts the touches at present.
  var isInterrupted = false

  /// The result of all plays so far.
  public var log: StageLog {
    var log = recorder.log
    log.discardedEvents = application.discardedEvents
    log.isLive = isLive
    return log
  }

  /// A stage with the recognizers of a profile; without shapes no path is recognized.
  public init(
    _ device: StageDevice = .touchpad(), profile: Profile = .standard, shapes: ShapeSet? = nil,
    hand: Hand = .human
  ) {
    self.device = device
    self.hand = hand
    session = GestureSession(
      touchArea: device.size, isTouchpad: device.kind == .touchpad, profile: profile,
      shapes: shapes)
    recorder = StageRecorder(device)
    recorder.log.hasOwnProfile = profile != .standard
    recorder.log.profile = profile
    recorder.log.classifier = shapes.map { ShapeClassifier($0) }
    setUp()
  }

  /// A stage with custom views and recognizers, which `build` adds to the window.
  ///
  /// - Parameter pointsPerUnit: The size of the window's unit in points of 1/163 inch: the size of
  ///   a millimetre, or 1 for views that are laid out in points.
  public init(
    _ device: StageDevice = .touchpad(), policy: any ArbitrationPolicy = ExclusivePolicy(),
    hand: Hand = .human, pointsPerUnit: Double = Window.pointsPerMillimetre,
    _ build: (Window) -> Void
  ) {
    self.device = device
    self.hand = hand
    session = GestureSession(
      Window(touchArea: device.size), application: Application(policy: policy))
    recorder = StageRecorder(device)
    recorder.log.hasOwnViews = true
    setUp(pointsPerUnit: pointsPerUnit)
    build(window)
  }

  private func setUp(pointsPerUnit: Double = Window.pointsPerMillimetre) {
    let scale = Window.pointsPerMillimetre / pointsPerUnit
    window.frame = Rect(
      x: 0, y: 0, width: device.size.width * scale, height: device.size.height * scale)
    window.pointsPerUnit = pointsPerUnit
    let recorder = recorder
    application.arbiter.observer = { recorder.add($1, of: $0) }
    application.arbiter.tracer = { recorder.add($1) }
  }
}

// MARK: - Playing

extension Stage {
  /// The pause between two plays, in seconds: longer than any recognizer waits.
  private static let pause = 2.0

  /// Lifts the test's fingers, plays a script, and lets time pass until every recognizer has
  /// decided.
  ///
  /// - Returns: The result of this play alone; ``log`` has the result of all plays.
  @discardableResult
  public func play(_ script: FingerScript) -> StageLog {
    let performance = script.performed(on: device.size, by: hand)
    return run(
      performance.frames, from: .zero, performance: performance,
      leavesDevice: script.leaves(device.size))
  }

  /// Plays a script that is written in braces.
  @discardableResult
  public func play(@ScriptBuilder _ actions: () -> [any FingerAction]) -> StageLog {
    play(FingerScript(actions()))
  }

  /// Plays the device of a recording with the most frames, and returns the result of this play.
  @discardableResult
  public func play(_ trace: RecordingFile) throws -> StageLog {
    let recording = try trace.load()
    return run(recording.mainTrack?.playedFrames ?? [], from: recording.origin, path: trace.path)
  }

  /// Plays frames from `origin` on their clock, and returns the result of this play alone.
  @discardableResult
  public func play(_ frames: [ContactFrame], from origin: Timestamp) -> StageLog {
    run(frames, from: origin)
  }

  private func run(
    _ frames: [ContactFrame], from origin: Timestamp, path: String? = nil,
    performance: Performance? = nil, leavesDevice: Bool = false
  ) -> StageLog {
    settle()
    let mark = log.mark
    recorder.log.hand = performance == nil ? nil : hand
    recorder.log.tracePath = path
    recorder.log.leavesDevice = leavesDevice
    if let performance { recorder.add(performance, at: now) }
    begin()
    let shift = now.microseconds(since: origin)
    var motions = Stage.steps(performance?.deviceEvents ?? [])[...]
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
    end()
    return log.part(since: mark)
  }

  func end() {
    application.finish()
    now = now.advanced(bySeconds: Stage.pause)
    recorder.log.end = now
    isLive = false
  }

  func begin() {
    listen(to: window)
    let recognizers = recognizers(in: window)
    let present = Set(recognizers.map(\.kind))
    recorder.log.watchedKinds = Gesture.Kind.allCases.filter(present.contains)
    recorder.log.disabledKinds = present.subtracting(recognizers.filter(\.isEnabled).map(\.kind))
  }

  private static func steps(_ deviceEvents: [DeviceEvent]) -> [Step] {
    let steps = deviceEvents.flatMap { event in
      [(event.start, true), (event.end, false)].map {
        Step(time: $0, deviceEvent: event, isStart: $1)
      }
    }
    return steps.sorted { $0.time < $1.time }
  }

  private struct Step {
    var time: Timestamp
    var deviceEvent: DeviceEvent
    var isStart: Bool
  }

  private func perform(_ step: Step, _ shift: Int64) {
    let time = step.time.advanced(byMicroseconds: shift)
    now = max(now, time)
    switch step.deviceEvent.kind {
    case .shake:
      application.send(MotionEvent(.shake, step.isStart ? .began : .ended, at: time))
    case .move(let destination):
      if step.isStart {
        onMove?(destination, time, step.deviceEvent.end.advanced(byMicroseconds: shift))
      }
    }
  }
}

// MARK: - Views

extension Stage {
  /// The touches that a view received, in order: one for each touch and callback.
  public func touches(of view: View) -> [Touch] {
    recorder.log.touches.filter { $0.view == ObjectIdentifier(view) }.map(\.touch)
  }

  /// The gestures that the recognizers of a view have recognized, in order.
  public func gestures(of view: View) -> [Gesture] {
    let id = ObjectIdentifier(view)
    return zip(recorder.log.gestures, recorder.views).filter { $0.1 == id }.map(\.0)
  }

  /// The first view in depth-first order with an accessibility identifier; nil if no view has it.
  public func view(_ identifier: String) -> View? {
    func find(in view: View) -> View? {
      if view.accessibilityIdentifier == identifier { return view }
      return view.subviews.lazy.compactMap(find).first
    }
    return find(in: window)
  }

  /// Plays a tap in the middle of the view with an accessibility identifier.
  ///
  /// - Throws: ``MissingView`` without such a view, ``ViewOutside`` for one beside the touch area.
  @discardableResult
  public func tap(_ identifier: String) throws -> StageLog {
    guard let view = view(identifier) else { throw MissingView(identifier: identifier) }
    let middle = middle(of: view)
    guard Rect(origin: .zero, size: device.size).contains(middle) else {
      throw ViewOutside(identifier: identifier, middle: middle, device: device)
    }
    return play { Tap(at: middle) }
  }

  /// In mm from the top left corner of the touch area.
  func middle(of view: View) -> Point {
    let bounds = view.bounds
    let middle = Point(
      x: bounds.origin.x + bounds.size.width / 2, y: bounds.origin.y + bounds.size.height / 2)
    guard let location = view.convert(middle, to: window) else { return device.middle }
    let scale = window.pointsPerUnit / Window.pointsPerMillimetre
    return Point(x: location.x * scale, y: location.y * scale)
  }

  /// An error for an identifier that no view has.
  public struct MissingView: Error, CustomStringConvertible {
    public var identifier: String
    public var description: String { "no view has the accessibility identifier \"\(identifier)\"" }
  }

  /// An error for a view whose middle a test wants to tap, but which is beside the touch area.
  public struct ViewOutside: Error, CustomStringConvertible {
    public var identifier: String
    /// The middle in mm from the top left corner of the touch area.
    public var middle: Point
    public var device: StageDevice
    public var description: String {
      let (x, y) = (middle.x.shortestText, middle.y.shortestText)
      return "the middle of \"\(identifier)\" is at \(x), \(y) mm, beside \(device.phrase): views "
        + "of a stage are laid out in millimetres, unless it has another pointsPerUnit"
    }
  }

  /// Records the touches of a view and its subviews, as of the next play.
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

  private func recognizers(in view: View) -> [GestureRecognizer] {
    view.gestureRecognizers + view.subviews.flatMap(recognizers)
  }
}
