import Files
import LibinputOffline
import Timeline

/// Prints the recordings that another libinput answers differently.
final class LibinputComparisonPrinter {
  private let console: Console
  private let isJSON: Bool
  private let configuration: LibinputConfiguration
  private let table: FileTable
  private var recordings = 0
  private var differences = 0

  init(_ console: Console, _ results: ResultOptions, _ configuration: LibinputConfiguration) {
    self.console = console
    isJSON = results.isJSON
    self.configuration = configuration
    table = FileTable(
      [.right("TIME", 9), .left("BEFORE", 34), .left("AFTER")], console, showsFiles: true)
  }

  /// Prints the first different action, or else the first with other values, if the answers differ.
  func print(_ old: PlayedRecording, _ other: LibinputAnswer) {
    recordings += 1
    let swaps = configuration.swapsTapButtons ?? false
    let before = old.answer.actions(swapsTapButtons: swaps)
    let after = other.actions(swapsTapButtons: swaps)
    let count = max(before.count, after.count)
    // Another gesture is a larger difference than the same one with other values.
    guard
      let index = (0..<count).first(where: { before.at($0)?.subject != after.at($0)?.subject })
        ?? (0..<count).first(where: { before.at($0)?.details != after.at($0)?.details })
    else { return }
    differences += 1
    let (first, second) = (before.at(index), after.at(index))
    let origin = old.recording.input.origin
    if isJSON {
      func record(_ action: LibinputAction?) -> String? {
        action.map { old.record($0.device, .action($0)).json }
      }
      var line = JSONLine()
      line.add("v", JSONLine.schemaVersion)
      line.add("source", "libinput")
      line.add("file", old.path)
      if let text = record(first) { line.add("before", json: text) }
      if let text = record(second) { line.add("after", json: text) }
      return console.print(line.object)
    }
    let time = [first, second].compactMap { $0?.start }.min()
    table.add(
      [
        time.map { Cell.seconds($0.seconds(since: origin)) } ?? "",
        first?.phrase ?? "nothing", second?.phrase ?? "nothing",
      ], of: old.path)
  }

  func summarize() {
    console.summarize("\(differences) of \(recordings.counted("recording")) differ")
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
