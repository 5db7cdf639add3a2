import Testing
import Timeline

@Suite("Timestamp")
struct TimestampTests {
  @Test("Extreme times are clamped, so that differences never overflow")
  func clamped() {
    #expect(Timestamp(seconds: .max, microseconds: .max) == .max)
    #expect(Timestamp(seconds: .min, microseconds: 0) == .min)
    #expect(Timestamp(seconds: Double.infinity) == .max)
    #expect(Timestamp(seconds: Double.nan) == .zero)
    #expect(Timestamp.max.microseconds(since: .min) == 1 << 61)
    #expect(Timestamp.max.advanced(byMicroseconds: .max) == .max)
    #expect(Timestamp.min.advanced(byMicroseconds: .min) == .min)
  }

  @Test(
    "Seconds are rounded to microseconds",
    arguments: [(0.1, 100_000), (-1.0000004, -1_000_000), (2.5e-7, 0)])
  func rounded(seconds: Double, microseconds: Int64) {
    #expect(Timestamp(seconds: seconds).microseconds == microseconds)
  }

  @Test("The description has six decimals")
  func description() {
    #expect("\(Timestamp(microseconds: 1_000_250))" == "1.000250 s")
    #expect("\(Timestamp(microseconds: -1))" == "-0.000001 s")
  }
}
