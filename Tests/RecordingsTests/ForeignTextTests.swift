import Evdev
import Recordings
import Testing

@Suite("Another format")
struct ForeignTextTests {
  private static let texts: [(format: RecordingFormat?, text: String)] = [
    (.evemu, "# EVEMU 1.3\nN: Pad\nE: 0.000000 0003 0035 22\nE: 0.000000 0000 0000 0\n"),
    (.evtest, "Testing ... (interrupt to exit)\nEvent: time 1.000000, -- SYN_REPORT --\n"),
    (.getevent, "add device 1: /dev/input/event1\n  name:     \"Pad\"\n"),
    (.umockdev, "d /dev/input/event1\nw 0 abc\n"),
    (.libinput, "version: 1\nndevices: 0\n"), (.chromeos, "{\"version\": 1}\n"),
    (nil, "# Traces\n\nQuick notes.\nEnd.\n"), (nil, "hello\nworld\n"),
  ]

  @Test(
    "A text that has no line of the format is an error with the first one's place",
    arguments: [RecordingFormat.evemu, .evtest, .getevent, .umockdev])
  func otherTexts(format: RecordingFormat) {
    for (other, text) in Self.texts where other != format {
      let error = #expect(throws: RecordingError.self, "\(text)") {
        try read(text, format: format)
      }
      if case .file = error?.position { Issue.record("no place in \(text)") }
    }
  }

  @Test("The error names the format", arguments: [RecordingFormat.evtest, .getevent])
  func expectation(format: RecordingFormat) {
    let error = #expect(throws: RecordingError.self) { try read("\nhello\nyou\n", format: format) }
    #expect(error?.expected.hasPrefix(format.rawValue) == true)
    #expect(error?.position == .line(2, column: 1))
    #expect(error?.found == "\"hello\"")
  }

  @Test(
    "An empty text is a recording without events",
    arguments: [RecordingFormat.evemu, .evtest, .getevent, .umockdev], ["", "\n", " \n\n"])
  func empty(format: RecordingFormat, text: String) throws {
    #expect(try read(text, format: format).allEvents.isEmpty)
  }

  @Test(
    "One line of the format is enough",
    arguments: [
      (RecordingFormat.evtest, "hello\nTesting ... (interrupt to exit)\n"),
      (.getevent, "hello\nadd device 1: /dev/input/event1\nyou\n"),
      (.getevent, "hello\n0000 0000 00000000\n"),
    ])
  func oneLine(format: RecordingFormat, text: String) throws {
    #expect(try read(text, format: format).anomalies[.foreignLine] > 0)
  }
}
