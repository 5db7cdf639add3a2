import Evdev
import Files
import SystemPackage
import Testing
import Timeline
import TouchFormats

@Suite struct EvemuTests {
  @Test("A description and events are read; comments and blank lines are skipped")
  func reads() throws {
    let recording = try read(
      """
      # EVEMU 1.2
      #   Event code 0 (ABS_X)

      N: My pad
      I: 0003 056a 00e6 0139
      P: 05 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 02 00 00 00 00 00 00 80
      A: 00 -10 4095 8
      A: 35 0 4095 8 1
      A: 36 0 4095 8 1 20 # with resolution
      L: 01 00 0
      ####
      E: 0.000001 0003 0039 0022\t# EV_ABS / ABS_MT_TRACKING_ID 22
      E: 1452295559.5 0000 0000 -1 # fewer digits\r
        # indented
      """)
    let description = try #require(recording.devices.first?.description)
    #expect(description.name == "My pad")
    #expect(description.identity.vendor == 0x56a && description.identity.version == 0x139)
    #expect(description.properties == [0, 2])
    #expect(description.codes == [1: [65, 127]])
    #expect(description.axes[0] == .init(minimum: -10, maximum: 4095, fuzz: 8))
    #expect(description.axes[0x35] == .init(minimum: 0, maximum: 4095, fuzz: 8, flat: 1))
    #expect(description.axes[0x36]?.resolution == 20)
    #expect(
      recording.allEvents == [event(1, 3, 0x39, 22), event(1_452_295_559_500_000, 0, 0, -1)])
    #expect(recording.anomalies.isEmpty)
  }

  @Test(
    "Negative times are read and excessive ones are clamped",
    arguments: [
      ("-0.500000", -500_000), ("-1.25", -1_250_000), ("99999999999999999.0", 1 << 60),
      ("1.9999999", 1_999_999),
    ] as [(String, Int64)])
  func times(text: String, microseconds: Int64) throws {
    let events = try read("E: \(text) 0000 0000 0\n").allEvents
    #expect(events.map(\.time.microseconds) == [microseconds])
  }

  @Test(
    "A malformed line is an error with line, column, expected and found text",
    arguments: [
      ("E: x.5 0003 0039 1", 4, "a time in seconds, such as 12.000345", "\"x.5 0003 0039 1\""),
      ("E: 1 0003 0039 1", 4, "a time in seconds, such as 12.000345", "\"1 0003 0039 1\""),
      ("E: 0.5 zz 0039 1", 8, "an event type (hexadecimal, at most ffff)", "\"zz 0039 1\""),
      ("E: 0.5 10000 0 1", 8, "an event type (hexadecimal, at most ffff)", "\"10000 0 1\""),
      ("E: 0.5 0003 -1 1", 13, "an event code (hexadecimal, at most ffff)", "\"-1 1\""),
      ("E: 0.5 0003 0039", 17, "an event value (32-bit decimal)", "the end of the line"),
      ("E: 0.5 3 39 2147483648", 13, "an event value (32-bit decimal)", "\"2147483648\""),
      ("E: 0.5 3 39 12x", 15, "the end of the line or a comment", "\"x\""),
      ("E 0.5 3 39 12", 2, "a colon after E", "\" 0.5 3 39 12\""),
      (
        "A: 35 0", 8, "an axis: minimum, maximum, fuzz, flat and resolution (32-bit decimal)",
        "the end of the line"
      ),
      ("A: 35 0 1 2 3 4 5", 17, "the end of the line or a comment", "\"5\""),
      ("B: 03 100", 7, "a byte of a bit mask (two hexadecimal digits)", "\"100\""),
      (
        "I: 1 2 3", 9, "four 16-bit hexadecimal numbers: bus, vendor, product, version",
        "the end of the line"
      ),
      ("hello", 1, "an evemu line (N: I: P: B: A: E: or a comment)", "\"hello\""),
    ])
  func errors(line: String, column: Int, expected: String, found: String) throws {
    let error = #expect(throws: FileError.self) {
      try read("# EVEMU 1.3\n\(line)\nE: 1.0 0000 0000 0\n")
    }
    #expect(error?.position == .line(2, column: column))
    #expect(error?.expected == expected)
    #expect(error?.found == found)
    #expect(error?.file == "test")
  }

  @Test("Another version and a description after the events are errors")
  func orderAndVersion() throws {
    #expect(throws: FileError.self) { try read("# EVEMU 2.0\nE: 1.0 0000 0000 0\n") }
    let late = #expect(throws: FileError.self) {
      try read("E: 1.0 0000 0000 0\nN: late\n", format: .evemu)
    }
    #expect(late?.position == .line(2, column: 1))
  }

  @Test("A truncated last line is dropped and counted")
  func cutOff() throws {
    let recording = try read("E: 1.0 0003 0039 1\nE: 1.0 0000 0000 0\nE: 2.0 00")
    #expect(recording.allEvents.count == 2)
    #expect(recording.anomalies[.truncated] == 1)
  }

  @Test("A written recording is read back and rewritten unchanged")
  func roundTrip() throws {
    let devices = [RecordedDevice(description: sampleDevice)]
    let bytes = try write([sampleEvents], of: devices, as: .evemu)
    let back = try read(bytes)
    #expect(back.format == .evemu)
    #expect(back.devices == devices)
    #expect(back.events == [sampleEvents])
    #expect(try write(back.events, of: back.devices, as: .evemu) == bytes)
  }

  @Test("Comments name the codes of the description")
  func comments() throws {
    let bytes = try write([[]], of: [RecordedDevice(description: sampleDevice)], as: .evemu)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("# EVEMU 1.3\n# Input device name: \"A \"quoted\" back\\slash pad\"\n"))
    #expect(text.contains("# Input device ID: bus 0x0011 vendor 0x0002 product 0x0007"))
    #expect(text.contains("#     Event code 330 (BTN_TOUCH)\n"))
    #expect(
      text.contains("#     Event code 0 (ABS_X)\n#       Value      0\n#       Min       -5\n"))
    #expect(text.contains("#   Property  type 2 (INPUT_PROP_BUTTONPAD)\n"))
    #expect(text.contains("\nA: 00 -5 5472 8 1 55\nA: 2f 0 4 0 0 0\n"))
  }

  @Test("Events without a description are written without one")
  func eventsOnly() throws {
    let bytes = try write([sampleEvents], of: [RecordedDevice()], as: .evemu)
    let back = try read(bytes)
    #expect(back.devices == [RecordedDevice()])
    #expect(back.events == [sampleEvents])
  }

  @Test("A description file is read on its own, and one without a description is an error")
  func descriptionFiles() throws {
    let source = ByteSource(name: "pad.desc", bytes: Array("A: 35 0 1280 0 0 20\n".utf8))
    #expect(try EvemuDescription.read(source).axes[0x35]?.resolution == 20)
    let empty = ByteSource(name: "pad.desc", bytes: Array("# nothing\n".utf8))
    #expect(throws: FileError.self) { try EvemuDescription.read(empty) }
    let missing = #expect(throws: FileError.self) {
      try EvemuDescription.read(path: "/no/such/file")
    }
    #expect(missing?.systemError == .noSuchFileOrDirectory)
  }
}
