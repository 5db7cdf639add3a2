import Contacts
import Evdev
import TestSupport
import Testing
import TouchFormats

extension FormatSample {
  /// All samples but ChromeOS's activity log, which has contacts rather than evdev events.
  fileprivate static let ofEvents = all.filter { !$0.file.hasSuffix(".json") }
}

@Suite(.requiresShared("corpus/formats")) struct FormatSampleTests {
  @Test(
    "A sample has the expected frames and contacts, with and without a first pass over its events",
    arguments: FormatSample.ofEvents, [true, false])
  func counts(expected: FormatSample, isObserved: Bool) throws {
    guard case .events(let reader) = try OpenRecording(path: expected.path) else {
      Issue.record("not a recording of events")
      return
    }
    var batch = EventBatch()
    var events: [InputEvent] = []
    while try reader.read(into: &batch) { events += batch.events }
    var tracker = SlotTracker(
      description: reader.devices.first?.description,
      observed: isObserved ? observe(events) : nil)
    var frames = 0
    var ids: Set<Contact.ID> = []
    var most = 0
    for event in events where tracker.process(event) {
      frames += 1
      ids.formUnion(tracker.frame.contacts.map(\.id))
      most = max(most, tracker.frame.contacts.count)
    }
    #expect(frames == expected.frames)
    #expect(ids.count == expected.contacts)
    #expect(most == expected.maximumContacts)
  }
}
