/// What a device says of itself: its name, its axes and what it can send.
public struct DeviceDescription: Hashable, Sendable {
  /// `struct input_id`.
  public struct Identity: Hashable, Sendable {
    public var bus: UInt16
    public var vendor: UInt16
    public var product: UInt16
    public var version: UInt16

    public init(bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0) {
      self.bus = bus
      self.vendor = vendor
      self.product = product
      self.version = version
    }
  }

  /// `struct input_absinfo`.
  public struct Axis: Hashable, Sendable {
    /// The value at the time of description.
    public var value: Int32
    public var minimum: Int32
    public var maximum: Int32
    public var fuzz: Int32
    public var flat: Int32
    /// Units per millimetre (per radian for angles), 0 when the device does not know.
    public var resolution: Int32

    public init(
      value: Int32 = 0, minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0,
      resolution: Int32 = 0
    ) {
      self.value = value
      self.minimum = minimum
      self.maximum = maximum
      self.fuzz = fuzz
      self.flat = flat
      self.resolution = resolution
    }
  }

  public var name: String
  public var identity: Identity
  /// `INPUT_PROP_*` numbers.
  public var properties: Set<Int>
  /// Absolute axes by code.
  public var axes: [UInt16: Axis]
  /// Supported codes by event type. The axes of ``axes`` are supported whether they stand here or
  /// not; a description that lists no keys at all says nothing about its keys.
  public var codes: [UInt16: Set<UInt16>]

  public init(
    name: String = "", identity: Identity = Identity(), properties: Set<Int> = [],
    axes: [UInt16: Axis] = [:], codes: [UInt16: Set<UInt16>] = [:]
  ) {
    self.name = name
    self.identity = identity
    self.properties = properties
    self.axes = axes
    self.codes = codes
  }
}

extension DeviceDescription {
  /// Whether the device says that it sends a code.
  public func supports(_ type: EventType, _ code: UInt16) -> Bool {
    if type == .absolute, axes[code] != nil { return true }
    return codes[type.rawValue]?.contains(code) ?? false
  }

  /// Whether the description lists keys; if not, it can't be asked about them.
  public var listsKeys: Bool {
    !(codes[EventType.key.rawValue] ?? []).isEmpty
  }
}
