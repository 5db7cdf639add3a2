/// Reads a recording of input events from front to back, in constant memory.
public protocol RecordingReader: AnyObject {
  var format: RecordingFormat { get }

  /// The devices seen so far, by index; a device is complete before its first event.
  var devices: [RecordedDevice] { get }

  /// The anomalies so far.
  var anomalies: AnomalyCounts { get }

  /// Whether any event so far has no time and no report rate to derive one from; its time is zero.
  var lacksTimes: Bool { get }

  /// The lines skipped so far because they are not of the format. Lines that the recording tool
  /// itself prints beside the events are not included.
  var skippedLines: SkippedLines { get }

  /// Replaces the events of `batch` with the next ones, all of one device; false at the end.
  ///
  /// The batch is reused, so that reading does not allocate. Events keep the recording's times.
  func read(into batch: inout EventBatch) throws(FileError) -> Bool
}

extension RecordingReader {
  /// False: every format except getevent has times.
  public var lacksTimes: Bool { false }

  /// None: most formats permit no other lines.
  public var skippedLines: SkippedLines { SkippedLines() }
}

/// A device of a recording.
public struct RecordedDevice: Hashable, Sendable {
  /// The most devices that a recording may declare. Machines have some dozens; more means corrupt
  /// input.
  static let maximumCount = 1024

  /// The most bytes of a device's name or node: 256, the size of the buffers in which evtest and
  /// libevdev read names. Names are limited because every record of a recording of several devices
  /// contains one.
  static let maximumNameLength = 256

  /// The device description; nil in recordings that contain only events.
  public var description: DeviceDescription?
  /// The device node, such as `/dev/input/event4`, if the recording names it.
  public var node: String?
  /// The calibration of a touchscreen, udev's `LIBINPUT_CALIBRATION_MATRIX`; nil if it has none.
  public var calibration: TouchAreaTransform?

  public init(
    description: DeviceDescription? = nil, node: String? = nil,
    calibration: TouchAreaTransform? = nil
  ) {
    self.description = description
    self.node = node
    self.calibration = calibration
  }
}

/// Consecutive events of one device.
public struct EventBatch: Sendable {
  /// The most events that a reader puts into a batch.
  public static let capacity = 1024

  /// An index into ``RecordingReader/devices``.
  public var device = 0
  public var events: [InputEvent] = []

  public init() {
    events.reserveCapacity(EventBatch.capacity)
  }
}

/// Reads a recording of contacts in mm instead of input events, from front to back.
public protocol ContactFrameReader: AnyObject {
  var format: RecordingFormat { get }

  /// The device description; known after the first ``next()``, nil if the recording has none.
  var description: DeviceDescription? { get }

  /// The size of the touch area in mm; known after the first ``next()``.
  var touchAreaSize: Size { get }

  /// The number of entries, including those that are not frames; known after the first ``next()``.
  var entryCount: Int { get }

  /// The anomalies so far.
  var anomalies: AnomalyCounts { get }

  /// The next frame, with the recording's time; nil at the end.
  func next() throws(FileError) -> ContactFrame?
}

extension Expectation {
  /// The error for a recording that declares more than ``RecordedDevice/maximumCount`` devices.
  static let fewerDevices = Expectation("at most 1024 devices")

  /// Throws if a recording with this number of devices cannot have one more.
  static func checkRoom(after devices: Int) throws(Expectation) {
    if devices >= RecordedDevice.maximumCount { throw fewerDevices }
  }

  /// The error for a name or node longer than ``RecordedDevice/maximumNameLength``.
  static let shorterName = Expectation("a name of at most 256 bytes")

  /// Returns the name or node of a device; throws if it is too long.
  static func checkedName(_ name: String) throws(Expectation) -> String {
    if name.utf8.count > RecordedDevice.maximumNameLength { throw shorterName }
    return name
  }
}

extension [RecordedDevice] {
  /// Adds a device and returns its index; throws if a recording cannot have one more.
  mutating func add(_ device: RecordedDevice) throws(Expectation) -> Int {
    try Expectation.checkRoom(after: count)
    append(device)
    return count - 1
  }
}

extension DeviceDescription.Identity {
  /// Bus, vendor, product and version.
  var numbers: [UInt16] { [bus, vendor, product, version] }

  /// The names of ``numbers`` in texts.
  static let names = ["bus", "vendor", "product", "version"]

  /// Creates an identity from its four ``numbers``.
  init(_ numbers: [UInt16]) {
    self.init(bus: numbers[0], vendor: numbers[1], product: numbers[2], version: numbers[3])
  }
}

extension DeviceDescription.Axis {
  /// Minimum, maximum, fuzz, flat and resolution.
  var numbers: [Int32] { [minimum, maximum, fuzz, flat, resolution] }

  /// Creates an axis from its five ``numbers``.
  init(_ numbers: [Int32]) {
    self.init(
      minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
      resolution: numbers[4])
  }
}
