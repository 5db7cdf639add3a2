import RealModule

/// How a device is turned, as a unit quaternion that takes the device's axes to the world's.
///
/// In the world y points up. Unturned, a device stands upright in portrait.
public struct Attitude: Hashable, Sendable {
  public let w: Double
  public let x: Double
  public let y: Double
  public let z: Double

  /// An attitude by the parts of a quaternion, which are brought to length 1; upright if they have
  /// none.
  public init(w: Double, x: Double, y: Double, z: Double) {
    let length = (w * w + x * x + y * y + z * z).squareRoot()
    let isValid = length > 0 && length.isFinite
    self.w = isValid ? w / length : 1
    self.x = isValid ? x / length : 0
    self.y = isValid ? y / length : 0
    self.z = isValid ? z / length : 0
  }

  /// A turn by an angle about an axis; upright about no axis.
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

  /// The attitude in which an orientation is met exactly.
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
}

extension Attitude {
  /// Gravity in the device's axes: 1 g toward the ground.
  public var gravity: Acceleration {
    // The world's down, (0, -1, 0), turned back by the quaternion.
    Acceleration(
      x: -2 * (x * y + w * z), y: -(w * w - x * x + y * y - z * z), z: -2 * (y * z - w * x))
  }

  /// The attitude on the shortest way to another: here at 0, there at 1.
  public func turned(toward other: Attitude, part: Double) -> Attitude {
    let dot = w * other.w + x * other.x + y * other.y + z * other.z
    // A quaternion and its opposite are the same attitude: the nearer one is meant.
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
