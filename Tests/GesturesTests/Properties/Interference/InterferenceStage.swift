import Contacts
import Timeline

@testable import Gestures

/// Two random applications, and what interferes with them in every callback.
///
/// Unlike ``TouchStage`` it has several applications, whose windows change hands in mid-gesture.
///
/// Everything depends only on the seed. Parts can be left out, to find the few that break a
/// promise.
final class InterferenceStage {
  /// Where something interferes.
  enum Place: Int {
    case outside, action, observer, delegate, view, hitTest, recognizer, application
  }

  /// A part that can be left out.
  enum Part: Hashable {
    case step(Int)
    case recognizer(Int)
    case view(Int)
    case change(Int)
  }

  /// What is known about a recognizer.
  final class Record {
    let number: Int
    weak var recognizer: GestureRecognizer?
    var observed = GestureState.possible
    var traced = GestureState.possible
    var token: ActionToken?
    /// The application that reported last.
    weak var application: Application?

    init(_ recognizer: GestureRecognizer, number: Int) {
      self.recognizer = recognizer
      self.number = number
    }
  }

  let seed: Int
  let skipped: Set<Part>
  /// Whether ``log`` is written.
  let isVerbose: Bool
  private(set) var log: [String] = []
  private(set) var violations: [String] = []
  /// Depends on everything that was reported.
  private(set) var digest: UInt64 = 0
  /// The parts that had an effect.
  private(set) var parts: [Part] = []
  private(set) var outcomes: Set<Gesture.Kind> = []

  var applications: [WildApplication?] = []
  var windows: [Window] = []
  var views: [WildView] = []
  var recognizers: [GestureRecognizer] = []
  var records: [ObjectIdentifier: Record] = [:]
  private(set) var delegate: WildDelegate?
  /// Drawn when the stage is built.
  var random: SeededGenerator
  private var draws = 0
  private var callbacks = 0
  private var changesLeft: Int
  private let rarity: Int
  private var depth = 0
  private var isEnding = false
  private var time = Timestamp.zero

  init(seed: Int, skipping skipped: Set<Part> = [], isVerbose: Bool = false) {
    self.seed = seed
    self.skipped = skipped
    self.isVerbose = isVerbose
    random = SeededGenerator(seed: UInt64(seed), item: -2)
    rarity = [1, 2, 4, 12][random.index(below: 4)]
    changesLeft = [0, 5, 15, 40][random.index(below: 4)]
    delegate = WildDelegate(on: self)
    build()
  }

  // MARK: Reports

  func report(_ text: String) {
    note("    VIOLATION: \(text)")
    if violations.count < 5 && !violations.contains(text) { violations.append(text) }
  }

  func note(_ text: @autoclosure () -> String) {
    if isVerbose { log.append(String(repeating: "  ", count: depth) + text()) }
  }

  func mix(_ number: Int) {
    digest = (digest ^ UInt64(truncatingIfNeeded: number)) &* 0x100_0000_01B3
  }

  /// A random number below a limit, the next of a series that leaving out parts changes little.
  func draw(_ limit: Int) -> Int {
    draws += 1
    var generator = SeededGenerator(seed: UInt64(seed), item: draws)
    return generator.index(below: limit)
  }

  func number(_ recognizer: GestureRecognizer) -> Int {
    records[ObjectIdentifier(recognizer)]?.number ?? -1
  }

  func keeps(_ part: Part) -> Bool {
    if skipped.contains(part) { return false }
    parts.append(part)
    return true
  }

  // MARK: Interference

  /// Changes something, or nothing.
  func interfere(_ place: Place) {
    callbacks += 1
    mix(place.rawValue)
    guard changesLeft > 0, depth < 3 else { return }
    let count = callbacks
    var generator = SeededGenerator(seed: UInt64(seed) ^ 0xABCDEF, item: count)
    let limit = place == .outside ? 2 : place == .hitTest ? rarity * 8 : rarity * 2
    guard generator.index(below: limit) == 0, keeps(.change(count)) else { return }
    changesLeft -= 1
    depth += 1
    var interference = Interference(stage: self, random: generator, isEnding: isEnding)
    interference.perform(from: place, count)
    depth -= 1
  }

  // MARK: Observation

  func observe(_ application: Application) {
    application.arbiter.observer = { [unowned self, weak application] recognizer, gesture in
      check(recognizer, gesture, in: application)
      interfere(.observer)
    }
    application.arbiter.tracer = { [unowned self] recognizer, change in
      check(recognizer, change)
    }
    application.arbiter.cycleObserver = { [unowned self] _ in interfere(.observer) }
  }

  func observeActions(of record: Record) {
    record.recognizer?.addAction { [unowned self] recognizer in
      if !recognizer.state.isReported { report("an action is called for \(recognizer.state)") }
      interfere(.action)
    }
  }

