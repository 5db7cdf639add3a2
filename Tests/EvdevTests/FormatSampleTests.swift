import Contacts
import Evdev
import Foundation
import Testing
import Timeline

/// One line of the samples' `expected.jsonl`.
struct ExpectedCounts: Decodable, Sendable, CustomTestStringConvertible {
  var file: String
  var frames: Int
  var contacts: Int
  var most: Int

  enum CodingKeys: String, CodingKey {
    case file, frames, contacts
    case most = "max_simultaneous"
  }

  var testDescription: String { file }

  static let all: [ExpectedCounts] = {
    guard let text = try? SampleFiles.text("formats/expected.jsonl") else { return [] }
    // The activity log has no events of evdev, and the readers of these have tests of their own.
    return text.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(ExpectedCounts.self, from: Data($0.utf8))
    }.filter { !$0.file.hasSuffix(".json") && !$0.file.contains("umockdev") }
  }()
}

// The samples lie beside the repository and are no part of it.
@Suite(.enabled(if: SampleFiles.isPresent, "the format samples are not here"))
struct FormatSampleTests {
  @Test(
    "A sample has the contacts and frames that its authors counted", arguments: ExpectedCounts.all)
  func counts(expected: ExpectedCounts) throws {
    let trace = TextTrace(try SampleFiles.text(expected.file))
    var tracker = SlotTracker(description: trace.description, observed: observe(trace.events))
    let counts = FrameCounts(&tracker, trace.events)
    #expect(counts.frames == expected.frames)
    #expect(counts.ids.count == expected.contacts)
    #expect(counts.most == expected.most)
  }

  @Test("A sample gives the same contacts without a pass for hints", arguments: ExpectedCounts.all)
  func countsWithoutHints(expected: ExpectedCounts) throws {
    let trace = TextTrace(try SampleFiles.text(expected.file))
    var tracker = SlotTracker(description: trace.description)
    let counts = FrameCounts(&tracker, trace.events)
    #expect(counts.ids.count == expected.contacts)
    #expect(counts.most == expected.most)
  }
}

/// What a tracker made of a stream, with the invariants of frames checked on the way.
struct FrameCounts {
  var frames = 0
  var ids: Set<Contact.ID> = []
  var most = 0

  init(_ tracker: inout SlotTracker, _ events: [InputEvent]) {
    for event in events where tracker.process(event) {
      frames += 1
      ids.formUnion(tracker.frame.contacts.map(\.id))
      most = max(most, tracker.frame.contacts.count)
    }
  }
}
