/// A recording as frames of events to be played into devices, all in memory, in the order of time.
public struct PlayedTrace: Sendable {
  /// The events of a device up to a `SYN_REPORT`.
  public struct Frame: Sendable {
    /// An index into ``PlayedTrace/devices``.
    public var device: Int
    /// The time of the `SYN_REPORT`.
    public var time: Timestamp
    /// Indices into ``PlayedTrace/events``.
    public var range: Range<Int>
  }

  /// The devices as described or, failing that, as derived from their events.
  public private(set) var devices: [DeviceDescription] = []
  public private(set) var events: [InputEvent] = []
  /// In the order of time, which never runs backward.
  public var frames: [Frame] = []
  private var observed: [ObservedDevice?] = []

  /// Reads a recording of any format.
  public init(path: String, options: ReplayOptions = ReplayOptions()) throws(FileError) {
    try self.init(Recording(path: path, options: options))
  }

  /// Reads the events or contacts of a recording that was opened.
  public init(_ recording: Recording) throws(FileError) {
    devices = recording.tracks.map(\.writtenDescription)
    observed = recording.tracks.map(\.observed)
    if recording.hasContactFrames {
      try addContacts(of: recording)
    } else {
      try addEvents(of: recording)
    }
    sortFrames()
  }

  /// The events that put a device into the state in which the recording begins: the keys and
  /// touches that were down before, and the slot of the first events, since they may not name it.
  public func beginning(of device: Int) -> [InputEvent] {
    guard devices.indices.contains(device) else { return [] }
    let observed = observed[device]
    var events: [InputEvent] = []
    func add(_ type: EventType, _ code: UInt16, _ value: Int32) {
      events.append(InputEvent(time: .zero, type: type, code: code, value: value))
    }
    // Without slots each frame lists all contacts anyway.
    if devices[device].axes[AbsoluteCode.slot] != nil {
      for touch in observed?.initialTouches ?? [] {
        add(.absolute, AbsoluteCode.slot, Int32(touch.slot))
        add(.absolute, AbsoluteCode.trackingID, PlayedTrace.firstInitialID + Int32(touch.slot))
        // A unit beside the first position, since the kernel only passes on values that change.
        if let x = touch.x { add(.absolute, AbsoluteCode.positionX, x > 0 ? x - 1 : x &+ 1) }
        if let y = touch.y { add(.absolute, AbsoluteCode.positionY, y > 0 ? y - 1 : y &+ 1) }
      }
      // The device may be in another slot, as at the end of an earlier round.
      add(.absolute, AbsoluteCode.slot, Int32(observed?.initialSlot ?? 0))
    }
    for key in observed?.initialKeys ?? [] { add(.key, key, 1) }
    if !events.isEmpty { add(.synchronization, SynchronizationCode.report, 0) }
    return events
  }

  /// Tracking ids that recordings hardly ever reach, since the kernel counts from 0.
  private static let firstInitialID: Int32 = 60_000

  private mutating func addEvents(of recording: Recording) throws(FileError) {
    var open = Array(repeating: [InputEvent](), count: devices.count)
    try recording.forEachBatch { batch throws(FileError) in
      for event in batch.events {
        open[batch.device].append(event)
        guard event.isReport else { continue }
        add(open[batch.device], of: batch.device)
        open[batch.device].removeAll(keepingCapacity: true)
      }
    }
  }

  private mutating func addContacts(of recording: Recording) throws(FileError) {
    guard let description = devices.first else { return }
    var encoder = SlotEncoder(description: description)
    var events: [InputEvent] = []
    try recording.forEachContactFrame { frame throws(FileError) in
      events.removeAll(keepingCapacity: true)
      encoder.encode(frame, into: &events)
      if !events.isEmpty { add(events, of: 0) }
    }
  }

  private mutating func add(_ frame: [InputEvent], of device: Int) {
    for event in frame {
      let isDescribed = event.type == .absolute || event.type == .synchronization
      if !isDescribed, event.type.rawValue < 0x14 {
        devices[device].codes[event.type.rawValue, default: []].insert(event.code)
      }
    }
    let start = events.count
    events.append(contentsOf: frame)
    frames.append(
      Frame(device: device, time: frame.last?.time ?? .zero, range: start..<events.count))
  }

  /// Some formats list one device after the other, and clocks may step back.
  private mutating func sortFrames() {
    var clocks = Array(repeating: FrameClock(start: .min), count: devices.count)
    for index in frames.indices {
      frames[index].time = clocks[frames[index].device].advance(to: frames[index].time)
    }
    frames.sort { $0.time < $1.time }
  }
}
