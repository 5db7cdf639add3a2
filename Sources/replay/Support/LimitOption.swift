import ArgumentParser
import SensorFormats

/// The most samples, fixes or steps that a short file may produce.
struct LimitOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The most samples, fixes or steps to make from a short file; 10000000 by default.",
      valueName: "count"),
    transform: LimitOption.count)
  var limit = SampleLimit.usual.count

  var samples: SampleLimit { SampleLimit(limit) }

  static func count(_ text: String) throws -> Int {
    guard let count = Int(text), count >= 1 else {
      throw ValidationError("expected a whole number from 1")
    }
    return count
  }
}
