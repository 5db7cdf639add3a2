import Contacts
import Gestures
import Playback
import Timeline

/// Words for numbers and gestures in messages.
enum Phrase {
  static func several(_ count: Int?, _ one: String) -> String {
    count?.counted(one) ?? "no \(one)s"
  }

  static func fingers(_ count: Int?) -> String { several(count, "finger") }

  /// A place in mm, as in `(50, 35.5)`.
  static func place(_ point: Point) -> String {
    "(\(point.x.text(decimals: 0...1)), \(point.y.text(decimals: 0...1)))"
  }

  /// A place that is in points.
  static func millimetres(_ point: Point) -> Point {
    Point(x: point.x / Window.pointsPerMillimeter, y: point.y / Window.pointsPerMillimeter)
  }

  /// What kind of gesture, as in `swipe left, 3 fingers`.
  static func gesture(
    _ kind: Gesture.Kind, direction: Gesture.Direction?, taps: Int?, touches: Int?, name: String?
  ) -> String {
    var words = kind.rawValue
    if let direction { words += " \(direction.rawValue)" }
    if let taps, taps != 1 { words += " ×\(taps)" }
    if let name { words += " \"\(name)\"" }
    if let touches, touches != 1 { words += ", \(fingers(touches))" }
    return words
  }
}

extension GestureExpectation: CustomStringConvertible {
  /// As in `swipe left, 3 fingers`.
  public var description: String {
    var words = Phrase.gesture(
      kind, direction: direction, taps: taps, touches: touches, name: name)
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
    add(place, "near ") { "\(Phrase.place($0)) mm" }
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

extension Gesture {
  /// As in `swipe left, 3 fingers`.
  var phrase: String {
    var words = Phrase.gesture(
      kind, direction: direction, taps: taps, touches: touches, name: name)
    if let scale { words += ", ×\(scale.text(decimals: 0...2))" }
    if let rotation { words += ", \(rotation.text(decimals: 0...1))°" }
    if state == .cancelled { words += ", cancelled" }
    return words
  }
}
