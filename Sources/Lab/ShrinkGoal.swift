public import Checking
public import Playback

/// A property of a recording that its shrunken part still has to show.
public enum ShrinkGoal: Sendable {
  /// The recognition of the expected gesture.
  case recognized(ExpectedGesture)
  /// The loss of the expected gesture, whose recognizer fails for this reason.
  case lost(ExpectedGesture, FailureReason)

  func isMet(
    by frames: [ContactFrame], on track: LoadedRecording.Track, _ profile: Profile
  ) -> Bool {
    var track = track
    track.frames = frames
    switch self {
    case .recognized(let expected):
      return track.gestures(profile).contains(where: expected.matches)
    case .lost(let expected, let reason):
      if track.gestures(profile).contains(where: expected.matches) { return false }
      return track.changes(profile).contains { change in
        guard change.kind == expected.kind, let own = change.reason else { return false }
        return own.cause == reason.cause && own.parameter == reason.parameter
      }
    }
  }
}

extension LoadedRecording {
  /// The first failure of a kind's recognizers that names a parameter, or else the first failure;
  /// of those in a span in seconds from the first event, if it has any.
  public func loss(
    of kind: Gesture.Kind, in span: ClosedRange<Double>? = nil, _ profile: Profile = .standard
  ) -> StateRecord? {
    let changes = tracks.flatMap { $0.changes(profile) }.filter { $0.kind == kind }
    let all = changes.filter { $0.reason != nil }
    let own = all.filter { span?.contains($0.time.seconds(since: origin)) == true }
    let failures = own.isEmpty ? all : own
    let change = failures.first { $0.reason?.parameter != nil } ?? failures.first
    return change.map { StateRecord(file: path, device: nil, change: $0, origin: origin) }
  }

  /// The recording with only the frames from a time to another, in seconds from the first event.
  public func cut(to span: ClosedRange<Double>) -> LoadedRecording {
    var part = self
    for index in part.tracks.indices {
      part.tracks[index].frames.removeAll { !span.contains($0.time.seconds(since: origin)) }
    }
    return part
  }
}

extension LoadedRecording.Track {
  func gestures(_ profile: Profile) -> [Gesture] {
    let engine = makeEngine(profile, detail: .outcomes)
    var gestures: [Gesture] = []
    engine.observer = { if case .gesture(let record) = $0 { gestures.append(record.gesture) } }
    play(on: engine)
    return gestures
  }

  func changes(_ profile: Profile) -> [StateChange] {
    let engine = makeEngine(profile, detail: .changes)
    var changes: [StateChange] = []
    engine.observer = { if case .change(let record) = $0 { changes.append(record.change) } }
    play(on: engine)
    return changes
  }
}
