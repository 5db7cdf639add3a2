import ArgumentParser
import Files
import Lab
import LibinputOffline
import Playback

/// Who recognizes the gestures of recordings.
enum RecognizerName: String, CaseIterable, ExpressibleByArgument {
  /// This program, with a profile.
  case touchstone
  /// The desktop's libinput.
  case libinput
}

/// libinput in place of our recognizers, for commands that compare gestures.
struct LibinputRecognizer: Sendable {
  private let workers: LibinputWorkers
  private let configuration: LibinputConfiguration

  /// Loads the library; throws if it cannot be asked.
  init(
    _ library: LibinputLibraryOptions, _ configuration: LibinputConfiguration = .tapping
  ) throws(FileError) {
    workers = LibinputWorkers(try library.makeWorker())
    self.configuration = configuration
  }

  /// The function by which a labelled folder is scored.
  var recognize: LabelledFolder.Recognizer {
    return { (path: String, options: ReplayOptions) throws(FileError) -> [GestureRecord] in
      try self.records(Recording(path: path, options: options), options)
    }
  }

  /// The gestures of a recording, as libinput's actions are compared with ours.
  func records(_ recording: Recording, _ options: ReplayOptions) throws(FileError)
    -> [GestureRecord]
  {
    guard recording.origin != nil else { return [] }
    let played = try LibinputRecording(recording, size: options.size)
    let answer: LibinputAnswer
    do throws(LibinputError) {
      answer = try workers.with { worker throws(LibinputError) in
        try worker.play(played.input, configuration)
      }
    } catch {
      throw error.of(recording.path)
    }
    return answer.gestureRecords(
      file: recording.path, devices: played.names, origin: played.input.origin, configuration)
  }
}
