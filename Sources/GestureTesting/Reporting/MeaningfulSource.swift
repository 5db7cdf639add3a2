import Contacts
import Foundation
import Gestures
import Playback
import Recordings
import Timeline
public import TouchScript

/// A source that knows itself which gestures it must give.
public protocol MeaningfulSource: GestureSource {
  /// Plays it and compares what came out with that.
  func checkMeaning(on stage: Stage?, tolerances: GestureTolerances) -> GestureCheck
}

extension FingerScript: MeaningfulSource {
  /// Each action must give the gesture that it means.
  public func checkMeaning(on stage: Stage?, tolerances: GestureTolerances) -> GestureCheck {
    let stage = stage ?? Stage()
    let before = stage.log
    stage.play(self)
    var log = stage.log
    // What a stage gave before is not this script's.
    log.gestures.removeFirst(before.gestures.count)
    log.meanings.removeFirst(before.meanings.count)
    return GestureCheck(of: Renamed(log, sourceName), tolerances: tolerances) { log in
      log.meanings.map { meaning in
        var expectation = GestureExpectation(meaning)
        let start = meaning.start.seconds
        expectation.moment = start...max(start, meaning.end.seconds)
        return expectation
      }
    }
  }
}

/// What came out, under the name of what was played.
private struct Renamed: GestureSource {
  let log: StageLog
  let sourceName: String

  init(_ log: StageLog, _ sourceName: String) {
    self.log = log
    self.sourceName = sourceName
  }

  func played(on stage: Stage?) -> StageLog { log }
}

extension Trace: MeaningfulSource {
  /// The gestures must be those of the `NAME.gestures.jsonl` beside the trace.
  public func checkMeaning(on stage: Stage?, tolerances: GestureTolerances) -> GestureCheck {
    do {
      let log = try played(on: stage)
      return GoldenFile(path: ExpectationFile.path(forTrace: path)).check(log, name)
    } catch {
      return GestureCheck(failure: "\(name) can't be played: \(error)")
    }
  }
}
