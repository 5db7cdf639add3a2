public import Timeline

/// The measurements of ``StandardShakeRule`` at a time, for comparison with its parameters of the
/// same names.
public struct ShakeMeasures: Hashable, Sendable {
  public var time: Timestamp
  /// The deviation of the acceleration from its mean, in g.
  public var strength: Double
  /// The frequency in Hz.
  public var frequency: Double
  /// The path of the strokes beyond that of a movement there and back, in g; below 0 for a shorter
  /// one, and nil if samples are too far apart to show strokes.
  public var path: Double?
  /// The ratio of the strength to the strength of the calm before; nil if no calm before is known.
  public var contrast: Double?

  public init(
    time: Timestamp, strength: Double, frequency: Double, path: Double?, contrast: Double?
  ) {
    self.time = time
    self.strength = strength
    self.frequency = frequency
    self.path = path
    self.contrast = contrast
  }

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
    [
      Unmet(
        parameter: "deviation", measured: strength, limit: parameters.minimumStrength, unit: "g"),
      Unmet(parameter: "frequency", measured: frequency, limit: parameters.frequency, unit: "Hz"),
      path.map {
        Unmet(parameter: "path", measured: $0, limit: parameters.minimumPath, unit: "g")
      },
      contrast.map {
        Unmet(parameter: "contrast", measured: $0, limit: parameters.contrast, unit: "")
      },
    ].compactMap(\.self).filter { !($0.measured >= $0.limit) }
  }
}
