public import Playback
import SystemPackage

/// A recording in progress, which does not delay the thread that adds frames.
///
/// Frames of a file are written at once: however the process ends, the file can be opened, and it
/// lacks at most the frame that was being written. Frames of pipes and devices, and of a slow file,
/// are written by a separate thread, and those that wait are lost with the process. Beyond
/// ``queueLimit`` waiting events, frames are left out and counted in ``lostFrames``; `SYN_DROPPED`
/// and the device's state replace them.
public final class LiveRecording {
  /// The device's state as a frame that begins with `SYN_DROPPED`.
  public typealias Resynchronization = (_ device: Int, _ time: Timestamp) -> [InputEvent]

  /// The most waiting events, which take about 40 MB: minutes of a usual device, half a minute of a
  /// device that sends 8000 frames a second.
  public static let queueLimit = 1 << 20

  public let path: String
  /// The number of added events that were not left out.
  public private(set) var events = 0
  /// The number of added frames that were not left out.
  public private(set) var frames = 0
  /// The number of frames left out because earlier ones could not be written in time.
  public private(set) var lostFrames = 0

  private let queue: BackgroundQueue<Part>
  private let resynchronize: Resynchronization?
  /// The devices with left-out frames since their last written one.
  private var incomplete: Set<Int> = []
  private var lastTime = Timestamp.zero
  /// The masks that hide the typed keys of each device; nil if the recording shows them.
  private var masks: [KeyMask]?
  /// Whether each device is a keyboard of which only the times of key presses are recorded.
  private let areReduced: [Bool]
  /// The number of frames that the thread writes before frames are written at once again.
  private var deferredFrames: Int

  /// The time for a frame beyond which a file is slow. The kernel stores 64 events and more for a
  /// reader: a tenth of a second of a usual device.
  private static let slowWrite = Duration.milliseconds(50)
  /// The number of frames of a slow file that the thread writes: some seconds of a usual device.
  private static let framesAfterSlowWrite = 1000

  /// A frame or other events of a device.
  fileprivate struct Part: Sendable {
    var events: [InputEvent]
    var device: Int
    /// The indices of events that did not come from the device.
    var inserted: [Range<Int>]
  }

  /// Creates a file that only its owner may read, or empties an existing one; `-` is standard
  /// output. Returns when it is open, or after a fifth of a second: a FIFO opens when its reader
  /// does.
  ///
  /// - Parameters:
  ///   - format: One of ``RecordingFormat/writable``.
  ///   - devices: The devices, whose indices ``write(_:device:inserted:)`` takes.
  ///   - showsKeyCodes: Whether typed keys are not masked by ``/Evdev/KeyMask``.
  ///   - keepsKeyTimesOnly: Whether keyboards are reduced to ``/Evdev/KeyPressTimes``.
  ///   - limit: The most events that wait.
  ///   - resynchronize: Provides the state after frames were left out; without it, the recording
  ///     only says that they are missing.
  ///   - onFailure: Called on any thread when writing has failed, which ``failure`` then describes.
  public init(
    path: String, format: RecordingFormat, devices: [RecordedDevice], showsKeyCodes: Bool = false,
    keepsKeyTimesOnly: Bool = false, limit: Int = LiveRecording.queueLimit,
    resynchronize: Resynchronization? = nil, onFailure: @escaping @Sendable () -> Void = {}
  ) throws(FileError) {
    self.path = path
    self.resynchronize = resynchronize
    masks = showsKeyCodes ? nil : devices.map { _ in KeyMask() }
    areReduced = devices.map { keepsKeyTimesOnly && $0.isKeyboard }
    let devices = keepsKeyTimesOnly ? devices.map(\.withoutKeys) : devices
    deferredFrames = .max
    var file: (sink: ByteSink, writer: any RecordingWriter)?
    queue = try BackgroundQueue(
      limit: limit, name: path,
      process: { (parts: [Part]) throws(FileError) in
        if file == nil {
          let sink = path == "-" ? ByteSink(.standardOutput) : try ByteSink(growing: path)
          let writer = try format.makeWriter(sink, system: .current, isLive: true)
          file = (sink, writer)
          try writer.begin(devices)
        }
        guard let file else { return }
        for part in parts { try part.write(to: file.writer) }
        try file.sink.flush()
      }, onFailure: onFailure)
    _ = queue.add(Part(events: [], device: 0, inserted: []), cost: 0)
    var attempts = 10
    let isOpen = queue.drain {
      attempts -= 1
      return attempts > 0
    }
    if !isOpen, let failure = queue.failure { throw failure }
    if isOpen, Self.isRegular(path) { deferredFrames = 0 }
  }

  /// Whether an open file accepts bytes at once, unless the disk is slow.
  private static func isRegular(_ path: String) -> Bool {
    var status = stat()
    let result = path == "-" ? fstat(STDOUT_FILENO, &status) : stat(path, &status)
    return result == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  deinit { queue.close() }
}

extension LiveRecording {
  /// The error that ended writing.
  public var failure: FileError? { queue.failure }

