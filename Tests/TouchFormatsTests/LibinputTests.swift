import Evdev
import Files
import Foundation
import Testing
import Timeline
import TouchFormats

/// Two devices in the layout of `libinput record --with-libinput`, with every kind of entry.
let libinputSample = """
  # libinput record
  version: 1
  ndevices: 2
  libinput:
    version: "1.28.1"
    git: "unknown"
  system:
    os: "debian:12"
    kernel: "6.1.0"
    dmi: "dmi:bvnX:svnY:"
  devices:
  - node: /dev/input/event4
    evdev:
      # Name: A pad
      # ID: bus 0x0018 (i2c) vendor 0x04f3 product 0x31ad version 0x0100
      # Supported Events:
      # Event type 0 (EV_SYN)
      #       Value           0
      name: "A "pad""
      id: [24, 1267, 12717, 256]
      codes:
        0: [0, 1, 2, 3] # EV_SYN
        3: [0, 47, 53] # EV_ABS
        4: [] # EV_MSC
      absinfo:
        0: [0, 3276, 0, 0, 32]
        47: [0, 4, 0, 0, 0]
      properties: [0, 2]
    hid: [
      0x05, 0x0d, 0x09, 0x05,
      0xc0
    ]
    udev:
      properties:
      - ID_INPUT=1
      - DRIVER=hid-multitouch
      virtual: false
    quirks:
    - AttrPressureRange=10:8
    libinput:
      size: [102, 74]
      capabilities: [pointer, gesture]
    events:
    # Current time is 12:34:56
    - libinput:
      - {type: DEVICE_ADDED, seat: seat0, logical_seat: default}
    - evdev:
      - [  0,      0,   3,  57,     100] # EV_ABS / ABS_MT_TRACKING_ID     100
      - [  0,      0,   3,  53,    -120] # EV_ABS / ABS_MT_POSITION_X     -120 (-120)
      - [  0,      0,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +0ms
      libinput:
      - {time: 0.000000, type: POINTER_MOTION, delta: [  0.50,   0.00]}
    - hid:
        time: [  0,     12]
        hidraw0: [
          0x01, 0x02
        ]
    - evdev:
      - [  1, 200345,   3,  57,      -1] # EV_ABS / ABS_MT_TRACKING_ID      -1
      - [  1, 200345,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +1200ms
                                       # Touch device in neutral state
  - node: /dev/input/event5
    evdev:
      name: "Keys"
      id: [17, 1, 1, 0]
      codes:
        1: [30] # EV_KEY
      properties: []
    events:
    - evdev:
      - [  0,     77,   1,  30,       1] # EV_KEY / KEY_A                    1

  """