  private func check(
    _ recognizer: GestureRecognizer, _ gesture: Gesture, in application: Application?
  ) {
    note("    \(number(recognizer)) \(gesture.kind) reports \(gesture.state)")
    guard let record = records[ObjectIdentifier(recognizer)] else { return }
    mix(record.number * 8 + (GestureState.allCases.firstIndex(of: gesture.state) ?? 0))
    mix(Int(gesture.time.microseconds))
    let last = record.observed
    if !(last.isFinal ? .possible : last).allows(gesture.state) {
      report("a recognizer reports \(gesture.state) after \(last)")
    }
    record.observed = gesture.state
    record.application = application
    if recognizer.state != gesture.state {
      report("a recognizer that is \(recognizer.state) reports \(gesture.state)")
    }
    if gesture.start > gesture.time { report("a \(gesture.kind) starts after its time") }
    if gesture.state.isFinal { outcomes.insert(gesture.kind) }
    let numbers = [
      gesture.location.x, gesture.location.y, gesture.translation?.dx ?? 0,
      gesture.translation?.dy ?? 0, gesture.velocity?.dx ?? 0, gesture.velocity?.dy ?? 0,
      gesture.scale ?? 0, gesture.rotation ?? 0, gesture.duration ?? 0,
    ]
    if !numbers.allSatisfy(\.isFinite) { report("a \(gesture.kind) reports \(numbers)") }
    if gesture.duration ?? 0 < 0 { report("a \(gesture.kind) lasts less than nothing") }
  }

  private func check(_ recognizer: GestureRecognizer, _ change: StateChange) {
    if change.to == .failed || change.to == .cancelled {
      note("    \(number(recognizer)) \(change.kind) \(change.to)")
    }
    guard let record = records[ObjectIdentifier(recognizer)] else { return }
    // It traces misses that change nothing.
    if recognizer is TextbookRecognizer { return }
    if !change.from.allows(change.to) {
      report("a recognizer goes from \(change.from) to \(change.to)")
    }
    let last = record.traced
    let from = last.isFinal ? .possible : last
    // Changes are not traced.
    if !from.allows(change.to) { report("a trace has \(change.to) after \(last)") }
    record.traced = change.to
    mix(record.number)
  }
}

// MARK: - The run

extension InterferenceStage {
  func play() {
    for (index, step) in InterferencePlan(seed: seed).steps.enumerated() {
      interfere(.outside)
      guard keeps(.step(index)) else { continue }
      perform(step)
    }
    isEnding = true
    if seed % 10 == 9 { dropApplication() }
    for index in applications.indices { finish(index) }
    checkEnd()
  }

  private func perform(_ step: InterferencePlan.Step) {
    switch step {
    case .frame(let frame, let index):
      time = frame.time
      note("application \(index) \(Self.describe(frame))")
      applications[index]?.send(frame)
    case .frames(let frames, let index):
      for frame in frames { note("application \(index) together \(Self.describe(frame))") }
      applications[index]?.send(frames)
    case .advance(let time, let index):
      note("application \(index) advances to \(time)")
      applications[index]?.advance(to: time)
    case .finish(let index): finish(index)
    }
  }

  private static func describe(_ frame: ContactFrame) -> String {
    let contacts = frame.contacts.map { contact in
      "\(contact.id)\(contact.tool == .finger ? "" : " \(contact.tool)")"
        + "(\(Int(contact.position.x)),\(Int(contact.position.y)))"
    }
    return "\(frame.time.microseconds / 1000) ms device \(frame.device): "
      + contacts.joined(separator: " ") + (frame.isInterrupted ? " interrupted" : "")
      + (frame.cancelled.isEmpty ? "" : " cancelled \(frame.cancelled)")
      + (frame.extraFingers == 0 ? "" : " extra \(frame.extraFingers)")
      + (frame.buttons.isEmpty ? "" : " button")
  }

  private func finish(_ index: Int) {
    guard let application = applications[index] else { return }
    note("application \(index) finishes")
    application.finish()
    checkIdle(application)
  }

  private func dropApplication() {
    note("application 0 is deallocated")
    var application = applications[0]
    weak let remainder = application
    applications[0] = nil
    // Its callbacks interfere, too.
    application = nil
    if remainder != nil { report("an application is retained in mid-gesture") }
  }

  private func checkIdle(_ application: Application) {
    let arbiter = application.arbiter
    if !arbiter.members.isEmpty { report("a recognizer is a member after the end") }
    if arbiter.nextDeadline != nil { report("a deadline is left") }
    if !application.touches.isEmpty { report("a touch is left") }
    if arbiter.holdsTouchesBack { report("a touch is held back after the end") }
    if arbiter.isBusy || arbiter.isFiring || !arbiter.postponed.isEmpty {
      report("callbacks are running after the end")
    }
  }

  private func checkEnd() {
    for record in records.values {
      guard let recognizer = record.recognizer else {
        if record.observed.isActive && record.application != nil {
          report("a recognizer is deallocated while its gesture goes on")
        }
        continue
      }
      check(recognizer)
      if record.observed.isActive && record.application != nil {
        report("a recognizer began and never ended")
      }
    }
    if applications[0] != nil {
      for view in views where !view.down.isEmpty { report("a view receives no end of a touch") }
    }
  }

