/// The required properties of an expected gesture.
///
/// Properties that are nil are not compared. A script's action is usually the expectation
/// (`Tap(count: 2)`); this type describes other ones:
///
/// ```swift
/// GestureExpectation(.edgePan, touches: 1, direction: .right).lasting(0.2...0.6)
/// ```
public struct GestureExpectation: Hashable, Sendable {
  /// A value with a tolerance; nil for the tolerance of ``GestureTolerances``.
  public struct Near<Value: Hashable & Sendable>: Hashable, Sendable {
    public var value: Value
    public var tolerance: Double?

    public init(_ value: Value, within tolerance: Double? = nil) {
      self.value = value
      self.tolerance = tolerance
    }
  }

  public var kind: Gesture.Kind
  public var touches: Int?
  public var taps: Int?
  public var direction: Gesture.Direction?
  /// The name of a path.
  public var name: String?
  /// Whether the gesture is cancelled, instead of recognized or ended.
  public var isCancelled = false
  /// Whether the gesture may be missing.
  public var isOptional = false
  /// The position in millimetres from the top left corner of the touch area.
  public var position: Near<Point>? { didSet { action = nil } }
  /// The action that implies the expectation, whose position a device determines.
  private var action: ImpliedBy?
  /// The time when it was recognized or ended, in seconds from the start of the play.
  public var time: Near<Double>?
  /// The time of its first touch down, in seconds from the start of the play.
  public var start: Near<Double>?
  /// The ratio of the final to the first distance of the fingers; the tolerance is a share of it.
  public var scale: Near<Double>?
  /// The rotation in degrees, clockwise positive.
  public var rotation: Near<Double>?
  /// The duration in seconds.
  public var duration: ClosedRange<Double>?
  /// The time of its fingers, in seconds on the clock of the stage: reasons are searched in it.
  var intendedTime: ClosedRange<Double>?

  public init(
    _ kind: Gesture.Kind, touches: Int? = nil, taps: Int? = nil,
    direction: Gesture.Direction? = nil, name: String? = nil
  ) {
    self.kind = kind
    self.touches = touches
    self.taps = taps
    self.direction = direction
    self.name = name
  }

  /// An expectation of a script action's intended gesture.
  public init(_ meaning: IntendedGesture) {
    // Every kind and direction in scripts has a counterpart in gestures.
    kind = Gesture.Kind(rawValue: meaning.kind.rawValue) ?? .path
    touches = meaning.touches
    taps = meaning.taps
    direction = meaning.direction.flatMap { Gesture.Direction(rawValue: $0.rawValue) }
    name = meaning.name
    position = meaning.position.map { Near($0) }
    scale = meaning.scale.map { Near($0) }
    rotation = meaning.rotation.map { Near($0) }
    // An interruption cancels a gesture or prevents it.
    isCancelled = meaning.isInterrupted
    isOptional = meaning.isInterrupted
  }

  /// One of the gestures of an action; two of them are equal if the gestures are.
  private struct ImpliedBy: Hashable, Sendable {
    var script: Script
    var index: Int

    static func == (left: Self, right: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// A script that the expectations of its actions share.
  private final class Script: Sendable {
    let actions: FingerScript
    init(_ actions: FingerScript) { self.actions = actions }
  }

  /// The expectations that a script's actions imply, in their order.
  static func all(of script: FingerScript) -> [GestureExpectation] {
    let shared = Script(script)
    // Only the positions of fingers depend on the device.
    return script.gestures(on: StageDevice.touchpad().size).enumerated().map { index, meaning in
      var expectation = GestureExpectation(meaning)
      if meaning.position != nil { expectation.action = ImpliedBy(script: shared, index: index) }
      return expectation
    }
  }

  /// Expectations with the positions that their actions have on a device.
  static func placed(_ expectations: [Self], on device: StageDevice) -> [Self] {
    // A script is planned once for all of its expectations.
    var plans: [ObjectIdentifier: [IntendedGesture]] = [:]
    return expectations.map { expectation in
      guard let action = expectation.action else { return expectation }
      let id = ObjectIdentifier(action.script)
      let meanings = plans[id] ?? action.script.actions.gestures(on: device.size)
      plans[id] = meanings
      guard meanings.indices.contains(action.index), let place = meanings[action.index].position
      else { return expectation }
      var placed = expectation
      placed.position = Near(place, within: expectation.position?.tolerance)
      return placed
    }
  }
}

/// The tolerances of expectations without their own.
public struct GestureTolerances: Hashable, Sendable {
  /// The tolerance of positions in millimetres.
  public var position = 8.0
  /// The tolerance of times in seconds.
  public var time = 0.05
  /// The tolerance of a scale, as a share of it.
  public var scale = 0.25
  /// The tolerance of rotations in degrees.
  public var rotation = 15.0

