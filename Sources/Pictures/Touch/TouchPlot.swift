import Checking
public import Playback

extension Plot {
  /// Plots the touches of a recording: a plot for each touched device.
  ///
  /// The stage has the paths of the fingers; the lanes have the fingers, the gestures, their
  /// pressure, displacement and speed with the limits that decided, and each recognizer from its
  /// beginning to its end. A note says if a long recording is thinned.
  ///
  /// - Throws: ``FileError`` if the recording cannot be read, or has more touches than a picture
  ///   shows (``maximumTouches``).
  public static func touches(
    path: String, options: ReplayOptions = ReplayOptions()
  ) throws(FileError) -> [Plot] {
    let recording = try Recording(path: path, options: options, keepsEvents: false)
    var budget = TouchBudget()
    return try touches(of: recording, options: options, within: &budget)
  }

  /// Plots a recording that was opened with the same options, in a picture that it may share; first
  /// the device of an expected gesture, with the answer.
  package static func touches(
    of recording: Recording, options: ReplayOptions, expecting expected: ExpectedGesture? = nil,
    within budget: inout TouchBudget
  ) throws(FileError) -> [Plot] {
    let verdict = try expected.map { expected throws(FileError) in
      Verdict(expected, in: try recording.load(), profile: options.profile)
    }
    return try touches(of: recording, options: options, answeredBy: verdict, within: &budget)
  }

  static func touches(
    of recording: Recording, options: ReplayOptions, answeredBy verdict: Verdict?,
    within budget: inout TouchBudget
  ) throws(FileError) -> [Plot] {
    var options = options
    options.detail = .explanation
    var collectors = TouchCollectors(recording.tracks, within: budget)
    let origin = recording.origin ?? .zero
    let indices = Dictionary(
      recording.tracks.enumerated().map { ($1.name ?? "", $0) },
      uniquingKeysWith: { first, _ in first })
    let summary = try Replay(path: recording.path, options: options).run(
      recording,
      observingFrames: { track, frame in
        collectors.add(frame, of: track, at: frame.time.seconds(since: origin))
      },
      { report in
        guard let index = indices[report.device ?? ""] else { return }
        collectors.add(report, of: index)
      })
    if collectors.isOverfull {
      throw FileError(
        file: recording.path, position: .file,
        expected: "at most \(maximumTouches) touches in a picture (--from and --to choose a part)",
        found: "more")
    }
    budget.spend(collectors)
    let devices = collectors.finish()
    let touched = devices.filter { !$0.trails.isEmpty }
    var plots = (touched.isEmpty ? Array(devices.prefix(1)) : touched).map {
      TouchPlotBuilder(
        data: $0, recording: recording, summary: summary, options: options, verdict: verdict
      ).plot()
    }
    guard let verdict, !plots.isEmpty else { return plots }
    let index = plots.firstIndex { $0.answer != nil } ?? 0
    plots.insert(plots.remove(at: index), at: 0)
    plots[0].answer = plots[0].answer ?? Plot.Answer(verdict)
    return plots
  }

  /// The most touches of a picture, and of its palms: with more it is unreadable.
  public static let maximumTouches = 5000
}

/// The number of further touches in a picture, shared by all its recordings and devices.
package struct TouchBudget {
  fileprivate var touches = Plot.maximumTouches
  fileprivate var points = TouchCollector.maximumPoints
  /// The recordings that share the points.
  private var recordings: Int

  package init(recordings: Int = 1) { self.recordings = max(1, recordings) }

  fileprivate var pointsOfNext: Int { points / recordings }

  fileprivate mutating func spend(_ collectors: TouchCollectors) {
    touches -= collectors.touches
    points -= collectors.points
    recordings = max(1, recordings - 1)
  }
}

/// Collects the touches of a recording's devices, within the budget of its picture.
private struct TouchCollectors {
  private var devices: [TouchCollector]
  private let budget: TouchBudget

  init(_ tracks: [RecordingTrack], within budget: TouchBudget) {
    devices = tracks.map { TouchCollector($0) }
    self.budget = budget
  }

  var touches: Int { devices.reduce(0) { $0 + $1.trails.count } }
  var points: Int { devices.reduce(0) { $0 + $1.points } }

  var isOverfull: Bool {
    let palms = devices.reduce(0) { $0 + $1.palms.count }
    return max(touches, palms) > budget.touches || devices.contains(where: \.isOverfull)
  }

  mutating func add(_ frame: ContactFrame, of track: Int, at time: Double) {
    if touches > budget.touches { return }
    devices[track].add(frame, at: time)
    // Thinning keeps the ends of each trail.
    if points <= max(budget.pointsOfNext, 8 * touches) { return }
    for index in devices.indices { devices[index].thin() }
  }

  mutating func add(_ report: GestureEngine.Report, of track: Int) {
    if !isOverfull { devices[track].add(report) }
  }

  /// The devices at the end of the recording.
  mutating func finish() -> [TouchCollector] {
    for index in devices.indices { devices[index].finish() }
    return devices
  }
}

/// Collects the touches and reports of one device, in bounded memory.
struct TouchCollector {
  /// An attempt of a recognizer, from the first touch that it may have received to its end.
  struct Attempt {
    var start: Double
    /// The time when a continuous gesture began; nil for others.
    var began: Double?
    var change: StateRecord
  }

