public import Contacts

/// The mapping from a device's units to millimetres from its top left corner.
///
/// The corner is at the axes' minimum, and each axis spans `maximum - minimum + 1` units.
///
/// - An axis with a resolution maps exactly. If only one axis has one, both use it.
/// - Some graphics tablets without resolution are known by their model.
/// - Any other touchpad without resolution is assumed to be 69 × 50 mm, as in libinput.
/// - A touchscreen without resolution gets square units; see ``assumedLongerSide``.
/// - Without a description, each axis is assumed to reach from zero to the largest coordinate seen.
public struct TouchArea: Hashable, Sendable {
  /// The kind of touch device.
  public enum Kind: String, Hashable, Sendable {
    /// Fingers move a pointer on a screen elsewhere.
    case touchpad
    /// Fingers touch the screen itself.
    case touchscreen
  }

  /// The source of the size in millimetres.
  public enum Scale: String, Hashable, Sendable {
    /// The device's resolution.
    case resolution
    /// A size that the user specified.
    case given
    /// The size of the model, which reports no resolution.
    case model
    /// An assumption, for lack of both.
    case assumed
  }

  /// One axis: its range in units, and the size of a unit.
  public struct Axis: Hashable, Sendable {
    public var minimum: Int32
    public var maximum: Int32
    public var millimetresPerUnit: Double
    /// Whether the range is the device's own; otherwise it was observed or assumed.
    public var isAnnounced: Bool
    /// Whether the device's range has no extent, or its minimum exceeds its maximum.
    public var isEmpty: Bool
    /// Values above this limit may be wrapped negative ones; see `unwrapped(_:)`.
    @usableFromInline let wrapLimit: Int32
  }

  public var x: Axis
  public var y: Axis
  public var kind: Kind
  public var scale: Scale
  /// Whether a range is taken from the observed coordinates, for lack of a description.
  public var isRangeObserved: Bool
  /// The axis without a resolution, `x` or `y`, which is assumed to have that of the other one; nil
  /// for none.
  public var unresolvedAxis: String?

  /// Width and height in millimetres.
  public var size: Size { Size(width: x.length, height: y.length) }

  /// Whether the size depends on an assumption: on a resolution or a range that the device does not
  /// report.
  public var isSizeAssumed: Bool {
    scale == .assumed || scale == .resolution && (isRangeObserved || unresolvedAxis != nil)
  }
}

extension TouchArea {
  /// Creates the mapping of a device. `size`, in mm, overrides the device's resolution.
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
      stretch(to: size)
    } else if resolutionX > 0 || resolutionY > 0 {
      scale = .resolution
      unresolvedAxis = resolutionX == 0 ? "x" : resolutionY == 0 ? "y" : nil
      x.millimetresPerUnit = 1 / Double(resolutionX > 0 ? resolutionX : resolutionY)
      y.millimetresPerUnit = 1 / Double(resolutionY > 0 ? resolutionY : resolutionX)
    } else if let size = description.flatMap({ GraphicsTablets.size(of: $0.identity) }),
      !isRangeObserved
    {
      scale = .model
      stretch(to: size)
    } else {
      scale = .assumed
      assumeSize()
    }
  }

  private mutating func stretch(to size: Size) {
    x.millimetresPerUnit = size.width / x.units
    y.millimetresPerUnit = size.height / y.units
  }

  /// The assumed size in mm of a touchpad without resolution: libinput's fallback.
  public static let fallbackTouchpadSize = Size(width: 69, height: 50)

  private mutating func assumeSize() {
    switch kind {
    case .touchpad: stretch(to: TouchArea.fallbackTouchpadSize)
    case .touchscreen:
      // Touchscreens count from zero: a range that begins above zero was only observed.
      let width = x.minimum > 0 ? Double(x.maximum) + 1 : x.units
      let height = y.minimum > 0 ? Double(y.maximum) + 1 : y.units
      x.millimetresPerUnit = TouchArea.assumedLongerSide / max(width, height)
      y.millimetresPerUnit = x.millimetresPerUnit
    }
  }

  /// The assumed longer side of a touchscreen without resolution: 120 mm, as of a small phone.
  ///
  /// Too small is safer than too large: on a larger screen, a resting finger then seems to wander
  /// less, and a movement still far exceeds any tap's slop; the reverse would turn long presses
  /// into pans. Recordings from phones to laptops have the same gestures with 60 to 180 mm.
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

  /// The position of a device's coordinates in mm, which may be outside the touch area.
  @inlinable public func point(x rawX: Int32, y rawY: Int32) -> Point {
    Point(x: x.millimetres(rawX), y: y.millimetres(rawY))
  }

  /// Millimetres per unit, averaged over both axes, for values without direction.
  var meanMillimetresPerUnit: Double { (x.millimetresPerUnit + y.millimetresPerUnit) / 2 }
}

