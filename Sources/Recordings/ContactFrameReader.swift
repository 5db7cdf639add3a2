public import Contacts
public import Evdev

/// Reads a recording that holds contacts instead of a device's events.
public protocol ContactFrameReader: AnyObject {
  var format: RecordingFormat { get }

  /// What the recording says of the device that it was made with, if anything.
  var description: DeviceDescription? { get }

  /// What was unusual so far.
  var anomalies: AnomalyCounts { get }

  /// How many entries were read so far, frames and others.
  var entryCount: Int { get }

  /// The next frame, its positions in mm; nil at the end.
  func next() throws(RecordingError) -> ContactFrame?
}
