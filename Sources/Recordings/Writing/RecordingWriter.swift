public import Evdev

/// Writes a recording: the devices first, then their events in order, then the end.
///
/// The same calls give the same bytes. Where the sink is flushed after each call of
/// ``write(_:device:)``, everything up to it can be read again, whatever happens later.
public protocol RecordingWriter: AnyObject {
  var format: RecordingFormat { get }

  /// What the format can't hold of these devices, each as a phrase for people, such as
  /// `the name of the device`; empty when it holds everything.
  func losses(of devices: [RecordedDevice]) -> [String]

  /// Starts the recording with the descriptions of all its devices.
  func begin(_ devices: [RecordedDevice]) throws(RecordingError)

  /// Appends events of one device, an index into the devices that it began with.
  func write(_ events: [InputEvent], device: Int) throws(RecordingError)

  /// Ends the recording and its sink.
  func finish() throws(RecordingError)
}

extension RecordingFormat {
  /// The formats that ``makeWriter(_:)`` knows.
  public static let writable: [RecordingFormat] = [
    .evemu, .libinput, .evtest, .getevent, .raw, .raw32,
  ]

  /// A writer of this format; nil for formats that are only read.
  public func makeWriter(_ sink: ByteSink) -> (any RecordingWriter)? {
    switch self {
    case .evemu: EvemuWriter(sink)
    case .raw, .raw32: RawWriter(sink, format: self)
    case .libinput: LibinputWriter(sink)
    case .evtest: EvtestWriter(sink)
    case .getevent: GeteventWriter(sink)
    case .umockdev, .chromeos: nil
    }
  }

  /// Whether a recording may be of several devices.
  public var holdsSeveralDevices: Bool { self == .libinput || self == .getevent }
}
