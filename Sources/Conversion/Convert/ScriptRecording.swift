public import Playback
public import TouchScript

extension ScriptFile {
  /// Writes a recording with the permissions of its inputs; returns the number of frames.
  public func write(
    to path: String, format: RecordingFormat, madeOf inputs: [String] = []
  ) throws(FileError) -> Int {
    let frames = script.frames(on: touchArea, hand: hand)
    try format.write(frames, of: device, to: ByteSink(path: path, madeOf: inputs))
    return frames.count
  }

  /// The gestures that the script intends, as the expectations of its recording: kind, fingers,
  /// taps and direction, one gesture per line, without interrupted ones.
  public var expectations: String {
    script.performed(on: touchArea, by: hand).expectedGestures.map { gesture in
      var line = JSONLine()
      line.add("gesture", gesture.kind.rawValue)
      line.add(
        touches: gesture.touches, taps: gesture.taps, direction: gesture.direction?.rawValue,
        name: gesture.name)
      return line.object + "\n"
    }.joined()
  }
}
