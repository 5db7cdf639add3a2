import Evdev
import Foundation
import SystemPackage
import Testing
import Timeline

@testable import Files
@testable import TouchFormats

@Suite struct FormatDetectionTests {
  @Test(
    "Each format is detected by the start of its lines",
    arguments: [
      ("", .evemu), ("# just a comment\n\n", .evemu), ("# EVEMU 1.3\n", .evemu),
      ("E: 0.000001 0003 0039 1\n", .evemu), ("E: -1.5 0003 0039 1\n", .evemu),
      ("N: Pad\nI: 0011 0002 0007 01b1\n", .evemu), ("A: 00 1472 5472 0 0 55\n", .evemu),
      ("P: 05 00 00 00 00 00 00 00\n", .evemu), ("\n  # hm\nB: 00 0b 00 00\n", .evemu),
      ("# libinput record\nversion: 1\n", .libinput), ("version: 1\nndevices: 1\n", .libinput),
      ("{\"version\": 1, \"devices\": [{\"evdev\": {}}]}", .libinput),
      ("---\n'devices':\n", .libinput), ("ndevices : 1", nil),
      ("Input driver version is 1.0.1\n", .evtest),
      ("Event: time 3969.076601, type 3 (EV_ABS), code 57", .evtest),
      ("$ evtest /dev/input/event3\nInput driver version is 1.0.1\n", .evtest),
      ("[    1193.605705] EV_ABS       ABS_MT_POSITION_X    00000213", .getevent),
      ("[1193.605705] /dev/input/event1: 0003 0035 00000213", .getevent),
      ("[      -0.500000] 0003 0035 00000213", .getevent),
      ("/dev/input/event1: 0003 0035 00000213\n", .getevent),
      ("add device 1: /dev/input/event4\n", .getevent), ("0003 0035 00000213\n", .getevent),
      ("EV_ABS       ABS_MT_POSITION_X    00000213\n", .getevent),
      ("565-208057: /dev/input/event1: 0003 0035 00000213\n", .getevent),
      ("d 0 /dev/input/event3\n", .umockdev), ("565-208057: phone\n", nil),
      ("P: /devices/platform/i8042\nN: input/event12\n", .umockdev),
      ("r 100 ^@^@\n", .umockdev), ("d /dev/input/event3\nr 0 ^@\n", .umockdev),
      ("{\n   \"entries\": [ {\n      \"buttonsDown\": 0,", .chromeos),
      ("{\"type\":\"viewport\",\"innerWidth\":390}\n{}", .pointerEvents),
      ("{ \"pointerId\" : 1, \"type\" : \"pointerdown\"}\r\n", .pointerEvents),
      ("hello\n", nil), ("E: DEVLINKS=/dev\n", nil), ("[hello]\n", nil), ("[1,2,3]", nil),
      ("[12]\n", nil),
      ("<gpx>\n", nil),
    ] as [(String, RecordingFormat?)])
  func text(text: String, format: RecordingFormat?) {
    #expect(RecordingFormat.detect(Array(text.utf8)) == format)
  }

