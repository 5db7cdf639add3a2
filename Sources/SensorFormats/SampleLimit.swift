/// The most samples, fixes or steps of a recording or a script: a short file could take forever.
public struct SampleLimit: Hashable, Sendable {
  public var count: Int

  /// The default limit: a day of samples at 100 Hz, a hundred days of fixes at 1 Hz.
  public static let usual = SampleLimit(10_000_000)

  public init(_ count: Int) { self.count = count }

  /// Throws if a number of items exceeds the limit; `unit` is their name in the plural.
  public func check(_ found: Double, _ unit: String, in file: String) throws(FileError) {
    guard !(found <= Double(count)) else { return }
    throw FileError(
      file: file, position: .file, expected: "at most \(count) \(unit) (--limit allows more)",
      found: found < 1e15 ? found.text(decimals: 0) : "over 10^15")
  }
}
