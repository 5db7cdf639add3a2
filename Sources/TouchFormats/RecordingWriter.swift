/// Writes a recording: the devices first, then their events in order, then the end.
///
/// The same calls produce the same bytes. If the sink is flushed after each ``write(_:device:)``,
/// the recording can be read up to there, whatever happens later.
public protocol RecordingWriter: AnyObject {
  var format: RecordingFormat { get }

  /// The properties of these devices that the format cannot represent, as phrases such as `the
  /// device node`; empty if the format represents them all.
  func losses(of devices: [RecordedDevice]) -> [String]

  /// Starts the recording with the descriptions of all its devices.
  func begin(_ devices: [RecordedDevice]) throws(FileError)

  /// Appends events of one device, an index into the devices given to ``begin(_:)``. Formats that
  /// have comments mark each inserted event with ``InsertedEvents/mark``, which readers skip.
  func write(_ events: [InputEvent], device: Int, areInserted: Bool) throws(FileError)

  /// Ends the recording and its sink.
  func finish() throws(FileError)
}

extension RecordingWriter {
  /// Appends events that the device sent.
  public func write(_ events: [InputEvent], device: Int) throws(FileError) {
    try write(events, device: device, areInserted: false)
  }

  /// Appends events that the device did not send, in order with the others.
  public func write(inserted events: [InputEvent], device: Int) throws(FileError) {
    try write(events, device: device, areInserted: true)
  }
}

/// Events inserted so that a recording is complete, as the device's state after lost events.
public enum InsertedEvents {
  /// The comment behind such an event.
  public static let mark: StaticString = " # inserted"
}

extension RecordingFormat {
  /// The formats that ``makeWriter(_:)`` supports.
  public static let writable: [RecordingFormat] = [
    .evemu, .libinput, .evtest, .getevent, .raw, .raw32,
  ]

  /// A writer of this format; throws for read-only formats.
  ///
  /// - Parameters:
  ///   - system: The machine that records, for formats that name it.
  ///   - isLive: Whether all events have to be in files after each flush of the sink, as for a
  ///     recording in progress.
  public func makeWriter(
    _ sink: ByteSink, system: RecordingSystem? = nil, isLive: Bool = false
  ) throws(FileError) -> any RecordingWriter {
    switch self {
    case .evemu: return EvemuWriter(sink)
    case .raw, .raw32: return RawWriter(sink, format: self)
    case .libinput: return LibinputWriter(sink, system: system, usesParts: isLive)
    case .evtest: return EvtestWriter(sink)
    case .getevent: return GeteventWriter(sink)
    case .umockdev, .chromeos, .pointerEvents:
      let names = RecordingFormat.writable.map(\.rawValue).joined(separator: ", ")
      throw FileError(file: sink.name, expected: "a writable format (\(names))", found: rawValue)
    }
  }

  /// Whether a recording can contain several devices.
  public var holdsSeveralDevices: Bool { self == .libinput || self == .getevent }

  /// Whether a recording can contain the calibration of its devices.
  public var holdsCalibration: Bool { self == .libinput || self == .evemu }

  /// Whether descriptions contain the values of axes when they were made, as of the current slot.
  public var holdsAxisValues: Bool { self == .evtest || self == .getevent }
}

// MARK: Shared by the text formats

extension DeviceDescription {
  /// ``codes``, including the codes of ``axes``.
  var allCodes: [UInt16: Set<UInt16>] {
    var codes = codes
    if !axes.isEmpty {
      codes[EventType.absolute.rawValue, default: []].formUnion(axes.keys)
    }
    return codes
  }

  /// The event types that the device can send, except `EV_SYN`, sorted by number.
  var describedTypes: [EventType] {
    allCodes.keys.sorted().map(EventType.init(rawValue:)).filter { $0 != .synchronization }
  }

  /// The codes of a type, sorted by number.
  func describedCodes(of type: EventType) -> [UInt16] {
    (allCodes[type.rawValue] ?? []).sorted()
  }
}

/// Names of udev's properties in recordings.
enum UdevProperty {
  /// The start of the property, before six numbers.
  static let calibration: StaticString = "LIBINPUT_CALIBRATION_MATRIX="
}

extension [RecordedDevice] {
  /// The losses of a format without udev's properties.
  var calibrationLosses: [String] {
    contains { $0.calibration != nil } ? ["the calibration matrix (give --matrix)"] : []
  }

  /// The losses of a format with names on one line.
  var nameLosses: [String] {
    let names = compactMap(\.description?.name)
    let arePlain = names.allSatisfy { singleLine($0) == $0 }
    return arePlain ? [] : ["control characters in the device name"]
  }

  /// The losses of a text with a single device and without its node.
  var textLosses: [String] {
    let devices = count > 1 ? ["all devices but the first"] : []
    let node = first?.node != nil ? ["the device node"] : []
    return devices + node + Array(prefix(1)).nameLosses
  }
}

/// The machine on which a recording is made, as `libinput record` names it.
public struct RecordingSystem: Hashable, Sendable {
  /// The release of the kernel, as in `6.1.0-28-amd64`.
  public var kernel: String?
  /// The firmware's description of the machine's model, as in `dmi:bvnLENOVO:...`. It contains no
  /// serial number.
  public var model: String?

  /// This machine; values that cannot be read are nil.
  public static var current: RecordingSystem {
    RecordingSystem(
      kernel: firstLine("/proc/sys/kernel/osrelease"),
      model: firstLine("/sys/class/dmi/id/modalias"))
  }

  private static func firstLine(_ path: String) -> String? {
    // The kernel limits both files to less than a page.
    let bytes = (try? ByteSource(path: path).readAll(limit: 4096)) ?? []
    let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return line.isEmpty ? nil : line
  }
}
