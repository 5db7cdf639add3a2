import ArgumentParser
import Playback

/// What is reported of touches, and how.
struct ReportOptions: ParsableArguments {
  @Flag(help: "Prints one JSON object a line instead of a table.")
  var json = false

  @Flag(help: "Prints every change of state: began, changed, ended.")
  var events = false

  @Flag(help: "Prints the delivered touches instead of gestures.")
  var touches = false

  @Flag(help: "Prints every change of every recognizer, failures and their reasons included.")
  var traceStates = false

  func validate() throws {
    if [events, touches, traceStates].filter({ $0 }).count > 1 {
      throw ValidationError("--events, --touches and --trace-states exclude each other")
    }
  }

  var detail: ReplayStage.Detail {
    if traceStates { return .changes }
    if touches { return .touches }
    return events ? .everyState : .outcomes
  }

  /// Whether gestures are reported at all.
  var countsGestures: Bool { !touches && !traceStates }

  func printer(_ console: Console, files: [String]) -> ReportPrinter {
    ReportPrinter(console, files: files, isJSON: json, showsStates: events)
  }
}
