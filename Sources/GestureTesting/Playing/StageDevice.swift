public import Contacts
public import Evdev

/// The surface that a stage's fingers are on.
public struct StageDevice: Hashable, Sendable {
  /// Width and height in millimetres.
  public var size: Size
  /// Palms rest on touchpads only; on a screen every pressure is a finger's.
  public var kind: TouchArea.Kind

  public init(size: Size, kind: TouchArea.Kind) {
    self.size = size
    self.kind = kind
  }

  /// A touchpad of a size in mm; a usual laptop's has 100 × 70.
  public static func touchpad(width: Double = 100, height: Double = 70) -> StageDevice {
    StageDevice(size: Size(width: width, height: height), kind: .touchpad)
  }

  /// A touchscreen of a size in mm; a usual small tablet's has 155 × 90.
  public static func touchscreen(width: Double = 155, height: Double = 90) -> StageDevice {
    StageDevice(size: Size(width: width, height: height), kind: .touchscreen)
  }

  /// The middle of the surface, in mm.
  public var middle: Point { Point(x: size.width / 2, y: size.height / 2) }
}

extension StageDevice {
  /// Units a millimetre of traces made from frames: what is lost of a place moves nothing.
  private static let resolution: Int32 = 1000

  /// What such a device says of itself in a trace.
  var description: DeviceDescription {
    switch kind {
    case .touchpad:
      .touchpad(
        width: size.width, height: size.height, resolution: StageDevice.resolution,
        reporting: .slots(10))
    case .touchscreen:
      .touchscreen(
        width: size.width, height: size.height, resolution: StageDevice.resolution,
        reporting: .slots(10))
    }
  }
}
