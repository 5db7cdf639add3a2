public import Files
public import Playback

/// The measurements of a recording's touchpad.
public enum TouchpadMeasurement {
  /// The measurements as a line of JSON, like `replay touchpad analyze --json`; throws unless the
  /// recording has touches of one touchpad.
  public static func json(of recording: Recording) throws(FileError) -> String {
    try TouchpadAnalysis([TouchpadRecording(recording, part: .unlabelled)]).json
  }
}
