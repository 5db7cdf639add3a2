import CTouchstone
import Evdev
import Gestures

/// The object behind a handle of the C interface, which `touchstone.h` documents.
final class Engine {
  let touchArea: Size
  private let application: Application
  private let recognizers: [GestureRecognizer]
  private let description: DeviceDescription?

  /// The frame that every call reuses, so that a frame allocates nothing.
  @exclusivity(unchecked) var frame = ContactFrame(time: .zero)
  @exclusivity(unchecked) private var feed = TouchFeed<Int32>(unit: .millimetre)
  /// The number of changes of touches since the last end of a frame.
  @exclusivity(unchecked) private(set) var pendingChanges = 0
  @exclusivity(unchecked) private var tracker: SlotTracker?

  /// Whether recognizers are running: a callback must not push, advance or destroy.
  @exclusivity(unchecked) private(set) var isBusy = false
  /// Whether reports are dropped, because the engine is being reset.
  private var isSilent = false
  @exclusivity(unchecked) var callback: touchstone_gesture_callback?
  @exclusivity(unchecked) var userData: UnsafeMutableRawPointer?
  @exclusivity(unchecked) var gestures = PendingReports<Gesture>()
  @exclusivity(unchecked) var failures = PendingReports<StateChange>()
  let strings = CStrings()

  init(_ options: EngineOptions) {
    description = options.description
    touchArea = options.touchArea
    let session = GestureSession(
      touchArea: touchArea, isTouchpad: options.isTouchpad, profile: options.profile,
      shapes: options.shapes)
    recognizers = session.recognizers
    application = session.application
    tracker = makeTracker()
    let everyState = options.flags.contains(.reportAllStates)
    let reportsBegan = options.flags.contains(.reportBegan)
    session.observeGestures(everyState: everyState || reportsBegan) {
      [unowned self] gesture, isOutcome in
      if everyState || isOutcome || gesture.state != .recognized { report(gesture) }
    }
    application.arbiter.observesChanges = everyState
    if options.flags.contains(.keepFailures) {
      application.arbiter.tracer = { [unowned self] in keep($1) }
    }
  }

  private func makeTracker() -> SlotTracker? {
    description.map { description in
      SlotTracker(
        description: description, touchArea: TouchArea(description: description, size: touchArea))
    }
  }
}

// MARK: - Input

extension Engine {
  @inline(__always)
  func sendFrame() { work { application.send(frame) } }

  /// Changes touches, which the next ``sendTouches()`` pushes.
  @inline(__always)
  func change(_ body: (inout TouchFeed<Int32>) throws(CallError) -> Void) throws(CallError) {
    try body(&feed)
    pendingChanges += 1
  }

  /// Pushes the changes of touches since the last call.
  func sendTouches() {
    work { feed.sendFrames { application.send($0) } }
    pendingChanges = 0
  }

  /// Processes an event of the device; false without a device.
  @inline(__always)
  func process(_ event: InputEvent) -> Bool {
    guard let isComplete = tracker?.process(event) else { return false }
    if isComplete { sendTrackedFrame() }
    return true
  }

  private func sendTrackedFrame() {
    guard let frame = tracker?.frame else { return }
    work { application.send(frame) }
  }
}

// MARK: - Time

extension Engine {
  var nextDeadline: Timestamp? { application.nextDeadline }

  func advance(to time: Timestamp) { work { application.advance(to: time) } }

  func interrupt(at time: Timestamp) { work { application.interrupt(at: time) } }

  func resume() { work { application.resume() } }

  func finish() {
    if pendingChanges > 0 { sendTouches() }
    if tracker?.finish() == true { sendTrackedFrame() }
    work { application.finish() }
    forgetTouches()
  }

  func reset() {
    isSilent = true
    work { application.finish() }
    isSilent = false
    forgetTouches()
    gestures.removeAll()
    failures.removeAll()
  }

  private func forgetTouches() {
    feed = TouchFeed(unit: .millimetre)
    pendingChanges = 0
    tracker = makeTracker()
  }

