public import Gestures
public import Recordings

/// What happened in a trace, line by line: fingers that came and went, and what each recognizer
/// made of it.
///
/// Movements of fingers are left out; what a recognizer measured of them is in its reasons. Of what
/// happened at the same time, fingers come first: what recognizers made of them follows.
public struct Explanation: Sendable {
  /// One line.
  public enum Entry: Sendable {
    case touch(TouchRecord)
    case change(StateRecord)

    /// Seconds from the trace's first event.
    public var time: Double {
      switch self {
      case .touch(let record): record.time
      case .change(let record): record.time
      }
    }
  }

  public private(set) var entries: [Entry] = []
  /// What has to be said of the recording.
  public private(set) var notes: [TraceNote] = []

  /// Replays a recording and keeps what happened.
  ///
  /// - Parameters:
  ///   - gesture: only the recognizers of this kind; nil takes all.
  ///   - moment: only what belongs to the touches around this moment, in seconds; nil takes all.
  public init(
    path: String, options: ReplayOptions, gesture: Gesture.Kind? = nil, around moment: Double? = nil
  ) throws(RecordingError) {
    var options = options
    options.detail = .explanation
    var episodes = Episodes()
    let summary = try Replay(path: path, options: options).run { report in
      guard let entry = Explanation.entry(report, gesture) else { return }
      episodes.add(entry)
    }
    notes = summary.notes
    entries = moment.map { episodes.nearest(to: $0) } ?? episodes.all
  }

  private static func entry(_ report: Replay.Report, _ gesture: Gesture.Kind?) -> Entry? {
    switch report {
    case .touch(let record): record.touch.phase == .moved ? nil : .touch(record)
    case .change(let record):
      gesture == nil || record.change.kind == gesture ? .change(record) : nil
    case .gesture: nil
    }
  }
}

extension Explanation.Entry {
  /// A finger that landed or lifted. One that was cancelled may be so by a recognizer.
  fileprivate var isCause: Bool {
    guard case .touch(let record) = self else { return false }
    return record.touch.phase == .began || record.touch.phase == .ended
  }

  /// Whether this is a recognizer's change on the device of a touch.
  fileprivate func isChange(of cause: Explanation.Entry) -> Bool {
    guard case .change(let change) = self, case .touch(let touch) = cause else { return false }
    return change.device == touch.device
  }
}

/// Entries by the time that fingers were down without a pause.
private struct Episodes {
  private var episodes: [[Explanation.Entry]] = []
  private var down: Set<String> = []

  var all: [Explanation.Entry] { episodes.flatMap { $0 } }

  mutating func add(_ entry: Explanation.Entry) {
    if case .touch(let record) = entry {
      if down.isEmpty { episodes.append([]) }
      let key = "\(record.device ?? "") \(record.touch.id)"
      if record.touch.isDown { down.insert(key) } else { down.remove(key) }
    }
    if episodes.isEmpty { episodes.append([]) }
    let early = entry.isCause ? takeEffects(of: entry) : []
    episodes[episodes.count - 1].append(entry)
    episodes[episodes.count - 1] += early
  }

  /// Recognizers hear of a finger before the view does, and may have decided already.
  private mutating func takeEffects(of cause: Explanation.Entry) -> [Explanation.Entry] {
    var last = episodes.count - 1
    // A finger that opens an episode has left what it caused at the end of the one before.
    if episodes[last].isEmpty && last > 0 { last -= 1 }
    let kept =
      episodes[last].lastIndex { $0.time != cause.time || !$0.isChange(of: cause) }
      .map { $0 + 1 } ?? 0
    let effects = Array(episodes[last][kept...])
    episodes[last].removeSubrange(kept...)
    if episodes[last].isEmpty && last < episodes.count - 1 { episodes.remove(at: last) }
    return effects
  }

  /// The episode that a moment falls into, or the nearest one.
  func nearest(to moment: Double) -> [Explanation.Entry] {
    func distance(_ episode: [Explanation.Entry]) -> Double {
      guard let first = episode.first, let last = episode.last else { return .infinity }
      return max(first.time - moment, moment - last.time, 0)
    }
    return episodes.min { distance($0) < distance($1) } ?? []
  }
}
