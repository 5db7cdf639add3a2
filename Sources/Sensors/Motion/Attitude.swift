import RealModule

/// The rotation of a device, as a unit quaternion from the device's axes to the world's, where y
/// points up. The identity is upright in portrait.
public struct Attitude: Hashable, Sendable {
  public let w: Double
  public let x: Double
  public let y: Double
  public let z: Double

  /// Creates an attitude from a quaternion, which is normalized; upright if that is impossible.
  public init(w: Double, x: Double, y: Double, z: Double) {
    let length = (w * w + x * x + y * y + z * z).squareRoot()
    let isValid = length > 0 && length.isFinite
    self.w = isValid ? w / length : 1
    self.x = isValid ? x / length : 0
    self.y = isValid ? y / length : 0
    self.z = isValid ? z / length : 0
  }

  /// Creates a rotation by an angle about an axis; upright if the axis has no length.
  public init(degrees: Double, about axis: Acceleration) {
    let length = axis.magnitude
    guard length > 0, length.isFinite, degrees.isFinite else {
      self.init(w: 1, x: 0, y: 0, z: 0)
      return
    }
    let half = degrees * .pi / 360
    let sine = Double.sin(half) / length
    self.init(w: .cos(half), x: axis.x * sine, y: axis.y * sine, z: axis.z * sine)
  }

  public static let upright = Attitude(w: 1, x: 0, y: 0, z: 0)

  /// Creates the attitude that matches an orientation exactly.
  public init(_ orientation: DeviceOrientation) {
    let z = Acceleration(x: 0, y: 0, z: 1)
    let x = Acceleration(x: 1, y: 0, z: 0)
    switch orientation {
    case .portrait: self = .upright
    case .portraitUpsideDown: self.init(degrees: 180, about: z)
    case .landscapeLeft: self.init(degrees: 90, about: z)
    case .landscapeRight: self.init(degrees: -90, about: z)
    case .faceUp: self.init(degrees: -90, about: x)
    case .faceDown: self.init(degrees: 90, about: x)
    }
  }

  /// Gravity in the device's axes: 1 g toward the ground.
  public var gravity: Acceleration {
    // The world's down, (0, -1, 0), rotated by the inverse quaternion.
    Acceleration(
      x: -2 * (x * y + w * z), y: -(w * w - x * x + y * y - z * z), z: -2 * (y * z - w * x))
  }

  /// Interpolates along the shortest rotation to another attitude, which is reached at `part` 1.
  public func turned(toward other: Attitude, part: Double) -> Attitude {
    let dot = w * other.w + x * other.x + y * other.y + z * other.z
    // A quaternion and its negative are the same attitude; use the nearer one.
    let sign: Double = dot < 0 ? -1 : 1
    let angle = Double.acos(min(1, dot.magnitude))
    let sine = Double.sin(angle)
    var first = 1 - part
    var second = part * sign
    if sine > 1e-6 {
      first = .sin(angle * (1 - part)) / sine
      second = .sin(angle * part) / sine * sign
    }
    return Attitude(
      w: w * first + other.w * second, x: x * first + other.x * second,
      y: y * first + other.y * second, z: z * first + other.z * second)
  }
}