  public init() {}

  public static let standard = GestureTolerances()
}

// MARK: - Making

/// An expectation, or an action that implies one, which can be made more exact.
///
/// ```swift
/// Tap(count: 2).near(Point(x: 50, y: 35), within: 3).recognized(at: 0.4)
/// ```
public protocol Expectable {
  var expectation: GestureExpectation { get }
}

extension GestureExpectation: Expectable {
  public var expectation: GestureExpectation { self }
}

extension Expectable where Self: FingerAction {
  /// The expectation of the action's intended gesture.
  public var expectation: GestureExpectation {
    GestureExpectation.all(of: FingerScript([self])).first ?? GestureExpectation(.path)
  }
}

extension Tap: Expectable {}
extension LongPress: Expectable {}
extension Swipe: Expectable {}
extension Pan: Expectable {}
extension TapAndDrag: Expectable {}
extension Pinch: Expectable {}
extension Rotation: Expectable {}
extension Path: Expectable {}
extension Checkmark: Expectable {}
extension EdgePan: Expectable {}
extension TipTap: Expectable {}

extension Expectable {
  /// Requires a position, in mm like the tolerance; see ``Gestures/Gesture/location``.
  public func near(_ position: Point, within tolerance: Double? = nil) -> GestureExpectation {
    with { $0.position = .init(position, within: tolerance) }
  }

  /// Requires a time of recognition or of the end, in seconds after the start.
  public func recognized(at seconds: Double, within tolerance: Double? = nil) -> GestureExpectation
  {
    with { $0.time = .init(seconds, within: tolerance) }
  }

  /// Requires a time of the first touch down, in seconds after the start.
  public func started(at seconds: Double, within tolerance: Double? = nil) -> GestureExpectation {
    with { $0.start = .init(seconds, within: tolerance) }
  }

  /// Requires a duration in seconds.
  public func lasting(_ seconds: ClosedRange<Double>) -> GestureExpectation {
    with { $0.duration = seconds }
  }

  /// Requires a ratio of the last to the first distance of the fingers, with a relative tolerance.
  public func scaled(by scale: Double, within tolerance: Double? = nil) -> GestureExpectation {
    with { $0.scale = .init(scale, within: tolerance) }
  }

  /// Requires a turn of the fingers by an angle in degrees, clockwise positive.
  public func turned(by degrees: Double, within tolerance: Double? = nil) -> GestureExpectation {
    with { $0.rotation = .init(degrees, within: tolerance) }
  }

  /// Accepts any number of fingers.
  public func anyFingers() -> GestureExpectation { with { $0.touches = nil } }

  /// Requires that the gesture begins and is cancelled.
  public func cancelled() -> GestureExpectation { with { $0.isCancelled = true } }

  /// Accepts that the gesture is missing.
  public func optional() -> GestureExpectation { with { $0.isOptional = true } }

  private func with(_ change: (inout GestureExpectation) -> Void) -> GestureExpectation {
    var expectation = expectation
    change(&expectation)
    return expectation
  }
}

/// A result builder for expectations: gestures, or actions that imply them, one per line.
public typealias ExpectationBuilder = ListBuilder<GestureExpectation>

extension ListBuilder<GestureExpectation> {
  public static func buildExpression(_ action: any FingerAction) -> [Element] {
    GestureExpectation.all(of: FingerScript([action]))
  }

