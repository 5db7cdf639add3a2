public import Timeline

/// What the events of a recording tell of their device, for recordings that do not describe it.
///
/// ``DeviceObserver`` collects them in a pass over the events before the replay. A live device
/// describes itself and needs none.
public struct ObservedDevice: Hashable, Sendable {
  /// The smallest and the largest value seen of an axis.
  public struct Extent: Hashable, Sendable {
    public var smallest: Int32
    public var largest: Int32

    public init(smallest: Int32, largest: Int32) {
      self.smallest = smallest
      self.largest = largest
    }
  }

  /// Events in all, and how many of them were `SYN_REPORT`.
  public var events = 0
  public var frames = 0
  /// The times of the first event and of the latest.
  public var firstTime: Timestamp?
  public var latestTime: Timestamp?
  /// The values of `ABS_MT_POSITION_X` and `_Y`.
  public var multitouchX: Extent?
  public var multitouchY: Extent?
  /// The values of `ABS_X` and `ABS_Y`.
  public var singleX: Extent?
  public var singleY: Extent?
  /// The values of `ABS_MT_PRESSURE` or, where there are none, of `ABS_PRESSURE`.
  public var multitouchPressure: Extent?
  public var singlePressure: Extent?
  /// The values of `ABS_MT_TOUCH_MAJOR`.
  public var touchMajor: Extent?
  /// The highest `ABS_MT_SLOT` up to the limit of ``SlotTracker/slotLimit``.
  public var highestSlot: Int?
  /// The slot of the events before the first `ABS_MT_SLOT`; see ``DeviceObserver``.
  public var initialSlot: Int?
  /// Whether `BTN_TOOL_FINGER`, `_DOUBLETAP` ... were seen, which only touchpads send.
  public var hasToolKeys = false
  /// Whether `SYN_MT_REPORT` was seen: multitouch protocol A.
  public var hasMultitouchReports = false
  /// The first value of `BTN_TOUCH`: 0 when the recording begins in a touch.
  public var firstTouch: Int32?
  /// By slot, the first coordinate that was told: that of an earlier touch if it was not
  /// repeated for being the same.
  public var firstX: [Int32?] = []
  public var firstY: [Int32?] = []

  public init() {}

  /// Whether any coordinate of the multitouch axes was seen.
  public var hasMultitouchPositions: Bool { multitouchX != nil || multitouchY != nil }
}