  /// Adds events, usually a frame, of which those with the inserted indices are not the device's.
  /// Throws the error of an earlier write.
  public func write(
    _ events: [InputEvent], device: Int = 0, inserted: [Range<Int>] = []
  ) throws(FileError) {
    if let failure = queue.failure { throw failure }
    guard let time = events.last?.time else { return }
    lastTime = time
    if areReduced.indices.contains(device), areReduced[device] {
      return try writeReduced(events, device: device)
    }
    var part = Part(events: events, device: device, inserted: inserted)
    if incomplete.contains(device) {
      guard queue.isHalfFree else { return leaveOut(events) }
      part = resynchronizing(part, at: time)
    }
    // The index avoids a copy of all masks for each frame.
    let mask = masks.flatMap { $0.indices.contains(device) ? $0[device] : nil }
    if mask != nil { masks?[device].apply(to: &part.events, inserted: &part.inserted) }
    guard add(part) else {
      if let mask { masks?[device] = mask }
      incomplete.insert(device)
      return leaveOut(events)
    }
    if let failure = queue.failure { throw failure }
    incomplete.remove(device)
    count(part.events)
  }

  /// Writes the times of key presses; without room they are left out.
  private func writeReduced(_ events: [InputEvent], device: Int) throws(FileError) {
    let presses = KeyPressTimes.reduce(events)
    if presses.isEmpty { return }
    let isAdded = add(Part(events: presses, device: device, inserted: []))
    if isAdded { count(presses) } else { leaveOut(presses) }
  }

  private func count(_ events: [InputEvent]) {
    self.events += events.count
    frames += events.count(where: \.isReport)
  }

  /// Writes a frame at once or leaves it to the thread; returns false if too many wait there.
  private func add(_ part: Part) -> Bool {
    if deferredFrames > 0 {
      deferredFrames -= 1
    } else {
      let start = ContinuousClock.now
      if queue.processNow(part, cost: part.events.count) {
        let isSlow = start.duration(to: .now) > LiveRecording.slowWrite
        if isSlow { deferredFrames = LiveRecording.framesAfterSlowWrite }
        return true
      }
    }
    var copy = part
    // The copy has the size of the events: callers reuse buffers with room for large frames.
    copy.events = part.events.withUnsafeBufferPointer(Array.init)
    return queue.add(copy, cost: copy.events.count)
  }

  /// Forgets the pressed keys of a device that went away: none is known to be down when it returns.
  public func forgetKeys(of device: Int = 0) {
    if masks?.indices.contains(device) == true { masks?[device] = KeyMask() }
  }

  private func leaveOut(_ events: [InputEvent]) {
    lostFrames += events.count(where: \.isReport)
  }

  /// The state in place of a frame; without a state, a mark before the frame.
  private func resynchronizing(_ part: Part, at time: Timestamp) -> Part {
    if let resynchronize {
      let state = resynchronize(part.device, time)
      return Part(events: state, device: part.device, inserted: [state.indices])
    }
    var part = part
    let mark = InputEvent.loss(at: part.events.first?.time ?? time)
    part.events.insert(contentsOf: mark, at: 0)
    part.inserted = [mark.indices]
    return part
  }

  /// Waits until all frames are in the file. Throws the error of an earlier write.
  public func flush() throws(FileError) {
    _ = queue.drain { true }
    if let failure = queue.failure { throw failure }
  }

  /// Writes the waiting frames, and closes the file. `isPatient` is called every 20 ms while the
  /// file accepts no bytes; once it returns false, the rest is left out, which is an error.
  public func finish(while isPatient: () -> Bool = { true }) throws(FileError) {
    for device in incomplete.sorted() {
      let mark = InputEvent.loss(at: lastTime)
      _ = queue.add(Part(events: mark, device: device, inserted: [mark.indices]), cost: 0)
    }
    incomplete = []
    _ = queue.add(Part(events: [], device: Part.end, inserted: []), cost: 0)
    queue.close()
    if queue.drain(while: isPatient) { return }
    throw queue.failure ?? .notWritten(path, queue.backlog)
  }
}

extension RecordedDevice {
  /// Whether the device has no touches, but keys that type.
  package var isKeyboard: Bool {
    guard let description else { return false }
    return description.axes.isEmpty && KeyPressTimes.isKeyboard(description)
  }

  /// The device; a keyboard without its name and its keys.
  package var withoutKeys: RecordedDevice {
    guard isKeyboard, let description else { return self }
    var device = self
    device.description = KeyPressTimes.description(of: description)
    return device
  }
}

extension LiveRecording.Part {
  /// The index that marks the end of the recording.
  static var end: Int { -1 }

  /// Writes the events in the order of their indices.
  func write(to writer: any RecordingWriter) throws(FileError) {
    if device == Self.end { return try writer.finish() }
    if inserted.isEmpty { return try writer.write(events, device: device) }
    var next = 0
    for range in inserted.map({ $0.clamped(to: events.indices) }) {
      if next < range.lowerBound {
        try writer.write(Array(events[next..<range.lowerBound]), device: device)
      }
      try writer.write(inserted: Array(events[range]), device: device)
      next = range.upperBound
    }
    if next < events.count { try writer.write(Array(events[next...]), device: device) }
  }
}

extension FileError {
  /// The error for the rest of a recording whose reader accepts no more bytes.
  package static func notWritten(_ path: String, _ events: Int) -> FileError {
    FileError(
      file: path, expected: "a reader",
      found: "the last \(events) event\(events == 1 ? "" : "s") could not be written in time",
      systemError: .resourceTemporarilyUnavailable)
  }
}
