public import Timeline

/// A time in the Gregorian calendar, in UTC.
public struct CalendarTime: Hashable, Sendable {
  public var year: Int
  /// The month, 1 to 12.
  public var month: Int
  /// The day of the month, 1 to 31.
  public var day: Int
  public var hour: Int
  public var minute: Int
  /// The second, 0 to 60: a leap second is 60.
  public var second: Int
  /// The microsecond, 0 to 999,999.
  public var microsecond: Int

  /// Creates the calendar time of a timestamp that counts from 1970.
  public init(_ timestamp: Timestamp) {
    let rest = CalendarTime.timeOfDay(of: timestamp)
    let days = (timestamp.microseconds - rest) / CalendarTime.dayLength
    (year, month, day) = CalendarTime.date(ofDay: Int(days))
    let seconds = Int(rest / 1_000_000)
    hour = seconds / 3600
    minute = seconds / 60 % 60
    second = seconds % 60
    microsecond = Int(rest % 1_000_000)
  }

  /// The microseconds of a day.
  public static let dayLength: Int64 = 86_400_000_000

  /// The microseconds since midnight.
  package static func timeOfDay(of time: Timestamp) -> Int64 {
    let rest = time.microseconds % dayLength
    return rest < 0 ? rest + dayLength : rest
  }
}

// MARK: - Days

extension CalendarTime {
  /// Returns the days since 1970; nil for impossible dates and years beyond 0 to 9999.
  public static func day(year: Int, month: Int, day: Int) -> Int? {
    guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    // Count years from March, so that the leap day is the last day of a year, and from 400 years
    // earlier, so that none is negative.
    let shifted = (month > 2 ? year : year - 1) + 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 865_565
    // A day beyond the end of its month is a day of the next one.
    return date(ofDay: days) == (year, month, day) ? days : nil
  }

  /// Returns the date of a day that counts from 1970, clamped to ±10^12 days.
  public static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = max(-1_000_000_000_000, min(1_000_000_000_000, day)) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }

}

// MARK: - ISO 8601

extension CalendarTime {
  /// The time as `2024-05-01T12:00:03.250Z`: with milliseconds, or microseconds if needed.
  public var iso8601: String {
    func text(_ number: Int, _ width: Int = 2) -> String { String(padding: number, to: width) }
    let fraction = microsecond % 1000 == 0 ? text(microsecond / 1000, 3) : text(microsecond, 6)
    return "\(text(year, 4))-\(text(month))-\(text(day))"
      + "T\(text(hour)):\(text(minute)):\(text(second)).\(fraction)Z"
  }

  /// Parses a date and time in ISO 8601, in UTC without a zone, with or without seconds and a
  /// fraction after a point or comma; returns nil for invalid text.
  public static func timestamp(iso8601 text: some Collection<UInt8>) -> Timestamp? {
    var scanner = TimeScanner(text)
    return scanner.timestamp()
  }
}

/// Reads the parts of a time from left to right.
private struct TimeScanner<Text: Collection<UInt8>> {
  private let text: Text
  private var index: Text.Index

  init(_ text: Text) {
    self.text = text
    index = text.startIndex
  }

  mutating func timestamp() -> Timestamp? {
    skipSpaces()
    guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
      let days = CalendarTime.day(year: year, month: month, day: day)
    else { return nil }
    var micros: Int64 = 0
    if skip("T") || skip("t") || skip(" ") {
      guard let time = timeOfDay(), let zone = zone() else { return nil }
      micros = time - zone
    }
    skipSpaces()
    guard index == text.endIndex else { return nil }
    return Timestamp(microseconds: Int64(days) * CalendarTime.dayLength + micros)
  }

  private mutating func timeOfDay() -> Int64? {
    guard let hour = number(2), hour <= 24, skip(":"), let minute = number(2), minute < 60 else {
      return nil
    }
    var micros = Int64(hour * 3600 + minute * 60) * 1_000_000
    if skip(":") {
      guard let second = number(2), second <= 60 else { return nil }
      micros += Int64(second) * 1_000_000
      if skip(".") || skip(",") {
        guard let fraction = fraction() else { return nil }
        micros += fraction
      }
    }
    // Midnight may be written as 24:00.
    return hour == 24 && micros > CalendarTime.dayLength ? nil : micros
  }

  /// The zone's offset in microseconds.
  private mutating func zone() -> Int64? {
    skipSpaces()
    if skip("Z") || skip("z") || index == text.endIndex { return 0 }
    let isWest = skip("-")
    guard isWest || skip("+"), let hours = number(2), hours <= 18 else { return nil }
    var minutes = 0
    if skip(":") || index != text.endIndex {
      guard let more = number(2), more < 60 else { return nil }
      minutes = more
    }
    return Int64(hours * 60 + minutes) * (isWest ? -60_000_000 : 60_000_000)
  }

  private mutating func fraction() -> Int64? {
    guard let tenths = digit() else { return nil }
    var micros = Int64(tenths) * 100_000
    var weight: Int64 = 10_000
    while let digit = digit() {
      micros += Int64(digit) * weight
      weight /= 10
    }
    return micros
  }

  private mutating func number(_ width: Int) -> Int? {
    var value = 0
    for _ in 0..<width {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  private mutating func digit() -> Int? {
    guard index < text.endIndex else { return nil }
    let digit = text[index] &- UInt8(ascii: "0")
    guard digit <= 9 else { return nil }
    index = text.index(after: index)
    return Int(digit)
  }

  private mutating func skip(_ wanted: Unicode.Scalar) -> Bool {
    guard index < text.endIndex, text[index] == UInt8(ascii: wanted) else { return false }
    index = text.index(after: index)
    return true
  }

  private mutating func skipSpaces() {
    while index < text.endIndex, text[index] == 0x20 || (0x09...0x0d).contains(text[index]) {
      index = text.index(after: index)
    }
  }
}
