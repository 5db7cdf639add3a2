/// A recording that was opened: its devices, and a stream of their events or contacts.
///
/// ```swift
/// let recording = try Recording(path: "swipe.evemu")
/// for track in recording.tracks { print(track.touchArea.kind, track.size) }
/// let loaded = try recording.load()  // all frames, in memory
/// ```
///
/// Event files are read twice unless they are short: coordinate ranges and the kind of the device
/// show in the course of a recording, and its first event can be interpreted only when they are
/// known. Recordings of contacts, such as ChromeOS activity logs, need no first pass.
public final class Recording {
  /// The most batches that are kept in memory: a million events or more, 20 MB.
  private static let maximumKept = 1280

  /// The path as it was given; `-` is standard input.
  public let path: String
  public private(set) var format = RecordingFormat.evemu
  /// The devices, in the order of the recording; the device of a batch is an index into them.
  public private(set) var tracks: [RecordingTrack] = []
  /// The time of the first event or frame; nil for an empty recording.
  public private(set) var origin: Timestamp?
  /// The time of the last event, or of the last frame read so far.
  private var end = Timestamp.min
  /// Whether no clock has jumped so far.
  private var isForward = true
  /// Whether the recording has no times: all events are simultaneous.
  public var lacksTimes: Bool { eventReader?.lacksTimes ?? false }
  /// Called periodically with the number of bytes read, those of each pass counted.
  private let progress: ((Int) -> Void)?
  let options: ReplayOptions
  private let file: RereadableFile

  private var eventReader: (any RecordingReader)?
  private var keptBatches: [EventBatch]?

  private var contactReader: (any ContactFrameReader)?
  /// The first frame, which had to be read for its device.
  private var firstFrame: ContactFrame?
  private var hasReadFrames = false
  /// The anomalies of the frames' times in the last pass.
  private var timeAnomalies = AnomalyCounts()

  /// Opens a recording, and reads the events of one that contains events.
  ///
  /// - Parameters:
  ///   - options: Its `format`, `device`, `size` and `reportRate` matter; ``load()`` also cuts out
  ///     its `cut`.
  ///   - keepsEvents: Whether the events of a short recording are kept, so that it is read once.
  ///   - progress: Called periodically with the number of bytes read in all passes.
  public convenience init(
    path: String, options: ReplayOptions = ReplayOptions(), keepsEvents: Bool = true,
    progress: ((Int) -> Void)? = nil
  ) throws(FileError) {
    try self.init(
      .input(path: path), options: options, keepsEvents: keepsEvents, progress: progress)
  }

  /// Reads all of an opened file, or the rest of a pipe or a device. A source that can be read only
  /// once is copied to a temporary file first.
  public init(
    _ source: ByteSource, options: ReplayOptions = ReplayOptions(), keepsEvents: Bool = true,
    progress: ((Int) -> Void)? = nil
  ) throws(FileError) {
    path = source.name
    self.options = options
    self.progress = progress
    file = try RereadableFile(source, format: options.format)
    try open(keepsEvents: keepsEvents)
  }

  private func open(keepsEvents: Bool) throws(FileError) {
    let opened = try file.open(options)
    format = opened.format
    switch opened {
    case .events(let reader): try observe(reader, keepsEvents: keepsEvents)
    case .frames(let reader): try begin(reader)
    }
  }

  /// Whether the recording holds contacts, not events.
  public var hasContactFrames: Bool { contactReader != nil }

  /// The number of events; in a recording of contacts the number of its entries, final at its end.
  public var events: Int {
    contactReader?.entryCount ?? tracks.reduce(0) { $0 + ($1.observed?.events ?? 0) }
  }

  /// The anomalies of the file; those of the touches are counted by the track's trackers.
  public var anomalies: AnomalyCounts {
    var counts = contactReader?.anomalies ?? eventReader?.anomalies ?? AnomalyCounts()
    counts.merge(timeAnomalies)
    return counts
  }

  /// The assumptions about the recording and its devices.
  public var notes: [RecordingNote] {
    guard origin != nil else {
      let isDescription = !hasContactFrames && tracks.contains { $0.recorded.description != nil }
      return skippedNotes + [isDescription ? .noEvents : .nothing(bytes: file.bytesRead)]
    }
    return (lacksTimes ? [.noTimes] : []) + skippedNotes + tracks.compactMap(\.note)
      + (hasContactFrames && options.device != nil ? [.ignoredDevice] : [])
  }

  private var skippedNotes: [RecordingNote] {
    guard let lines = eventReader?.skippedLines, lines.count > 0 else { return [] }
    return [.skippedLines(lines, events: events)]
  }

  /// The note for a recording without touches: the kind of its events, or that none is in the cut.
  public var noTouchNote: RecordingNote {
    if isForward, let from = options.cut.from, let origin, from > end.seconds(since: origin),
      tracks.contains(where: \.isTouched)
    {
      return .startsAfterEnd(from, end: end.seconds(since: origin))
    }
    return .noTouchEvents(
      events, deviceKind: hasContactFrames ? nil : tracks.lazy.compactMap(\.otherKind).first)
  }

  /// The note that the recording has no events of a touch device; nil if it has some.
  package var lack: RecordingNote? {
    let isTouched = tracks.contains(where: \.isTouched)
    return (notes + (isTouched ? [] : [noTouchNote])).first(where: \.isLack)
  }
}

