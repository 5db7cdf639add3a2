import Contacts
import Evdev
import Gestures
import Recordings

/// Counts the contacts of one device.
struct ContactCount {
  private(set) var contacts = 0
  private var lastID: Contact.ID = 0

  @inline(__always)
  mutating func count(_ frame: borrowing ContactFrame) {
    guard let last = frame.contacts.last?.id, last > lastID else { return }
    contacts += frame.contacts.count { $0.id > lastID }
    lastID = last
  }
}

extension Recording {
  /// What there is in a recording in which no gesture was recognized.
  ///
  /// Reads the recording once more if it has touches.
  func noteWithoutGestures(_ options: ReplayOptions, touches: Int) throws(RecordingError)
    -> TraceNote
  {
    touches == 0 ? noTouchNote : .noGestures(touches: touches, palms: try countPalms(options))
  }

  /// The number of touches that are palms at any time; 0 for a recording of contacts, which can be read
  /// only once.
  private func countPalms(_ options: ReplayOptions) throws(RecordingError) -> Int {
    guard let origin, !hasContactFrames else { return 0 }
    var counters = tracks.map { track in
      PalmCounter(
        tracker: track.makeTracker(), cutter: FrameCutter(options.cut, origin: origin),
        filter: track.isTouchpad ? RecognizerSet(profile: options.profile).palmFilter : nil)
    }
    try forEachBatch { batch throws(RecordingError) in counters[batch.device].process(batch.events)
    }
    return counters.reduce(0) { $0 + $1.palms.count }
  }
}

private struct PalmCounter {
  var tracker: SlotTracker
  var cutter: FrameCutter
  var filter: PalmFilter?
  var palms: Set<Contact.ID> = []

  mutating func process(_ events: [InputEvent]) {
    for event in events where tracker.process(event) {
      guard let frame = cutter.pass(tracker.frame) else { continue }
      filter?.judge(frame)
      palms.formUnion(filter?.palms ?? [])
      for contact in frame.contacts where contact.tool == .palm { palms.insert(contact.id) }
    }
  }
}
