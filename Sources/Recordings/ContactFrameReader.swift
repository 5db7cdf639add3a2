public import Contacts
public import Evdev

/// Reads a recording that holds contacts in mm instead of a device's events, from front to back.
public protocol ContactFrameReader: AnyObject {
  var format: RecordingFormat { get }

  /// What the recording says of the device; known after the first ``next()``, nil if it is silent.
  var description: DeviceDescription? { get }

  /// The surface in mm; known after the first ``next()``.
  var touchAreaSize: Size { get }

  /// How many entries the recording has, frames and others; known after the first ``next()``.
  var entryCount: Int { get }

  /// What was unusual so far.
  var anomalies: AnomalyCounts { get }

  /// The next frame, with the recording's own time; nil at the end.
  func next() throws(RecordingError) -> ContactFrame?
}
