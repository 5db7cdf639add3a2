public import Contacts
public import Evdev
public import Recordings
public import TouchScript

/// A finger script as text: what fingers do, line by line, on what, and by whose hand.
///
/// ```
/// size 100x70mm
/// hand human seed 7
/// tap 50,35 count 2
/// wait 1s
/// swipe left at 50,35 fingers 3
/// ```
///
/// `docs/Testing.md` has the grammar.
public struct ScriptFile: Sendable {
  public var script = FingerScript([])
  /// In mm; that of a usual touchpad where the script does not tell.
  public var touchArea = Size(width: 100, height: 70)
  public var isTouchscreen = false
  public var hand = Hand.human

  /// Reads a script from a file; `-` is standard input.
  public static func read(path: String) throws(RecordingError) -> ScriptFile {
    let source = try ByteSource(path: path)
    return try ScriptFile(source.readAll(limit: largest), file: path)
  }

  /// A megabyte of script is more than anybody writes.
  private static let largest = 1 << 20

  /// Reads a script from bytes; `file` stands for the path in errors.
  public init(_ bytes: [UInt8], file: String) throws(RecordingError) {
    var parser = ScriptParser(file: file)
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

  /// Writes what the fingers do as a trace; returns how many frames it has.
  public func write(to path: String, format: RecordingFormat) throws(RecordingError) -> Int {
    let frames = script.frames(on: touchArea, hand: hand)
    let writer = try ConversionWriter(format, path: path)
    try writer.begin([RecordedDevice(description: device)], main: 0)
    var encoder = SlotEncoder(description: device)
    var events: [InputEvent] = []
    for frame in frames { encoder.encode(frame, into: &events) }
    try writer.write(events, device: 0)
    _ = try writer.finish(AnomalyCounts(), pieceOf: nil)
    return frames.count
  }

  /// What the script is meant to give, as the expectations of its trace: kind, fingers, taps and
  /// direction, a gesture a line. Interrupted gestures are left out.
  public var expectations: String {
    script.performed(on: touchArea, by: hand).gestures.filter { !$0.isInterrupted }
      .map { gesture in
        var line = JSONLine()
        line.add("gesture", gesture.kind.rawValue)
        line.add("touches", gesture.touches)
        line.add("taps", gesture.taps)
        line.add("direction", gesture.direction?.rawValue)
        return line.object + "\n"
      }.joined()
  }
}
