import CTouchstone
import Evdev
import Gestures

/// The options of an engine, checked and copied.
struct EngineOptions {
  struct Flags: OptionSet {
    let rawValue: UInt32
    static let reportAllStates = Flags(rawValue: TOUCHSTONE_REPORT_ALL_STATES.rawValue)
    static let keepFailures = Flags(rawValue: TOUCHSTONE_KEEP_FAILURES.rawValue)
    static let reportBegan = Flags(rawValue: TOUCHSTONE_REPORT_BEGAN.rawValue)
    static let all: Flags = [.reportAllStates, .keepFailures, .reportBegan]
  }

  var touchArea: Size
  var isTouchpad: Bool
  var flags: Flags
  var profile: Profile
  var shapes: ShapeSet?
  var description: DeviceDescription?

  /// The longest side of a touch area in mm: ten metres, more than any touch wall.
  static let maximumSide = 10_000.0

  init(_ pointer: UnsafePointer<touchstone_options>) throws(CallError) {
    let options = try load(pointer)
    flags = Flags(rawValue: options.flags)
    guard flags.isSubset(of: .all) else {
      throw .argument("expected touchstone_flags, found \(options.flags)")
    }
    description = try options.device.map { device throws(CallError) in
      try DeviceDescription(device)
    }
    (touchArea, isTouchpad) = try EngineOptions.touchArea(options, description)
    profile = try EngineOptions.profile(options)
    shapes = try EngineOptions.shapes(options.shapes)
    if options.kinds != 0 { try choose(options.kinds) }
  }

  /// Switches off the recognizers of all kinds but the given ones.
  private mutating func choose(_ kinds: UInt64) throws(CallError) {
    let known = Gesture.Kind.allCases.reduce(0) { $0 | $1.bit }
    guard kinds & ~known == 0 else {
      throw .argument("expected a set of TOUCHSTONE_KIND_BIT(kind), found \(kinds)")
    }
    for section in Profile.sections {
      let kind = Gesture.Kind(rawValue: section.name)
      if let kind, kinds & kind.bit == 0 { profile[section] = .off }
    }
  }

  private static func touchArea(
    _ options: touchstone_options, _ description: DeviceDescription?
  ) throws(CallError) -> (Size, isTouchpad: Bool) {
    let size = Size(width: options.width_mm, height: options.height_mm)
    if size != .zero { try check(size) }
    if let description {
      let area = TouchArea(description: description, size: size == .zero ? nil : size)
      try check(area.size)
      return (area.size, area.kind == .touchpad)
    }
    switch options.device_type {
    case TOUCHSTONE_TOUCHSCREEN.rawValue: return (size == .zero ? assumedScreen : size, false)
    case TOUCHSTONE_TOUCHPAD.rawValue:
      return (size == .zero ? TouchArea.fallbackTouchpadSize : size, true)
    default: throw .argument("expected a touchstone_device_type, found \(options.device_type)")
    }
  }

  /// The assumed size in mm of a touchscreen without a description, of the usual proportions.
  private static let assumedScreen = Size(
    width: TouchArea.assumedLongerSide, height: TouchArea.assumedLongerSide * 9 / 16)

  private static func check(_ size: Size) throws(CallError) {
    for side in [size.width, size.height] where !(side > 0 && side <= maximumSide) {
      throw .argument(
        "expected a touch area of more than 0 and at most 10000 mm a side, found "
          + "\(size.width) x \(size.height)")
    }
  }

  private static func profile(_ options: touchstone_options) throws(CallError) -> Profile {
    let name = try text(options.profile_name, "profile_name")
    let source = try text(options.profile_text, "profile_text")
    switch (name, source) {
    case (nil, nil): return .standard
    case (nil, let source?): return try ProfileText.profile(source)
    case (let name?, nil):
      if let profile = Profile.named.first(where: { $0.name == name }) { return profile }
      let names = Profile.named.map(\.name).joined(separator: ", ")
      throw CallError(
        TOUCHSTONE_INVALID_PROFILE, "expected one of \(names) as profile_name, found \"\(name)\"")
    case (.some, .some): throw .argument("expected profile_name or profile_text, found both")
    }
  }

  private static func shapes(_ name: UnsafePointer<CChar>?) throws(CallError) -> ShapeSet? {
    guard let name = try text(name, "shapes") else { return nil }
    guard name == "standard" else {
      throw .argument("expected NULL or \"standard\" as shapes, found \"\(name)\"")
    }
    return .standard
  }

  private static func text(
    _ pointer: UnsafePointer<CChar>?, _ name: String
  ) throws(CallError) -> String? {
    guard let pointer else { return nil }
    guard let text = String(validatingCString: pointer) else {
      throw .argument("expected UTF-8 as \(name), found other bytes")
    }
    return text
  }
}

// MARK: - Devices

extension DeviceDescription {
  /// The most axes, properties and keys: as many as the kernel has codes.
  private static let limits = (axes: 64, properties: 32, keys: 768)

  fileprivate init(_ pointer: UnsafePointer<touchstone_device>) throws(CallError) {
    let device = try load(pointer)
    let limits = DeviceDescription.limits
    self.init(
      identity: Identity(
        bus: device.bus, vendor: device.vendor, product: device.product, version: device.version))
    for axis in try array(device.axes, device.axis_count, "axes", limits.axes) {
      axes[axis.code] = Axis(
        value: axis.value, minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz,
        flat: axis.flat, resolution: axis.resolution)
    }
    for property in try array(
      device.properties, device.property_count, "properties", limits.properties)
    {
      properties.insert(Int(property))
    }
    let keys = try array(device.keys, device.key_count, "keys", limits.keys)
    if !keys.isEmpty { codes[EventType.key.rawValue] = Set(keys) }
  }
}

/// The elements of an array of a structure.
func array<Element>(
  _ start: UnsafePointer<Element>?, _ count: Int, _ name: String, _ limit: Int
) throws(CallError) -> UnsafeBufferPointer<Element> {
  // A count is a size_t, which arrives as a negative number if it is huge.
  guard count >= 0, count <= limit else {
    throw .argument("expected at most \(limit) \(name), found \(UInt(bitPattern: count))")
  }
  guard start != nil || count == 0 else { throw .argument("expected \(count) \(name), found NULL") }
  return UnsafeBufferPointer(start: start, count: count)
}
