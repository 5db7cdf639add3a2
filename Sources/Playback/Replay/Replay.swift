/// Replays one recording: from its bytes to reports of gestures or touches.
///
/// ```swift
/// let replay = Replay(path: "swipe.evemu", options: ReplayOptions())
/// let summary = try replay.run { report in
///   if case .gesture(let record) = report { print(record.json) }
/// }
/// ```
public struct Replay {
  public let path: String
  public var options: ReplayOptions
  /// Waits for a number of seconds after the first event; nil replays as fast as possible.
  public var pace: ((Double) -> Void)?
  /// Called periodically with the number of bytes read. Event files may be read twice.
  public var progress: ((Int) -> Void)?
  /// The bytes of a recording that was opened before, or is in memory; nil opens the path.
  public var source: ByteSource?

  public init(path: String, options: ReplayOptions = ReplayOptions()) {
    self.path = path
    self.options = options
  }

  /// Reads the recording to its end and passes on the reports in the order of time.
  public func run(_ body: (GestureEngine.Report) -> Void) throws(FileError) -> ReplaySummary {
    try run(open(), body)
  }

  /// Reads the recording to its end; `prepare` first receives each device's player and track.
  package func runObserved(
    _ prepare: (DevicePlayer, RecordingTrack) -> Void
  ) throws(FileError) -> ReplaySummary {
    try run(open(), preparing: prepare) { _ in }
  }

  /// Reads the recording to its end and keeps its frames.
  package func load() throws(FileError) -> LoadedRecording { try open().load() }

  private func open() throws(FileError) -> Recording {
    // At a pace of its own, progress follows the second reading.
    try Recording(
      .input(source, path: path), options: options, keepsEvents: pace == nil, progress: progress)
  }

  /// Plays a recording that was opened with the same path and options; `observe` receives the index
  /// of a device's track and each of its frames before their reports, if touches are reported.
  package func run(
    _ recording: Recording, observingFrames observe: ((Int, ContactFrame) -> Void)? = nil,
    preparing prepare: (DevicePlayer, RecordingTrack) -> Void = { _, _ in },
    _ body: (GestureEngine.Report) -> Void
  ) throws(FileError) -> ReplaySummary {
    var summary = ReplaySummary()
    summary.files = 1
    guard let origin = recording.origin else {
      summary.anomalies = recording.anomalies
      summary.notes = recording.notes + summary.anomalies.notes
      return summary
    }
    let queue = ReportQueue(isOrdered: recording.tracks.count(where: \.hasEvents) < 2)
    let players = recording.tracks.enumerated().map { index, track in
      let player = DevicePlayer(track, options: options, origin: origin)
      player.pace = pace.map { pace in { pace($0.seconds(since: origin)) } }
      player.engine.file = path
      player.engine.origin = origin
      player.engine.observer = queue.add
      player.engine.frameObserver = observe.map { observe in { observe(index, $0) } }
      prepare(player, track)
      return player
    }
    try recording.forEachBatch { batch throws(FileError) in
      players[batch.device].process(batch.events)
      queue.release(to: body)
    }
    try recording.forEachContactFrame { frame throws(FileError) in
      players[0].process(frame)
      queue.release(to: body)
    }
    for player in players {
      player.finish()
      summary.merge(player.summary)
    }
    queue.flush(to: body)
    summary.events = recording.events
    summary.anomalies.merge(recording.anomalies)
    summary.notes = recording.notes + summary.anomalies.notes
    if summary.touches == 0 {
      summary.notes.append(recording.noTouchNote)
    } else if summary.gestures == 0, options.detail.hasOutcomes {
      summary.notes.append(.noGestures(touches: summary.touches, palms: summary.palms))
    }
    return summary
  }
}

/// The counts of a replay.
public struct ReplaySummary: Hashable, Sendable {
  public var files = 0
  public var events = 0
  public var frames = 0
  /// Distinct touches.
  public var touches = 0
  /// The number of ``touches`` that are palms.
  public var palms = 0
  /// The numbers of gestures of the kinds that occurred.
  public var gesturesByKind: [Gesture.Kind: Int] = [:]
  public var anomalies = AnomalyCounts()
  /// Assumptions about one recording and its anomalies; not kept when summaries are added up.
  public var notes: [RecordingNote] = []

  public init() {}

  /// The number of gestures of all kinds.
  public var gestures: Int { gesturesByKind.values.reduce(0, +) }

  /// Adds up two summaries except their notes.
  public mutating func merge(_ other: ReplaySummary) {
    files += other.files
    events += other.events
    frames += other.frames
    touches += other.touches
    palms += other.palms
    gesturesByKind.merge(other.gesturesByKind, uniquingKeysWith: +)
    anomalies.merge(other.anomalies)
  }
}