  /// Performs a call during which callbacks cannot make another.
  @inline(__always)
  private func work(_ body: () -> Void) {
    isBusy = true
    body()
    isBusy = false
  }
}

// MARK: - Reports

extension Engine {
  private func report(_ gesture: Gesture) {
    if isSilent { return }
    guard let callback else { return gestures.append(gesture) }
    var value = touchstone_gesture(gesture, strings)
    callback(handle, &value, userData)
  }

  private func keep(_ change: StateChange) {
    if !isSilent, change.reason != nil, change.to == .failed || change.to == .cancelled {
      failures.append(change)
    }
  }

  /// The kinds that the touches may still become, as a set of bits.
  var candidates: UInt64 {
    var kinds: UInt64 = 0
    for recognizer in recognizers where recognizer.isCandidate { kinds |= recognizer.kind.bit }
    return kinds
  }

  /// The latest failure of a recognizer of a kind; of any, if the kind is nil.
  func lastFailure(of kind: Gesture.Kind?) -> StateChange? {
    var latest: StateChange?
    for recognizer in recognizers where kind == nil || recognizer.kind == kind {
      guard let reason = recognizer.lastFailure else { continue }
      if let latest, latest.time > reason.time { continue }
      latest = StateChange(
        kind: recognizer.kind, from: .possible, to: .failed, time: reason.time,
        direction: recognizer.soughtDirection, name: recognizer.name, reason: reason)
    }
    return latest
  }
}

// MARK: - Handles

extension Engine {
  /// The handle of the C interface, which does not retain the engine.
  var handle: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  @inline(__always)
  static func of(_ handle: OpaquePointer) -> Unmanaged<Engine> {
    Unmanaged.fromOpaque(UnsafeRawPointer(handle))
  }
}

extension Size {
  /// The unit of positions in the C interface.
  fileprivate static let millimetre = Size(width: 1, height: 1)
}

// MARK: - Strings

/// C strings, stored as long as the engine.
final class CStrings {
  private var pointers: [String: UnsafeMutablePointer<CChar>] = [:]
  /// The sentence of the last failure, which the next one replaces.
  private var sentence: UnsafeMutablePointer<CChar>?

  deinit {
    for pointer in pointers.values { pointer.deallocate() }
    sentence?.deallocate()
  }

  /// A string of a small set, such as the name of a shape; NULL for nil.
  func pointer(to text: String?) -> UnsafePointer<CChar>? {
    guard let text else { return nil }
    if let pointer = pointers[text] { return UnsafePointer(pointer) }
    let pointer = text.makeCString()
    pointers[text] = pointer
    return UnsafePointer(pointer)
  }

  /// A string that is valid until the next call.
  func temporaryPointer(to text: String) -> UnsafePointer<CChar> {
    sentence?.deallocate()
    let pointer = text.makeCString()
    sentence = pointer
    return UnsafePointer(pointer)
  }
}

extension String {
  /// The bytes with a zero at the end; the caller deallocates them.
  func makeCString() -> UnsafeMutablePointer<CChar> {
    let bytes = utf8CString
    let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { (pointer + index).initialize(to: byte) }
    return pointer
  }
}

/// The reports that wait to be taken, oldest first; a further one replaces the oldest.
struct PendingReports<Report> {
  /// The most waiting reports: minutes of the fastest tapping, in less than half a megabyte.
  static var limit: Int { 1024 }

  /// The reports, which wait from ``first`` on; the earlier ones are removed together.
  private(set) var reports: [Report] = []
  private var first = 0
  /// The number of replaced reports.
  private(set) var lost: UInt64 = 0

  mutating func append(_ report: Report) {
    if reports.count - first == Self.limit {
      first += 1
      lost += 1
    }
    if first >= Self.limit {
      reports.removeFirst(first)
      first = 0
    }
    reports.append(report)
  }

  mutating func takeFirst() -> Report? {
    guard first < reports.count else { return nil }
    let report = reports[first]
    first += 1
    if first == reports.count {
      reports.removeAll(keepingCapacity: true)
      first = 0
    }
    return report
  }

  mutating func removeAll() {
    reports.removeAll(keepingCapacity: true)
    first = 0
  }
}