  @Test("A file that is no recording is an error that lists the formats")
  func unrecognized() {
    let error = #expect(throws: FileError.self) { try read("hello\nworld\n") }
    #expect(error?.position == .line(1, column: 1))
    #expect(error?.expected.hasPrefix("a recording: evemu, libinput YAML") == true)
    #expect(error?.found == "\"hello\"")
    let binary = #expect(throws: FileError.self) {
      try read([UInt8](repeating: 0xab, count: 500) + [0])
    }
    #expect(binary?.position == .byte(0))
  }

  @Test(
    "Files of other kinds are rejected by what they are",
    arguments: [
      ([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0], "a program (ELF)"),
      ([0xcf, 0xfa, 0xed, 0xfe, 7, 0, 0, 1], "a program (Mach-O)"),
      ([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10], "a picture (PNG)"),
      ([0x1f, 0x8b, 8, 0, 0, 0, 0, 0], "compressed data (gzip -dc unpacks it)"),
      (Array("RIFF".utf8) + [0x24, 0x7d, 0, 0], "a sound or film (RIFF)"),
      (Array("%PDF-1.4".utf8), "a PDF document"),
      ([0], "nothing but zeros"), ([1, 0, 2], "binary data"),
    ] as [([UInt8], String)], [0, 5, 4000, 60_000])
  func otherFiles(start: ([UInt8], String), zeros: Int) {
    let bytes = start.0 + [UInt8](repeating: 0, count: zeros)
    let error = #expect(throws: FileError.self) { try read(bytes) }
    #expect(error?.found == start.1)
    if start.1 == "binary data" { return }
    for format in RecordingFormat.allCases where format != .raw && format != .raw32 {
      let error = #expect(throws: FileError.self) { try read(bytes, format: format) }
      #expect(error?.expected == "the text of \(format.rawValue)" && error?.found == start.1)
    }
  }

  @Test("A program is no recording, by its content alone")
  func program() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "/bin/ls")))
    for format in [nil, RecordingFormat.raw, .raw32] {
      #expect(throws: FileError.self) { try read(bytes, format: format) }
    }
    // What follows a program's header is not a recording either.
    for skipped in [64, 1000, 5000] {
      #expect(throws: FileError.self) { try read(Array(bytes.dropFirst(skipped))) }
    }
  }

  @Test("Random bytes are no recording", arguments: 0..<40)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for count in [1, 16, 24, 100, 1000, 20_000] {
      let bytes: [UInt8] = (0..<count).map { _ in .random(in: .min ... .max, using: &random) } + [0]
      #expect(throws: FileError.self) { try read(bytes) }
    }
  }

  @Test(
    "A byte order mark is ignored",
    arguments: [
      "E: 1.000000 0000 0000 0\n", "# EVEMU 1.3\nE: 1.000000 0000 0000 0\n",
      "[  1.000000] EV_SYN SYN_REPORT 00000000\n",
      "Event: time 1.000000, -------------- SYN_REPORT ------------\n",
      "# libinput record\ndevices:\n- node: a\n  events:\n  - evdev:\n    - [1, 0, 0, 0, 0]\n",
      "devices: [{events: [{evdev: [[1, 0, 0, 0, 0]]}]}]\n",
    ])
  func byteOrderMark(text: String) throws {
    let plain = try read(text)
    #expect(plain.allEvents.count == 1)
    #expect(try read("\u{feff}" + text) == plain)
  }

  @Test("An empty file is a recording without events, and a folder is an error")
  func extremes() throws {
    let empty = try read([])
    #expect(empty.format == .evemu && empty.events.isEmpty && empty.anomalies.isEmpty)
    let folder = #expect(throws: FileError.self) { try OpenRecording(path: "/") }
    #expect(folder?.systemError == .isDirectory)
  }
}

@Suite("Texts of another format")
struct FormatEvidenceTests {
  private static let texts: [(format: RecordingFormat?, text: String)] = [
    (.evemu, "# EVEMU 1.3\nN: Pad\nE: 0.000000 0003 0035 22\nE: 0.000000 0000 0000 0\n"),
    (.evtest, "Testing ... (interrupt to exit)\nEvent: time 1.000000, -- SYN_REPORT --\n"),
    (.getevent, "add device 1: /dev/input/event1\n  name:     \"Pad\"\n"),
    (.umockdev, "d /dev/input/event1\nw 0 abc\n"),
    (.libinput, "version: 1\nndevices: 0\n"), (.chromeos, "{\"version\": 1}\n"),
    (.pointerEvents, PointerEventReaderTests.sample),
    (nil, "# Traces\n\nQuick notes.\nEnd.\n"), (nil, "hello\nworld\n"),
  ]

  @Test(
    "A text without any line of the format is an error at its first line",
    arguments: [RecordingFormat.evemu, .evtest, .getevent, .umockdev])
  func otherTexts(format: RecordingFormat) {
    for (other, text) in Self.texts where other != format {
      let error = #expect(throws: FileError.self, "\(text)") {
        try read(text, format: format)
      }
      if case .file = error?.position { Issue.record("no line in \(text)") }
    }
  }

  @Test("The error names the expected format", arguments: [RecordingFormat.evtest, .getevent])
  func expectation(format: RecordingFormat) {
    let error = #expect(throws: FileError.self) { try read("\nhello\nyou\n", format: format) }
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
    "One line of the format makes a text a recording",
    arguments: [
      (RecordingFormat.evtest, "hello\nTesting ... (interrupt to exit)\n"),
      (.getevent, "hello\nadd device 1: /dev/input/event1\nyou\n"),
      (.getevent, "hello\n0000 0000 00000000\n"),
    ])
  func oneLine(format: RecordingFormat, text: String) throws {
    #expect(try read(text, format: format).anomalies[.foreignLine] > 0)
  }
}
