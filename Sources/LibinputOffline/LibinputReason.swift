import Evdev
public import Timeline

/// How far a finger moved from where it touched down, in mm, and how long one was down, in seconds.
public typealias TouchExtent = (distance: Double, duration: Double)

extension LibinputAnswer {
  /// The reason why libinput did not report a gesture, by the kind of the device or by its own
  /// debug log: a sentence with the measure and the limit in libinput's sources if there is one, or
  /// the last line about the touch; nil without such a line.
  ///
  /// - Parameters:
  ///   - device: The index of the device.
  ///   - span: The time in which fingers made the gesture.
  ///   - tap: The measures of a tap; nil for other gestures.
  ///   - input: The input that was answered.
  public func reason(
    on device: Int, during span: ClosedRange<Timestamp>, tap: TouchExtent?, in input: LibinputInput
  ) -> String? {
    guard devices.indices.contains(device) else { return nil }
    if !devices[device].isAccepted { return "it refused the device" }
    if devices[device].isTouch, !devices[device].hasGestures {
      return "it passes on the touches of a touchscreen, and recognizes no gestures on it"
    }
    // The margin is for timers, which expire up to a third of a second after a touch.
    let times =
      span.lowerBound.advanced(bySeconds: -0.02)...span.upperBound.advanced(bySeconds: 0.35)
    let own = log.filter { $0.device == device }
    let lines = own.filter { $0.time.map(times.contains) ?? false }.map(\.text)
    for line in lines {
      if let range = line.firstRange(of: "palm detected") {
        return "it took the touch for a palm: \(line[range.lowerBound...])"
      }
    }
    if !lines.contains(where: { $0.contains("TOUCH_BEGIN") || $0.contains("begin touch") }) {
      // A finger that is lifted sends only zeros and the tracking id -1.
      let isTouched = input.frames.contains { frame in
        frame.device == device && times.contains(frame.time)
          && input.events[frame.range].contains { $0.type == .absolute && $0.value > 0 }
      }
      if !isTouched { return "no touch began at that time" }
      let detection = own.first { $0.text.contains("touch detection") }?.text
      return "it began no touch" + (detection.map { " (\(LibinputAnswer.plain($0)))" } ?? "")
    }
    if let tap, let sentence = LibinputAnswer.end(of: tap, in: lines) { return sentence }
    let told = lines.last { line in
      ["gesture state", "tap:", "thumb", "scroll", "pinch", "swipe"].contains(where: line.contains)
    }
    return told.map { "its log says \"\(LibinputAnswer.plain($0))\"" }
  }

  /// `DEFAULT_TAP_MOVE_THRESHOLD` in mm and `DEFAULT_TAP_TIMEOUT_PERIOD` in seconds of libinput.
  private static let tapLimit: TouchExtent = (1.3, 0.18)

  /// The first event in a log that ends a tap; a timeout after a short touch ends none.
  private static func end(of tap: TouchExtent, in lines: [String]) -> String? {
    let moved =
      tap.distance > tapLimit.distance
      ? "a finger moved \(tap.distance.text(decimals: 1...2)) mm, more than the 1.3 mm"
      : "a finger moved more than the 1.3 mm"
    let events = [
      ("TAP_EVENT_MOTION", "\(moved) that its taps may have"),
      ("TAP_EVENT_PALM", "it took the touch for a palm"),
      ("TAP_EVENT_THUMB", "it took the touch for a thumb"),
      ("TAP_EVENT_BUTTON", "a button was pressed"),
      (
        "TAP_EVENT_TIMEOUT",
        "a finger was down for \(tap.duration.text(decimals: 3)) s, longer than its taps, 0.180 s"
      ),
    ]
    for line in lines {
      for (event, sentence) in events where line.contains(event) {
        if event == "TAP_EVENT_TIMEOUT", tap.duration <= tapLimit.duration { continue }
        return "\(sentence) (\(event))"
      }
    }
    return nil
  }

  /// A line without its device, as in `event0 - palm: pressure threshold is 130`.
  private static func plain(_ line: String) -> String {
    line.split(separator: " ").dropFirst(2).joined(separator: " ")
  }
}
