import Files
public import Gestures

/// The history of a recording: touches that began and ended, palms, and the changes of every
/// recognizer, which at equal times follow the touches that caused them.
public struct Explanation: Sendable {
  /// The touches, palms and changes.
  public private(set) var entries: [GestureEngine.Report] = []
  /// The assumptions about the recording, and its anomalies.
  public private(set) var notes: [RecordingNote] = []

  /// Replays a recording and keeps its history: of recognizers of a kind, or of the touches around
  /// a time in seconds, if given.
  public init(
    path: String, options: ReplayOptions, gesture: Gesture.Kind? = nil, around moment: Double? = nil
  ) throws(FileError) {
    try self.init(
      Recording(path: path, options: options), options: options, gesture: gesture, around: moment)
  }

  /// Explains a recording that was opened with the same options.
  package init(
    _ recording: Recording, options: ReplayOptions, gesture: Gesture.Kind?, around moment: Double?
  ) throws(FileError) {
    var options = options
    options.detail = .explanation
    var episodes = Episodes(quietTime: options.profile.palm.quietTime)
    let summary = try Replay(path: recording.path, options: options).run(recording) { report in
      switch report {
      case .touch(let record) where record.touch.phase == .moved: break
      case .change(let record) where gesture.map { $0 != record.change.kind } ?? false: break
      default: episodes.add(report)
      }
    }
    notes = summary.notes
    entries = moment.map { episodes.nearest(to: $0) } ?? episodes.all
  }
}

extension GestureEngine.Report {
  /// Whether it is a touch that began or ended, as an effect of no recognizer.
  fileprivate var isCause: Bool {
    guard case .touch(let record) = self else { return false }
    return record.touch.phase == .began || record.touch.phase == .ended
  }

  /// Whether it is a recognizer's change on the device of a touch.
  fileprivate func isChange(of cause: GestureEngine.Report) -> Bool {
    guard case .change(let change) = self, case .touch(let touch) = cause else { return false }
    return change.device == touch.device
  }
}

/// Groups entries into episodes, in each of which fingers are down without a pause.
private struct Episodes {
  /// The longest time between two palms of one episode, in seconds.
  private let quietTime: Double
  private var episodes: [[GestureEngine.Report]] = []
  private var down: Set<String> = []
  /// The index after the latest touches that began or ended together, in the last episode.
  private var causesEnd = 0
  /// The number of entries after that index. Without times, all events are simultaneous.
  private var entriesSinceCause = 0

  init(quietTime: Double) { self.quietTime = quietTime }

  var all: [GestureEngine.Report] { episodes.flatMap { $0 } }

  mutating func add(_ entry: GestureEngine.Report) {
    if case .palm(let record) = entry, down.isEmpty, !continuesPalms(record) { begin() }
    if case .touch(let record) = entry {
      if down.isEmpty { begin() }
      let key = "\(record.device ?? "") \(record.touch.id)"
      if record.touch.isDown { down.insert(key) } else { down.remove(key) }
    }
    if episodes.isEmpty { begin() }
    if entry.isCause {
      add(cause: entry)
    } else {
      episodes[episodes.count - 1].append(entry)
      entriesSinceCause += 1
    }
  }

  private mutating func begin() {
    episodes.append([])
    causesEnd = 0
  }

  private mutating func add(cause: GestureEngine.Report) {
    let last = episodes.count - 1
    // Of touches that are delivered together, the effects follow the last.
    if entriesSinceCause == 0, causesEnd > 0, episodes[last][causesEnd - 1].time == cause.time {
      episodes[last].insert(cause, at: causesEnd)
      causesEnd += 1
      return
    }
    let effects = takeEffects(of: cause)
    entriesSinceCause = 0
    let episode = episodes.count - 1
    episodes[episode].append(cause)
    causesEnd = episodes[episode].count
    episodes[episode] += effects
  }

  /// Whether a palm is one of a shower, as palms come.
  private func continuesPalms(_ record: PalmRecord) -> Bool {
    guard case .palm(let last) = episodes.last?.last else { return false }
    return record.time - last.time < quietTime
  }

  /// Recognizers receive a touch before the view does, so their changes may precede it.
  private mutating func takeEffects(of cause: GestureEngine.Report) -> [GestureEngine.Report] {
    var last = episodes.count - 1
    // The changes caused by the first touch of an episode are at the end of the previous episode.
    if episodes[last].isEmpty && last > 0 { last -= 1 }
    // By index: a slice would make the removal copy the episode, which may be the whole recording.
    let first = max(0, episodes[last].count - entriesSinceCause)
    var kept = episodes[last].count
    while kept > first, episodes[last][kept - 1].isChange(of: cause),
      episodes[last][kept - 1].time == cause.time
    {
      kept -= 1
    }
    let effects = Array(episodes[last][kept...])
    episodes[last].removeSubrange(kept...)
    if episodes[last].isEmpty && last < episodes.count - 1 { episodes.remove(at: last) }
    return effects
  }

  func nearest(to moment: Double) -> [GestureEngine.Report] {
    func distance(_ episode: [GestureEngine.Report]) -> Double {
      guard let first = episode.first, let last = episode.last else { return .infinity }
      return max(first.time - moment, moment - last.time, 0)
    }
    return episodes.min { distance($0) < distance($1) } ?? []
  }
}
