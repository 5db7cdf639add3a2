/// Options for reading a recording, and for the reports on it.
public struct ReplayOptions: Sendable {
  /// The rules and numbers of the recognizers.
  public var profile = Profile.standard
  /// The shapes that name the drawings; nil recognizes none.
  public var shapes: ShapeSet? { didSet { classifier = shapes.map(ShapeClassifier.init) } }
  /// Has learned ``shapes``, once for all recordings.
  package private(set) var classifier: ShapeClassifier?
  /// The format of the recording; nil detects it from the content.
  public var format: RecordingFormat?
  /// A device description that overrides that of the recording.
  public var device: DeviceDescription?
  /// The size of the touch area in mm; overrides that of the device.
  public var size: Size?
  /// Applied before anything is recognized; nil applies the calibration of the device.
  public var transform: TouchAreaTransform?
  /// The report rate in hertz of recordings without times (`getevent` without `-t`).
  public var reportRate: Double?
  /// The part of the recording that is played, with times still counted from the first event.
  public var cut = RecordingCut()
  /// The files that options were read from, which limit the permissions of outputs.
  public var files: [String] = []
  /// Whether records name the device of a recording that has only one, by its description.
  public var namesDevices = false
  /// Which reports are made.
  public var detail = GestureEngine.Detail.outcomes

  public init() {}
}
