public import Contacts
public import Evdev
public import Recordings

/// One device of a recording: its description or what was observed of it, and its touch area.
public struct RecordingTrack: Sendable {
  /// The name of the device in records; nil if it is the only one.
  public var name: String?
  /// The device as the recording names and describes it.
  public var recorded: RecordedDevice
  /// The description in force: the one that was given or, failing that, the recording's.
  public var description: DeviceDescription?
  /// What the events reveal; nil for a device without events, and for recordings of contacts.
  public var observed: ObservedDevice?
  public var touchArea: TouchArea
  /// The size of the touch area in mm.
  public var size: Size
  /// Whether it is a touchpad, on which palms rest; on a screen every pressure is a finger's.
  public var isTouchpad: Bool
  /// Whether the recording holds contacts of this device, not events.
  private var hasContactFrames = false

  /// A device that sends events.
  init(
    name: String?, recorded: RecordedDevice, observed: ObservedDevice?, options: ReplayOptions
  ) {
    self.name = name
    self.recorded = recorded
    self.observed = observed
    description = options.device ?? recorded.description
    touchArea = TouchArea(description: description, observed: observed, size: options.size)
    size = touchArea.size
    isTouchpad = touchArea.kind == .touchpad
  }

  /// The device of a recording of contacts, whose first frame was read.
  init(_ reader: any ContactFrameReader, options: ReplayOptions) {
    recorded = RecordedDevice(description: reader.description)
    description = reader.description
    size = options.size ?? reader.touchAreaSize
    touchArea = TouchArea(description: description, size: size)
    if options.size == nil { touchArea.scale = TouchArea(description: description).scale }
    isTouchpad = true
    hasContactFrames = true
  }

  /// Whether the recording has events or frames of this device.
  public var hasEvents: Bool { hasContactFrames || (observed?.events ?? 0) > 0 }

  /// Whether any touch of this device has a position.
  public var isTouched: Bool { hasContactFrames || observed?.hasPositions == true }

  /// What was assumed of the touch area; nil if nothing was, or if it does not matter without touches.
  var note: TraceNote? { isTouched ? TraceNote(touchArea, device: name) : nil }

  /// A tracker that turns the events of this device into frames of contacts.
  public func makeTracker() -> SlotTracker {
    SlotTracker(description: description, touchArea: touchArea, observed: observed)
  }

  /// A description of a device that can send all that the recording contains: the one in force or, failing
  /// that, one made of what was observed.
  public var writtenDescription: DeviceDescription {
    guard hasContactFrames else {
      return description ?? DeviceDescription(touchArea: touchArea, observed: observed)
    }
    var written = DeviceDescription.touchpad(
      width: size.width, height: size.height, resolution: RecordingTrack.contactResolution,
      reporting: .slots(RecordingTrack.contactSlots))
    if let name = description?.name, !name.isEmpty { written.name = name }
    return written
  }

  /// The mapping of the coordinates that ``writtenDescription`` announces.
  public var writtenTouchArea: TouchArea {
    hasContactFrames ? TouchArea(description: writtenDescription, size: size) : touchArea
  }

  /// Units per millimetre for contacts in mm: rounding to a micrometre changes no gesture.
  private static let contactResolution: Int32 = 1000
  /// More fingers than any touchpad tracks.
  private static let contactSlots = 10
}

extension DeviceDescription {
  /// A description made of what was observed: the device sends the codes that occur, within the assumed
  /// ranges.
  init(touchArea: TouchArea, observed: ObservedDevice?) {
    let isTouchpad = touchArea.kind == .touchpad
    self.init(properties: [isTouchpad ? InputProperty.pointer : InputProperty.direct])
    var keys: Set<UInt16> = [KeyCode.touch]
    if isTouchpad {
      keys.formUnion([
        KeyCode.left, KeyCode.toolFinger, KeyCode.toolDoubleTap, KeyCode.toolTripleTap,
        KeyCode.toolQuadrupleTap, KeyCode.toolQuintupleTap,
      ])
    }
    codes[EventType.key.rawValue] = keys
    let x = Axis(minimum: touchArea.x.minimum, maximum: touchArea.x.maximum)
    let y = Axis(minimum: touchArea.y.minimum, maximum: touchArea.y.maximum)
    axes[AbsoluteCode.x] = x
    axes[AbsoluteCode.y] = y
    addPressure(AbsoluteCode.pressure, observed?.singlePressure)
    guard observed?.hasMultitouchPositions ?? true else { return }
    axes[AbsoluteCode.positionX] = x
    axes[AbsoluteCode.positionY] = y
    // Ten fingers, or more if more occur.
    let lastSlot = max(9, observed?.highestSlot ?? 0)
    axes[AbsoluteCode.slot] = Axis(minimum: 0, maximum: Int32(lastSlot))
    axes[AbsoluteCode.trackingID] = Axis(minimum: 0, maximum: SlotEncoder.lastTrackingID)
    addPressure(AbsoluteCode.multitouchPressure, observed?.multitouchPressure)
    if let largest = observed?.touchMajor?.largest, largest > 0 {
      axes[AbsoluteCode.touchMajor] = Axis(minimum: 0, maximum: largest)
      axes[AbsoluteCode.touchMinor] = Axis(minimum: 0, maximum: largest)
    }
  }

  /// Adds an axis of pressure with the range that is assumed for one without an announced range.
  private mutating func addPressure(_ code: UInt16, _ seen: ObservedDevice.Extent?) {
    guard let seen else { return }
    var maximum: Int32 = 255
    while maximum < seen.largest, maximum < Int32.max / 2 { maximum = maximum * 2 + 1 }
    axes[code] = Axis(minimum: 0, maximum: max(maximum, seen.largest))
  }
}
