import Evdev
import SystemPackage
import Testing

@testable import Recordings

@Suite struct FormatDetectionTests {
  @Test(
    "Each format is recognized by how its lines begin",
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
      ("/dev/input/event1: 0003 0035 00000213\n", .getevent),
      ("add device 1: /dev/input/event4\n", .getevent), ("0003 0035 00000213\n", .getevent),
      ("EV_ABS       ABS_MT_POSITION_X    00000213\n", .getevent),
      ("565-208057: /dev/input/event1: 0003 0035 00000213\n", .getevent),
      ("d 0 /dev/input/event3\n", .umockdev), ("565-208057: phone\n", nil),
      ("P: /devices/platform/i8042\nN: input/event12\n", .umockdev),
      ("r 100 ^@^@\n", .umockdev), ("d /dev/input/event3\nr 0 ^@\n", .umockdev),
      ("{\n   \"entries\": [ {\n      \"buttonsDown\": 0,", .chromeos),
      ("hello\n", nil), ("E: DEVLINKS=/dev\n", nil), ("[hello]\n", nil), ("<gpx>\n", nil),
    ] as [(String, RecordingFormat?)])
  func text(text: String, format: RecordingFormat?) {
    #expect(RecordingFormat.detect(Array(text.utf8)) == format)
  }

  @Test("What is no recording is an error that lists what would be one")
  func unrecognized() {
    let error = #expect(throws: RecordingError.self) { try read("hello\nworld\n") }
    #expect(error?.position == .line(1, column: 1))
    #expect(error?.expected.hasPrefix("a recording: evemu, libinput YAML") == true)
    #expect(error?.found == "\"hello\"")
    let binary = #expect(throws: RecordingError.self) {
      try read([UInt8](repeating: 0xab, count: 500) + [0])
    }
    #expect(binary?.position == .byte(0))
  }

  @Test(
    "A byte order mark before a text changes nothing",
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

  @Test("An empty file is a recording without events, and a folder is none")
  func extremes() throws {
    let empty = try read([])
    #expect(empty.format == .evemu && empty.events.isEmpty && empty.anomalies.isEmpty)
    let folder = #expect(throws: RecordingError.self) { try OpenRecording(path: "/") }
    #expect(folder?.systemError == .isDirectory)
  }
}
