public import Gestures
public import Recordings

/// What happened in a trace, line by line: fingers that came and went, and what each recognizer
/// made of it.
///
/// Movements of fingers are left out; what a recognizer measured of them is in its reasons.
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
    episodes[episodes.count - 1].append(entry)
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
