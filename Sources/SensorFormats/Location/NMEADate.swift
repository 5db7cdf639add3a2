/// A date near that of a recording, which corrects dates of receivers whose GPS week rolled over:
/// it has ten bits, so that old receivers fall back by 19.6 years.
public struct StatedDate: Hashable, Sendable {
  /// The day in days since 1970-01-01.
  public var day: Int

  public init(day: Int) { self.day = day }

  /// Parses a date such as `2005-06-09` or `2020-2-1`; returns nil for anything else.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ (1...4).contains($0.utf8.count) }),
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      let days = CalendarTime.day(year: year, month: month, day: day)
    else { return nil }
    self.day = days
  }

  /// Parses the line of a log that states its date, as in `# Date: 2005-06-09`.
  init?(comment: UnsafeBufferPointer<UInt8>) {
    var rest = String(decoding: comment, as: UTF8.self).dropFirst().drop { $0 == " " || $0 == "\t" }
    guard rest.lowercased().hasPrefix("date") else { return nil }
    rest = rest.dropFirst(4).drop { $0 == " " || $0 == "\t" }
    guard let mark = rest.first, mark == ":" || mark == "=" else { return nil }
    rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
    self.init(rest.prefix { $0 == "-" || $0.isASCII && $0.isNumber })
  }

  private static let week = 7 * CalendarTime.dayLength
  private static let era = 1024 * week

  /// The time in the era nearest to the stated date.
  func corrected(_ timestamp: Timestamp) -> Timestamp {
    let stated = Int64(day) * CalendarTime.dayLength
    let distance = timestamp.microseconds - stated
    // The division rounds to the nearest era; half an era is ten years.
    let half = StatedDate.era / 2
    let eras = (distance + (distance < 0 ? -half : half)) / StatedDate.era
    return timestamp.advanced(byMicroseconds: -eras * StatedDate.era)
  }
}

/// A receiver's date: reported by some sentences, and advanced at midnight by the time of day.
struct NMEADate {
  /// The day in days since 1970-01-01; nil until a sentence reports the date.
  private(set) var day: Int?
  /// The number of midnights crossed while the date was unknown.
  private(set) var undatedDays = 0
  private var lastField: UInt64 = 0
  private var lastDay: Int?

  /// Begins with an assumed day, if there is one.
  init(assumed day: Int? = nil) { self.day = day }

  /// Begins with the day of a time from 1980, when GPS time began, to 9999.
  init(of time: Timestamp) {
    let day = Int(time.microseconds / CalendarTime.dayLength)
    if (3652...2_932_896).contains(day) { self.day = day }
  }

  /// The day of an RMC sentence's date, such as `090605`; nil unless it is valid.
  mutating func day(ddmmyy field: UnsafeBufferPointer<UInt8>) -> Int? {
    guard field.count == 6, field.allSatisfy(\.isDigit) else { return nil }
    let raw = field.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    // Most sentences repeat the date.
    if raw == lastField { return lastDay }
    func number(_ index: Int) -> Int {
      Int(field[index] - UInt8(ascii: "0")) * 10 + Int(field[index + 1] - UInt8(ascii: "0"))
    }
    // The years that NMEAWriter writes, from the beginning of GPS time.
    let year = number(4) >= 80 ? 1900 + number(4) : 2000 + number(4)
    (lastField, lastDay) = (raw, CalendarTime.day(year: year, month: number(2), day: number(0)))
    return lastDay
  }

  mutating func set(_ known: Int) { day = known }

  /// Sets the date to that of a ZDA sentence, if it is valid.
  mutating func set(year: Double?, month: Double?, day: Double?) {
    guard let year, let month, let day, (1980...9999).contains(year), (1...12).contains(month),
      (1...31).contains(day),
      let known = CalendarTime.day(year: Int(year), month: Int(month), day: Int(day))
    else { return }
    set(known)
  }

  /// Half a day: a larger step of the time of day crosses midnight.
  private static let half = CalendarTime.dayLength / 2

  /// Follows the time of day across midnight, forward and backward.
  mutating func advance(from old: Int64, to new: Int64) {
    let change = new < old - NMEADate.half ? 1 : new > old + NMEADate.half ? -1 : 0
    if let known = day { day = known + change } else { undatedDays += change }
  }
}
