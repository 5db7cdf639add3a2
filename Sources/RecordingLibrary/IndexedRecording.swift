#if Library
  import Evdev
  import Files
  import Gestures
  import Lab
  import Playback
  import Timeline

  /// The indexed properties of a recording, made on any thread, without the database.
  struct IndexedRecording: Sendable {
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

    mutating func add(_ report: GestureEngine.Report) {
      switch report {
      case .gesture(var record):
        record.file = nil
        gestures.append(record)
      case .palm(let record):
        add(nil, .palm, record.time, record.sentence)
      case .change(let record):
        guard let reason = record.change.reason else { return }
        add(record.change.kind, reason.cause, record.time, record.change.sentence)
      case .touch: return
      }
    }

    private mutating func add(
      _ kind: Gesture.Kind?, _ cause: FailureReason.Cause, _ time: Double,
      _ sentence: @autoclosure () -> String
    ) {
      let (gesture, reason) = (kind?.rawValue, cause.rawValue)
      let known = failures.firstIndex { $0.gesture == gesture && $0.reason == reason }
      if let known {
        failures[known].count += 1
      } else {
        failures.append(
          LibraryEntry.Failure(
            gesture: gesture, reason: reason, count: 1, time: time, sentence: sentence()))
      }
    }
  }
#endif
