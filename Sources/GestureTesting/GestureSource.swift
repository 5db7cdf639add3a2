import Contacts
import Foundation
import Gestures
import Playback
import Recordings
import Timeline
public import TouchScript

/// Something that produces gestures when it is played: a script, a recording, a stage.
public protocol GestureSource {
  /// Plays it on the given stage, or on one that suits it, and returns the log.
  func played(on stage: Stage?) throws -> StageLog
  /// Its name in messages, as in `the script`.
  var sourceName: String { get }
}

extension FingerScript: GestureSource {
  public func played(on stage: Stage?) -> StageLog {
    let stage = stage ?? Stage()
    stage.play(self)
    return stage.log
  }

  public var sourceName: String { "the script" }
}

extension Stage: GestureSource {
  /// The log of this stage so far; the other one is not used.
  public func played(on stage: Stage?) -> StageLog { log }

  public var sourceName: String { "the stage" }
}

extension StageLog: GestureSource {
  public func played(on stage: Stage?) -> StageLog { self }

  public var sourceName: String { "the stage" }
}

extension Trace: GestureSource {
  /// Plays each device of the recording on a stage of its own, as `replay run` does; on a given stage,
  /// the device with the most frames.
  public func played(on stage: Stage?) throws -> StageLog {
    if let stage {
      try stage.play(self)
      return stage.log
    }
    let recording = try load()
    var log: StageLog?
    for (index, track) in recording.tracks.enumerated() {
      let stage = Stage(
        StageDevice(size: track.playedSize, kind: track.touchArea.kind), profile: options.profile)
      stage.play(track.playedFrames, from: recording.origin)
      var part = stage.log
      for gesture in part.gestures.indices { part.gestures[gesture].device = index }
      if log == nil { log = part } else { log?.merge(part) }
    }
    var result = log ?? Stage(profile: options.profile).log
    result.deviceNames = recording.tracks.map(\.name)
    result.tracePath = path
    return result
  }

  public var sourceName: String { name }
}

// MARK: - Sources with expectations

/// A source that has its own expectations.
public protocol MeaningfulSource: GestureSource {
  /// Plays it and compares the gestures with its expectations.
  func checkMeaning(on stage: Stage?, tolerances: GestureTolerances) -> GestureCheck
}

extension FingerScript: MeaningfulSource {
  /// Each action is expected to produce its gesture.
  public func checkMeaning(on stage: Stage?, tolerances: GestureTolerances) -> GestureCheck {
    let stage = stage ?? Stage()
    let before = stage.log
    stage.play(self)
    var log = stage.log
    // Earlier plays of the stage do not count.
    log.gestures.removeFirst(before.gestures.count)
    log.meanings.removeFirst(before.meanings.count)
    return GestureCheck(of: Renamed(log, sourceName), tolerances: tolerances) { log in
      log.meanings.map { meaning in
        var expectation = GestureExpectation(meaning)
        let start = meaning.start.seconds
        expectation.intendedTime = start...max(start, meaning.end.seconds)
        return expectation
      }
    }
  }
}

/// A log under the name of what was played.
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
  /// The expectations are in the `NAME.gestures.jsonl` beside the recording.
  public func checkMeaning(on stage: Stage?, tolerances: GestureTolerances) -> GestureCheck {
    do {
      let log = try played(on: stage)
      return GoldenFile(path: ExpectationFile.path(forTrace: path)).check(log, name)
    } catch {
      return GestureCheck(failure: "cannot play \(name): \(error)")
    }
  }
}
