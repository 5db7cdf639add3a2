/// One step of a ``FixedStepLoop``.
public struct FixedStep: Hashable, Sendable {
  /// The number of the step, from 1: it leads from the state at `(number - 1) / rate` to that at
  /// `number / rate`.
  public let number: Int64
  /// When the step is due, in seconds since the loop's origin: the quotient that is nearest to
  /// `number / rate`, never a sum of rounded steps.
  public let seconds: Double
  /// How long the step is, in seconds: `1 / rate`.
  public let duration: Double

  /// A step by its number and its rate, in steps a second.
  @inlinable
  public init(number: Int64, rate: FixedStepRate) {
    self.number = number
    seconds = rate.seconds(ofStep: number)
    duration = rate.stepDuration
  }
}

/// How many steps there are in how many seconds: a fraction, so that the moment of every step is
/// exact.
public struct FixedStepRate: Hashable, Sendable {
  public let steps: Int64
  public let perSeconds: Int64

  /// 60 steps a second, as often as the textbook's accelerometer is read and a screen is drawn.
  public static let standard = FixedStepRate(60)

  /// `steps` in `perSeconds` seconds, each from 1 to 1,000,000.
  public init(_ steps: Int64, perSeconds: Int64 = 1) {
    precondition((1...1_000_000).contains(steps), "a rate has 1 to 1,000,000 steps")
    precondition((1...1_000_000).contains(perSeconds), "a rate counts in 1 to 1,000,000 seconds")
    self.steps = steps
    self.perSeconds = perSeconds
  }

  /// `1 / rate` in seconds.
  @inlinable
  public var stepDuration: Double { Double(perSeconds) / Double(steps) }

  /// When a step is due, in seconds since the origin.
  @inlinable
  public func seconds(ofStep number: Int64) -> Double {
    Double(number) * Double(perSeconds) / Double(steps)
  }

  /// The length of a step in units of `1 / steps` microseconds, which is whole.
  var stepUnits: Int64 { perSeconds * 1_000_000 }

  /// How many steps are due within `elapsed` microseconds (0 or more), and what is left over, in
  /// units of `1 / steps` microseconds.
  func split(elapsed: Int64) -> (steps: Int64, rest: Int64) {
    let product = elapsed.magnitude.multipliedFullWidth(by: steps.magnitude)
    let divisor = stepUnits.magnitude
    // 2^61 microseconds are the longest span, 10^6 the most steps: the quotient may need more than
    // 64 bits only where a step is shorter than a microsecond.
    guard product.high < divisor else { return (.max, 0) }
    let (quotient, rest) = divisor.dividingFullWidth(product)
    return (Int64(clamping: quotient), Int64(clamping: rest))
  }
}
