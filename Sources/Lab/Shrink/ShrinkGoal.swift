import Contacts
public import Gestures
import Playback
public import Recordings
import Timeline

/// What a trace shows, and what is left of it has to show, too.
public enum ShrinkGoal: Sendable {
  /// A gesture like this is recognized.
  case gives(ExpectationFile.Line)
  /// A gesture of this kind is not recognized, and its recognizer fails for this reason; without one,
  /// for any.
  case loses(Gesture.Kind, FailureReason?)

  /// Reads an expected gesture: its kind, then keys of gesture records with their values, as in
  /// `swipe,direction=left,touches=3`. An object of JSON will do, too.
  public static func gives(parsing text: String) throws(RecordingError) -> ShrinkGoal {
    let name = "--expect"
    if text.hasPrefix("{") {
      return .gives(try ExpectationFile.Line(Array(text.utf8), file: name, number: 1))
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    if parts[0].isEmpty {
      throw RecordingError(
        file: name, position: .file, expected: "a kind of gesture, as in tap,taps=2",
        found: text.isEmpty ? "nothing" : "\"\(text.printable)\"")
    }
    var members = ["\"gesture\":\(JSONLine.quoted(parts[0]))"]
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, !pair[0].isEmpty, !pair[1].isEmpty else {
        throw RecordingError(
          file: name, position: .file, expected: "a key and its value, as in direction=left",
          found: "\"\(part.printable)\"")
      }
      let value = String(pair[1])
      let isNumber = value.utf8.allSatisfy { "0123456789.-".utf8.contains($0) }
      let json = isNumber && Double(value) != nil ? value : JSONLine.quoted(value)
      members.append("\(JSONLine.quoted(String(pair[0]))):\(json)")
    }
    let line = Array("{\(members.joined(separator: ","))}".utf8)
    do {
      return .gives(try ExpectationFile.Line(line, file: name, number: 1))
    } catch {
      // The place in the object that was made of it would mislead.
      throw RecordingError(
        file: name, position: .file, expected: error.expected, found: error.found)
    }
  }

  /// Whether frames show it.
  func isMet(by frames: [ContactFrame], on lane: LoadedTrace.Lane, _ profile: Profile) -> Bool {
    var lane = lane
    lane.frames = frames
    switch self {
    case .gives(let line):
      let records = lane.records(profile)
      return records.contains { line.differences(from: ActualGesture($0)).isEmpty }
    case .loses(let kind, let reason):
      let changes = lane.changes(profile).filter { $0.kind == kind }
      if changes.contains(where: { $0.to == .recognized || $0.to == .ended }) { return false }
      return changes.contains { change in
        guard let own = change.reason else { return false }
        guard let reason else { return true }
        return own.cause == reason.cause && own.parameter == reason.parameter
      }
    }
  }
}

extension LoadedTrace {
  /// Why a gesture was lost: of the failures of its recognizers the first that names a number of the
  /// profile, or else the first; nil if it did not even come to a failure.
  public func loss(of kind: Gesture.Kind, _ profile: Profile = .standard) -> StateRecord? {
    let changes = lanes.flatMap { $0.changes(profile) }.filter { $0.kind == kind }
    let failures = changes.filter { $0.reason != nil }
    let change = failures.first { $0.reason?.parameter != nil } ?? failures.first
    return change.map { StateRecord(file: path, device: nil, change: $0, origin: origin) }
  }
}

extension LoadedTrace.Lane {
  /// What this device alone gives; times count from its first frame.
  func records(_ profile: Profile) -> [GestureRecord] {
    let origin = frames.first?.time ?? .zero
    let stage = makeStage(profile, detail: .outcomes)
    var records: [GestureRecord] = []
    stage.observer = { report in
      if case .gesture(let gesture) = report {
        records.append(GestureRecord(gesture: gesture, origin: origin))
      }
    }
    play(on: stage)
    return records
  }

  /// The changes of its recognizers.
  func changes(_ profile: Profile) -> [StateChange] {
    let stage = makeStage(profile, detail: .changes)
    var changes: [StateChange] = []
    stage.observer = { if case .change(let change) = $0 { changes.append(change) } }
    play(on: stage)
    return changes
  }
}
