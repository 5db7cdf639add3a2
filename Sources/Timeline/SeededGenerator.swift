/// A random number generator that produces the same sequence for a seed on every machine.
///
/// The algorithm is SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
/// generators", 2014). Draws use ``uniform()``, because the algorithm of the standard library's
/// `random(in:using:)` may change.
public struct SeededGenerator: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  /// Mixes the bits of a number, so that neighbouring numbers become unrelated.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var bits = value
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

extension SeededGenerator {
  /// Creates the generator of one item in a series, unrelated to the generators of its neighbours.
  public init(seed: UInt64, item: Int) {
    self.init(seed: seed ^ Self.mixed(UInt64(bitPattern: Int64(item)) &+ 0x9E37_79B9_7F4A_7C15))
  }

  /// A number from 0 (inclusive) to 1 (exclusive), in steps of 2^-53.
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number from an approximately normal distribution of mean 0 and standard deviation 1, within
  /// ±6: a sum of uniform numbers, which does not depend on the machine's mathematics library.
  public mutating func gaussian() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += uniform() }
    return sum
  }

  /// A random index below `count`; 0 if `count` is 0 or negative.
  public mutating func index(below count: Int) -> Int {
    let count = max(count, 0)
    return min(Int(uniform() * Double(count)), max(count - 1, 0))
  }
}
