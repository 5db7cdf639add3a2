import Checking
import Contacts
public import Files
public import Gestures
import Playback
import Timeline

/// What a recording shows, and its shrunken part still has to show.
public enum ShrinkGoal: Sendable {
  /// A gesture like this is recognized.
  case gives(ExpectationFile.Line)
  /// No gesture of this kind is recognized, and its recognizer fails for this reason; nil for any
  /// reason.
  case loses(Gesture.Kind, FailureReason?)

  /// Reads an expected gesture: its kind, then keys of gesture records with their values, as in
  /// `swipe,direction=left,touches=3`; or an object of JSON.
  public static func gives(parsing text: String) throws(FileError) -> ShrinkGoal {
    let name = "--expect"
    if text.hasPrefix("{") {
      return .gives(try ExpectationFile.Line(Array(text.utf8), file: name, number: 1))
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    if parts[0].isEmpty {
      throw FileError(
        file: name, position: .file, expected: "a kind of gesture, as in tap,taps=2",
        found: text.isEmpty ? "nothing" : "\"\(text.printable)\"")
    }
    var members = ["\"gesture\":\(JSONLine.quoted(parts[0]))"]
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, !pair[0].isEmpty, !pair[1].isEmpty else {
        throw FileError(
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
      // The column in the object made of the text would mislead.
      throw FileError(
        file: name, position: .file, expected: error.expected, found: error.found)
    }
  }

  /// Whether frames show it.
  func isMet(by frames: [ContactFrame], on track: LoadedRecording.Track, _ profile: Profile) -> Bool
  {
    var track = track
    track.frames = frames
    switch self {
    case .gives(let line):
      let records = track.records(profile)
      return records.contains { line.differences(from: ActualGesture($0)).isEmpty }
    case .loses(let kind, let reason):
      let changes = track.changes(profile).filter { $0.kind == kind }
      if changes.contains(where: { $0.to == .recognized || $0.to == .ended }) { return false }
      return changes.contains { change in
        guard let own = change.reason else { return false }
        guard let reason else { return true }
        return own.cause == reason.cause && own.parameter == reason.parameter
      }
    }
  }
}

extension LoadedRecording {
  /// Why a gesture was not recognized: the first failure of its recognizers that names a parameter
  /// of the profile, or else the first failure; nil if nothing failed.
  public func loss(of kind: Gesture.Kind, _ profile: Profile = .standard) -> StateRecord? {
    let changes = tracks.flatMap { $0.changes(profile) }.filter { $0.kind == kind }
    let failures = changes.filter { $0.reason != nil }
    let change = failures.first { $0.reason?.parameter != nil } ?? failures.first
    return change.map { StateRecord(file: path, device: nil, change: $0, origin: origin) }
  }
}

extension LoadedRecording.Track {
  /// The gestures of this device alone; times count from its first frame.
  func records(_ profile: Profile) -> [GestureRecord] {
    let engine = makeEngine(profile, detail: .outcomes)
    engine.origin = frames.first?.time ?? .zero
    var records: [GestureRecord] = []
    engine.observer = { if case .gesture(let record) = $0 { records.append(record) } }
    play(on: engine)
    return records
  }

  /// The changes of state of its recognizers.
  func changes(_ profile: Profile) -> [StateChange] {
    let engine = makeEngine(profile, detail: .changes)
    var changes: [StateChange] = []
    engine.observer = { if case .change(let record) = $0 { changes.append(record.change) } }
    play(on: engine)
    return changes
  }
}
