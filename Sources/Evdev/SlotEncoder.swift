public import Contacts
import Timeline

/// Turns frames of contacts into the events that a device would send for them.
///
/// ```swift
/// let device = DeviceDescription.touchpad(width: 100, height: 60)
/// var encoder = SlotEncoder(description: device)
/// var events: [InputEvent] = []
/// for frame in frames { encoder.encode(frame, into: &events) }
/// ```
///
/// It speaks the protocol that the description shows: B, A or single touch, with the emulated axes
/// and the keys that the description lists. Each frame gives one `SYN_REPORT` at its time, and
/// values are sent when they change, as by the kernel. A ``SlotTracker`` of the same description
/// makes the same frames of them, with positions to the nearest unit and ids counted from 1; but
/// contacts beyond the device's slots become extra fingers, and a pressure cannot be taken back.
///
/// Cancelled contacts are told as lost events: `SYN_DROPPED`, then what is left. Protocol A has no
/// way to tell them from lifted ones.
public struct SlotEncoder: Sendable {
  /// The largest tracking id; after it the kernel, too, begins again at 0.
  public static let lastTrackingID: Int32 = 65_535

  /// What was sent last of one slot; nil for what never was.
  struct Sent: Sendable {
    var contact: Contact.ID?
    var values: [UInt16: Int32] = [:]
  }

  let description: DeviceDescription
  let touchArea: TouchArea
  let attributes: AttributeScale
  let mode: SlotTracker.Mode
  var slots: [Sent]
  var currentSlot: Int32 = 0
  /// Keys and emulated axes as they were sent last.
  var keys: [UInt16: Int32] = [:]
  var emulated: [UInt16: Int32] = [:]
  var events: [InputEvent] = []
  var time = Timestamp.zero
  var hasSentFrame = false

  /// Prepares for frames in the coordinates of a surface, by default that of the description.
  public init(description: DeviceDescription, touchArea: TouchArea? = nil) {
    self.description = description
    let touchArea = touchArea ?? TouchArea(description: description)
    self.touchArea = touchArea
    attributes = AttributeScale(description: description, observed: nil, touchArea: touchArea)
    mode = SlotTracker.Mode(description: description, observed: nil) ?? .slots
    let defaults = SlotDefaults(description: description, observed: nil)
    let count = mode == .slots ? defaults.announcedSlots ?? SlotTracker.slotLimit : 1
    slots = Array(repeating: Sent(), count: count)
  }

  /// Appends the events of one frame.
  public mutating func encode(_ frame: ContactFrame, into output: inout [InputEvent]) {
    swap(&events, &output)
    defer { swap(&events, &output) }
    time = frame.time
    let isLossy =
      mode != .packets
      && slots.contains { $0.contact.map(frame.cancelled.contains) ?? false }
    if isLossy { announceLoss() }
    switch mode {
    case .slots: encodeSlots(frame, isLossy: isLossy)
    case .packets: encodePackets(frame)
    case .single: encodeSingle(frame, isLossy: isLossy)
    }
    encodeKeys(frame)
    encodeEmulation(frame)
    append(.synchronization, SynchronizationCode.report, 0)
    hasSentFrame = true
  }

  private mutating func announceLoss() {
    append(.synchronization, SynchronizationCode.dropped, 0)
    append(.synchronization, SynchronizationCode.report, 0)
  }

  mutating func append(_ type: EventType, _ code: UInt16, _ value: Int32) {
    events.append(InputEvent(time: time, type: type, code: code, value: value))
  }

  private mutating func send(key code: UInt16, _ isPressed: Bool) {
    let value: Int32 = isPressed ? 1 : 0
    if keys[code] ?? 0 == value { return }
    keys[code] = value
    append(.key, code, value)
  }
}

extension SlotEncoder {
  private static let fingerTools = [
    KeyCode.toolFinger, KeyCode.toolDoubleTap, KeyCode.toolTripleTap, KeyCode.toolQuadrupleTap,
    KeyCode.toolQuintupleTap,
  ]

  private mutating func encodeKeys(_ frame: ContactFrame) {
    if mode != .single, description.supports(.key, KeyCode.touch) {
      send(key: KeyCode.touch, !frame.contacts.isEmpty)
    }
    let hasPen = mode == .single && frame.contacts.first?.tool == .pen
    if description.supports(.key, KeyCode.toolFinger) {
      let fingers = hasPen ? 0 : frame.contacts.count + max(0, frame.extraFingers)
      for (index, code) in SlotEncoder.fingerTools.enumerated()
      where description.supports(.key, code) {
        send(key: code, index + 1 == min(fingers, SlotEncoder.fingerTools.count))
      }
    }
    send(key: KeyCode.left, frame.buttons.contains(.left))
    send(key: KeyCode.right, frame.buttons.contains(.right))
    send(key: KeyCode.middle, frame.buttons.contains(.middle))
    send(key: KeyCode.screenLock, frame.isInterrupted)
  }

  /// The axes of single touch follow the oldest contact.
  private mutating func encodeEmulation(_ frame: ContactFrame) {
    if mode == .single { return }
    if let oldest = frame.contacts.first {
      emulate(AbsoluteCode.x, touchArea.x.raw(oldest.position.x))
      emulate(AbsoluteCode.y, touchArea.y.raw(oldest.position.y))
    }
    emulate(AbsoluteCode.pressure, attributes.rawPressure(frame.contacts.first?.pressure ?? 0))
  }

  mutating func emulate(_ code: UInt16, _ value: Int32) {
    guard description.axes[code] != nil, emulated[code] != value else { return }
    emulated[code] = value
    append(.absolute, code, value)
  }
}
