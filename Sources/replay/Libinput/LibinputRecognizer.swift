import ArgumentParser
import Files
import Lab
import LibinputOffline
import Pictures
import Playback
import Synchronization
import Timeline

enum RecognizerName: String, CaseIterable, ExpressibleByArgument {
  case touchstone
  case libinput
}

/// libinput in place of this program's recognizers, for commands that compare gestures.
struct LibinputRecognizer: Sendable {
  private let workers: LibinputWorkers

  /// Loads the library; throws if it cannot be used.
  init(_ library: LibinputLibraryOptions) throws(FileError) {
    workers = LibinputWorkers(try library.makeWorker())
  }

  /// The function with which a labelled folder is scored.
  var recognize: LabelledFolder.Recognizer {
    return { (path: String, options: ReplayOptions) throws(FileError) -> [GestureRecord] in
      try self.records(Recording(path: path, options: options), options)
    }
  }

  /// The gestures of a recording: libinput's actions in a form for comparison with this program's.
  fileprivate func records(
    _ recording: Recording, _ options: ReplayOptions
  ) throws(FileError) -> [GestureRecord] {
    guard recording.origin != nil else { return [] }
    return try play(recording, options).gestureRecords(.tapping)
  }

  private func play(
    _ recording: Recording, _ options: ReplayOptions
  ) throws(FileError) -> PlayedRecording {
    try workers.with { worker throws(FileError) in
      try PlayedRecording(recording, options, worker, .tapping)
    }
  }

  /// Adds lanes to the plots of a recording, one for each of its devices that has a plot.
  func addLanes(
    to plots: inout [Plot], _ recording: Recording, _ options: ReplayOptions
  ) throws(FileError) {
    guard recording.origin != nil else { return }
    let played = try play(recording, options)
    for index in plots.indices {
      let name = played.recording.names.compactMap(\.self).first {
        plots[index].title.hasSuffix(": \($0)")
      }
      plots[index].addLibinputLane(played, device: name)
    }
  }
}

/// A libinput that any thread loads with its first request.
final class LazyLibinput: Sendable {
  private let library: LibinputLibraryOptions
  private let loaded = Mutex<Result<LibinputRecognizer, FileError>?>(nil)

  init(_ library: LibinputLibraryOptions) { self.library = library }

  /// The function with which traces are checked.
  var recognize: LabelledFolder.Recognizer {
    return { (path: String, options: ReplayOptions) throws(FileError) -> [GestureRecord] in
      let recognizer = self.loaded.withLock { loaded in
        let result =
          loaded ?? Result { () throws(FileError) in try LibinputRecognizer(self.library) }
        loaded = result
        return result
      }
      return try recognizer.get().records(Recording(path: path, options: options), options)
    }
  }
}

extension Plot {
  /// Adds a lane with libinput's actions, after all others.
  ///
  /// - Parameter device: The device, if the recording has several.
  mutating func addLibinputLane(_ played: PlayedRecording, device: String?) {
    var lane = Lane(title: "libinput", group: "gesture")
    let origin = played.recording.input.origin
    for action in played.answer.actions() where played.name(action.device) == device {
      let start = action.start.seconds(since: origin)
      lane.bands.append(
        Lane.Band(
          time: start...max(start, action.end.seconds(since: origin)),
          kind: action.isCancelled ? .cancelled : action.isOpen ? .changing : .recognized,
          text: action.name, detail: "libinput: \(action.phrase)"))
    }
    lanes.append(lane)
  }
}
