public import TouchScript

/// Something that gestures come out of when it is played: a script, a trace, a stage.
public protocol GestureSource {
  /// Plays it on a stage, or on one that suits it, and gives what came out.
  func played(on stage: Stage?) throws -> StageLog
  /// How messages call it, as in `the script`.
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
  /// What came out of this stage so far; the other one is not used.
  public func played(on stage: Stage?) -> StageLog { log }

  public var sourceName: String { "the stage" }
}

extension StageLog: GestureSource {
  public func played(on stage: Stage?) -> StageLog { self }

  public var sourceName: String { "the stage" }
}

extension Trace: GestureSource {
  /// Plays each device of the trace on a stage of its own, as `replay run` does; on a stage that is
  /// given, the one that was touched most.
  public func played(on stage: Stage?) throws -> StageLog {
    if let stage {
      try stage.play(self)
      return stage.log
    }
    let trace = try frames()
    var log: StageLog?
    for (index, device) in trace.devices.enumerated() {
      let stage = Stage(
        StageDevice(size: device.size, kind: device.kind), profile: options.profile)
      stage.play(device.frames, from: trace.origin)
      var part = stage.log
      for place in part.gestures.indices { part.gestures[place].device = index }
      if log == nil { log = part } else { log?.merge(part) }
    }
    var result = log ?? Stage(profile: options.profile).log
    result.deviceNames = trace.devices.map(\.name)
    result.tracePath = path
    return result
  }

  public var sourceName: String { name }
}