  private func check(_ recognizer: GestureRecognizer) {
    if recognizer.state != .possible { report("a recognizer is \(recognizer.state) at the end") }
    if recognizer.downCount != 0 { report("a recognizer counts \(recognizer.downCount) touches") }
    if !recognizer.deadlines.isEmpty { report("a recognizer counts deadlines") }
    if recognizer.waiting != nil { report("a recognizer waits at the end") }
    if recognizer.arbiter != nil { report("a recognizer is bound at the end") }
    if !recognizer.ignoredTouches.isEmpty { report("a recognizer ignores touches at the end") }
    if recognizer.isClaiming { report("a recognizer claims at the end") }
    if recognizer.sharesFingers || !recognizer.followedFingers.isEmpty {
      report("a recognizer follows fingers at the end")
    }
  }

  /// Checks that each recognizer can be used in another application.
  func reuse() {
    changesLeft = 0
    for recognizer in recognizers { InterferenceStage.checkUse(recognizer, on: self) }
  }

  /// Removes a recognizer from its view, and uses it in an application of its own.
  static func checkUse(_ recognizer: GestureRecognizer, on stage: InterferenceStage) {
    stage.note("\(stage.number(recognizer)) is used in another application")
    recognizer.view?.removeGestureRecognizer(recognizer)
    guard recognizer.view == nil else { return }
    recognizer.isEnabled = true
    recognizer.delegate = nil
    recognizer.allowedTouchKinds = [.finger]
    let application = Application(policy: IndependentPolicy())
    let window = Window(touchArea: Size(width: 90, height: 60))
    application.addWindow(window)
    window.addGestureRecognizer(recognizer)
    let attempt = recognizer.attempt
    let contact = Contact(id: 1, position: Point(x: 30, y: 30))
    application.send(ContactFrame(time: .zero, contacts: [contact]))
    if !(recognizer is WildRecognizer) && recognizer.view === window && recognizer.isEnabled {
      let isUsed = recognizer.arbiter === application.arbiter && recognizer.downCount == 1
      if !isUsed && recognizer.attempt == attempt {
        stage.report("a recognizer can't be used in another application")
      }
    }
    application.finish()
    if recognizer.arbiter != nil || recognizer.state != .possible || recognizer.downCount != 0
      || !recognizer.deadlines.isEmpty
    {
      stage.report("a recognizer is not idle after its use in another application")
    }
    window.removeGestureRecognizer(recognizer)
  }

  /// Lets everything go.
  ///
  /// - Returns: What should be deallocated then.
  func release() -> [Remainder] {
    var remainders: [Remainder] = []
    for recognizer in recognizers {
      recognizer.view?.removeGestureRecognizer(recognizer)
      remainders.append(Remainder("a recognizer", recognizer))
    }
    recognizers = []
    for view in views {
      view.removeFromSuperview()
      remainders.append(Remainder("a view", view))
    }
    for window in windows {
      window.application?.removeWindow(window)
      remainders.append(Remainder("a window", window))
    }
    views = []
    windows = []
    for remainder in remainders where remainder.isAlive {
      report("\(remainder.name) is retained by an idle application")
    }
    for application in applications.compactMap(\.self) {
      remainders.append(Remainder("an application", application))
      remainders.append(Remainder("an arbiter", application.arbiter))
    }
    applications = []
    return remainders
  }

  /// An object that should be deallocated.
  struct Remainder {
    let name: String
    private weak var object: AnyObject?

    init(_ name: String, _ object: AnyObject) {
      self.name = name
      self.object = object
    }

    var isAlive: Bool { object != nil }
  }
}

// MARK: - Runs

extension InterferenceStage {
  struct Result {
    var violations: [String]
    var digest: UInt64
    var log: [String]
    var parts: [Part]
    var outcomes: Set<Gesture.Kind>
  }

  static func run(seed: Int, skipping: Set<Part> = [], isVerbose: Bool = false) -> Result {
    let stage = InterferenceStage(seed: seed, skipping: skipping, isVerbose: isVerbose)
    stage.play()
    stage.reuse()
    for remainder in stage.release() where remainder.isAlive {
      stage.report("\(remainder.name) is not deallocated")
    }
    return Result(
      violations: stage.violations, digest: stage.digest, log: stage.log, parts: stage.parts,
      outcomes: stage.outcomes)
  }

  /// Leaves out as many parts as possible of a run that violates a promise.
  static func shrink(seed: Int, violation: String) -> Result {
    var skipped: Set<Part> = []
    func fails(without parts: Set<Part>) -> Bool {
      run(seed: seed, skipping: parts).violations.contains(violation)
    }
    var isShorter = true
    while isShorter {
      isShorter = false
      var parts = run(seed: seed, skipping: skipped).parts
      var size = parts.count
      while size > 0 {
        var start = 0
        while start < parts.count {
          let some = Set(parts[start..<min(start + size, parts.count)])
          if fails(without: skipped.union(some)) {
            skipped.formUnion(some)
            parts.removeAll { some.contains($0) }
            isShorter = true
          } else {
            start += size
          }
        }
        size /= 2
      }
    }
    return run(seed: seed, skipping: skipped, isVerbose: true)
  }
}
