#if Library
  import Evdev
  import Files
  import Gestures
  import Lab
  import Playback
  import Timeline

  /// The indexed properties of a recording, made on any thread, without the database.
  struct IndexedRecording: Sendable {
    /// The recording itself; nil if only its answer was requested.
    var info: RecordingInfo
    var answer: IndexedAnswer

    /// Reads a recording, and replays it under a profile.
    init(path: String, device: DeviceDescription?, profile: Profile) throws(FileError) {
      var options = ReplayOptions()
      options.profile = profile
      options.device = device
      options.detail = .everything
      let recording = try Recording(path: path, options: options)
      info = try RecordingInfo(recording)
      let replay = Replay(path: path, options: options)
      // Contacts are passed on once; events of a short recording are in memory.
      let again =
        recording.hasContactFrames ? try Recording(path: path, options: options) : recording
      answer = IndexedAnswer()
      _ = try replay.run(again) { answer.add($0) }
    }
  }

  /// The recognized gestures of a recording, and its failed attempts.
  struct IndexedAnswer: Sendable {
    private(set) var gestures: [GestureRecord] = []
    private(set) var failures: [LibraryEntry.Failure] = []
    private var indices: [FailureKey: Int] = [:]

    private struct FailureKey: Hashable {
      var gesture: String?
      var reason: String
    }

    mutating func add(_ report: GestureEngine.Report) {
      switch report {
      case .gesture(var record):
        record.file = nil
        gestures.append(record)
      case .palm(let record):
        let reason = FailureReason.Cause.palm.rawValue
        add(FailureKey(reason: reason), record.time, record.sentence)
      case .change(let record):
        guard let reason = record.change.reason else { return }
        let key = FailureKey(
          gesture: record.change.kind.rawValue, reason: reason.cause.rawValue)
        add(key, record.time, record.change.sentence)
      case .touch: return
      }
    }

    private mutating func add(
      _ key: FailureKey, _ time: Double, _ sentence: @autoclosure () -> String
    ) {
      if let index = indices[key] {
        failures[index].count += 1
        return
      }
      indices[key] = failures.count
      failures.append(
        LibraryEntry.Failure(
          gesture: key.gesture, reason: key.reason, count: 1, time: time, sentence: sentence()))
    }
  }
#endif
