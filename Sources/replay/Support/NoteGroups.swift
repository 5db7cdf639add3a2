/// The notes about recordings, with equal ones as one group.
struct NoteGroups {
  private struct Group {
    var note: RecordingNote
    /// The first recording, and the last one so far.
    let recording: String
    var last: String
    /// The number of recordings; storing their names would take memory.
    var count = 1
    /// Whether the recordings differ in the assumed size.
    var hasSizes = false

    /// Adds a note with the same meaning; returns false for another one.
    mutating func add(_ other: RecordingNote, of recording: String) -> Bool {
      switch (note, other) {
      case (.anomaly(let anomaly, let count), .anomaly(let same, let more)) where anomaly == same:
        note = .anomaly(anomaly, count: count + more)
      case (.assumedSize(let size, let isObserved, _), .assumedSize(let same, let its, _))
      where isObserved == its
        && (size == same || ![size, same].contains(TouchArea.fallbackTouchpadSize)):
        // The sizes assumed for touchscreens differ by their aspect ratios.
        if size != same { hasSizes = true }
        note = .assumedSize(size, isRangeObserved: isObserved, device: nil)
      case (.noTouchEvents(let events, let kind), .noTouchEvents(let more, let its))
      where kind == its: note = .noTouchEvents(events + more, deviceKind: kind)
      case (.noGestures(let touches, let palms), .noGestures(let more, let its)):
        note = .noGestures(touches: touches + more, palms: palms + its)
      case (.observedRange, .observedRange): note = .observedRange(device: nil)
      case _ where note == other: break
      default: return false
      }
      // The devices of a recording have consecutive notes.
      if recording != last { count += 1 }
      last = recording
      return true
    }
  }

  /// The groups in the order of their first notes.
  private var groups: [Group] = []

  mutating func add(_ note: RecordingNote, of recording: String) {
    for index in groups.indices where groups[index].add(note, of: recording) { return }
    groups.append(Group(note: note, recording: recording, last: recording))
  }

  /// The subject and the text of each note; empties the groups.
  mutating func takeAll() -> [(subject: String, text: String, isWarning: Bool)] {
    defer { groups = [] }
    return groups.map { group in
      let subject = group.count == 1 ? group.recording : "\(group.count) recordings"
      let text = group.hasSizes ? group.note.descriptionOfLongerSide : group.note.description
      return (subject, text, group.note.isWarning)
    }
  }
}

extension RecordingNote {
  /// The assumption about several touchscreens, whose sizes differ by their aspect ratios.
  fileprivate var descriptionOfLongerSide: String {
    let side = "\(TouchArea.assumedLongerSide.text(decimals: 0...1)) mm for the longer side"
    if case .assumedSize(_, isRangeObserved: false, _) = self {
      return "no size in the device description: assuming \(side) (override with --size)"
    }
    return "no device description: assuming \(side) (override with --device or --size)"
  }
}
