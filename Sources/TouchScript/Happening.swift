public import Timeline

/// Something in a script that happens to the device, not on its surface.
///
/// Scripts know when it happens and nothing more; what a shake or a way is to an accelerometer or a
/// receiver is known where scripts are played.
public struct Happening: Hashable, Sendable {
  /// What happens.
  public enum Kind: Hashable, Sendable {
    /// The device is shaken, with a largest acceleration in g.
    case shake(strength: Double)
    /// The device is carried to a place, from wherever it was.
    case move(to: GeographicPlace)
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
