import Files
import LibinputOffline
import Pictures
import Playback
import Timeline

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

extension LibinputRecognizer {
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
