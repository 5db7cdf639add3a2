import Checking

/// A recording on a terminal, played and stepped through by keys.
struct RecordingView {
  /// The most frames in memory: an hour of touching at 125 Hz.
  static let maximumFrames = 500_000
  /// The most contacts in memory: an hour of touching with two fingers.
  static let maximumContacts = 1_000_000
  /// The seconds from one drawing to the next during the playback.
  private static let interval = 1.0 / 30
  /// The longest pause of the program, such as a suspension, that is played.
  private static let maximumPause = 0.5

  let path: String
  let screen: TerminalScreen
  let verdict: Verdict?
  var playback: ViewPlayback

  /// Shows the recording until a key quits.
  mutating func run() throws {
    try screen.enter()
    defer { screen.leave() }
    var last = ContinuousClock.now
    while !playback.isOver, !screen.isGone {
      screen.draw(playback.moment, status)
      let keys = try screen.read(timeout: playback.isPlaying ? RecordingView.interval : nil)
      let now = ContinuousClock.now
      let pause = last.duration(to: now) / .seconds(1)
      last = now
      playback.advance(by: min(pause, RecordingView.maximumPause))
      for key in keys { playback.handle(key) }
    }
  }

  private var status: ViewScreen.Status {
    let history = playback.history
    var status = ViewScreen.Status(
      source: path, device: history.device, touchArea: history.size, text: playback.statusText)
    if playback.deviceCount > 1 {
      status.deviceNumber = "\(playback.device + 1) of \(playback.deviceCount)"
    }
    status.span = playback.start...playback.end
    status.gestureTimes = history.gestures.map(\.time)
    status.verdict = verdict
    if playback.showsHelp { status.help = ViewPlayback.help }
    return status
  }

  // MARK: Loading

  /// Plays a recording once, after `beforehand`, and stores the history of each device that sent
  /// events, the one with the most touches first. `notes` receives the assumptions.
  static func load(
    _ path: String, _ options: ReplayOptions, maximumContacts: Int = RecordingView.maximumContacts,
    progress: @escaping (Int) -> Void, notes: ([RecordingNote]) -> Void,
    beforehand: (Recording) throws(FileError) -> Void = { _ throws(FileError) in }
  ) throws(FileError) -> [ViewHistory] {
    var options = options
    options.detail = .everything
    let recording = try Recording(path: path, options: options, progress: progress)
    let known = recording.tracks.reduce(0) { $0 + ($1.observed?.frames ?? 0) }
    if options.cut.isWhole, known > maximumFrames {
      throw tooLong(path, maximumFrames, "frames", known)
    }
    try beforehand(recording)
    let origin = recording.origin ?? .zero
    var histories = recording.tracks.map { track in
      ViewHistory(
        device: track.description?.name ?? track.name ?? "",
        size: track.transform?.size(track.size) ?? track.size,
        set: RecognizerSet(profile: options.profile, classifier: options.classifier))
    }
    var (frames, contacts) = (0, 0)
    var fits: Bool { frames <= maximumFrames && contacts <= maximumContacts }
    let summary = try Replay(path: path, options: options).run(
      recording,
      observingFrames: { track, frame in
        frames += 1
        contacts += frame.contacts.count
        if fits { histories[track].add(frame, origin: origin) }
      },
      { report in
        let index = recording.tracks.firstIndex { $0.name == report.device }
        if fits, let index { histories[index].add(report) }
      })
    if frames > maximumFrames { throw tooLong(path, maximumFrames, "frames", frames) }
    if !fits { throw tooLong(path, maximumContacts, "positions of touches", contacts) }
    notes(summary.notes)
    let shown = histories.filter { !$0.frames.isEmpty }
    guard !shown.isEmpty else {
      throw FileError(file: path, expected: "touches to view", found: "none")
    }
    return shown.sorted { $0.touchedFrames > $1.touchedFrames }
  }

  private static func tooLong(
    _ path: String, _ most: Int, _ unit: String, _ count: Int
  ) -> FileError {
    FileError(
      file: path, expected: "at most \(most) \(unit) to view (--from and --to choose a part)",
      found: "\(count)")
  }
}

extension ViewHistory {
  fileprivate var touchedFrames: Int { frames.count { !$0.contacts.isEmpty } }
}

// MARK: - Texts

extension ViewPlayback {
  /// The status in words, as in `paused  0.300 of 4.000 s  speed 0.5  frame 30 of 400`.
  var statusText: String {
    let state = isPlaying ? "playing" : time >= end ? "ended  " : "paused "
    let times = "\(time.text(decimals: 3)) of \(end.text(decimals: 3)) s"
    let frames = "frame \(frame.map { $0 + 1 } ?? 0) of \(history.frames.count)"
    return "\(state) \(times)  speed \(speed.text(decimals: 0...3))  \(frames)"
  }

  /// The keys of ``handle(_:)``.
  static let help = [
    (key: "space", text: "pause, play"), (key: "left right", text: "a frame back, on; also , ."),
    (key: "shift+these", text: "a second back, on"),
    (key: "PgUp PgDn", text: "10 seconds back, on"), (key: "Home End", text: "the start, the end"),
    (key: "+ - up down", text: "faster, slower"), (key: "n p", text: "next, last gesture"),
    (key: "Tab", text: "the next device"), (key: "q Esc", text: "quit"),
  ]
}
