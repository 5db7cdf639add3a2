import Checking
import Contacts
import Foundation
import Gestures
import Playback
import Timeline
public import TouchScript

/// Something that produces gestures when it is played: a script, a recording, a stage.
public protocol GestureSource {
  /// Plays it on the given stage, or on one that suits it, and returns the result of this play.
  func played(on stage: Stage?) throws -> StageLog
  /// Its name in messages, as in `the script`.
  var sourceName: String { get }
}

extension FingerScript: GestureSource {
  public func played(on stage: Stage?) -> StageLog {
    (stage ?? Stage()).play(self)
  }

  public var sourceName: String { "the script" }
}

extension Stage: GestureSource {
  /// The log of all plays of this stage so far; the other one is not used.
  public func played(on stage: Stage?) -> StageLog { log }

  public var sourceName: String { "the stage" }
}

extension StageLog: GestureSource {
  public func played(on stage: Stage?) -> StageLog { self }

  public var sourceName: String { "the stage" }
}

extension RecordingFile: GestureSource {
  /// Plays each device of the recording on a stage of its own, as `replay run` does; on a given
  /// stage, the device with the most frames.
  public func played(on stage: Stage?) throws -> StageLog {
    if let stage { return try stage.play(self) }
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
    GestureCheck(meaningOf: played(on: stage), sourceName, tolerances: tolerances)
  }
}

extension GestureCheck {
  /// Compares the gestures of a log with those that its scripts were meant to produce.
  public init(
    meaningOf log: StageLog, _ sourceName: String = "the stage",
    tolerances: GestureTolerances = .standard
  ) {
    self.init(
      log, sourceName, .exactly, tolerances: tolerances,
      expected: log.meanings.map { meaning in
        var expectation = GestureExpectation(meaning)
        let start = meaning.start.seconds
        expectation.intendedTime = start...max(start, meaning.end.seconds)
        return expectation
      })
  }
}

extension RecordingFile: MeaningfulSource {
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
