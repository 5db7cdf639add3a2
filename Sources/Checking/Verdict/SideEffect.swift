public import Playback

/// A recording with other gestures under a changed profile.
public struct SideEffect: JSONObject {
  /// The path of the recording as given.
  public var file: String
  /// The gestures that are recognized under one of the profiles only.
  public var lost: [GestureRecord]
  public var gained: [GestureRecord]

  /// Compares the gestures of a recording; nil if they are the same.
  public init?(_ recording: LoadedRecording, _ profile: Profile, _ changed: Profile) {
    func identity(_ record: GestureRecord) -> String {
      let gesture = record.gesture
      return "\(gesture.start.microseconds) \(gesture.state.rawValue) \(gesture.words)"
    }
    let before = recording.records(profile)
    let after = recording.records(changed)
    let (old, new) = (Set(before.map(identity)), Set(after.map(identity)))
    file = recording.path
    lost = before.filter { !new.contains(identity($0)) }
    gained = after.filter { !old.contains(identity($0)) }
    if lost.isEmpty && gained.isEmpty { return nil }
  }

  /// As in `a.evemu: a pan to the right at 1.012 s becomes a swipe to the right`.
  public var text: String {
    func list(_ records: [GestureRecord]) -> String {
      let shown = records.prefix(SideEffect.most).map { record in
        "\(GestureWords.withArticle(record.gesture.words)) at \(record.time.text(decimals: 3)) s"
      }
      let rest = records.count - shown.count
      return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
    let name = file.printable
    if lost.isEmpty { return "\(name): gains \(list(gained))" }
    if gained.isEmpty { return "\(name): loses \(list(lost))" }
    return "\(name): \(list(lost)) becomes \(list(gained))"
  }

  private static let most = 3

  public func add(to line: inout JSONLine) {
    line.add("v", JSONLine.schemaVersion)
    line.add("record", "side_effect")
    line.add("file", file)
    line.add("lost", list: lost.map(\.jsonWithoutFile))
    line.add("gained", list: gained.map(\.jsonWithoutFile))
  }
}
