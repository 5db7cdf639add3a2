import Evdev

extension TextCursor {
  /// The numbers of an event as evemu writes them: `12.000345 0003 0039 22`.
  mutating func evemuEvent() throws(Expectation) -> InputEvent {
    guard let time = seconds() else { throw Expectation("a time in seconds, as in 12.000345") }
    skipSpaces()
    guard let type = hexadecimal16() else {
      throw Expectation("an event type (hexadecimal, at most ffff)")
    }
    skipSpaces()
    guard let code = hexadecimal16() else {
      throw Expectation("an event code (hexadecimal, at most ffff)")
    }
    skipSpaces()
    guard let value = int32() else { throw Expectation("an event's value (decimal, 32 bits)") }
    return InputEvent(time: time, type: EventType(rawValue: type), code: code, value: value)
  }
}