extension DeviceDescription {
  /// The axis of positions: the multitouch or the single-touch axis, with the resolution of the
  /// other one if only that is known and both have the same range.
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

extension TouchArea.Axis {
  /// Creates an axis with the device's range or, without one, with the range that contains zero and
  /// the values seen.
  init(described: DeviceDescription.Axis?, seen: ClosedRange<Int32>?) {
    var minimum = min(0, seen?.lowerBound ?? 0)
    var maximum = max(0, seen?.upperBound ?? 0)
    let isDescribed = described.map { $0.minimum < $0.maximum } ?? false
    if let described, isDescribed || seen == nil {
      minimum = min(described.minimum, described.maximum)
      maximum = max(described.minimum, described.maximum)
    }
    self.minimum = minimum
    self.maximum = maximum
    millimetresPerUnit = 1
    isAnnounced = isDescribed
    isEmpty = described != nil && !isDescribed
    let limit = 2 * Int64(maximum) - Int64(minimum)
    wrapLimit = isDescribed ? Int32(clamping: limit) : .max
  }

  /// The number of units that the axis spans, at least 1.
  public var units: Double { Double(maximum) - Double(minimum) + 1 }

  /// The length in millimetres.
  public var length: Double { units * millimetresPerUnit }

  /// The distance in millimetres from the axis's minimum.
  @inlinable public func millimetres(_ raw: Int32) -> Double {
    (Double(raw) - Double(minimum)) * millimetresPerUnit
  }

  /// The unit nearest to a distance from the minimum, not limited to the axis's range.
  public func raw(_ millimetres: Double) -> Int32 {
    let value = (millimetres / millimetresPerUnit).rounded() + Double(minimum)
    if value.isNaN { return minimum }
    return Int32(max(Double(Int32.min), min(Double(Int32.max), value)))
  }

  /// Whether a value is outside the device's own range.
  @inlinable func isOutside(_ raw: Int32) -> Bool {
    isAnnounced && (raw < minimum || raw > maximum)
  }

  /// A value with its sign restored if it is a negative number sent as a large positive one.
  ///
  /// Controllers that count in n bits send -13 as 2^n - 13, and some drivers pass that on. A value
  /// is restored if it exceeds the maximum by more than the whole range and, read as a negative
  /// number of the same number of bits, is below the minimum by at most a quarter of the range. On
  /// 0...680, 4083 has twelve bits and becomes -13.
  @inlinable func unwrapped(_ raw: Int32) -> Int32 { raw <= wrapLimit ? raw : restored(raw) }

  @usableFromInline func restored(_ raw: Int32) -> Int32 {
    guard raw > 0 else { return raw }
    let bits = Int32.bitWidth - raw.leadingZeroBitCount
    let negative = Int64(raw) - (1 << Int64(bits))
    let range = Int64(maximum) - Int64(minimum)
    guard negative < Int64(minimum), negative >= Int64(minimum) - range / 4 else { return raw }
    return Int32(negative)
  }
}

extension TouchArea {
  /// Parses a size in millimetres such as `100x60mm`, `100 x 60` or `69.5x50 mm`.
  ///
  /// Returns nil for anything else, and for sides outside ``plausibleSides``.
  public static func size(parsing text: String) -> Size? {
    var rest = text.filter { $0 != " " }[...]
    if rest.hasSuffix("mm") { rest = rest.dropLast(2) }
    let sides = rest.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Double(sides[0]), let height = Double(sides[1]),
      plausibleSides.contains(width), plausibleSides.contains(height)
    else { return nil }
    return Size(width: width, height: height)
  }

  /// The plausible lengths of a side in mm: from less than a fingertip to more than a wall.
  public static let plausibleSides = 1.0...10_000
}

/// The sizes of graphics tablets whose touch devices report no resolution, as on older kernels.
///
/// The active areas of pen and touch are the same. Their size is the pen's range divided by its
/// resolution, both from Linux's driver (`drivers/hid/wacom_wac.c`: 100 units/mm, and 200 for
/// Intuos5 and Intuos Pro).
enum GraphicsTablets {
  private static let wacom: UInt16 = 0x056a

  /// The size of a model's touch area in mm; nil for any other device.
  static func size(of identity: DeviceDescription.Identity) -> Size? {
    guard identity.vendor == wacom else { return nil }
    switch identity.product {
    // Bamboo pen and touch, small and medium.
    case 0xd0, 0xd1, 0xd2, 0xd6, 0xd7, 0xda, 0xde: return Size(width: 147.2, height: 92)
    case 0xd3, 0xd8, 0xdb, 0xdf: return Size(width: 216.48, height: 137)
    // Intuos pen and touch, small.
    case 0x302: return Size(width: 152, height: 95)
    // Intuos5 touch and Intuos Pro, small, medium and large.
    case 0x26, 0x314: return Size(width: 157.48, height: 98.425)
    case 0x27, 0x315: return Size(width: 223.52, height: 139.7)
    case 0x28, 0x317: return Size(width: 325.12, height: 203.2)
    // The screen ISDv4 E6.
    case 0xe6: return Size(width: 277.6, height: 156.94)
    default: return nil
    }
  }
}
