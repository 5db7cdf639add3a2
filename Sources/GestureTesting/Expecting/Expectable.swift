public import Contacts
import Gestures
public import TouchScript

/// Something that can be expected of a script or a trace, and said more exactly.
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
  /// What the action means.
  public var expectation: GestureExpectation {
    let meaning = FingerScript([self]).gestures(on: StageDevice.touchpad().size).first
    return meaning.map { GestureExpectation($0) } ?? GestureExpectation(.path)
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
  /// The gesture is so near to a place, both in mm; see ``Gestures/Gesture/location``.
  public func near(_ place: Point, within tolerance: Double? = nil) -> GestureExpectation {
    with { $0.place = .init(place, within: tolerance) }
  }

  /// It is recognized, or ends, so many seconds after the start.
  public func recognized(at seconds: Double, within tolerance: Double? = nil) -> GestureExpectation
  {
    with { $0.time = .init(seconds, within: tolerance) }
  }

  /// Its first finger lands so many seconds after the start.
  public func started(at seconds: Double, within tolerance: Double? = nil) -> GestureExpectation {
    with { $0.start = .init(seconds, within: tolerance) }
  }

  /// It takes so many seconds.
  public func lasting(_ seconds: ClosedRange<Double>) -> GestureExpectation {
    with { $0.duration = seconds }
  }

  /// The fingers end so many times as far apart as they began; the tolerance is a share of that.
  public func scaled(by scale: Double, within tolerance: Double? = nil) -> GestureExpectation {
    with { $0.scale = .init(scale, within: tolerance) }
  }

  /// The fingers turn by so many degrees, clockwise positive.
  public func turned(by degrees: Double, within tolerance: Double? = nil) -> GestureExpectation {
    with { $0.rotation = .init(degrees, within: tolerance) }
  }

  /// Any number of fingers will do.
  public func anyFingers() -> GestureExpectation {
    with { $0.touches = nil }
  }

  /// It begins and is broken off.
  public func cancelled() -> GestureExpectation {
    with { $0.isCancelled = true }
  }

  /// It may be there or not.
  public func optional() -> GestureExpectation {
    with { $0.isOptional = true }
  }

  private func with(_ change: (inout GestureExpectation) -> Void) -> GestureExpectation {
    var expectation = expectation
    change(&expectation)
    return expectation
  }
}

/// Lets expectations stand one below the other in braces: gestures, and actions that mean them.
@resultBuilder
public enum ExpectationBuilder {
  public static func buildExpression(_ gesture: GestureExpectation) -> [GestureExpectation] {
    [gesture]
  }
  public static func buildExpression(_ gestures: [GestureExpectation]) -> [GestureExpectation] {
    gestures
  }
  public static func buildExpression(_ action: any FingerAction) -> [GestureExpectation] {
    buildExpression(FingerScript([action]))
  }
  public static func buildExpression(_ script: FingerScript) -> [GestureExpectation] {
    script.gestures(on: StageDevice.touchpad().size).map { GestureExpectation($0) }
  }
  public static func buildBlock(_ parts: [GestureExpectation]...) -> [GestureExpectation] {
    parts.flatMap { $0 }
  }
  public static func buildOptional(_ part: [GestureExpectation]?) -> [GestureExpectation] {
    part ?? []
  }
  public static func buildEither(first part: [GestureExpectation]) -> [GestureExpectation] { part }
  public static func buildEither(second part: [GestureExpectation]) -> [GestureExpectation] {
    part
  }
  public static func buildArray(_ parts: [[GestureExpectation]]) -> [GestureExpectation] {
    parts.flatMap { $0 }
  }
}
