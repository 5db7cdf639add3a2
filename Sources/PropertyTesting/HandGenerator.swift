public import TouchScript

/// A source of random hands.
public struct HandGenerator: Sendable {
  let make: @Sendable (inout Choices) -> Hand

  /// Creates a custom generator.
  public init(_ make: @escaping @Sendable (inout Choices) -> Hand) {
    self.make = make
  }

  /// A generator of the hands of a million people with equal probabilities:
  /// ``TouchScript/Hand/person(_:)``.
  public static let people = HandGenerator { .person(UInt64($0.evenly(below: 1_000_000))) }
  /// A generator of the hand without noise.
  public static let perfect = only(.perfect)

  /// Creates a generator of a single hand.
  public static func only(_ hand: Hand) -> HandGenerator { HandGenerator { _ in hand } }

  /// A generator of the same hands on sensors with one of the report rates, in hertz.
  public func sampled(at rates: [Double]) -> HandGenerator {
    HandGenerator { choices in
      let hand = make(&choices)
      return rates.isEmpty ? hand : hand.sampled(at: choices.item(of: rates))
    }
  }
}
