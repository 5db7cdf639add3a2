/// Recognizes gestures while events arrive: the counterpart of ``Replay`` for live devices.
///
/// ```swift
/// let live = LiveReplay(description: reader.description, options: ReplayOptions())
/// live.observer = { report in show(report) }
/// live.process(&frame)                    // for each frame of events
/// live.advance(to: live.nextDeadline)     // when that time has passed without a frame
/// live.finish(at: now)
/// ```
///
/// A recording of the frames as ``process(_:)`` leaves them, and of the empty one that
/// ``finish(at:)`` returns, replays to the same gestures, byte for byte.
public final class LiveReplay {
  /// Receives the reports, in order.
  public var observer: ((GestureEngine.Report) -> Void)? {
    get { player.engine.observer }
    set { player.engine.observer = newValue }
  }
  /// Receives each frame before it is played, if touches are reported.
  package var frameObserver: ((ContactFrame) -> Void)? {
    get { player.engine.frameObserver }
    set { player.engine.frameObserver = newValue }
  }
  /// The size of the touch area in mm, transformed.
  package var touchArea: Size { player.touchArea }
  /// The time of the first event, from which times in records count; nil before it.
  public private(set) var origin: Timestamp?

  private let player: DevicePlayer
  /// The latest deadline that fired; later events get its time or a later one.
  private var firedDeadline = Timestamp.min
  private var lastTime = Timestamp.min

  /// Prepares for one device.
  public convenience init(
    description: DeviceDescription, options: ReplayOptions = ReplayOptions()
  ) {
    self.init(device: RecordedDevice(description: description), options: options)
  }

  /// Prepares for one device as described in its recording.
  public init(device: RecordedDevice, options: ReplayOptions = ReplayOptions()) {
    let track = RecordingTrack(name: nil, recorded: device, observed: nil, options: options)
    player = DevicePlayer(track, options: options)
  }

  /// The device that records name; nil if it is the only one.
  package var deviceName: String? {
    get { player.engine.device }
    set { player.engine.device = newValue }
  }
  /// Whether there was any event.
  package var hasEvents: Bool { lastTime > .min }

  /// Sets the zero of the records' times, where an event of another device is the first.
  package func begin(at origin: Timestamp) {
    self.origin = origin
    player.engine.origin = origin
  }

  /// Processes events that end with a `SYN_REPORT`, not before a deadline that has fired.
  public func process(_ frame: inout [InputEvent]) {
    guard let last = frame.last else { return }
    if last.time < firedDeadline {
      for index in frame.indices where frame[index].time < firedDeadline {
        frame[index].time = firedDeadline
      }
    }
    if origin == nil, let first = frame.first?.time { begin(at: first) }
    lastTime = max(lastTime, frame[frame.count - 1].time)
    player.process(frame)
  }

  /// Makes a program for a touch area in mm receive the frames, instead of recognizers.
  public func run(
    _ make: (_ touchArea: Size, _ isTouchpad: Bool) throws -> any ContactProgram
  ) rethrows {
    player.program = try make(player.touchArea, player.isTouchpad)
  }

  /// The time of the next deadline; nil if none is pending.
  public var nextDeadline: Timestamp? {
    player.program.map(\.nextDeadline) ?? player.engine.application.nextDeadline
  }

  /// Fires the deadlines up to a time before which no further frame is expected.
  public func advance(to time: Timestamp) {
    while let deadline = nextDeadline, deadline <= time {
      firedDeadline = max(firedDeadline, deadline)
      if let program = player.program {
        program.advance(to: deadline)
      } else {
        player.engine.application.advance(to: deadline)
      }
    }
  }

  /// Ends the session, and returns the empty frame that a recording must end with.
  public func finish(at time: Timestamp) -> [InputEvent]? {
    defer { player.finish() }
    guard hasEvents else { return nil }
    let frame = [
      InputEvent(
        time: max(time, lastTime, firedDeadline), type: .synchronization,
        code: SynchronizationCode.report, value: 0)
    ]
    player.process(frame)
    return frame
  }

  /// The counts so far.
  public var summary: ReplaySummary {
    var summary = player.summary
    summary.files = 1
    return summary
  }
}
