public import Evdev
public import Timeline

/// What is played into libinput: devices, and their events in frames in the order of time.
public struct LibinputInput: Sendable {
  /// A device with what udev knows of it.
  public struct Device: Hashable, Sendable {
    public var description: DeviceDescription
    /// udev's properties beside those that follow from the description, as in
    /// `LIBINPUT_CALIBRATION_MATRIX`.
    public var properties: [String: String]

    public init(_ description: DeviceDescription, properties: [String: String] = [:]) {
      self.description = description
      self.properties = properties
    }
  }

  /// The events of a device up to a `SYN_REPORT`.
  public struct Frame: Hashable, Sendable {
    /// An index into ``LibinputInput/devices``.
    public var device: Int
    public var time: Timestamp
    /// Indices into ``LibinputInput/events``.
    public var range: Range<Int>

    public init(device: Int, time: Timestamp, range: Range<Int>) {
      self.device = device
      self.time = time
      self.range = range
    }
  }

  public var devices: [Device] = []
  public var events: [InputEvent] = []
  /// In the order of time.
  public var frames: [Frame] = []
  /// The time from which times of events count: that of the recording's first event.
  public var origin = Timestamp.zero
  /// The firmware's name of the machine, `dmi:...`, by which quirks choose; nil for none.
  public var model: String?

  public init() {}

  /// The input as the process that plays receives it; nil if it does not arrive.
  public var received: LibinputInput? {
    var writer = MessageWriter()
    LibinputRequest(self).write(to: &writer)
    var reader = MessageReader(writer.bytes)
    return (try? LibinputRequest(from: &reader))?.input
  }

  /// The most events that are played: four hours of five fingers at 125 Hz.
  public static let maximumEvents = 16_000_000

  /// How long before the first event the fingers touch down that a recording begins with: a frame
  /// of a touchpad.
  static let leadOfBeginning: Int64 = 10_000
}
