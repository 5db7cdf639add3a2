/// A time on a trace's own clock, in whole microseconds.
///
/// Integers make replays exact: sums of the same steps are equal, however they are grouped.
/// The range is limited to ±2^60 µs (36,000 years), so that differences never overflow.
public struct Timestamp: Hashable, Sendable {
  /// Microseconds since the trace's epoch, which can be any time.
  public let microseconds: Int64

  /// A time in microseconds, clamped to ``min`` ... ``max``.
  @inlinable public init(microseconds: Int64) {
    self.microseconds = Swift.max(-Timestamp.limit, Swift.min(Timestamp.limit, microseconds))
  }

  /// A time from the fields of a `struct timeval`, clamped to ``min`` ... ``max``.
  @inlinable public init(seconds: Int64, microseconds: Int64) {
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, overflowOfSum) = scaled.addingReportingOverflow(microseconds)
    if overflow || overflowOfSum {
      self.init(microseconds: seconds < 0 ? .min : .max)
    } else {
      self.init(microseconds: sum)
    }
  }

  /// A time in seconds, rounded to the nearest microsecond; not-a-number becomes ``zero``.
  public init(seconds: Double) {
    let scaled = (seconds * 1e6).rounded()
    let limit = Double(Timestamp.limit)
    if scaled.isNaN {
      self.init(microseconds: 0)
    } else {
      self.init(microseconds: Int64(Swift.max(-limit, Swift.min(limit, scaled))))
    }
  }

  @inlinable static var limit: Int64 { 1 << 60 }

  public static let zero = Timestamp(microseconds: 0)
  public static let min = Timestamp(microseconds: .min)
  public static let max = Timestamp(microseconds: .max)
}

extension Timestamp: Comparable {
  @inlinable public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }
}

extension Timestamp {
  /// The time in seconds since the trace's epoch.
  @inlinable public var seconds: Double { Double(microseconds) / 1e6 }

  /// The time from `earlier` to this one in seconds; negative if `earlier` is later.
  @inlinable public func seconds(since earlier: Timestamp) -> Double {
    Double(microseconds - earlier.microseconds) / 1e6
  }

  /// The time from `earlier` to this one in microseconds.
  @inlinable public func microseconds(since earlier: Timestamp) -> Int64 {
    microseconds - earlier.microseconds
  }

  /// The time `seconds` later, rounded to the nearest microsecond.
  public func advanced(bySeconds seconds: Double) -> Timestamp {
    advanced(byMicroseconds: Timestamp(seconds: seconds).microseconds)
  }

  /// The time `microseconds` later.
  @inlinable public func advanced(byMicroseconds microseconds: Int64) -> Timestamp {
    let (sum, overflow) = self.microseconds.addingReportingOverflow(microseconds)
    return Timestamp(microseconds: overflow ? (microseconds < 0 ? .min : .max) : sum)
  }

  /// The fields of a `struct timeval`, whose microseconds are never negative: 0.5 s before zero is
  /// -1 s + 500,000 µs.
  @inline(__always) public var timeval: (seconds: Int64, microseconds: Int64) {
    let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return remainder < 0 ? (quotient - 1, remainder + 1_000_000) : (quotient, remainder)
  }
}

extension Timestamp: Codable {
  /// Reads the microseconds, clamped to ``min`` ... ``max``.
  public init(from decoder: any Decoder) throws {
    self.init(microseconds: try decoder.singleValueContainer().decode(Int64.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(microseconds)
  }
}

extension Timestamp: CustomStringConvertible {
  /// The time in seconds with six decimals, as in `1.000250 s`.
  public var description: String {
    String(appending: { $0.append(seconds: self) }) + " s"
  }
}