  let track: RecordingTrack
  private(set) var trails: [Trail] = []
  private(set) var palms: [PalmRecord] = []
  /// Touches that began or ended.
  private(set) var touches: [TouchRecord] = []
  private(set) var attempts: [Attempt] = []
  /// The number of frames of which one is stored.
  private(set) var stride = 1
  private(set) var isOverfull = false
  private(set) var lastTime = 0.0

  /// The most points of all trails together: a minute of ten fingers at 120 Hz is 72,000.
  static let maximumPoints = 150_000

  private(set) var points = 0
  private var frames = 0
  /// The trails of the contacts that are down.
  private var open: [Contact.ID: Int] = [:]
  private var indices: [Contact.ID: Int] = [:]
  /// The latest points of contacts that thinning left out.
  private var skipped: [Contact.ID: (contact: Contact, time: Double)] = [:]
  /// The times when fingers came to a touch area without fingers.
  private var episodes: [Double] = []
  private var fingersDown: Set<Touch.ID> = []
  /// The number of episodes up to the last end of each recognizer.
  private var lastEpisodes: [String: Int] = [:]
  private var began: [String: Double] = [:]

  init(_ track: RecordingTrack) { self.track = track }

  // MARK: Trails

  mutating func add(_ frame: ContactFrame, at time: Double) {
    lastTime = max(lastTime, time)
    if isOverfull { return }
    frames += 1
    for id in Array(open.keys) where !frame.contacts.contains(where: { $0.id == id }) {
      end(id)
      guard let index = open.removeValue(forKey: id) else { continue }
      trails[index].ending = frame.cancelled.contains(id) ? .cancelled : .up
    }
    for contact in frame.contacts { add(contact, at: time) }
    if points > Self.maximumPoints { thin() }
  }

  private mutating func add(_ contact: Contact, at time: Double) {
    if let index = open[contact.id] {
      if frames % stride == 0 {
        append(contact, at: time, to: index)
        skipped[contact.id] = nil
      } else {
        skipped[contact.id] = (contact, time)
      }
      return
    }
    isOverfull = trails.count >= Plot.maximumTouches
    if isOverfull { return }
    var trail = Trail(name: "\(contact.id)", color: contact.id - 1)
    trail.beginning = contact.isResumed ? .resumed : .down
    trail.isPalm = contact.tool == .palm
    open[contact.id] = trails.count
    indices[contact.id] = trails.count
    trails.append(trail)
    append(contact, at: time, to: trails.count - 1)
  }

  private mutating func append(_ contact: Contact, at time: Double, to index: Int) {
    points += 1
    // Clocks may step back, but a line over time does not.
    trails[index].times.append(max(time, trails[index].times.last ?? time))
    trails[index].points.append(contact.position)
    trails[index].widths.append(contact.pressure ?? .nan)
  }

  /// Ends the trails of contacts that are down at the end of the recording.
  mutating func finish() {
    for id in open.keys.sorted() { end(id) }
  }

  /// Adds the last point of a contact, if thinning left it out.
  private mutating func end(_ id: Contact.ID) {
    if let index = open[id], let (contact, time) = skipped.removeValue(forKey: id) {
      append(contact, at: time, to: index)
    }
  }

  /// Removes every second point except the first and the last of each trail.
  mutating func thin() {
    stride *= 2
    points = 0
    for index in trails.indices {
      let last = trails[index].times.count - 1
      let kept = trails[index].times.indices.filter { $0 % 2 == 0 || $0 == last }
      trails[index].times = kept.map { trails[index].times[$0] }
      trails[index].points = kept.map { trails[index].points[$0] }
      trails[index].widths = kept.map { trails[index].widths[$0] }
      points += kept.count
    }
  }

  // MARK: Reports

  mutating func add(_ report: GestureEngine.Report) {
    if isOverfull { return }
    switch report {
    case .touch(let record): add(record)
    case .palm(let record):
      palms.append(record)
      if let index = indices[record.palm.contact.id] { trails[index].isPalm = true }
    case .change(let record): add(record)
    case .gesture: break
    }
    isOverfull = isOverfull || palms.count > Plot.maximumTouches
  }

  private mutating func add(_ record: TouchRecord) {
    if record.touch.phase == .moved || record.touch.phase == .stationary { return }
    touches.append(record)
    if record.touch.isDown {
      if fingersDown.isEmpty { episodes.append(record.time) }
      fingersDown.insert(record.touch.id)
    } else {
      fingersDown.remove(record.touch.id)
    }
  }

  private mutating func add(_ record: StateRecord) {
    let key = "\(record.change.kind.rawValue) \(record.change.name ?? "")"
    switch record.change.to {
    case .began: began[key] = record.time
    case .possible, .changed: break
    case .recognized, .ended, .failed, .cancelled: addAttempt(of: key, record)
    }
  }

  private mutating func addAttempt(of key: String, _ record: StateRecord) {
    // A recognizer begins again with the first touch after all have lifted, which it receives
    // before the view does: the episode of its first change may not have begun here.
    let next = lastEpisodes[key] ?? 0
    let start = next < episodes.count ? episodes[next] : record.time
    lastEpisodes[key] = max(episodes.count, next)
    attempts.append(
      Attempt(
        start: min(start, record.time), began: began.removeValue(forKey: key), change: record))
  }
}
