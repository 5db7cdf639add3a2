public import Contacts
public import Evdev
public import Recordings
public import Timeline

/// All frames of a recording, for programs that want to play them themselves.
///
/// ```swift
/// let trace = try TraceFrames(path: "swipe.evemu")
/// for frame in trace.devices[0].frames { application.send(frame) }
/// ```
///
/// The frames are those of a ``Replay``, but all in memory.
public struct TraceFrames: Sendable {
  /// The frames of one device.
  public struct Device: Sendable {
    /// How records call it; nil when it is the only one.
    public var name: String?
    public var description: DeviceDescription?
    public var kind: TouchArea.Kind
    /// Of the surface, in mm.
    public var size: Size
    /// On the clock of the recording.
    public var frames: [ContactFrame]
  }

  public private(set) var devices: [Device] = []
  /// The first event of all, from which the times of records count.
  public private(set) var origin = Timestamp.zero

  /// Reads a recording to its end.
  public init(
    path: String, options: ReplayOptions = ReplayOptions()
  ) throws(RecordingError) {
    let file = try TraceFile(path: path)
    switch try file.open(options) {
    case .events(let reader): try read(file, scannedBy: reader, options)
    case .frames(let reader): try read(reader, options)
    }
  }

  /// The device that was touched most; nil where there is none.
  public var main: Device? {
    devices.max { $0.frames.count < $1.frames.count }
  }

  private mutating func read(
    _ file: TraceFile, scannedBy reader: any RecordingReader, _ options: ReplayOptions
  ) throws(RecordingError) {
    let scan = try TraceScan(reader)
    guard let origin = scan.origin else { return }
    self.origin = origin
    var trackers: [SlotTracker] = []
    for index in scan.observedDevices.indices {
      let recorded = index < scan.devices.count ? scan.devices[index].description : nil
      let description = options.device ?? recorded
      let observed = scan.observed(index)
      let touchArea = TouchArea(description: description, observed: observed, size: options.size)
      trackers.append(
        SlotTracker(description: description, touchArea: touchArea, observed: observed))
      devices.append(
        Device(
          name: scan.name(index), description: description, kind: touchArea.kind,
          size: touchArea.size, frames: []))
    }
    guard case .events(let second) = try file.open(options) else { return }
    var batch = EventBatch()
    while try second.read(into: &batch) {
      let index = batch.device
      guard index < devices.count else { continue }
      for event in batch.events where trackers[index].process(event) {
        devices[index].frames.append(trackers[index].frame)
      }
    }
    for index in devices.indices where trackers[index].finish() {
      devices[index].frames.append(trackers[index].frame)
    }
  }

  private mutating func read(
    _ reader: any ContactFrameReader, _ options: ReplayOptions
  ) throws(RecordingError) {
    var frames: [ContactFrame] = []
    while let frame = try reader.next() { frames.append(frame) }
    guard let first = frames.first else { return }
    origin = first.time
    let recorded = reader.touchAreaSize
    let size = options.size ?? recorded
    for index in frames.indices where size != recorded {
      frames[index].scale(from: recorded, to: size)
    }
    devices = [
      Device(
        name: nil, description: reader.description, kind: .touchpad, size: size, frames: frames)
    ]
  }
}
