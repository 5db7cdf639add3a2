public import Contacts
public import Evdev
public import Timeline

/// The input of a playback into libinput: devices, and their events in frames in the order of time.
public struct LibinputInput: Sendable {
  /// A device with its properties in udev's database.
  public struct Device: Hashable, Codable, Sendable {
    public var description: DeviceDescription
    /// The properties of udev's database that do not follow from the description.
    public var properties: [String: String]
    /// The size in mm of a touchscreen whose resolution does not say it: a resolution is a whole
    /// number of units per mm, too coarse for screens that count pixels.
    public var size: Size?

    public init(_ description: DeviceDescription, properties: [String: String] = [:]) {
      self.description = description
      self.properties = properties
    }

    /// The properties of udev's database that follow from the description.
    package var classification: [String: String] { DeviceClass(description).properties }
  }

  /// The events of a device up to a `SYN_REPORT`.
  public struct Frame: Hashable, Sendable {
    /// The index into ``LibinputInput/devices``.
    public var device: Int
    public var time: Timestamp
    /// The indices into ``LibinputInput/events``.
    public var range: Range<Int>

    public init(device: Int, time: Timestamp, range: Range<Int>) {
      self.device = device
      self.time = time
      self.range = range
    }
  }

  public var devices: [Device] = []
  public var events: [InputEvent] = []
  /// The frames in the order of time.
  public var frames: [Frame] = []
  /// The time from which times of events count: the time of the recording's first event.
  public var origin = Timestamp.zero
  /// The firmware's name of the machine, `dmi:...`, which selects quirks; nil for none.
  public var model: String?

  public init() {}

  package mutating func append(
    _ events: some Collection<InputEvent>, device: Int, time: Timestamp
  ) {
    let start = self.events.count
    self.events += events
    frames.append(Frame(device: device, time: time, range: start..<self.events.count))
  }

  /// The times of each device at which the first finger touched down.
  var touchDowns: [[Timestamp]] {
    var times = devices.map { _ in [Timestamp]() }
    for frame in frames where times.indices.contains(frame.device) {
      let isTouchDown = events[frame.range].contains {
        $0.type == .key && $0.code == KeyCode.touch && $0.value == 1
      }
      if isTouchDown { times[frame.device].append(frame.time) }
    }
    return times
  }

  /// The input in the form in which the playing process receives it; nil if it does not arrive.
  public var received: LibinputInput? {
    let message = LibinputMessage.bytes(LibinputRequest(self))
    return LibinputMessage.read(LibinputRequest.self, from: message)?.input
  }

  /// The most played events: four hours of five fingers at 125 Hz.
  public static let maximumEvents = 16_000_000

  /// The time by which fingers that are down at the beginning of a recording precede it.
  static let leadOfBeginning: Int64 = 10_000
}
