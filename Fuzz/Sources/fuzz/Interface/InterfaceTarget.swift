import CTouchstone

extension FuzzTarget {
  /// Creates engines through the C interface and calls all of its functions, with any values.
  ///
  /// Promises: statuses are known ones; a failing call has a message of one line; gestures have
  /// finite numbers and known kinds, states and directions; failures have their strings; a deadline
  /// is not before the latest time; polling and advancing end; a callback can neither push nor
  /// destroy.
  static let interface = FuzzTarget(
    "interface",
    words: [
      "base: textbook\n", "base: uikit\n", "swipe:\n", "  minimumLength: 6.5\n", "pinch:\n",
      "name: ",
      "enabled: [tap, swipe]\n", "edgePan:\n", "# ",
    ], seeds: interfaceSeeds
  ) { bytes in
    var session = InterfaceSession(bytes)
    session.run()
  }

  private static let interfaceSeeds: [[UInt8]] = {
    // Any bytes are calls; those of a linear generator are as good as others.
    (0..<24 as Range<UInt32>).map { seed in
      var state = seed &* 2_654_435_761 &+ 54_321
      return (0..<600).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return UInt8(truncatingIfNeeded: state >> 24)
      }
    }
  }()
}

/// Checks the status of a call and, if it failed, the message; returns whether it succeeded.
@discardableResult
func checked(_ status: touchstone_status, _ call: String) -> Bool {
  let failures = [
    TOUCHSTONE_INVALID_ARGUMENT, TOUCHSTONE_INVALID_SIZE, TOUCHSTONE_INVALID_PROFILE,
    TOUCHSTONE_BUSY, TOUCHSTONE_NO_DEVICE,
  ]
  if status == TOUCHSTONE_OK || status == TOUCHSTONE_NONE { return status == TOUCHSTONE_OK }
  promise(failures.contains(status), "\(call) returns a known status: \(status)")
  let message = String(cString: touchstone_message())
  promise(!message.isEmpty, "a failing \(call) has a message")
  promise(
    message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F },
    "the message of \(call) is one line: \(message)")
  return false
}

/// Checks a gesture that an engine reports.
func check(_ gesture: touchstone_gesture) {
  promise(touchstone_kind_name(gesture.kind) != nil, "a gesture has a known kind")
  promise(touchstone_state_name(gesture.state) != nil, "a gesture has a known state")
  promise(
    gesture.direction == 0 || touchstone_direction_name(gesture.direction) != nil,
    "a gesture has a known direction")
  promise(gesture.axis <= TOUCHSTONE_VERTICAL.rawValue, "a gesture has a known axis")
  let numbers = [
    gesture.duration_s, gesture.location_x_mm, gesture.location_y_mm, gesture.translation_x_mm,
    gesture.translation_y_mm, gesture.velocity_x_mm_s, gesture.velocity_y_mm_s, gesture.scale,
    gesture.rotation_deg, gesture.score, gesture.runner_up_score,
  ]
  promise(numbers.allSatisfy(\.isFinite), "a gesture has finite numbers: \(gesture)")
  promise(gesture.start_us <= gesture.time_us, "a gesture starts before it is reported")
  promise(gesture.touches >= 0 && gesture.taps >= 0, "a gesture counts: \(gesture)")
}

/// Checks a failure that an engine reports.
func check(_ failure: touchstone_failure) {
  promise(touchstone_kind_name(failure.kind) != nil, "a failure has a known kind")
  promise(failure.unit != nil && failure.cause != nil, "a failure has a unit and a cause")
  guard let sentence = failure.sentence else { broken("a failure has a sentence") }
  promise(!String(cString: sentence).isEmpty, "a failure has a sentence")
}
