/// The touchpad or touchscreen of a stage.
public struct StageDevice: Hashable, Sendable {
  /// The width and height in millimetres.
  public var size: Size
  /// The kind of the device: palms are ignored on a touchpad, not on a screen.
  public var kind: TouchArea.Kind

  public init(size: Size, kind: TouchArea.Kind) {
    self.size = size
    self.kind = kind
  }

  /// A touchpad; the default size in mm is that of a usual laptop.
  public static func touchpad(width: Double = 100, height: Double = 70) -> StageDevice {
    StageDevice(size: Size(width: width, height: height), kind: .touchpad)
  }

  /// A touchscreen; the default size in mm is that of a usual small tablet.
  public static func touchscreen(width: Double = 155, height: Double = 90) -> StageDevice {
    StageDevice(size: Size(width: width, height: height), kind: .touchscreen)
  }

  /// The device in words, as in `a touchpad of 100 x 70 mm`.
  public var phrase: String {
    let (width, height) = (size.width.shortestText, size.height.shortestText)
    return "a \(kind.rawValue) of \(width) x \(height) mm"
  }

  /// The device as Swift code, as in `.touchpad()`.
  public var swiftText: String {
    let usual: StageDevice = kind == .touchpad ? .touchpad() : .touchscreen()
    let name = kind.rawValue
    if self == usual { return ".\(name)()" }
    return ".\(name)(width: \(size.width.shortestText), height: \(size.height.shortestText))"
  }

  /// The middle of the touch area, in mm.
  public var middle: Point { Point(x: size.width / 2, y: size.height / 2) }

  var description: DeviceDescription {
    DeviceDescription(ofContactsOn: size, isTouchpad: kind == .touchpad)
  }
}
