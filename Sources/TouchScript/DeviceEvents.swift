public import Timeline

/// An interruption such as a call or an alarm, which cancels all touches; inside ``Together`` those
/// of the gestures beside it.
public struct Interrupt: FingerAction, Hashable {
  /// The duration in seconds; at least one frame reports its beginning and one its end.
  public var duration: Double

  public init(_ duration: Double = 0.5) { self.duration = duration }

  public func perform(in plan: inout ScriptPlan) {
    let start = plan.now
    plan.wait(duration)
    plan.interruptions.append(start..<plan.now)
  }
}

/// A shake of the whole device.
///
/// No finger moves; players of the script receive a ``DeviceEvent``.
public struct Shake: FingerAction, Hashable {
  /// The duration in seconds.
  public var duration: Double
  /// The largest acceleration, in g.
  public var strength: Double

  public init(_ duration: Double = 0.6, strength: Double = 2.5) {
    self.duration = duration
    self.strength = strength
  }

  public func perform(in plan: inout ScriptPlan) {
    plan.addDeviceEvent(.shake(strength: strength), for: duration)
  }
}

/// A movement of the whole device to a location on the globe, at constant speed.
///
/// No finger moves; players of the script receive a ``DeviceEvent``.
public struct Move: FingerAction, Hashable {
  public var destination: GeographicPosition
  /// The duration in seconds.
  public var duration: Double

  public init(to destination: GeographicPosition, over duration: Double = 0) {
    self.destination = destination
    self.duration = duration
  }

  public func perform(in plan: inout ScriptPlan) {
    plan.addDeviceEvent(.move(to: destination), for: duration)
  }
}

/// A location on the globe in degrees: north and east are positive.
public struct GeographicPosition: Hashable, Sendable {
  public var latitude: Double
  public var longitude: Double

  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// An event of the whole device in a script, rather than of its touch area.
///
/// A script contains its time only; players convert it into motion events or locations.
public struct DeviceEvent: Hashable, Sendable {
  /// The kind of event.
  public enum Kind: Hashable, Sendable {
    /// A shake of the device, with a largest acceleration in g.
    case shake(strength: Double)
    /// A move of the device to a location from its present one.
    case move(to: GeographicPosition)
  }

  public var kind: Kind
  public var start: Timestamp
  public var end: Timestamp

  public init(_ kind: Kind, start: Timestamp, end: Timestamp) {
    self.kind = kind
    self.start = start
    self.end = end
  }
}
