/// The orientation of a device, with UIKit's names.
public enum DeviceOrientation: String, CaseIterable, Hashable, Sendable {
  case portrait
  case portraitUpsideDown
  /// The orientation with the top of the device to the left.
  case landscapeLeft
  /// The orientation with the top of the device to the right.
  case landscapeRight
  case faceUp
  case faceDown

  /// The direction of gravity in the device's axes.
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

/// Tracks the orientation of a device by gravity, with hysteresis against flicker.
public struct OrientationTracker: Hashable, Sendable {
  /// The margin in g by which another side must be lower: a rotation of 10° beyond the middle.
  public static let hysteresis = 0.25
  /// The largest difference from 1 g of a magnitude that shows the direction of gravity.
  private static let tolerance = 0.4

  /// The current orientation; nil before the first valid measurement.
  public private(set) var orientation: DeviceOrientation?

  public init() {}

  /// Updates the orientation from gravity or a sample at rest; returns whether it changed.
  @discardableResult
  public mutating func update(gravity: Acceleration) -> Bool {
    let size = gravity.magnitude
    guard (size - 1).magnitude <= OrientationTracker.tolerance else { return false }
    let best = DeviceOrientation.allCases.max { $0.down.dot(gravity) < $1.down.dot(gravity) }
    guard let best else { return false }
    if let orientation {
      let lead = best.down.dot(gravity) - orientation.down.dot(gravity)
      guard lead > OrientationTracker.hysteresis else { return false }
    }
    orientation = best
    return true
  }
}
