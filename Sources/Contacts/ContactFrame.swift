public import Timeline

/// A finger, pen or palm that touches a device, in one frame.
public struct Contact: Hashable, Sendable {
  /// The number of a device's contact, from 1 over the whole trace; contacts that begin in one
  /// frame are numbered by slot.
  public typealias ID = Int

  /// The kind of object that touches the device.
  public enum Tool: UInt8, Sendable, CaseIterable {
    case finger, pen, palm
  }

  public var id: ID
  /// The position in millimetres from the device's top left corner; finite, since nothing checks
  /// it.
  public var position: Point
  /// Pressure as a fraction of the device's range, 0 to 1; nil if the device reports none.
  public var pressure: Double?
  /// The long and the short axis of the contact area in mm; nil if the device reports none.
  public var size: Size?
  public var tool: Tool
  /// Whether the contact was first seen in progress, as a recording starts or after lost events.
  public var isResumed: Bool

  public init(
    id: ID, position: Point, pressure: Double? = nil, size: Size? = nil, tool: Tool = .finger,
    isResumed: Bool = false
  ) {
    self.id = id
    self.position = position
    self.pressure = pressure
    self.size = size
    self.tool = tool
    self.isResumed = isResumed
  }
}

/// All contacts of a device at one time.
///
/// A contact of the previous frame that is missing from this one has lifted, unless ``cancelled``
/// contains it.
public struct ContactFrame: Hashable, Sendable {
  /// The pressed buttons of the device.
  public struct Buttons: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let left = Buttons(rawValue: 1)
    public static let right = Buttons(rawValue: 2)
    public static let middle = Buttons(rawValue: 4)
  }

  public var time: Timestamp
  /// The contacts by ascending id.
  public var contacts: [Contact]
  /// The ids of missing contacts that have not lifted, in ascending order.
  public var cancelled: [Contact.ID]
  /// The number of fingers that the device counts beyond the contacts that it can locate.
  public var extraFingers: Int
  public var buttons: Buttons
  /// The total pressure, 0 to 1, for devices that don't report it for each contact.
  public var totalPressure: Double?
  /// The number of the device, 0 to 2^20.
  public var device: Int
  /// Whether a call, an alarm or the lock button interrupts the application, which gets no touches.
  public var isInterrupted: Bool

  public init(
    time: Timestamp, contacts: [Contact] = [], cancelled: [Contact.ID] = [],
    extraFingers: Int = 0, buttons: Buttons = [], device: Int = 0, isInterrupted: Bool = false
  ) {
    self.time = time
    self.contacts = contacts
    self.cancelled = cancelled
    self.extraFingers = extraFingers
    self.buttons = buttons
    self.device = device
    self.isInterrupted = isInterrupted
  }
}
