extension StandardShakeRule {
  /// The numbers of the rule. docs/Sensors.md tells how each was found.
  public struct Parameters: Hashable, Sendable {
    /// The mean acceleration without gravity, in g, over ``StandardShakeRule/window`` that a shake
    /// has at least. Tuned, by cross-validation: 1.1 to 1.25 do equally well, and above 1.15
    /// no bump of a road in the logs has as much.
    public var energy = 1.2

    /// What the acceleration changes within a tenth of a second at least, as a share of the energy.
    /// To and fro at a frequency f it is 2.2 sin(0.1 π f): 0.75 is 1.1 Hz, an arm's swing.
    public var swiftness = 0.75

    /// How many times the energy exceeds that of the calmest quarter of the two seconds before.
    /// Running and walking have at most 2.0 of it, stride for stride.
    public var contrast = 2.25

    /// The energy, in g, from which on fewer than ``reversals`` are enough: no bump of a road has it.
    public var plentyOfEnergy = 1.4

    /// How often the change of the acceleration turns round within 0.8 s at least: a push has one
    /// reversal, there and back has two, there and back and there has three. Counted where samples
    /// are close enough to see it, from about 22 Hz on.
    public var reversals = 3

    /// The change within a tenth of a second over the acceleration, both root mean squares over
    /// 1.5 s, from which on a shake needs no calm before it. To and fro at a frequency f it is
    /// 2 sin(0.1 π f): 1.65 is 3.1 Hz. Runners' arms have 1.2 to 1.6.
    public var sustainedSwiftness = 1.65

    /// A shake lasts as long as the energy is at least this share of ``energy``.
    public var persistence = 0.8

    /// Seconds with less energy that end a shake; none begins meanwhile. A quarter of
    /// a second without any motion ends it too, however much energy the last half second still has.
    public var rest = 0.25

    /// The sensor's range in g, where it is known: samples at its end mean "at least". Without it, a
    /// largest value near 2, 4, 8 or 16 g that comes again and again is taken for the end of the
    /// range.
    public var range: Double?

    public init() {}
  }

  /// Seconds over which energy and changes are averaged: two or three strokes of a shake.
  public static let window = 0.5
  /// Seconds over which the change of the acceleration is taken: half a period of 5 Hz, the fastest
  /// that hands do. Samples farther apart are compared with their neighbours.
  static let lag = 0.1
  /// Gaps of more seconds than this begin a new recording.
  static let longestGap = 0.5
  /// Seconds by which time may run backward before it is another clock's.
  static let longestStepBack = 1.0
  /// Seconds between samples up to which reversals can be counted.
  static let longestIntervalForReversals = 0.045
  /// In g: a change that counts as one.
  static let reversalSize = 0.7
  /// Seconds over which reversals are counted.
  static let reversalWindow = 0.8
  /// Seconds that the estimate of gravity takes to follow a device at rest.
  static let gravityTime = 0.3
  /// The change in g (root mean square) at which the estimate of gravity becomes twice as slow.
  static let gravityCalm = 0.3
  /// In g: what counts as motion for the start and the end of a shake.
  static let motion = 0.5
  /// Seconds without motion between the strokes of a shake: half a period of 2 Hz, the slowest that a
  /// window has two strokes of.
  static let longestPause = window / 2
}
