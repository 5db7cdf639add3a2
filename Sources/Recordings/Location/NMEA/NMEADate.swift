import Sensors
import Timeline

/// A date stated for a recording, against which receivers' dates are corrected.
///
/// A GPS week has ten bits: every 1024 weeks old receivers fall back by 19.6 years. Which of these
/// eras is meant can't be told from the recording itself, nor from today.
public struct StatedDate: Hashable, Sendable {
  /// Days from 1970.
  public var day: Int

  public init(day: Int) { self.day = day }

  /// Reads `2005-06-09`, or `2020-2-1`; nil for what is no date.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ (1...4).contains($0.utf8.count) }),
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      let days = CalendarTime.day(year: year, month: month, day: day)
    else { return nil }
    self.day = days
  }

  /// Reads the line of a log that states its date, as in `# Date: 2005-06-09`.
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

  /// The moment of the era that is nearest to the stated date.
  func corrected(_ timestamp: Timestamp) -> Timestamp {
    let stated = Int64(day) * CalendarTime.dayLength
    let distance = timestamp.microseconds - stated
    // Rounded to the nearest era; half an era is ten years.
    let half = StatedDate.era / 2
    let eras = (distance + (distance < 0 ? -half : half)) / StatedDate.era
    return timestamp.advanced(byMicroseconds: -eras * StatedDate.era)
  }
}

/// The date of a receiver: told by some sentences, carried on over midnight by the time of day.
struct NMEADate {
  /// Days from 1970, if a sentence told.
  private(set) var day: Int?
  private var lastField: UInt64 = 0
  private var lastDay: Int?

  init() {}

  /// Begins with a day that no sentence told.
  init(assumed day: Int) { self.day = day }

  /// Takes the date of an RMC sentence, as in `090605`; what is none is passed over.
  mutating func take(ddmmyy field: UnsafeBufferPointer<UInt8>) -> Bool {
    guard field.count == 6 else { return false }
    var raw: UInt64 = 0
    for byte in field {
      guard byte &- UInt8(ascii: "0") <= 9 else { return false }
      raw = raw << 8 | UInt64(byte)
    }
    // The date is the same in most sentences.
    if raw == lastField, let lastDay {
      day = lastDay
      return true
    }
    func number(_ index: Int) -> Int {
      Int(field[index] - UInt8(ascii: "0")) * 10 + Int(field[index + 1] - UInt8(ascii: "0"))
    }
    // GPS time began in 1980.
    let year = number(4) >= 80 ? 1900 + number(4) : 2000 + number(4)
    return take(CalendarTime.day(year: year, month: number(2), day: number(0)), raw)
  }

  private mutating func take(_ known: Int?, _ raw: UInt64) -> Bool {
    guard let known else { return false }
    day = known
    lastDay = known
    lastField = raw
    return true
  }

  /// Takes the date of a ZDA sentence.
  mutating func take(year: Double?, month: Double?, day: Double?) -> Bool {
    guard let year, let month, let day, (1980...9999).contains(year), (1...12).contains(month),
      (1...31).contains(day)
    else { return false }
    return take(CalendarTime.day(year: Int(year), month: Int(month), day: Int(day)), 0)
  }

  /// Half a day: a larger jump of the time of day is one over midnight.
  private static let half = CalendarTime.dayLength / 2

  /// Follows the time of day over midnight, forward and back.
  mutating func pass(from old: Int64, to new: Int64) {
    guard let known = day else { return }
    if new < old - NMEADate.half { day = known + 1 }
    if new > old + NMEADate.half { day = known - 1 }
  }
}