// MARK: - Events

extension Recording {
  private func observe(_ reader: any RecordingReader, keepsEvents: Bool) throws(FileError) {
    eventReader = reader
    keptBatches = keepsEvents ? [] : nil
    var observed: [ObservedDevice] = []
    var batch = EventBatch()
    while try reader.read(into: &batch) {
      progress?(file.bytesRead)
      defer { keep(&batch) }
      guard let first = batch.events.first else { continue }
      if let last = batch.events.last?.time {
        isForward = isForward && end <= first.time && first.time <= last
        end = max(end, last)
      }
      while observed.count <= batch.device { observed.append(ObservedDevice()) }
      // Some formats list one device after the other, so the earliest first event of a device
      // counts. The start of a later batch says nothing, since clocks step back.
      if observed[batch.device].events == 0 { origin = min(origin ?? first.time, first.time) }
      observed[batch.device].observe(batch.events)
    }
    try file.checkPass()
    let names = Recording.names(of: reader.devices, always: options.namesDevices)
    for index in 0..<max(reader.devices.count, observed.count) {
      tracks.append(
        RecordingTrack(
          name: names.indices.contains(index) ? names[index] : nil,
          recorded: reader.devices.indices.contains(index)
            ? reader.devices[index] : RecordedDevice(),
          observed: observed.indices.contains(index) ? observed[index] : nil, options: options))
    }
  }

  private func keep(_ batch: inout EventBatch) {
    guard let count = keptBatches?.count else { return }
    if count == Recording.maximumKept {
      keptBatches = nil
    } else {
      keptBatches?.append(batch)
      batch = EventBatch()
    }
  }

  /// The names of devices in records, numbered if repeated; none for a single one, unless always.
  private static func names(of devices: [RecordedDevice], always: Bool) -> [String?] {
    if devices.count == 1 {
      let name = devices[0].description?.name ?? ""
      return [always && !name.isEmpty ? name : nil]
    }
    var namesakes: [String: Int] = [:]
    return devices.enumerated().map { index, device in
      let described = device.description?.name ?? ""
      let name = device.node ?? (described.isEmpty ? String(index) : described)
      let count = namesakes[name, default: 0] + 1
      namesakes[name] = count
      return count == 1 ? name : "\(name) (\(count))"
    }
  }

  /// Passes on all events, from the first; none for a recording of contacts.
  public func forEachBatch(_ body: (EventBatch) throws(FileError) -> Void) throws(FileError) {
    if let keptBatches {
      for batch in keptBatches { try body(batch) }
      return
    }
    guard !hasContactFrames,
      case .events(let reader) = try again({ () throws(FileError) in try file.open(options) })
    else { return }
    var batch = EventBatch()
    while try again({ () throws(FileError) in try reader.read(into: &batch) }) {
      // A file that is overwritten while it is read may name further devices.
      if tracks.indices.contains(batch.device) { try body(batch) }
      progress?(file.bytesRead)
    }
    try file.checkPass()
  }

  /// Reads in a later pass: a file that it cannot read has changed since the first.
  private func again<Value>(_ read: () throws(FileError) -> Value) throws(FileError) -> Value {
    do throws(FileError) {
      return try read()
    } catch {
      throw error.systemError == nil ? file.changeError : error
    }
  }
}

// MARK: - Contacts

extension Recording {
  private func begin(_ reader: any ContactFrameReader) throws(FileError) {
    contactReader = reader
    firstFrame = try reader.next()
    origin = firstFrame?.time
    tracks = [RecordingTrack(reader, options: options)]
  }

  /// Passes on the frames of a recording of contacts, whose time never runs backward; none for one
  /// of events.
  public func forEachContactFrame(
    _ body: (ContactFrame) throws(FileError) -> Void
  ) throws(FileError) {
    if hasReadFrames { try rewind() }
    hasReadFrames = true
    guard let contactReader, let track = tracks.first else { return }
    let recorded = contactReader.touchAreaSize
    var next = firstFrame
    firstFrame = nil
    var clock = FrameClock(start: .min)
    var previous = Timestamp.min
    timeAnomalies = AnomalyCounts()
    while var frame = next {
      if frame.time < previous {
        timeAnomalies.count(FrameClock.anomaly(from: previous, to: frame.time))
      }
      previous = frame.time
      frame.time = clock.advance(to: frame.time)
      end = max(end, frame.time)
      if track.size != recorded { frame.scale(from: recorded, to: track.size) }
      try body(frame)
      next = try contactReader.next()
    }
    try file.checkPass()
  }

  private func rewind() throws(FileError) {
    guard hasContactFrames else { return }
    guard case .frames(let reader) = try file.open(options) else { throw file.changeError }
    contactReader = reader
    firstFrame = try reader.next()
  }
}

extension ContactFrame {
  /// Moves the contacts to a touch area of another size.
  package mutating func scale(from old: Size, to new: Size) {
    guard old.width > 0, old.height > 0 else { return }
    let mean = (new.width / old.width + new.height / old.height) / 2
    for index in contacts.indices {
      contacts[index].position.x *= new.width / old.width
      contacts[index].position.y *= new.height / old.height
      // As of events, whose sizes are in the mean unit of both axes.
      contacts[index].size = contacts[index].size.map {
        Size(width: $0.width * mean, height: $0.height * mean)
      }
    }
  }
}
