import Contacts
import Gestures
import Playback

/// Words for numbers and gestures in messages.
enum Phrase {
  /// A number with at most so many decimals, without zeros at its end.
  static func number(_ value: Double, _ decimals: Int = 3) -> String {
    let text = RecordNumber.text(value, decimals: decimals)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  static func several(_ count: Int?, _ one: String) -> String {
    count?.counted(one) ?? "no \(one)s"
  }

  static func fingers(_ count: Int?) -> String { several(count, "finger") }

  /// A place in mm, as in `(50, 35.5)`.
  static func place(_ point: Point) -> String { "(\(number(point.x, 1)), \(number(point.y, 1)))" }

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
      if let tolerance = near.tolerance { words += " ± \(Phrase.number(tolerance))" }
    }
    if let scale {
      words += ", ×\(Phrase.number(scale.value))"
      if let tolerance = scale.tolerance { words += " ± \(Phrase.number(tolerance * 100, 1)) %" }
    }
    add(rotation, "") { "\(Phrase.number($0))°" }
    add(place, "near ") { "\(Phrase.place($0)) mm" }
    add(start, "from ") { "\(Phrase.number($0)) s" }
    add(time, "at ") { "\(Phrase.number($0)) s" }
    if let duration {
      let limits = [duration.lowerBound, duration.upperBound].map { Phrase.number($0) }
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
    if let scale { words += ", ×\(Phrase.number(scale, 2))" }
    if let rotation { words += ", \(Phrase.number(rotation, 1))°" }
    if state == .cancelled { words += ", cancelled" }
    return words
  }
}
