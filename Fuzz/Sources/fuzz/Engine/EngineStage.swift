import Contacts
import Gestures
import Timeline

/// Two applications, and what interferes with them in every callback.
final class EngineStage {
  /// What is known about a recognizer.
  final class Record {
    weak var recognizer: GestureRecognizer?
    var state = GestureState.possible
    /// Whether it is off or in no view, so that it can report only the end of what it had begun.
    var isOut = false

    init(_ recognizer: GestureRecognizer) { self.recognizer = recognizer }
  }

  var bytes: ByteReader
  var applications: [Application] = []
  var windows: [Window] = []
  var views: [FuzzView] = []
  var recognizers: [GestureRecognizer] = []
  private(set) var records: [ObjectIdentifier: Record] = [:]
  private(set) var delegate: FuzzDelegate?
  private var devices: [FuzzDevice] = []
  private var time = Timestamp.zero
  private var depth = 0
  private var changesLeft: Int
  /// Whether no callback is running, so that frames may be sent.
  private var isOutside = true

  init(_ bytes: ByteReader) {
    self.bytes = bytes
    changesLeft = self.bytes.below(64)
    delegate = FuzzDelegate(on: self)
    build()
    for application in applications { observe(application) }
    for index in 0..<4 { devices.append(FuzzDevice(application: index / 2, number: index % 2)) }
  }

  func add(_ recognizer: GestureRecognizer) {
    recognizers.append(recognizer)
    records[ObjectIdentifier(recognizer)] = Record(recognizer)
    recognizer.addAction { [unowned self] recognizer in
      promise(recognizer.state.isReported, "an action is called for \(recognizer.state)")
      interfere()
    }
  }

  // MARK: Interference

  /// Changes something, or nothing.
  func interfere() {
    guard changesLeft > 0, depth < 3, !bytes.isEmpty, bytes.isOne(in: 4) else { return }
    changesLeft -= 1
    depth += 1
    // Which recognizers are out is determined again before the next step.
    for record in records.values { record.isOut = false }
    change()
    depth -= 1
  }

  /// A yes or no for a question of the library, mostly the usual one.
  func answer(_ usual: Bool) -> Bool {
    interfere()
    return bytes.isOne(in: 8) ? !usual : usual
  }

  // MARK: Promises

  private func observe(_ application: Application) {
    application.arbiter.observer = { [unowned self] recognizer, gesture in
      check(recognizer, gesture)
      interfere()
    }
    application.arbiter.cycleObserver = { [unowned self] _ in interfere() }
    application.arbiter.observesChanges = true
  }

  private func check(_ recognizer: GestureRecognizer, _ gesture: Gesture) {
    guard let record = records[ObjectIdentifier(recognizer)] else { return }
    let last = record.state
    promise(
      (last.isFinal ? .possible : last).allows(gesture.state),
      "a \(gesture.kind) is \(gesture.state) after \(last)")
    if record.isOut {
      promise(
        last.isActive && gesture.state.isFinal, "a removed \(gesture.kind) reports \(gesture.state)"
      )
    }
    record.state = gesture.state
    promise(recognizer.state == gesture.state, "a recognizer is what it reports")
    promise(gesture.start <= gesture.time, "a gesture starts before it is reported: \(gesture)")
    promise(gesture.duration ?? 0 >= 0, "a \(gesture.kind) lasts some time")
    guard isPlausible else { return }
    let numbers = [
      gesture.location.x, gesture.location.y, gesture.translation?.dx, gesture.translation?.dy,
      gesture.velocity?.dx, gesture.velocity?.dy, gesture.scale, gesture.rotation, gesture.duration,
    ]
    promise(
      numbers.allSatisfy { $0?.isFinite ?? true }, "a \(gesture.kind) reports numbers: \(numbers)")
  }

  /// Whether all contacts were where devices are.
  var isPlausible: Bool { !devices.contains(where: \.isOdd) }

  /// Notes which recognizers cannot begin anything.
  private func noteWithdrawn() {
    for record in records.values {
      guard let recognizer = record.recognizer else { continue }
      record.isOut = !recognizer.isEnabled || recognizer.view == nil
    }
  }

  // MARK: The run

  func play() {
    while !bytes.isEmpty {
      interfere()
      noteWithdrawn()
      isOutside = false
      step()
      isOutside = true
    }
    isOutside = false
    for application in applications {
      application.finish()
      promise(application.touches.isEmpty, "no touch is left after the end")
      promise(application.nextDeadline == nil, "no deadline is left after the end")
    }
    for record in records.values { checkEnd(record) }
    for view in views { promise(view.down.isEmpty, "a view receives the end of each touch") }
  }

  private func checkEnd(_ record: Record) {
    promise(!record.state.isActive, "a recognizer that began has ended")
    guard let recognizer = record.recognizer else { return }
    promise(recognizer.state == .possible, "a recognizer is \(recognizer.state) at the end")
    promise(recognizer.ignoredTouches.isEmpty, "a recognizer ignores no touch at the end")
    promise(recognizer.numberOfTouches == 0, "a recognizer has no touch at the end")
  }

  private func step() {
    let index = bytes.below(4)
    let application = applications[devices[index].application]
    pass()
    switch bytes.below(16) {
    case 0: application.advance(to: time)
    case 1 where bytes.isOne(in: 4): application.finish()
    case 2:
      let frames = (0..<2 + bytes.below(3)).map { _ in
        time = time.advanced(byMicroseconds: 2000)
        return devices[index].frame(at: time, &bytes)
      }
      application.send(frames)
    default:
      let frame = devices[index].frame(at: time, &bytes)
      application.send(frame)
    }
  }

  /// Sends a frame between steps; a callback must not.
  func sendOutside() {
    guard isOutside, depth == 1 else { return }
    let frame = devices[0].frame(at: time, &bytes)
    isOutside = false
    applications[0].send(frame)
    isOutside = true
  }

  /// The latest time of the applications, whose clocks never step back.
  var now: Timestamp { applications.map(\.now).max() ?? time }

  /// Mostly a sensor's interval; sometimes none, a step back, or longer than deadlines.
  private func pass() {
    let steps: [Int64] = [
      0, 8000, 8000, 16_000, 16_000, 16_000, 40_000, 40_000, 100_000, 310_000, 700_000, 1_600_000,
      -50_000,
    ]
    let step = bytes.isOne(in: 64) ? bytes.integer() : bytes.pick(steps) ?? 0
    time = time.advanced(byMicroseconds: step)
  }

  /// Lets everything go.
  ///
  /// - Returns: What should be deallocated then.
  func release() -> [Remainder] {
    changesLeft = 0
    var remainders: [Remainder] = []
    for recognizer in recognizers {
      recognizer.view?.removeGestureRecognizer(recognizer)
      remainders.append(Remainder("a recognizer", recognizer))
    }
    for view in views {
      view.removeFromSuperview()
      remainders.append(Remainder("a view", view))
    }
    for window in windows {
      window.application?.removeWindow(window)
      remainders.append(Remainder("a window", window))
    }
    for application in applications { remainders.append(Remainder("an application", application)) }
    recognizers = []
    views = []
    windows = []
    applications = []
    return remainders
  }
}
