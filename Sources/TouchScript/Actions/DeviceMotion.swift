/// The whole device is shaken.
///
/// No finger does anything; whoever plays the script hands it on, as a ``Happening``.
public struct Shake: FingerAction, Hashable {
  /// In seconds.
  public var duration: Double
  /// The largest acceleration, in g.
  public var strength: Double

  public init(_ duration: Double = 0.6, strength: Double = 2.5) {
    self.duration = duration
    self.strength = strength
  }

  public func perform(in plan: inout ScriptPlan) {
    plan.happen(.shake(strength: strength), for: duration)
  }
}

/// The whole device is carried to a place on the globe, at constant speed.
///
/// No finger does anything; whoever plays the script hands it on, as a ``Happening``.
public struct Move: FingerAction, Hashable {
  public var destination: GeographicPlace
  /// In seconds.
  public var duration: Double

  public init(to destination: GeographicPlace, over duration: Double = 0) {
    self.destination = destination
    self.duration = duration
  }

  public func perform(in plan: inout ScriptPlan) {
    plan.happen(.move(to: destination), for: duration)
  }
}

/// A place on the globe, in degrees: north and east are positive.
public struct GeographicPlace: Hashable, Sendable {
  public var latitude: Double
  public var longitude: Double

  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}
