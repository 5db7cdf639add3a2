#if Library
  import Contacts
  import Evdev
  import Files
  import GRDB
  import Gestures
  import Lab
  import Playback
  import Timeline

  /// The result of reading one file.
  struct LibraryProduct: Sendable {
    enum Content: Sendable {
      /// A recording with its answer.
      case recording(IndexedRecording)
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
        let file = InputFile(path: work.path, isNamed: work.isNamed, size: work.bytes)
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
      let recording = try IndexedRecording(
        path: work.path, device: work.labels.device, profile: source.profile)
      let isDescription =
        recording.info.events == 0 && recording.info.devices.contains { $0.description != nil }
      return isDescription && !work.isNamed ? .other : .recording(recording)
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
            """,
          arguments: [hash, description, source.profile.name, source.hash, source.version])
      }
      return answer == true
    }
  }
#endif
