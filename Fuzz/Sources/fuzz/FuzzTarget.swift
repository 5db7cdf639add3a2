/// What is fuzzed: a use of the library, and the promises that it keeps on any bytes.
struct FuzzTarget: Sendable {
  let name: String
  /// Inputs to start from.
  let seeds: @Sendable () -> [[UInt8]]
  /// Words of the format, of which libFuzzer composes inputs.
  let words: [String]
  /// Uses the library; a broken promise ends the program.
  let run: @Sendable ([UInt8]) -> Void

  init(
    _ name: String, words: [String] = [], seeds: @autoclosure @escaping @Sendable () -> [[UInt8]],
    run: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.name = name
    self.words = words
    self.seeds = seeds
    self.run = run
  }

  static let all: [FuzzTarget] = [
    .recordings, .replays, .verdicts, .answers, .conversions, .locations, .accelerations, .shakes,
    .simulations,
    .scripts, .profiles, .labels, .shapes, .scenes, .engine, .slots,
    .interface,
  ]
}
