public import Timeline

/// One finger, pen or palm on a surface, as it stands in one frame.
public struct Contact: Hashable, Sendable {
  /// Counts landings from 1 over a device's whole trace; landings of one frame by slot.
  public typealias ID = Int

  /// What touches the surface.
  public enum Tool: UInt8, Sendable, CaseIterable {
    case finger, pen, palm
  }

  public var id: ID
  /// Millimetres from the surface's top left corner.
  public var position: Point
  /// Pressure as a share of the device's pressure range, 0 to 1; nil when it reports none.
  public var pressure: Double?
  /// The long and the short axis of the touching area in mm; nil when the device reports none.
  public var size: Size?
  public var tool: Tool
  /// First seen in mid-flight, in a recording that starts late or after lost events.
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

/// Everything on a surface at one moment.
///
/// A contact that stood in the frame before and is missing has lifted, unless ``cancelled`` names
/// it. This is where live devices, recordings, scripts and applications meet; nothing after it can
/// tell them apart.
public struct ContactFrame: Hashable, Sendable {
  /// Pressed buttons of the device.
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
  /// Contacts that are gone, but of which nobody knows that they lifted; by ascending id.
  public var cancelled: [Contact.ID]
  /// Fingers that the device counts beyond the contacts it can locate.
  public var extraFingers: Int
  public var buttons: Buttons
  /// The pressure of everything together, 0 to 1, of devices that don't tell contacts apart.
  public var totalPressure: Double?
  /// Which device, for applications with several; 0 to 2^20.
  public var device: Int
  /// A call, an alarm or the lock button holds the user's attention: no touch gets through.
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
