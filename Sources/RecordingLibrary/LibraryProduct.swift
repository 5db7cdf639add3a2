#if Library
  import Files
  import GRDB
  import Gestures
  import Playback

  /// The result of reading one file.
  struct LibraryProduct: Sendable {
    enum Content: Sendable {
      case recording(RecordingInfo, IndexedAnswer)
      /// A known recording, with an answer to it.
      case known
      case broken(FileError)
      /// A file of a folder that is no recording, or describes a device.
      case other
    }

    let work: LibraryWork
    /// The hash of the content; nil if the content could not be read.
    let hash: String?
    let content: Content

    /// Reads a file, on any thread.
    init(_ work: LibraryWork, _ source: AnswerSource, _ library: RecordingLibrary) {
      self.work = work
      var hash: String?
      do throws(FileError) {
        let file = InputFile(path: work.path, isNamed: work.isNamed, isRegular: true)
        if !work.isNamed, try !file.looksLikeRecording() {
          content = .other
        } else {
          hash = try SHA256.hexadecimal(ByteSource(path: work.path))
          content = try LibraryProduct.content(work, hash ?? "", source, library)
        }
      } catch {
        content = .broken(error)
      }
      self.hash = hash
    }

    private static func content(
      _ work: LibraryWork, _ hash: String, _ source: AnswerSource, _ library: RecordingLibrary
    ) throws(FileError) -> Content {
      let hasSameScore =
        work.labels.gestures == nil
        || work.previous.map {
          $0.hash == hash && $0.labelHash == work.labels.hash && $0.isAnswered
        } ?? false
      if hasSameScore, !work.replaysAgain,
        library.hasAnswer(of: source, to: hash, work.labels.deviceHash)
      {
        return .known
      }
      var options = ReplayOptions()
      options.profile = source.profile
      options.device = work.labels.device
      options.detail = .everything
      let recording = try Recording(path: work.path, options: options)
      let info = try RecordingInfo(recording)
      let isDescription = info.events == 0 && info.devices.contains { $0.description != nil }
      if isDescription, !work.isNamed { return .other }
      return .recording(info, try IndexedAnswer(recording, options))
    }
  }

  /// The recognized gestures of a recording, and its failed attempts.
  struct IndexedAnswer: Sendable {
    private(set) var gestures: [GestureRecord] = []
    private(set) var failures: [LibraryEntry.Failure] = []

    /// Replays a recording that was read to its end.
    fileprivate init(_ recording: Recording, _ options: ReplayOptions) throws(FileError) {
      let path = recording.path
      // Contacts are passed on once; events of a short recording are in memory.
      let again =
        recording.hasContactFrames ? try Recording(path: path, options: options) : recording
      _ = try Replay(path: path, options: options).run(again) { add($0) }
    }

    private mutating func add(_ report: GestureEngine.Report) {
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

  extension RecordingLibrary {
    /// Whether there is an answer to a content that is read with a description. An unreadable
    /// library has no answers; the next write reports the reason.
    fileprivate func hasAnswer(
      of source: AnswerSource, to hash: String, _ description: String
    ) -> Bool {
      let answer = try? read { database in
        try Bool.fetchOne(
          database,
          sql: """
            SELECT EXISTS (
              SELECT 1 FROM recording r JOIN answer a ON a.recording_id = r.id
              JOIN profile p ON p.id = a.profile_id
              WHERE r.hash = ? AND r.description = ? AND p.name = ? AND p.hash = ? AND a.version = ?)
            """, arguments: [hash, description, source.profile.name, source.hash, source.version])
      }
      return answer == true
    }
  }
#endif
