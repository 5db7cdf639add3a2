import Contacts
import Timeline

/// An action that is a call in Swift code and a line in a file.
protocol ScriptWritten {
  var text: ScriptText { get }
}

extension Tap: ScriptWritten {
  var text: ScriptText {
    ScriptText(
      "Tap", "tap",
      [
        .position("at", position), .number("count", count, usual: 1),
        .number("fingers", fingers, usual: 1), .amount("interval", interval),
        .amount("duration", duration, word: "for"),
      ])
  }
}

extension LongPress: ScriptWritten {
  var text: ScriptText {
    ScriptText(
      "LongPress", "long-press",
      [
        .position("at", position),
        .amount("duration", duration, word: "for", usual: 1),
        .number("fingers", fingers, usual: 1),
      ])
  }
}

extension TipTap: ScriptWritten {
  var text: ScriptText {
    ScriptText(
      "TipTap", "tip-tap",
      [
        .direction(side), .position("at", position),
        .amount("distance", distance, usual: 25), .number("fingers", fingers, usual: 1),
      ])
  }
}

extension Swipe: ScriptWritten {
  var text: ScriptText {
    ScriptText(
      "Swipe", "swipe",
      ScriptText.Argument.path(start, end, isCentered) + [
        .amount("duration", duration, word: "for", usual: 0.25),
        .number("fingers", fingers, usual: 1),
        .amount("liftOff", liftOff, word: "lift-off", usual: 1.5),
        .amount("rest", rest, usual: 0),
      ])
  }
}

extension Pan: ScriptWritten {
  var text: ScriptText {
    ScriptText(
      "Pan", "pan",
      ScriptText.Argument.path(start, end, isCentered) + [
        .amount("duration", duration, word: "for", usual: 1),
        .number("fingers", fingers, usual: 1),
        isSteady ? ScriptText.Argument(swift: "isSteady: true", touch: "steady") : nil,
        .amount("rest", rest, usual: 0),
      ])
  }
}

extension TapAndDrag: ScriptWritten {
  var text: ScriptText {
    ScriptText(
      "TapAndDrag", "tap-and-drag",
      ScriptText.Argument.path(start, end, isCentered) + [
        .amount("duration", duration, word: "for", usual: 0.6),
        .amount("interval", interval),
      ])
  }
}

extension EdgePan: ScriptWritten {
  var text: ScriptText {
    ScriptText(
      "EdgePan", "edge-pan",
      [
        .direction(edge), .position("at", position),
        .amount("length", length, usual: 40),
        .amount("duration", duration, word: "for", usual: 0.6),
      ])
  }
}

extension Pinch: ScriptWritten {
  var text: ScriptText {
    ScriptText(
      "Pinch", "pinch",
      [
        isScaleMeant ? nil : .direction(endSpan < startSpan ? .in : .out),
        .position(isScaleMeant ? "center" : "at", center),
        isScaleMeant ? .amount("from", startSpan) : nil,
        isScaleMeant ? .amount("to", endSpan) : nil,
        .amount("duration", duration, word: "for", usual: 0.6),
        .number("fingers", fingers, usual: 2),
        .amount("angle", angle, usual: -45),
      ])
  }
}

extension Rotation: ScriptWritten {
  var text: ScriptText {
    ScriptText(
      "Rotation", "rotation",
      [
        isAngleMeant
          ? nil : .direction(degrees < 0 ? .counterclockwise : .clockwise),
        .position(isAngleMeant ? "center" : "at", center),
        .amount("radius", radius, usual: 20),
        isAngleMeant ? .amount("degrees", degrees, word: "by") : nil,
        .amount("duration", duration, word: "for", usual: 0.8),
        .number("fingers", fingers, usual: 2),
        .amount("angle", angle, usual: 0),
      ])
  }
}

extension Checkmark: ScriptWritten {
  var text: ScriptText {
    ScriptText(
      "Checkmark", "checkmark",
      [
        .position("at", center), .amount("width", width, usual: 30),
        .amount("duration", duration, word: "for", usual: 0.6),
      ])
  }
}

extension Path: ScriptWritten {
  var text: ScriptText {
    let list = points.map(ScriptText.Argument.swift).joined(separator: ", ")
    return ScriptText(
      "Path", "path",
      [
        ScriptText.Argument(
          swift: "[\(list)]", touch: points.map(ScriptText.Argument.touch).joined(separator: " ")),
        ScriptText.Argument(swift: "name: \(String(reflecting: name))", touch: "as \(name)"),
        .amount("duration", duration, word: "for", usual: 0.6),
        .number("fingers", fingers, usual: 1),
      ])
  }
}

extension Wait: ScriptWritten {
  var text: ScriptText {
    ScriptText("Wait", "wait", [.plain(duration)])
  }
}

extension Interrupt: ScriptWritten {
  var text: ScriptText {
    ScriptText("Interrupt", "interrupt", [.plain(duration)])
  }
}

extension Shake: ScriptWritten {
  var text: ScriptText {
    ScriptText(
      "Shake", "shake",
      [
        ScriptText.Argument(
          swift: duration.shortestText, touch: "for \(duration.shortestText)"),
        .amount("strength", strength, usual: 2.5),
      ])
  }
}

extension Move: ScriptWritten {
  var text: ScriptText {
    let (latitude, longitude) = (destination.latitude, destination.longitude)
    let place =
      "GeographicPosition(latitude: \(latitude.shortestText), longitude: \(longitude.shortestText))"
    return ScriptText(
      "Move", "",
      [
        ScriptText.Argument(swift: "to: \(place)", touch: nil),
        .amount("over", duration, word: "", usual: 0),
      ])
  }
}

// MARK: - Arguments

extension ScriptText.Argument {
  static func swift(_ point: Point) -> String {
    "Point(x: \(point.x.shortestText), y: \(point.y.shortestText))"
  }

  static func touch(_ point: Point) -> String {
    "\(point.x.shortestText),\(point.y.shortestText)"
  }

  static func plain(_ value: Double) -> Self {
    Self(swift: value.shortestText, touch: value.shortestText)
  }

  static func position(_ label: String, _ point: Point?) -> Self? {
    point.map { Self(swift: "\(label): \(swift($0))", touch: "at \(touch($0))") }
  }

  static func direction(_ direction: IntendedGesture.Direction) -> Self {
    Self(swift: ".\(direction.rawValue)", touch: direction.rawValue)
  }

  static func number(_ label: String, _ value: Int, usual: Int) -> Self? {
    value == usual ? nil : Self(swift: "\(label): \(value)", touch: "\(label) \(value)")
  }

  /// The argument of a value; nil for no value and the default one. `word` is the word in files, if
  /// it is another one.
  static func amount(
    _ label: String, _ value: Double?, word: String? = nil, usual: Double? = nil
  ) -> Self? {
    guard let value, value != usual else { return nil }
    let text = value.shortestText
    return Self(swift: "\(label): \(text)", touch: "\(word ?? label) \(text)")
  }

  /// The start and the end of a movement: positions, or a direction about the middle of the touch
  /// area.
  static func path(_ start: Point, _ end: Point, _ isCentered: Bool) -> [Self?] {
    guard isCentered, let direction = IntendedGesture.Direction(from: start, to: end) else {
      return [
        Self(swift: "from: \(swift(start))", touch: "from \(touch(start))"),
        Self(swift: "to: \(swift(end))", touch: "to \(touch(end))"),
      ]
    }
    return [.direction(direction), .amount("length", start.distance(to: end), usual: 40)]
  }
}
