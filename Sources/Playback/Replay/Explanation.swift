/// The history of a recording: touches that began and ended, palms, and the changes of every
/// recognizer, which at equal times follow the touches that caused them.
public struct Explanation: Sendable {
  /// The touches, palms and changes.
  public private(set) var entries: [GestureEngine.Report] = []
  /// The assumptions about the recording, and its anomalies.
  public private(set) var notes: [RecordingNote] = []

  /// Replays a recording that was opened with the same options, and keeps its history: of
  /// recognizers of a kind, or of the touches around a time in seconds, if given.
  public init(
    _ recording: Recording, options: ReplayOptions, gesture: Gesture.Kind? = nil,
    around moment: Double? = nil
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
  private(set) var all: [GestureEngine.Report] = []
  /// The index of the first entry of each episode.
  private var starts: [Int] = []
  private var down: Set<String> = []
  /// The index after the latest touches that began or ended together, in the last episode.
  private var causesEnd: Int?
  /// The number of entries after the latest touches. Without times, all events are simultaneous.
  private var entriesSinceCause = 0

  init(quietTime: Double) { self.quietTime = quietTime }

  mutating func add(_ entry: GestureEngine.Report) {
    var isFirst = starts.isEmpty
    if case .palm(let record) = entry, down.isEmpty, !continuesPalms(record) { isFirst = true }
    if case .touch(let record) = entry {
      if down.isEmpty { isFirst = true }
      let key = "\(record.device ?? "") \(record.touch.id)"
      if record.touch.isDown { down.insert(key) } else { down.remove(key) }
    }
    if isFirst {
      starts.append(all.count)
      causesEnd = nil
    }
    if entry.isCause {
      add(cause: entry)
    } else {
      all.append(entry)
      entriesSinceCause += 1
    }
  }

  /// Whether a palm is one of a shower, as palms come.
  private func continuesPalms(_ record: PalmRecord) -> Bool {
    guard case .palm(let last) = all.last else { return false }
    return record.time - last.time < quietTime
  }

  private mutating func add(cause: GestureEngine.Report) {
    // Of touches that are delivered together, the effects follow the last.
    if entriesSinceCause == 0, let causesEnd, all[causesEnd - 1].time == cause.time {
      all.insert(cause, at: causesEnd)
      self.causesEnd = causesEnd + 1
      return
    }
    let first = firstEffect(of: cause)
    all.insert(cause, at: first)
    causesEnd = first + 1
    entriesSinceCause = 0
    guard let start = starts.last, first < start else { return }
    // The effects of an episode's first touch were at the end of the episode before it.
    starts[starts.count - 1] = first
    if starts.count > 1, starts[starts.count - 2] == first { starts.removeLast() }
  }

  /// The index of the first of the latest entries that a touch has caused: recognizers receive it
  /// before the view does, so that their changes may precede it.
  private func firstEffect(of cause: GestureEngine.Report) -> Int {
    let episode = starts.last { $0 < all.count } ?? 0
    let earliest = max(episode, all.count - entriesSinceCause)
    var first = all.count
    while first > earliest, all[first - 1].isChange(of: cause), all[first - 1].time == cause.time {
      first -= 1
    }
    return first
  }

  /// The episode with a moment in seconds, or the nearest one.
  func nearest(to moment: Double) -> [GestureEngine.Report] {
    func distance(_ episode: Range<Int>) -> Double {
      max(all[episode.lowerBound].time - moment, moment - all[episode.upperBound - 1].time, 0)
    }
    let episodes = zip(starts, starts.dropFirst() + [all.count]).map { $0..<$1 }
    return episodes.min { distance($0) < distance($1) }.map { Array(all[$0]) } ?? []
  }
}
