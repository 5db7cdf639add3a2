/// A source of gestures that can be played: a script, a recording or a stage.
public protocol GestureSource {
  /// Plays the source on the given stage, or on a suitable one, and returns its log.
  func played(on stage: Stage?) throws -> StageLog
  /// The name in messages, as in `the script`.
  var sourceName: String { get }
}

extension FingerScript: GestureSource {
  public func played(on stage: Stage?) -> StageLog { (stage ?? Stage()).play(self) }

  public var sourceName: String { "the script" }
}

extension Stage: GestureSource {
  /// The log of all plays of this stage so far; the given stage is not used.
  public func played(on stage: Stage?) -> StageLog { log }

  public var sourceName: String { "the stage" }
}

extension StageLog: GestureSource {
  public func played(on stage: Stage?) -> StageLog { self }

  public var sourceName: String { "the stage" }
}

extension RecordingFile: GestureSource {
  /// Plays each device of the recording on a separate stage, as `replay run` does; on a given
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

/// A source that contains expectations.
public protocol MeaningfulSource: GestureSource {
  /// Plays the source and compares the gestures with its expectations.
  func checkMeaning(on stage: Stage?, tolerances: GestureTolerances) -> GestureCheck
}

extension FingerScript: MeaningfulSource {
  /// Compares the gestures with those that the actions intend.
  public func checkMeaning(on stage: Stage?, tolerances: GestureTolerances) -> GestureCheck {
    GestureCheck(meaningOf: played(on: stage), sourceName, tolerances: tolerances)
  }
}

extension GestureCheck {
  /// Compares the gestures of a log with those that its scripts intend.
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
  /// Compares the gestures with the `NAME.gestures.jsonl` beside the recording.
  public func checkMeaning(on stage: Stage?, tolerances: GestureTolerances) -> GestureCheck {
    .playing(self, on: stage) { log in
      GoldenFile(path: ExpectationFile.path(forTrace: path)).check(log, name)
    }
  }
}
