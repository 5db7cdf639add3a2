public import Contacts
public import Evdev
public import Recordings
import Timeline

/// What a recording is, without what its gestures are.
///
/// ```swift
/// let info = try TraceInfo(path: "swipe.evemu")
/// print(info.contacts, info.maxTouches)
/// ```
public struct TraceInfo: Sendable {
  /// A device of a recording and its surface.
  public struct Device: Sendable {
    /// As a recording of several devices calls it; nil when it is the only one.
    public var label: String?
    /// What the recording, or the user, says of it.
    public var description: DeviceDescription?
    public var touchArea: TouchArea
    /// In mm.
    public var size: Size
    /// How many touches it can follow; nil if it doesn't tell.
    public var slots: Int?
    /// Whether it told the place of any touch.
    public var isTouched: Bool
  }

  /// The path as it was given.
  public var file: String
  public var format: RecordingFormat
  public var devices: [Device] = []
  public var events = 0
  /// How many times `SYN_REPORT` came; in recordings of contacts, how many frames they have.
  public var frames = 0
  /// Distinct touches.
  public var contacts = 0
  /// The most contacts at once on a device.
  public var maxTouches = 0
  /// Seconds from the first event to the latest.
  public var duration = 0.0
  /// Frames a second, from the median of the intervals in touches; nil without any.
  public var frameRate: Double?
  /// The longest interval between two frames in a touch, in seconds; nil without any.
  public var longestGap: Double?
  public var anomalies = AnomalyCounts()
  /// What has to be said of the recording beside all that.
  public var notes: [TraceNote] = []
  var intervals = IntervalHistogram()

  /// Reads a recording, events twice. The profile and what to report of `options` do not matter.
  ///
  /// - Parameter progress: hears now and then how many bytes were read.
  public init(
    path: String, options: ReplayOptions = ReplayOptions(), progress: ((Int) -> Void)? = nil
  ) throws(RecordingError) {
    let file = try TraceFile(path: path)
    self.file = path
    switch try file.open(options) {
    case .events(let reader):
      format = reader.format
      let scan = try TraceScan(reader) { progress?(file.bytesRead) }
      addDevices(scan, options)
      if reader.lacksTimes { notes = [.noTimes] }
      guard scan.origin != nil, case .events(let second) = try file.open(options) else {
        anomalies = reader.anomalies
        break
      }
      try addContacts(second, scan) { progress?(file.bytesRead) }
    case .frames(let reader):
      format = reader.format
      try addFrames(reader, options)
    }
    frameRate = intervals.median.map { 1e6 / Double($0) }
    if intervals.median != nil { longestGap = Double(intervals.longest) / 1e6 }
  }
}

// MARK: - Events

extension TraceInfo {
  private mutating func addDevices(_ scan: TraceScan, _ options: ReplayOptions) {
    for index in 0..<max(scan.observedDevices.count, scan.devices.count) {
      let recorded = index < scan.devices.count ? scan.devices[index].description : nil
      let description = options.device ?? recorded
      let observed = scan.observed(index)
      let touchArea = TouchArea(description: description, observed: observed, size: options.size)
      let slots = description?.axes[AbsoluteCode.slot].map { Int($0.maximum) + 1 }
      devices.append(
        Device(
          label: scan.name(index), description: description, touchArea: touchArea,
          size: touchArea.size,
          slots: slots, isTouched: observed?.hasPositions ?? false))
      events += observed?.events ?? 0
      frames += observed?.frames ?? 0
    }
    if events == 0 { dropUnknownDevices() }
    let latest = scan.observedDevices.compactMap(\.latestTime).max()
    if let origin = scan.origin, let latest { duration = latest.seconds(since: origin) }
  }

  /// Without events, nothing is known of a device that nobody described.
  private mutating func dropUnknownDevices() {
    devices.removeAll { $0.description == nil }
  }

  private mutating func addContacts(
    _ reader: any RecordingReader, _ scan: TraceScan, progress: () -> Void
  ) throws(RecordingError) {
    var observers = scan.observedDevices.indices.map { index in
      let tracker = SlotTracker(
        description: devices[index].description, touchArea: devices[index].touchArea,
        observed: scan.observed(index), device: index)
      return FrameObserver(tracker: tracker)
    }
    var batch = EventBatch()
    while try reader.read(into: &batch) {
      guard observers.indices.contains(batch.device) else { continue }
      observers[batch.device].process(batch.events, &intervals)
      progress()
    }
    anomalies.merge(reader.anomalies)
    for index in observers.indices {
      _ = observers[index].tracker.finish()
      contacts += observers[index].contacts
      maxTouches = max(maxTouches, observers[index].maxTouches)
      anomalies.merge(observers[index].tracker.anomalies)
    }
  }
}

/// Counts the touches of one device.
private struct FrameObserver {
  var tracker: SlotTracker
  var contacts = 0
  var maxTouches = 0
  private var lastTime: Timestamp?

  init(tracker: SlotTracker) {
    self.tracker = tracker
  }

  mutating func process(_ events: [InputEvent], _ intervals: inout IntervalHistogram) {
    for event in events where tracker.process(event) { observe(tracker.frame, &intervals) }
  }

  mutating func observe(_ frame: borrowing ContactFrame, _ intervals: inout IntervalHistogram) {
    if let lastTime { intervals.add(frame.time.microseconds(since: lastTime)) }
    // Without a touch nothing is sent, and the time until the next one says nothing of the device.
    lastTime = frame.contacts.isEmpty ? nil : frame.time
    maxTouches = max(maxTouches, frame.contacts.count)
    contacts = max(contacts, frame.contacts.last?.id ?? 0)
  }
}

// MARK: - Frames

extension TraceInfo {
  private mutating func addFrames(
    _ reader: any ContactFrameReader, _ options: ReplayOptions
  ) throws(RecordingError) {
    var observer = FrameObserver(tracker: SlotTracker(description: nil))
    var first: Timestamp?
    while let frame = try reader.next() {
      frames += 1
      if first == nil { first = frame.time }
      duration = max(duration, frame.time.seconds(since: first ?? frame.time))
      observer.observe(frame, &intervals)
    }
    contacts = observer.contacts
    maxTouches = observer.maxTouches
    events = reader.entryCount
    anomalies = reader.anomalies
    let size = options.size ?? reader.touchAreaSize
    devices = [
      Device(
        description: reader.description,
        touchArea: TouchArea(of: reader, size: options.size), size: size,
        slots: reader.description?.axes[AbsoluteCode.slot].map { Int($0.maximum) + 1 },
        isTouched: contacts > 0)
    ]
    if events == 0 { dropUnknownDevices() }
  }
}