@Suite struct LibinputTests {
  @Test("Several devices are read in order, and other entries are skipped")
  func reads() throws {
    let recording = try read(libinputSample)
    #expect(recording.format == .libinput)
    #expect(recording.devices.map(\.node) == ["/dev/input/event4", "/dev/input/event5"])
    let pad = try #require(recording.devices.first?.description)
    #expect(pad.name == "A \"pad\"")
    #expect(pad.identity == .init(bus: 24, vendor: 1267, product: 12717, version: 256))
    #expect(pad.codes == [0: [0, 1, 2, 3], 3: [0, 47, 53], 4: []])
    #expect(pad.axes[0] == .init(minimum: 0, maximum: 3276, resolution: 32))
    #expect(pad.properties == [0, 2])
    #expect(
      recording.events == [
        [
          event(0, 3, 57, 100), event(0, 3, 53, -120), event(0, 0, 0, 0),
          event(1_200_345, 3, 57, -1), event(1_200_345, 0, 0, 0),
        ], [event(77, 1, 30, 1)],
      ])
    #expect(recording.anomalies.isEmpty)
  }

  @Test(
    "The same content in other YAML layouts is read the same",
    arguments: [
      """
      {version: 1, ndevices: 1, devices: [{node: /dev/input/event4, evdev: {name: "A \\"pad\\"",
        id: [24, 1267, 0x31ad, 256], codes: {3: [0, 47, 53]}, absinfo: {0: [0, 3276, 0, 0, 32]},
        properties: [0, "2"]}, events: [{evdev: [[0, 0, 3, 57, 100], [0, 0, 0, 0, 0]]}]}]}
      """,
      """
      %YAML 1.1
      ---
      devices:
          - events:
              - evdev: [[0, 0, 3, 57, 100]]
              - libinput:
                  - {type: DEVICE_ADDED}
              - evdev:
                  -
                    - 0
                    - 0
                    - 0
                    - 0
                    - 0
            "node": '/dev/input/event4'
            evdev:
                name: A "pad"
                id: [24, 1267, 12717, 256]
                codes: {3: &codes [0, 47, 53]}
                absinfo:
                    0: [0, 3276, 0, 0, 32]
                properties: [0, 2]
      version: 1
      ...
      """,
      """
      version: 1
      devices:
      - node: &path /dev/input/event4
        evdev:
          name: 'A "pad"'
          id: [24, 1267, 12717, 256]
          codes:
            3: &list [0, 47, 53]
          absinfo:
            0: [0, 3276, 0, 0, 32]
          properties: [0, 2]
        events:
        - evdev: &events
          - [0, 0, 3, 57, 100]
          - &report [0, 0, 0, 0, 0]

      """,
    ])
  func otherLayouts(text: String) throws {
    let recording = try read(text)
    #expect(recording.format == .libinput)
    #expect(
      recording.devices == [
        RecordedDevice(
          description: DeviceDescription(
            name: "A \"pad\"",
            identity: .init(bus: 24, vendor: 1267, product: 12717, version: 256),
            properties: [0, 2], axes: [0: .init(minimum: 0, maximum: 3276, resolution: 32)],
            codes: [3: [0, 47, 53]]), node: "/dev/input/event4")
      ])
    #expect(recording.events == [[event(0, 3, 57, 100), event(0, 0, 0, 0)]])
  }

  @Test("A file that changes layout midway is read without losing or repeating events")
  func changesLayout() throws {
    let frame = "- evdev:\n    - [0, 1, 3, 53, 7]\n    - [0, 1, 0, 0, 0]\n  "
    let text =
      "version: 1\ndevices:\n- node: /dev/input/event4\n  events:\n  "
      + String(repeating: frame, count: 3000) + "- {evdev: [[9, 0, 0, 0, 0], *last]}\n"
    let whole = text.replacingOccurrences(of: ", *last", with: "")
    let recording = try read(whole)
    #expect(recording.allEvents.count == 6001)
    #expect(recording.allEvents.last == event(9_000_000, 0, 0, 0))
    #expect(throws: FileError.self) { try read(text) }
  }

  @Test(
    "A malformed recording is an error with line and column",
    arguments: [
      ("3,  57,     100]", "3,  57,     1x0]", 48, 35, "an event value (32-bit)", "\"1x0\""),
      (
        "[  0,      0,   3,  53", "[  0,      0, 70000,  53", 49, 21,
        "an event type (at most 65535)", "\"70000\""
      ),
      (
        "0: [0, 3276, 0, 0, 32]", "0: [0, 3276]", 26, 10,
        "an axis: minimum, maximum, fuzz, flat and resolution", "a list of 2"
      ),
      ("version: 1\n", "version: 2\n", 2, 10, "version 1 of a libinput recording", "\"2\""),
      ("    id: [24,", "    id: [24, *x,", 20, 14, "YAML", "undefined alias"),
      ("    id: [24,", "    id: [&x 24, *x,", 20, 17, "YAML without aliases", "an alias"),
    ])
  func errors(
    wanted: String, replacement: String, line: Int, column: Int, expected: String, found: String
  ) throws {
    // `libinput record` writes nested quotes, which are invalid YAML.
    let valid = libinputSample.replacingOccurrences(of: "\"A \"pad\"\"", with: "A pad")
    let text = valid.replacingOccurrences(of: wanted, with: replacement)
    #expect(text != valid)
    let error = #expect(throws: FileError.self) { try read(text, format: .libinput) }
    #expect(error?.position == .line(line, column: column))
    #expect(error?.expected == expected)
    #expect(error?.found == found)
  }

  @Test("The line parser and the YAML parser agree")
  func agree() throws {
    let devices = [
      RecordedDevice(description: sampleDevice, node: "/dev/input/event4"), RecordedDevice(),
    ]
    let bytes = try write([sampleEvents, sampleEvents], of: devices, as: .libinput)
    let quick = try read(bytes)
    let whole = try read(Array("%YAML 1.1\n---\n".utf8) + bytes)
    #expect(quick == whole)
    #expect(quick.events == [sampleEvents, sampleEvents])
  }

  @Test(
    "Any node and name are written as valid YAML",
    arguments: ["a: b", "#", "", "\"", "{", "/dev/input/by id #2", "\\", "é", "- x", "&a *b"])
  func names(text: String) throws {
    let device = RecordedDevice(description: DeviceDescription(name: text), node: text)
    let bytes = try write([sampleEvents], of: [device], as: .libinput)
    let back = try read(bytes)
    #expect(back.devices == [device])
    #expect(back.events == [sampleEvents])
    #expect(try read(Array("%YAML 1.1\n---\n".utf8) + bytes) == back)
  }

  @Test(
    "Control characters in a name become spaces and are reported as a loss",
    arguments: ["a\tb\nc\0", "a\u{9b}b\u{202e}c\u{2066}"])
  func controlCharacters(name: String) throws {
    let device = RecordedDevice(description: DeviceDescription(name: name))
    for format in [RecordingFormat.evemu, .libinput, .evtest, .getevent] {
      let back = try read(try write([sampleEvents], of: [device], as: format))
      #expect(back.devices.first?.description?.name == "a b c ")
      let losses = try format.makeWriter(ByteSink()).losses(of: [device])
      #expect(losses == ["control characters in the device name"])
    }
  }

  @Test("Excessive nesting is an error")
  func nesting() throws {
    let text = "version: 1\ndevices: " + String(repeating: "[", count: 100_000)
    #expect(throws: FileError.self) { try read(text + "\n") }
  }

  @Test("A written recording of several devices is read back and rewritten unchanged")
  func roundTrip() throws {
    let devices = [
      RecordedDevice(description: sampleDevice, node: "/dev/input/event4"),
      RecordedDevice(description: DeviceDescription(name: "Keys"), node: nil),
      RecordedDevice(),
    ]
    let events = [sampleEvents, [event(9, 1, 30, 1), event(9, 0, 0, 0)], sampleEvents]
    let bytes = try write(events, of: devices, as: .libinput)
    let back = try read(bytes)
    #expect(back.format == .libinput)
    #expect(back.devices == devices)
    #expect(back.events == events)
    #expect(try write(back.events, of: back.devices, as: .libinput) == bytes)
  }

  @Test("Interleaved events of two devices are grouped by device")
  func interleaved() throws {
    let sink = ByteSink()
    let writer = LibinputWriter(sink)
    try writer.begin([RecordedDevice(node: "/dev/a"), RecordedDevice(node: "/dev/b")])
    for time in 1...3 as ClosedRange<Int64> {
      try writer.write([event(time, 0, 0, 0)], device: 1)
      try writer.write([event(time, 0, 0, 0)], device: 0)
    }
    try writer.finish()
    let back = try read(sink.bytes)
    #expect(back.events.map { $0.map(\.time.microseconds) } == [[1, 2, 3], [1, 2, 3]])
  }
}
