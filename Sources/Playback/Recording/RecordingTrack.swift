/// One device of a recording: its description or the ranges of its events, and its touch area.
public struct RecordingTrack: Sendable {
  /// The name of the device in records; nil if it is the only one.
  public var name: String?
  /// The device as the recording names and describes it.
  public var recorded: RecordedDevice
  /// The description in force: the one that was given or, failing that, the recording's.
  public var description: DeviceDescription?
  /// The ranges and codes of the events; nil without events.
  public var observed: ObservedDevice?
  public var touchArea: TouchArea
  /// The size of the touch area in mm.
  public var size: Size
  /// Whether it is a touchpad, on which palms rest; on a screen every pressure is a finger's.
  public var isTouchpad: Bool
  /// Applied to positions before anything is recognized: the transform that was given or, failing
  /// that, the calibration of the recorded touchscreen. As in libinput, no touchpad is calibrated.
  public var transform: TouchAreaTransform?
  /// Whether the recording holds contacts of this device, not events.
  private var hasContactFrames = false

  init(name: String?, recorded: RecordedDevice, observed: ObservedDevice?, options: ReplayOptions) {
    self.name = name
    self.recorded = recorded
    self.observed = observed
    description = options.device ?? recorded.description
    touchArea = TouchArea(description: description, observed: observed, size: options.size)
    size = touchArea.size
    isTouchpad = touchArea.kind == .touchpad
    transform = options.transform ?? (isTouchpad ? nil : recorded.calibration)
  }

  /// The device of a recording of contacts, whose first frame was read.
  init(_ reader: any ContactFrameReader, options: ReplayOptions) {
    recorded = RecordedDevice(description: reader.description)
    description = reader.description
    size = options.size ?? reader.touchAreaSize
    touchArea = TouchArea(description: description, size: size)
    if options.size == nil { touchArea.scale = TouchArea(description: description).scale }
    isTouchpad = description?.properties.contains(InputProperty.direct) != true
    transform = options.transform
    hasContactFrames = true
  }

  /// Whether the recording has events or frames of this device.
  public var hasEvents: Bool { hasContactFrames || (observed?.events ?? 0) > 0 }

  /// Whether any touch of this device has a position.
  public var isTouched: Bool { hasContactFrames || observed?.hasPositions == true }

  /// The kind of a touch device over which fingers or pens only hover.
  static let untouched = "a touch device on which nothing touches"

  /// The kind of a device that sends events without touches, as in `a mouse`; nil if unknown.
  var otherKind: String? {
    guard let observed, observed.events > 0 else { return nil }
    if isTouched { return RecordingTrack.untouched }
    let keys = observed.keys
    if observed.hasRelativeAxes { return "a mouse or another pointing device" }
    if keys.contains(where: { KeyCode.gamepadButtons.contains($0) }) { return "a game controller" }
    if keys.contains(where: { $0 < KeyCode.firstButton }) { return "a keyboard or its like" }
    if keys.contains(where: { KeyCode.toolKeys.contains($0) }) {
      return "a touch device, none with a position"
    }
    return observed.hasSwitches ? "switches" : nil
  }

  /// The assumption about the touch area; nil without one, and without touches.
  var note: RecordingNote? { isTouched ? RecordingNote(touchArea, device: name) : nil }

  /// A tracker that turns the events of this device into frames of contacts.
  public func makeTracker() -> SlotTracker {
    SlotTracker(description: description, touchArea: touchArea, observed: observed)
  }

  /// An encoder for the tracker's frames, with the assumptions of the whole recording.
  public func makeEncoder() -> SlotEncoder {
    if hasContactFrames { return SlotEncoder(description: contactDescription) }
    return SlotEncoder(recoding: description, touchArea: touchArea, observed: observed)
  }

  /// The description in force, completed from the events.
  public var writtenDescription: DeviceDescription {
    if hasContactFrames { return contactDescription }
    if !isTouched, let description { return description }
    return DeviceDescription(completing: description, touchArea: touchArea, observed: observed)
  }

  /// With the name, keys and properties of the recorded one.
  private var contactDescription: DeviceDescription {
    var written = DeviceDescription(ofContactsOn: size, isTouchpad: isTouchpad)
    guard let description else { return written }
    if !description.name.isEmpty { written.name = description.name }
    written.properties.formUnion(description.properties)
    written.codes.merge(description.codes) { $0.union($1) }
    return written
  }

  /// The mapping of the coordinates that ``writtenDescription`` announces.
  public var writtenTouchArea: TouchArea {
    hasContactFrames ? TouchArea(description: contactDescription, size: size) : touchArea
  }
}

extension DeviceDescription {
  /// A touchpad or touchscreen for contacts in mm.
  package init(ofContactsOn size: Size, isTouchpad: Bool) {
    // Rounding to a micrometre changes no gesture, and no touchpad tracks more than ten fingers.
    let (resolution, reporting): (Int32, TouchReporting) = (1000, .slots(10))
    self =
      isTouchpad
      ? .touchpad(
        width: size.width, height: size.height, resolution: resolution, reporting: reporting)
      : .touchscreen(
        width: size.width, height: size.height, resolution: resolution, reporting: reporting)
  }
}

extension RecordingFormat {
  /// Writes frames as a recording of their device, with positions in the range of its axes.
  package func write(
    _ frames: [ContactFrame], of device: DeviceDescription, to sink: ByteSink
  ) throws(FileError) {
    let writer = try makeWriter(sink)
    try writer.begin([RecordedDevice(description: device)])
    var encoder = SlotEncoder(description: device)
    let touchArea = TouchArea(description: device)
    // The far edge is one unit beyond it.
    let last = touchArea.point(x: touchArea.x.maximum, y: touchArea.y.maximum)
    var events: [InputEvent] = []
    for var frame in frames {
      for index in frame.contacts.indices {
        let position = frame.contacts[index].position
        frame.contacts[index].position = Point(
          x: min(max(position.x, 0), last.x), y: min(max(position.y, 0), last.y))
      }
      events.removeAll(keepingCapacity: true)
      encoder.encode(frame, into: &events)
      try writer.write(events, device: 0)
    }
    try writer.finish()
  }
}
