import Evdev
import Timeline

/// Seconds with six decimals.
func decimal(_ time: Timestamp) -> String {
  let (seconds, rest) = time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
  let digits = String(rest)
  return "\(seconds).\(String(repeating: "0", count: 6 - digits.count))\(digits)"
}

/// A hexadecimal number in lower case with at least so many digits.
func hexadecimal(_ number: some BinaryInteger, digits: Int = 1) -> String {
  let text = String(number, radix: 16)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// A number with spaces before it.
func padded(_ number: Int32, _ width: Int) -> String {
  let text = String(number)
  return String(repeating: " ", count: max(1, width - text.count)) + text
}

/// A word with spaces after it; longer ones are cut.
func filled(_ word: String, _ width: Int) -> String {
  String(word.prefix(width)) + String(repeating: " ", count: max(0, width - word.count))
}

extension DeviceDescription {
  /// The types that it can send, but for `EV_SYN`.
  var typesByNumber: [EventType] {
    var types = Set(codes.keys)
    if !axes.isEmpty { types.insert(EventType.absolute.rawValue) }
    types.remove(EventType.synchronization.rawValue)
    return types.sorted().map { EventType(rawValue: $0) }
  }

  func codesByNumber(of type: EventType) -> [UInt16] {
    var numbers = codes[type.rawValue] ?? []
    if type == .absolute { numbers.formUnion(axes.keys) }
    return numbers.sorted()
  }
}
