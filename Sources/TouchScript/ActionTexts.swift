import Contacts
import Timeline

extension ScriptText {
  /// The words of an action; nil for a block, and for an action of a type of another module.
  init?(_ action: any FingerAction) {
    switch action {
    case let tap as Tap:
      self.init(
        "Tap", "tap", .position("at", tap.position), .number("count", tap.count, usual: 1),
        .fingers(tap.fingers), .amount("interval", tap.interval), .duration(tap.duration))
    case let press as LongPress:
      self.init(
        "LongPress", "long-press", .position("at", press.position),
        .duration(press.duration, usual: 1), .fingers(press.fingers))
    case let tap as TipTap:
      self.init(
        "TipTap", "tip-tap", .direction(tap.side), .position("at", tap.position),
        .amount("distance", tap.distance, usual: 25), .fingers(tap.fingers))
    case let wait as Wait:
      self.init("Wait", "wait", [ScriptText(wait.duration.shortestText)])
    case let interrupt as Interrupt:
      self.init("Interrupt", "interrupt", [ScriptText(interrupt.duration.shortestText)])
    case let shake as Shake:
      let duration = shake.duration.shortestText
      self.init(
        "Shake", "shake", [ScriptText(swift: duration, touch: "for \(duration)")],
        .amount("strength", shake.strength, usual: 2.5))
    case let move as Move:
      let latitude = move.destination.latitude.shortestText
      let longitude = move.destination.longitude.shortestText
      let place = "GeographicPosition(latitude: \(latitude), longitude: \(longitude))"
      self.init(
        "Move", "", [ScriptText(swift: "to: \(place)", touch: nil)],
        .amount("over", move.duration, usual: 0))
    default: self.init(movement: action)
    }
  }

  private init?(movement action: any FingerAction) {
    switch action {
    case let swipe as Swipe:
      self.init(
        "Swipe", "swipe", .path(swipe.start, swipe.end, swipe.isCentered),
        .duration(swipe.duration, usual: 0.25), .fingers(swipe.fingers),
        .amount("liftOff", swipe.liftOff, word: "lift-off", usual: 1.5),
        .amount("rest", swipe.rest, usual: 0))
    case let pan as Pan:
      self.init(
        "Pan", "pan", .path(pan.start, pan.end, pan.isCentered), .duration(pan.duration, usual: 1),
        .fingers(pan.fingers),
        pan.isSteady ? [ScriptText(swift: "isSteady: true", touch: "steady")] : [],
        .amount("rest", pan.rest, usual: 0))
    case let drag as TapAndDrag:
      self.init(
        "TapAndDrag", "tap-and-drag", .path(drag.start, drag.end, drag.isCentered),
        .duration(drag.duration, usual: 0.6), .amount("interval", drag.interval))
    case let pan as EdgePan:
      self.init(
        "EdgePan", "edge-pan", .direction(pan.edge), .position("at", pan.position),
        .amount("length", pan.length, usual: 40), .duration(pan.duration, usual: 0.6))
    case let pinch as Pinch:
      let isMeant = pinch.isScaleMeant
      self.init(
        "Pinch", "pinch",
        isMeant ? [] : .direction(pinch.endSpan < pinch.startSpan ? .in : .out),
        .position(isMeant ? "center" : "at", pinch.center),
        isMeant ? .amount("from", pinch.startSpan) : [],
        isMeant ? .amount("to", pinch.endSpan) : [], .duration(pinch.duration, usual: 0.6),
        .fingers(pinch.fingers, usual: 2), .amount("angle", pinch.angle, usual: -45))
    case let rotation as Rotation:
      let isMeant = rotation.isAngleMeant
      self.init(
        "Rotation", "rotation",
        isMeant ? [] : .direction(rotation.degrees < 0 ? .counterclockwise : .clockwise),
        .position(isMeant ? "center" : "at", rotation.center),
        .amount("radius", rotation.radius, usual: 20),
        isMeant ? .amount("degrees", rotation.degrees, word: "by") : [],
        .duration(rotation.duration, usual: 0.8), .fingers(rotation.fingers, usual: 2),
        .amount("angle", rotation.angle, usual: 0))
    case let tick as Checkmark:
      self.init(
        "Checkmark", "checkmark", .position("at", tick.center),
        .amount("width", tick.width, usual: 30), .duration(tick.duration, usual: 0.6))
    case let path as Path:
      let points = path.points.map(ScriptText.init)
      let list = points.map(\.swift).joined(separator: ", ")
      let words = points.compactMap(\.touch).joined(separator: " ")
      let name = path.name
      let isWord =
        !name.utf8.contains(UInt8(ascii: "\n"))
        && ScriptWords(name.utf8, file: "", line: 1).next?.text == name
      self.init(
        "Path", "path", [ScriptText(swift: "[\(list)]", touch: words)],
        [
          ScriptText(
            swift: "name: \(String(reflecting: name))", touch: isWord ? "as \(name)" : nil)
        ],
        .duration(path.duration, usual: 0.6), .fingers(path.fingers))
    default: return nil
    }
  }
}

// MARK: - Arguments

/// The arguments of a value: none for no value, and for the default one.
extension [ScriptText] {
  fileprivate static func position(_ label: String, _ point: Point?) -> Self {
    point.map { [ScriptText($0).labelled(label, "at")] } ?? []
  }

  fileprivate static func direction(_ direction: IntendedGesture.Direction) -> Self {
    [ScriptText(swift: ".\(direction.rawValue)", touch: direction.rawValue)]
  }

  fileprivate static func number(_ label: String, _ value: Int, usual: Int) -> Self {
    value == usual ? [] : [ScriptText("\(value)").labelled(label, label)]
  }

  fileprivate static func fingers(_ count: Int, usual: Int = 1) -> Self {
    number("fingers", count, usual: usual)
  }

  /// - Parameter word: The word in files; nil for the label.
  fileprivate static func amount(
    _ label: String, _ value: Double?, word: String? = nil, usual: Double? = nil
  ) -> Self {
    guard let value, value != usual else { return [] }
    return [ScriptText(value.shortestText).labelled(label, word ?? label)]
  }

  fileprivate static func duration(_ seconds: Double?, usual: Double? = nil) -> Self {
    amount("duration", seconds, word: "for", usual: usual)
  }

  /// The start and the end of a movement: positions, or a direction about the middle of the touch
  /// area.
  fileprivate static func path(_ start: Point, _ end: Point, _ isCentered: Bool) -> Self {
    guard isCentered, let direction = IntendedGesture.Direction(from: start, to: end) else {
      return [
        ScriptText(start).labelled("from", "from"), ScriptText(end).labelled("to", "to"),
      ]
    }
    return Self.direction(direction)
      + Self.amount("length", start.distance(to: end), usual: 40)
  }
}