  public static func buildExpression(_ script: FingerScript) -> [Element] {
    GestureExpectation.all(of: script)
  }
}

// MARK: - Comparing

extension GestureExpectation {
  /// The differences from a gesture, one phrase each; times count from `start`.
  func differences(
    from gesture: Gesture, since start: Timestamp, _ tolerances: GestureTolerances
  ) -> [String] {
    var found: [String] = []
    if kind != gesture.kind { found.append(GestureWords.withArticle(gesture.kind.rawValue)) }
    if isCancelled != (gesture.state == .cancelled) {
      found.append(isCancelled ? "was not cancelled" : "was cancelled")
    }
    if let touches, touches != gesture.touches {
      found.append("\(GesturePhrase.fingers(gesture.touches)), not \(touches)")
    }
    if let taps, taps != gesture.taps {
      found.append("\(GesturePhrase.several(gesture.taps, "tap")), not \(taps)")
    }
    if let direction, direction != gesture.direction {
      found.append("\(gesture.direction?.rawValue ?? "no direction"), not \(direction.rawValue)")
    }
    if let name, name != gesture.name {
      found.append("\"\(gesture.name ?? "")\", not \"\(name)\"")
    }
    found += measures(of: gesture, since: start, tolerances)
    return found
  }

  private func measures(
    of gesture: Gesture, since origin: Timestamp, _ tolerances: GestureTolerances
  ) -> [String] {
    var found: [String] = []
    if let position {
      let location = Point(
        x: Quantity.length.outside(gesture.location.x),
        y: Quantity.length.outside(gesture.location.y))
      let limit = position.tolerance ?? tolerances.position
      let distance = location.distance(to: position.value)
      if !(distance <= limit) {
        found.append(
          "\(distance.text(decimals: 0...1)) mm from \(GesturePhrase.position(position.value)) mm, at most "
            + "\(limit.text(decimals: 0...1)) allowed")
      }
    }
    func check(_ near: Near<Double>?, _ value: Double?, _ limit: Double, _ what: (String) -> String)
    {
      guard let near else { return }
      let limit = near.tolerance ?? limit
      if let value, abs(value - near.value) <= limit + 1e-9 { return }
      found.append(
        "\(what(value.map { $0.text(decimals: 0...3) } ?? "nothing")), not "
          + "\(near.value.text(decimals: 0...3)) ± \(limit.text(decimals: 0...3))")
    }
    check(time, gesture.time.seconds(since: origin), tolerances.time) { "at \($0) s" }
    check(start, gesture.start.seconds(since: origin), tolerances.time) { "started at \($0) s" }
    var absolute = scale
    absolute?.tolerance = (scale?.tolerance ?? tolerances.scale) * abs(scale?.value ?? 0)
    check(absolute, gesture.scale, 0) { "scaled by \($0)" }
    let turn = gesture.rotation.map { ($0 * 10).rounded() / 10 }
    check(rotation, turn, tolerances.rotation) { "turned by \($0)°" }
    if let duration {
      let seconds = gesture.duration ?? gesture.time.seconds(since: gesture.start)
      if !duration.contains(seconds) {
        found.append(
          "took \(seconds.text(decimals: 0...3)) s, not \(duration.lowerBound.text(decimals: 0...3)) to "
            + "\(duration.upperBound.text(decimals: 0...3))")
      }
    }
    return found
  }
}

// MARK: - Words

extension GestureExpectation: CustomStringConvertible {
  /// The expectation in words, as in `swipe left, 3 fingers`.
  public var description: String {
    var words = GesturePhrase.text(
      kind.rawValue, direction: direction, taps: taps, touches: touches, name: name)
    if touches == nil { words += ", any fingers" }
    func add<Value>(_ near: Near<Value>?, _ before: String, _ text: (Value) -> String) {
      guard let near else { return }
      words += ", \(before)\(text(near.value))"
      if let tolerance = near.tolerance { words += " ± \(tolerance.text(decimals: 0...3))" }
    }
    if let scale {
      words += ", ×\(scale.value.text(decimals: 0...3))"
      if let tolerance = scale.tolerance {
        words += " ± \((tolerance * 100).text(decimals: 0...1)) %"
      }
    }
    add(rotation, "") { "\($0.text(decimals: 0...3))°" }
    add(position, "near ") { "\(GesturePhrase.position($0)) mm" }
    add(start, "from ") { "\($0.text(decimals: 0...3)) s" }
    add(time, "at ") { "\($0.text(decimals: 0...3)) s" }
    if let duration {
      let limits = [duration.lowerBound, duration.upperBound].map { $0.text(decimals: 0...3) }
      words += ", lasting \(limits.joined(separator: "..."))"
    }
    if isCancelled { words += ", cancelled" }
    if isOptional { words += ", optional" }
    return words
  }
}
