import TouchScript

/// All traces of the folder, in the order of its table.
enum Catalog {
  static var traces: [Trace] {
    taps + presses + swipes + pans + pinches + rotations + drags + checkmarks + several
      + interrupted + nothing + damaged
  }

  /// The fingers of an average person.
  static func human(_ seed: UInt64, _ rate: Double = 125) -> Hand {
    .human.seeded(seed).sampled(at: rate)
  }

  /// The fingers of an unsteady person.
  static func shaky(_ seed: UInt64, _ rate: Double = 125) -> Hand {
    .shaky.seeded(seed).sampled(at: rate)
  }

  static func perfect(_ rate: Double = 100) -> Hand {
    .perfect.sampled(at: rate)
  }
}
