import Checking
import Lab
import LibinputOffline
import Pictures
import Synchronization

enum RecognizerName: String, CaseIterable, ExpressibleByArgument {
  case touchstone
  case libinput
}

/// libinput in place of this program's recognizers. Any thread loads it with its first request.
final class LibinputRecognizer: Sendable {
  private let library: LibinputLibraryOptions
  private let loaded = Mutex<Result<LibinputWorkers, FileError>?>(nil)
  private let otherDevices = Atomic(0)

  init(_ library: LibinputLibraryOptions) { self.library = library }

  /// Loads the library now; throws if it cannot be used.
  @discardableResult
  func load() throws(FileError) -> LibinputWorkers {
    let result = loaded.withLock { loaded in
      let result =
        loaded ?? Result { () throws(FileError) in LibinputWorkers(try self.library.makeWorker()) }
      loaded = result
      return result
    }
    return try result.get()
  }

  /// libinput's actions in a form for comparison with this program's gestures.
  @Sendable func recognize(
    _ recording: Recording, options: ReplayOptions
  ) throws(FileError) -> [GestureRecord] {
    if !recording.tracks.contains(where: \.isTouchpad) { otherDevices.add(1, ordering: .relaxed) }
    return try play(recording, options)?.gestures ?? []
  }

  /// libinput's gestures for a check, and the reasons in the debug log of a second playback.
  @Sendable func check(
    path: String, options: ReplayOptions
  ) throws(FileError) -> (records: [GestureRecord], reason: RecordingCheck.LibinputReason) {
    let recording = try Recording(path: path, options: options)
    let played = try play(recording, options)
    // Only gestures that are missing need the log and the frames.
    lazy var logged = try? play(recording, options, log: true)
    lazy var loaded = try? recording.load()
    let reason: RecordingCheck.LibinputReason = { device, seconds, isTap in
      logged?.reason(on: device, during: seconds, of: isTap ? loaded : nil)
    }
    return (played?.gestures ?? [], reason)
  }

  /// The note that some of the recordings can have no gestures; nil without any.
  var note: String? {
    let count = otherDevices.load(ordering: .relaxed)
    if count == 0 { return nil }
    return "libinput recognizes no gestures in "
      + count.counted("recording without a touchpad", "recordings without a touchpad")
  }

  /// Plays a recording; nil if it has no events.
  private func play(
    _ recording: Recording, _ options: ReplayOptions, log: Bool = false
  ) throws(FileError) -> PlayedRecording? {
    let workers = try load()
    guard recording.origin != nil else { return nil }
    return try workers.with { worker throws(FileError) in
      try PlayedRecording(recording, options, worker, .tapping, log: log)
    }
  }

  /// Adds lanes to the plots of a recording, one for each of its devices that has a plot.
  func addLanes(
    to plots: inout [Plot], _ recording: Recording, _ options: ReplayOptions
  ) throws(FileError) {
    guard let played = try play(recording, options) else { return }
    for index in plots.indices {
      let name = played.recording.names.compactMap(\.self).first {
        plots[index].title.hasSuffix(": \($0)")
      }
      plots[index].addLibinputLane(played, device: name)
    }
  }
}

extension Plot {
  /// Adds a lane with libinput's actions, after all others; of one device if there are several.
  mutating func addLibinputLane(_ played: PlayedRecording, device: String?) {
    let bands = played.actions.filter { played.name($0.device) == device }.map { action in
      let start = action.start.seconds(since: played.origin)
      return Lane.Band(
        time: start...max(start, action.end.seconds(since: played.origin)),
        kind: action.isCancelled ? .cancelled : action.isOpen ? .changing : .recognized,
        text: action.name, detail: "libinput: \(action.phrase)")
    }
    lanes.append(Lane(title: "libinput", group: "gesture", bands: bands))
  }
}
