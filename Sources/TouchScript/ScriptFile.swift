public import Contacts
public import Evdev
import Files

/// A finger script as text: settings of the device and the hand, then one action per line, such as
/// `swipe left at 50,35 fingers 3`. `docs/Testing.md` has the grammar.
public struct ScriptFile: Sendable {
  public var script = FingerScript([])
  /// The size in mm; by default a usual touchpad's.
  public var touchArea = Size(width: 100, height: 70)
  public var isTouchscreen = false
  public var hand = Hand.human

  /// The default limit of frames, two million: four hours of touches at 125 Hz.
  public static let usualFrameLimit = 2_000_000

  /// Reads a script from a file; `-` is standard input.
  ///
  /// - Parameter frameLimit: The most frames of touches that the script may produce.
  public static func read(
    path: String, frameLimit: Int = usualFrameLimit
  ) throws(FileError) -> ScriptFile {
    let source = try ByteSource(path: path)
    return try ScriptFile(source.readAll(limit: largest), file: path, frameLimit: frameLimit)
  }

  /// The largest script in bytes; more means another kind of file.
  private static let largest = 1 << 20

  /// Reads a script from bytes; `file` is the path in errors.
  public init(_ bytes: [UInt8], file: String, frameLimit: Int = usualFrameLimit) throws(FileError) {
    var parser = ScriptParser(file: file, frameLimit: frameLimit)
    try parser.parse(bytes)
    self = parser.result
  }

  init() {}

  /// The device that the script plays on.
  public var device: DeviceDescription {
    isTouchscreen
      ? .touchscreen(width: touchArea.width, height: touchArea.height)
      : .touchpad(width: touchArea.width, height: touchArea.height, reporting: .slots(10))
  }
}
