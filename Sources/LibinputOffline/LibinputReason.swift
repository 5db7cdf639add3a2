public import Timeline

extension LibinputAnswer {
  /// The reason why libinput did not report a gesture, by its own debug log: a sentence with the
  /// limit in libinput's sources if there is one, or the last line about the touch; nil without
  /// such a line.
  ///
  /// - Parameters:
  ///   - span: The time in which fingers made the gesture.
  ///   - isTap: Whether the gesture is a tap.
  public func reason(during span: ClosedRange<Timestamp>, isTap: Bool) -> String? {
    // The margin is for timers, which expire up to a third of a second after a touch.
    let end = span.upperBound.advanced(bySeconds: 0.35)
    let start = span.lowerBound.advanced(bySeconds: -0.02)
    let lines = log.filter { start <= $0.time && $0.time <= end }
    for line in lines {
      if let range = line.text.firstRange(of: "palm detected") {
        let kind = line.text[range.lowerBound...].split(separator: "\n").first ?? ""
        return "it took the touch for a palm: \(kind)"
      }
    }
    if !lines.contains(where: { $0.text.contains("TOUCH_BEGIN") || $0.text.contains("begin touch") }
    ) {
      let detection = log.first { $0.text.contains("touch detection") }?.text
      return "it began no touch" + (detection.map { " (\(LibinputAnswer.plain($0)))" } ?? "")
    }
    for line in lines where isTap {
      for (event, sentence) in LibinputAnswer.tapEvents where line.text.contains(event) {
        return sentence
      }
    }
    let told = lines.last { line in
      ["gesture state", "tap:", "thumb", "scroll", "pinch", "swipe"].contains {
        line.text.contains($0)
      }
    }
    return told.map { "its log says \"\(LibinputAnswer.plain($0.text))\"" }
  }

  /// The events that end a tap, with the limits of libinput's `evdev-mt-touchpad-tap.c`:
  /// `DEFAULT_TAP_MOVE_THRESHOLD` and `DEFAULT_TAP_TIMEOUT_PERIOD`.
  private static let tapEvents = [
    (
      "TAP_EVENT_MOTION", "a finger moved more than 1.3 mm, too far for its taps (TAP_EVENT_MOTION)"
    ),
    (
      "TAP_EVENT_TIMEOUT", "a finger was down for longer than its taps, 0.180 s (TAP_EVENT_TIMEOUT)"
    ),
    ("TAP_EVENT_PALM", "it took the touch for a palm (TAP_EVENT_PALM)"),
    ("TAP_EVENT_THUMB", "it took the touch for a thumb (TAP_EVENT_THUMB)"),
    ("TAP_EVENT_BUTTON", "a button was pressed (TAP_EVENT_BUTTON)"),
  ]

  /// A line without its device and repeated spaces.
  private static func plain(_ line: String) -> String {
    let words = line.split(separator: " ")
    let rest = words.first?.hasPrefix("event") == true ? words.dropFirst(2) : words[...]
    return rest.joined(separator: " ")
  }
}
