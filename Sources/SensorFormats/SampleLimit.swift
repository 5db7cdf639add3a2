public import Files
import Timeline

/// The most samples, fixes or steps that a recording or a script may stand for.
///
/// Two rows a week apart stand for 36 million steps of a ball, and a line of a script for any
/// number of samples: without a limit a short file takes forever.
public struct SampleLimit: Hashable, Sendable {
  public var count: Int

  /// Ten million: a day of samples at 100 Hz, a hundred days of fixes at 1 Hz.
  public static let usual = SampleLimit(10_000_000)

  public init(_ count: Int) { self.count = count }

  /// Throws if there are more than the limit allows.
  ///
  /// - Parameters:
  ///   - found: How many there are.
  ///   - unit: What they are, in the plural.
  public func check(
    _ found: Double, _ unit: String, in file: String
  ) throws(FileError) {
    guard !(found <= Double(count)) else { return }
    throw FileError(
      file: file, position: .file, expected: "at most \(count) \(unit) (--limit allows more)",
      found: found < 1e15 ? found.text(decimals: 0) : "over 10^15")
  }
}
