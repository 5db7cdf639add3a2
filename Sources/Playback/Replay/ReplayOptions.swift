public import Contacts
public import Evdev
public import Gestures
public import Recordings

/// How a trace is to be read and what is to be reported.
public struct ReplayOptions: Sendable {
  public var profile = Profile.standard
  /// The recording's format; nil recognizes it by its content.
  public var format: RecordingFormat?
  /// A description for recordings that have none, or the wrong one.
  public var device: DeviceDescription?
  /// The surface in mm; overrides what the device tells.
  public var size: Size?
  /// How the surface is turned before anything is recognized.
  public var transform: TouchAreaTransform?
  /// Frames a second of recordings without times (`getevent` without `-t`).
  public var frameRate: Double?
  /// What is reported.
  public var detail = ReplayStage.Detail.outcomes

  public init() {}
}
