import Files
import LibinputOffline
import Timeline

/// The first different action of another libinput, or else the first with other values.
struct LibinputDifference {
  private let recording: PlayedRecording
  private let before: LibinputAction?
  private let after: LibinputAction?

  /// Compares two answers to a recording; nil if they are the same.
  init?(_ old: PlayedRecording, _ other: LibinputAnswer, _ configuration: LibinputConfiguration) {
    let swaps = configuration.swapsTapButtons ?? false
    let before = old.answer.actions(swapsTapButtons: swaps)
    let after = other.actions(swapsTapButtons: swaps)
    let all = 0..<max(before.count, after.count)
    // Another gesture is a larger difference than the same one with other values.
    guard
      let index = all.first(where: { before.at($0)?.subject != after.at($0)?.subject })
        ?? all.first(where: { before.at($0)?.details != after.at($0)?.details })
    else { return nil }
    recording = old
    self.before = before.at(index)
    self.after = after.at(index)
  }

  /// The time, and both actions in words.
  var cells: [String] {
    let time = [before, after].compactMap { $0?.start }.min()
    return [
      time.map { Cell.seconds($0.seconds(since: recording.recording.input.origin)) } ?? "",
      before?.phrase ?? "nothing", after?.phrase ?? "nothing",
    ]
  }

  var json: String {
    var line = JSONLine()
    line.add("v", JSONLine.schemaVersion)
    line.add("source", "libinput")
    line.add("file", recording.path)
    for (key, action) in [("before", before), ("after", after)] {
      if let action { line.add(key, json: recording.record(action.device, .action(action)).json) }
    }
    return line.object
  }
}

extension LibinputAction {
  /// The identity of an action, without its values.
  fileprivate var subject: [String?] {
    [name, state, fingers.map { String($0) }, code.map { String($0) }]
  }

  /// The action in words, as in `swipe of 3, 12.0 mm left`.
  var phrase: String {
    let subject = fingers.map { "\(name) of \($0)" } ?? name
    let end = state.flatMap { ["cancelled", "began"].contains($0) ? $0 : nil }
    return ([subject] + details + [end].compactMap(\.self)).joined(separator: ", ")
  }
}

extension Array {
  fileprivate func at(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
