/// Which side of a device is up, with UIKit's names.
public enum DeviceOrientation: String, CaseIterable, Hashable, Sendable {
  case portrait
  case portraitUpsideDown
  /// Its top points to the left.
  case landscapeLeft
  /// Its top points to the right.
  case landscapeRight
  case faceUp
  case faceDown

  /// Where gravity points then, in the device's axes.
  public var down: Acceleration {
    switch self {
    case .portrait: Acceleration(x: 0, y: -1, z: 0)
    case .portraitUpsideDown: Acceleration(x: 0, y: 1, z: 0)
    case .landscapeLeft: Acceleration(x: -1, y: 0, z: 0)
    case .landscapeRight: Acceleration(x: 1, y: 0, z: 0)
    case .faceUp: Acceleration(x: 0, y: 0, z: -1)
    case .faceDown: Acceleration(x: 0, y: 0, z: 1)
    }
  }
}

/// Follows the orientation of a device by its gravity, without flickering between two.
public struct OrientationTracker: Hashable, Sendable {
  /// In g: by so much another side has to be lower than the one that was lowest. It takes a turn by
  /// 10° beyond the middle, and 10° back.
  public static let hysteresis = 0.25
  /// In g: what differs from gravity's 1 g by more says little of where it points.
  private static let tolerance = 0.4

  /// The orientation; nil before gravity was seen.
  public private(set) var orientation: DeviceOrientation?

  public init() {}

  /// Takes gravity, or samples of a device at rest; whether the orientation changed.
  @discardableResult
  public mutating func update(gravity: Acceleration) -> Bool {
    let size = gravity.magnitude
    guard (size - 1).magnitude <= OrientationTracker.tolerance else { return false }
    var best = DeviceOrientation.portrait
    for candidate in DeviceOrientation.allCases
    where candidate.down.dot(gravity) > best.down.dot(gravity) {
      best = candidate
    }
    if let orientation {
      let lead = best.down.dot(gravity) - orientation.down.dot(gravity)
      guard lead > OrientationTracker.hysteresis else { return false }
    }
    orientation = best
    return true
  }
}
