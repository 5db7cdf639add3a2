public import Timeline

/// An acceleration as an accelerometer measures it, in g (1 g = 9.80665 m/s²).
///
/// The axes are those of the device: x grows to the right, y upward, z out of the screen. At rest
/// the measured value is gravity itself: y is -1 upright in portrait, z is -1 on a table with the
/// screen up, as on iPhones. Android and Linux report the opposite signs.
public struct Acceleration: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var z: Double

  @inlinable public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  @inlinable public static var zero: Acceleration { Acceleration(x: 0, y: 0, z: 0) }

  /// Standard gravity in m/s², for converting measurements to g (CGPM 1901).
  public static let standardGravity = 9.80665

  @inlinable public static func + (left: Acceleration, right: Acceleration) -> Acceleration {
    Acceleration(x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
  }

  @inlinable public static func - (left: Acceleration, right: Acceleration) -> Acceleration {
    Acceleration(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
  }

  @inlinable public static func * (acceleration: Acceleration, factor: Double) -> Acceleration {
    Acceleration(x: acceleration.x * factor, y: acceleration.y * factor, z: acceleration.z * factor)
  }

  @inlinable
  public func dot(_ other: Acceleration) -> Double { x * other.x + y * other.y + z * other.z }

  /// The length of the vector in g.
  @inlinable public var magnitude: Double { dot(self).squareRoot() }

  /// The largest magnitude of the three components.
  @inlinable
  public var largestAxis: Double { Swift.max(x.magnitude, Swift.max(y.magnitude, z.magnitude)) }

  /// Whether all three components are finite and within 1000 g, beyond every sensor's range.
  @inlinable public var isPlausible: Bool {
    // Comparisons with not-a-number are false.
    x.magnitude <= 1000 && y.magnitude <= 1000 && z.magnitude <= 1000
  }
}

/// An acceleration and the time at which it was measured.
public struct AccelerationSample: Hashable, Sendable {
  public var time: Timestamp
  public var acceleration: Acceleration

  @inlinable public init(time: Timestamp, acceleration: Acceleration) {
    self.time = time
    self.acceleration = acceleration
  }
}
