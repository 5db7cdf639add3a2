import Foundation
import Timeline

/// Numbers, distances and dates in the form of a locale, by Foundation's formatters.
///
/// The formatters are made once: one for whole numbers, one for each number of decimals, one for
/// dates.
struct ArgumentFormatter: Sendable {
  private let count: IntegerFormatStyle<Int>
  /// By the number of decimals.
  private let numbers: [FloatingPointFormatStyle<Double>]
  private let date: Date.FormatStyle

  /// More decimals than this are not shown.
  static let maximumDecimals = 9
  /// Lengths from here are in kilometres.
  private static let kilometre = 1000.0

  init(_ locale: Locale) {
    count = IntegerFormatStyle(locale: locale)
    numbers = (0...ArgumentFormatter.maximumDecimals).map {
      FloatingPointFormatStyle(locale: locale).precision(.fractionLength($0))
    }
    // With the time zone, so that the time of day is not read as local time.
    date = Date.FormatStyle(date: .abbreviated, time: .complete, locale: locale, timeZone: .gmt)
  }

  func string(_ number: Int) -> String { count.format(number) }

  func string(_ number: Double, decimals: Int) -> String {
    let decimals = min(max(decimals, 0), ArgumentFormatter.maximumDecimals)
    let rounded = ArgumentFormatter.rounded(number, decimals: decimals)
    // A negative number that rounds to zero is shown without its sign.
    return numbers[decimals].format(rounded == 0 ? 0 : number)
  }

  /// Whole metres, or kilometres with one decimal from a kilometre.
  ///
  /// `Measurement.formatted`, which does this on other systems, does not exist on Linux, and
  /// `LengthFormatter` there does not follow the locale.
  func distance(_ metres: Double) -> Text {
    if ArgumentFormatter.rounded(metres, decimals: 0).magnitude < ArgumentFormatter.kilometre
      || !metres.isFinite
    {
      return Text("%@ m", .number(metres, decimals: 0))
    }
    return Text("%@ km", .number(metres / ArgumentFormatter.kilometre, decimals: 1))
  }

  /// A point in time from the start of 1970, in UTC.
  func string(_ time: Timestamp) -> String {
    date.format(Date(timeIntervalSince1970: time.seconds))
  }

  private static func rounded(_ number: Double, decimals: Int) -> Double {
    let factor = decimals == 0 ? 1 : Double("1e\(decimals)") ?? 1
    return (number * factor).rounded(.toNearestOrEven) / factor
  }
}
