public import Contacts

/// The mapping from a device's units to millimetres from its top left corner.
///
/// The corner is the axes' minimum, and the surface spans `maximum - minimum + 1` units.
///
/// - An axis with a resolution maps exactly; if only one has it, the other takes the same.
/// - A touchpad without one is taken as 69 × 50 mm, which libinput assumes, too.
/// - A direct-touch device without one gets square units; see ``assumedLongerSide``.
/// - Without a description the axes reach from zero to the largest coordinates seen.
public struct TouchArea: Hashable, Sendable {
  /// What kind of surface it is.
  public enum Kind: String, Hashable, Sendable {
    /// Fingers move a pointer elsewhere.
    case touchpad
    /// Fingers touch what they see.
    case touchscreen
  }

  /// Where the scale comes from.
  public enum Scale: String, Hashable, Sendable {
    /// The device tells its resolution.
    case resolution
    /// The user gave the size.
    case given
    /// Nobody knows: a usual size was assumed.
    case assumed
  }

  /// One axis: its range in units and the size of a unit.
  public struct Axis: Hashable, Sendable {
    public var minimum: Int32
    public var maximum: Int32
    public var millimetresPerUnit: Double
    /// Whether the device told the range; if not, it was seen in the events or made up.
    public var isAnnounced: Bool
    /// Whether the device told a range without extent, or the wrong way round.
    public var isEmpty: Bool
    /// Values above this may be negative ones that were wrapped; see ``unwrapped(_:)``.
    @usableFromInline let wrapLimit: Int32
  }

  public var x: Axis
  public var y: Axis
  public var kind: Kind
  public var scale: Scale
  /// Whether the range was taken from the coordinates seen, for want of a description.
  public var isRangeObserved: Bool

  /// Width and height in millimetres.
  public var size: Size { Size(width: x.length, height: y.length) }
}

extension TouchArea {
  /// Makes the mapping of a device; `size` (in mm) overrides what the device tells.
  public init(description: DeviceDescription?, observed: ObservedDevice? = nil, size: Size? = nil) {
    let isMultitouch = observed.map { $0.events == 0 || $0.hasMultitouchPositions } ?? true
    let describedX = description?.positionAxis(
      AbsoluteCode.positionX, AbsoluteCode.x, isMultitouch: isMultitouch)
    let describedY = description?.positionAxis(
      AbsoluteCode.positionY, AbsoluteCode.y, isMultitouch: isMultitouch)
    kind = TouchArea.kind(description: description, observed: observed)
    x = Axis(described: describedX, seen: observed?.multitouchX ?? observed?.singleX)
    y = Axis(described: describedY, seen: observed?.multitouchY ?? observed?.singleY)
    isRangeObserved = !x.isAnnounced || !y.isAnnounced
    let resolutionX = max(0, describedX?.resolution ?? 0)
    let resolutionY = max(0, describedY?.resolution ?? 0)
    if let size, size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite {
      scale = .given
      x.millimetresPerUnit = size.width / x.units
      y.millimetresPerUnit = size.height / y.units
    } else if resolutionX > 0 || resolutionY > 0 {
      scale = .resolution
      x.millimetresPerUnit = 1 / Double(resolutionX > 0 ? resolutionX : resolutionY)
      y.millimetresPerUnit = 1 / Double(resolutionY > 0 ? resolutionY : resolutionX)
    } else {
      scale = .assumed
      assumeSize()
    }
  }

  /// libinput's fallback for touchpads that don't know their size, in mm.
  public static let fallbackTouchpadSize = Size(width: 69, height: 50)

  private mutating func assumeSize() {
    switch kind {
    case .touchpad:
      x.millimetresPerUnit = TouchArea.fallbackTouchpadSize.width / x.units
      y.millimetresPerUnit = TouchArea.fallbackTouchpadSize.height / y.units
    case .touchscreen:
      // A panel counts from zero: a range that begins later was only seen, not measured.
      let width = x.minimum > 0 ? Double(x.maximum) + 1 : x.units
      let height = y.minimum > 0 ? Double(y.maximum) + 1 : y.units
      x.millimetresPerUnit = TouchArea.assumedLongerSide / max(width, height)
      y.millimetresPerUnit = x.millimetresPerUnit
    }
  }

  /// The longer side, in mm, of a touchscreen that does not know its size: 120, a small phone's.
  ///
  /// Rather too small than too large: on a larger screen a resting finger then seems to wander
  /// less and a movement is still far beyond any tap's, while the reverse turns presses into
  /// movements. On recordings of screens from phones to laptops every choice from 60 to 180 mm
  /// gave the same gestures.
  public static let assumedLongerSide = 120.0

  private static func kind(description: DeviceDescription?, observed: ObservedDevice?) -> Kind {
    if let description {
      if description.properties.contains(InputProperty.direct) { return .touchscreen }
      if description.properties.contains(InputProperty.pointer) { return .touchpad }
      if description.listsKeys {
        return description.supports(.key, KeyCode.toolFinger) ? .touchpad : .touchscreen
      }
    }
    return observed?.hasToolKeys ?? false ? .touchpad : .touchscreen
  }
}

extension TouchArea {
  /// The place of a device's coordinates; also outside the surface.
  @inlinable
  public func point(x rawX: Int32, y rawY: Int32) -> Point {
    Point(x: x.millimetres(rawX), y: y.millimetres(rawY))
  }

  /// Millimetres per unit where the axis does not matter, as for the size of a touch.
  var meanMillimetresPerUnit: Double { (x.millimetresPerUnit + y.millimetresPerUnit) / 2 }
}

extension DeviceDescription {
  /// The axis that positions come on: the multitouch one or that of single touch, with the
  /// resolution of the other if only that tells it.
  func positionAxis(_ multitouch: UInt16, _ single: UInt16, isMultitouch: Bool) -> Axis? {
    let preferred = isMultitouch ? multitouch : single
    let other = isMultitouch ? single : multitouch
    guard var axis = axes[preferred] else { return axes[other] }
    if axis.resolution <= 0, let second = axes[other], second.minimum == axis.minimum,
      second.maximum == axis.maximum
    {
      axis.resolution = second.resolution
    }
    return axis
  }
}
