public import Contacts
import Timeline

/// Turns the events of one touch device into frames of contacts.
///
/// ```swift
/// var tracker = SlotTracker(description: description)
/// for event in events where tracker.process(event) {
///   show(tracker.frame)
/// }
/// if tracker.finish() { show(tracker.frame) }
/// ```
///
/// It understands the multitouch protocols B (slots) and A (`SYN_MT_REPORT`) and single touch
/// (`BTN_TOUCH` with `ABS_X` and `ABS_Y`); see the kernel's `multi-touch-protocol.rst`. What is out
/// of order is survived and counted in ``anomalies``; no sequence of events traps or takes memory
/// without bound. The frame is changed in place: don't keep copies of it while events come, or
/// each frame allocates. A touch that lands and lifts within one frame never shows.
public struct SlotTracker: Sendable {
  /// Slots that are tracked at most, far beyond any device's: others are ignored and counted.
  public static let slotLimit = 256

  /// How the device reports touches.
  enum Mode: Sendable {
    /// Protocol B.
    case slots
    /// Protocol A: every frame lists all contacts, each ended by `SYN_MT_REPORT`.
    case packets
    /// One touch on `ABS_X` and `ABS_Y`, told by `BTN_TOUCH`.
    case single
  }

  /// The frame that ``process(_:)`` completed last.
  public internal(set) var frame: ContactFrame
  /// The mapping from units to mm.
  public let touchArea: TouchArea

  let attributes: AttributeScale
  let defaults: SlotDefaults
  var mode: Mode
  /// Neither description nor hints told the mode: the events will.
  var isModeGuessed: Bool
  var slots: [Slot]
  /// The slot of each contact of the frame, in the same order.
  var order: [Int] = []
  /// The slot that events belong to; -1 for one that is ignored.
  var current: Int
  var keys = KeyState()
  var single = SingleTouch()
  var packet = Packet()
  /// A touch may have landed since the last frame.
  var mayHaveLandings = false
  /// Events were lost: nothing counts until the next `SYN_REPORT`.
  var isSkipping = false
  /// The frame being collected is the first one after lost events.
  var isResynchronizing = false
  /// Contacts of the frame before that must be cancelled.
  var orphans: [Contact.ID] = []
  var lastID: Contact.ID = 0
  var clock = FrameClock()
  var previousStamp = Timestamp.min
  var rare: AnomalyCounts
  /// Counted apart, since some devices do it in each event.
  var outOfRangeCount = 0
  var wrappedCount = 0

  /// Prepares for the events of one device.
  ///
  /// Parameters:
  ///   - description: what the device says of itself; nil if nobody knows.
  ///   - touchArea: the mapping, if it is not the one that follows from description and hints.
  ///   - observed: what ``DeviceObserver`` saw, for recordings.
  ///   - device: the number that frames bear.
  public init(
    description: DeviceDescription?, touchArea: TouchArea? = nil, observed: ObservedDevice? = nil,
    device: Int = 0
  ) {
    let touchArea = touchArea ?? TouchArea(description: description, observed: observed)
    self.touchArea = touchArea
    frame = ContactFrame(time: .zero, device: device)
    attributes = AttributeScale(description: description, observed: observed, touchArea: touchArea)
    defaults = SlotDefaults(description: description, observed: observed)
    let told = Mode(description: description, observed: observed)
    mode = told ?? .slots
    isModeGuessed = told == nil
    current = defaults.initialSlot
    slots = Array(repeating: Slot(), count: max(defaults.announcedSlots ?? 1, current + 1))
    clock = FrameClock(start: observed?.firstTime ?? .min)
    rare = AnomalyCounts()
    if touchArea.x.isEmpty { rare.count(.emptyAxis) }
    if touchArea.y.isEmpty { rare.count(.emptyAxis) }
  }

  /// What was unusual so far.
  public var anomalies: AnomalyCounts {
    var counts = rare
    counts[.outOfRange] += outOfRangeCount
    counts[.wrappedCoordinate] += wrappedCount
    return counts
  }

  /// Takes one event over; true when it completed ``frame``.
  public mutating func process(_ event: InputEvent) -> Bool {
    if event.time < previousStamp { countStepBack(event.time) }
    previousStamp = event.time
    if event.type == .absolute {
      if !isSkipping || event.code == AbsoluteCode.slot { absolute(event.code, event.value) }
      return false
    }
    if event.type == .synchronization { return synchronize(event) }
    if isSkipping { return false }
    if event.type == .key {
      key(event.code, event.value)
    } else if !event.type.isDefined {
      rare.count(.unknownCode)
    }
    return false
  }

  @inline(never)
  private mutating func synchronize(_ event: InputEvent) -> Bool {
    switch event.code {
    case SynchronizationCode.report:
      if isSkipping {
        endSkipping()
        return false
      }
      completeFrame(at: event.time)
      return true
    case SynchronizationCode.multitouchReport:
      if !isSkipping { endPacketContact() }
    case SynchronizationCode.dropped:
      rare.count(.dropped)
      isSkipping = true
    case SynchronizationCode.config: break
    default: rare.count(.unknownCode)
    }
    return false
  }

  @inline(never)
  private mutating func key(_ code: UInt16, _ value: Int32) {
    packet.hasOtherEvents = true
    if code == KeyCode.touch {
      keys.touch = value != 0
      if mode == .single { touchSingle(value != 0) }
      if mode == .packets { packet.noteTouch(value != 0) }
    } else if code > KeyCode.last {
      rare.count(.unknownCode)
    } else {
      keys.process(code, isPressed: value != 0)
      if mode == .single { updateSingleTool() }
    }
  }

  @inline(never)
  private mutating func countStepBack(_ stamp: Timestamp) {
    let step = previousStamp.microseconds(since: stamp)
    rare.count(step > FrameClock.longestStepBack ? .timeJump : .backwardTime)
  }
}

extension EventType {
  /// Whether the kernel knows the type: `EV_SYN` to `EV_SW`, and `EV_LED` to `EV_FF_STATUS`.
  var isDefined: Bool { rawValue <= 0x05 || (rawValue >= 0x11 && rawValue <= 0x17) }
}

extension KeyCode {
  /// `KEY_MAX`
  static let last: UInt16 = 0x2ff
}

extension AbsoluteCode {
  /// `ABS_MAX`
  static let last: UInt16 = 0x3f
}

extension SlotTracker.Mode {
  /// The protocol that the events show or, where there are none yet, the description.
  ///
  /// Devices that have both kinds of axes emulate single touch for old programs.
  init?(description: DeviceDescription?, observed: ObservedDevice?) {
    if let observed,
      observed.hasMultitouchPositions || observed.singleX != nil || observed.singleY != nil
    {
      if observed.hasMultitouchReports, observed.highestSlot == nil,
        description?.axes[AbsoluteCode.slot] == nil
      {
        self = .packets
      } else {
        self = observed.hasMultitouchPositions ? .slots : .single
      }
    } else if let description, !description.axes.isEmpty {
      let hasPositions = description.axes[AbsoluteCode.positionX] != nil
      if description.axes[AbsoluteCode.slot] != nil {
        self = .slots
      } else if description.axes[AbsoluteCode.x] != nil, !hasPositions {
        self = .single
      } else {
        self = hasPositions && description.listsKeys ? .packets : .slots
      }
    } else {
      return nil
    }
  }
}
