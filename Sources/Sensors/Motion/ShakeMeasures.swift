public import Timeline

/// What ``StandardShakeRule`` measured at a time, to be compared with its parameters of the same
/// names.
public struct ShakeMeasures: Hashable, Sendable {
  public var time: Timestamp
  /// The deviation of the acceleration from its mean, in g.
  public var strength: Double
  /// In Hz.
  public var frequency: Double
  /// The strokes, and the time of fast motion in strokes; nil where samples are too far apart to
  /// show them.
  public var strokes: Double?
  /// The ratio of the strength to that of the calm before; nil where nothing is known of it.
  public var contrast: Double?

  public init(
    time: Timestamp, strength: Double, frequency: Double, strokes: Double?, contrast: Double?
  ) {
    self.time = time
    self.strength = strength
    self.frequency = frequency
    self.strokes = strokes
    self.contrast = contrast
  }

  /// A parameter that is not met.
  public struct Unmet: Hashable, Sendable {
    /// The name of the parameter.
    public var parameter: String
    public var measured: Double
    public var limit: Double
    /// `g`, `Hz` or nothing.
    public var unit: String
  }

  /// The parameters that are not met, in the order in which the rule asks for them.
  public func unmet(_ parameters: StandardShakeRule.Parameters) -> [Unmet] {
    [
      Unmet(parameter: "deviation", measured: strength, limit: parameters.strength, unit: "g"),
      Unmet(parameter: "frequency", measured: frequency, limit: parameters.frequency, unit: "Hz"),
      strokes.map {
        Unmet(parameter: "strokes", measured: $0, limit: parameters.strokes, unit: "")
      },
      contrast.map {
        Unmet(parameter: "contrast", measured: $0, limit: parameters.contrast, unit: "")
      },
    ].compactMap(\.self).filter { !($0.measured >= $0.limit) }
  }
}
