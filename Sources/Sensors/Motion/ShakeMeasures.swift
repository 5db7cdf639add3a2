public import Timeline

/// The measurements of ``StandardShakeRule`` at a time, beside its parameters of the same names.
public struct ShakeMeasures: Hashable, Sendable {
  public var time: Timestamp
  /// The deviation of the acceleration from its mean, in g.
  public var strength: Double
  /// The frequency in Hz.
  public var frequency: Double
  /// The path of the strokes beyond that of a movement there and back, in g; nil if samples are too
  /// far apart to show strokes.
  public var path: Double?
  /// The ratio of the strength to the strength of the calm before; nil if no calm before is known.
  public var contrast: Double?

  /// A parameter that is not met.
  public struct Unmet: Hashable, Sendable {
    /// The name of the parameter.
    public var parameter: String
    public var measured: Double
    public var limit: Double
    /// The unit: `g`, `Hz` or empty.
    public var unit: String
  }

  /// The parameters that are not met, in the order in which the rule tests them.
  public func unmet(_ parameters: StandardShakeRule.Parameters) -> [Unmet] {
    let tests: [(String, measured: Double?, limit: Double, unit: String)] = [
      ("deviation", strength, parameters.minimumStrength, "g"),
      ("frequency", frequency, parameters.frequency, "Hz"),
      ("path", path, parameters.minimumPath, "g"), ("contrast", contrast, parameters.contrast, ""),
    ]
    return tests.compactMap { parameter, measured, limit, unit in
      guard let measured, !(measured >= limit) else { return nil }
      return Unmet(parameter: parameter, measured: measured, limit: limit, unit: unit)
    }
  }
}
