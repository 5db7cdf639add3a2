import Evdev
import Files
import Testing
import Timeline
import TouchFormats

@Suite("getevent")
struct GeteventReaderTests {
  private func read(_ text: String, rate: Double? = nil) throws(FileError) -> OrderedRecording {
    try OrderedRecording(GeteventReader(ByteSource(text), rate: rate))
  }

  private let touch = [
    InputEvent(0, .key, KeyCode.touch, 1), InputEvent(0, .absolute, AbsoluteCode.positionX, 0x213),
    InputEvent(0, .absolute, AbsoluteCode.trackingID, -1), InputEvent(0, .key, KeyCode.touch, 0),
    InputEvent(0, .synchronization, 0, 0),
  ]

  @Test(
    "Names and numbers are read alike",
    arguments: [
      """
      EV_KEY       BTN_TOUCH            DOWN
      EV_ABS       ABS_MT_POSITION_X    00000213
      EV_ABS       ABS_MT_TRACKING_ID   ffffffff
      EV_KEY       BTN_TOUCH            UP
      EV_SYN       SYN_REPORT           00000000

      """,
      """
      0001 014a 00000001
      0003 0035 00000213
      0003 0039 ffffffff
      0001 014a 00000000
      0000 0000 00000000

      """,
      """
      EV_KEY       014a                 DOWN
      0003         0035                 00000213
      EV_ABS       ABS_MT_TRACKING_ID   ffffffff
      EV_KEY       BTN_TOUCH            00000000
      EV_SYN       SYN_REPORT           00000000             rate 60

      """,
    ])
  func layouts(text: String) throws {
    #expect(try read(text).events == touch)
    #expect(try read(text.replacing("\n", with: "            \r\n")).events == touch)
    #expect(try read(text).devices == [RecordedDevice()])
  }

  @Test(
    "Times and devices may precede an event",
    arguments: [
      "[    1193.605705] /dev/input/event1: 0003 0035 00000213",
      "[ 1193.605705] /dev/input/event1: EV_ABS ABS_MT_POSITION_X 00000213",
      "1193-605705: /dev/input/event1: 0003 0035 00000213",
      "  [    1193.605705] /dev/input/event1: 0003 0035 00000213",
    ])
  func prefixes(line: String) throws {
    let recording = try read(line + "\n")
    #expect(recording.events == [InputEvent(1_193_605_705, .absolute, 0x35, 0x213)])
    #expect(recording.devices == [RecordedDevice(node: "/dev/input/event1")])
  }

  @Test("Named values, cut names and unknown names are read")
  func words() throws {
    let recording = try read(
      """
      EV_KEY       KEY_A                REPEAT
      EV_ABS       ABS_MT_TOOL_TYPE     MT_TOOL_PALM
      EV_KEY       KEY_BRIGHTNESS_TOGGL DOWN
      EV_KEY       KEY_OF_THE_FUTURE    DOWN
      EV_KEY       BTN_MOUSE            DOWN

      """)
    #expect(
      recording.events == [
        InputEvent(0, .key, 30, 2),
        InputEvent(0, .absolute, AbsoluteCode.toolType, ToolType.palm),
        InputEvent(0, .key, 0x1af, 1), InputEvent(0, .key, KeyCode.left, 1),
      ])
    #expect(recording.anomalies[.unknownCode] == 1)
  }

  @Test("A report rate provides times for frames without them")
  func rate() throws {
    let frame = "0003 0035 00000213\n0000 0000 00000000\n"
    let text = String(repeating: frame, count: 91)
    let times = try read(text, rate: 90).events.map(\.time.microseconds)
    #expect(times.prefix(4) == [0, 0, 11_111, 11_111])
    #expect(times[179] == 988_889)
    #expect(times[180] == 1_000_000)
    #expect(Set(try read(text).events.map(\.time.microseconds)) == [0])
    let timed = try read("[ 5.000000] 0000 0000 00000000\n", rate: 60)
    #expect(timed.events.map(\.time.seconds) == [5])
  }

  @Test("With a report rate, each device has its own frames, and time never runs backward")
  func rateOfSeveralDevices() throws {
    let first = "/dev/input/event1: 0000 0000 00000000\n"
    let second = "/dev/input/event2: 0000 0000 00000000\n"
    let recording = try read(first + first + first + second + second + first, rate: 10)
    #expect(recording.events.map(\.time.seconds) == [0, 0.1, 0.2, 0.2, 0.3, 0.3])
    let together = try read(first + second + first + second + first + second, rate: 10)
    #expect(together.events.map(\.time.seconds) == [0, 0, 0.1, 0.1, 0.2, 0.2])
  }

  @Test("The time of an event may be negative")
  func negativeTime() throws {
    let recording = try read("[      -0.500000] 0003 0035 00000001\n")
    #expect(recording.events == [InputEvent(-500_000, .absolute, 0x35, 1)])
  }

  @Test("Events of several devices are separated")
  func severalDevices() throws {
    let recording = try read(
      """
      add device 1: /dev/input/event7
        name:     "Headset"
      add device 2: /dev/input/event0
        name:     "touch"
      could not get driver version for /dev/input/mouse0, Not a typewriter
      [    1.000000] /dev/input/event0: 0003 0035 00000001
      [    1.000000] /dev/input/event7: 0001 0074 00000001
      [    1.000000] /dev/input/event0: 0000 0000 00000000
      [    1.000000] /dev/input/event7: 0000 0000 00000000
      [    1.000000] /dev/input/event3: 0000 0000 00000000
      remove device 1: /dev/input/event7

      """)
    #expect(recording.eventDevices == [1, 0, 1, 0, 2])
    #expect(recording.events.map(\.value) == [1, 1, 0, 0, 0])
    #expect(
      recording.devices == [
        RecordedDevice(description: DeviceDescription(name: "Headset"), node: "/dev/input/event7"),
        RecordedDevice(description: DeviceDescription(name: "touch"), node: "/dev/input/event0"),
        RecordedDevice(node: "/dev/input/event3"),
      ])
    #expect(recording.anomalies.isEmpty)
  }

  @Test(
    "The device list describes the devices, with names or numbers",
    arguments: [
      """
          KEY (0001): KEY_POWER             BTN_TOUCH
          ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                      ABS_MT_POSITION_X     : value 7, min -5, max 1079, fuzz 1, flat 2, resolution 3
        input props:
          INPUT_PROP_DIRECT
      """,
      """
          KEY (0001): 0074* 014a
          ABS (0003): 002f  : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                      0035  : value 7, min -5, max 1079, fuzz 1, flat 2, resolution 3
        input props:
          0001
      """,
      """
          KEY (0001): 0074
                      014a
          ABS (0003): 002f value 0, min 0, max 9, fuzz 0 flat 0
                      0035 value 7, min -5, max 1079, fuzz 1 flat 2 resolution 3
        input props:
          INPUT_PROP_DIRECT
      """,
    ])
  func listing(capabilities: String) throws {
    let text = """
      add device 1: /dev/input/event2
        bus:      0018
        vendor    0001
        product   00a2
        version   0100
        name:     "sec "touch""
        location: "here"
        id:       ""
        version:  1.0.1
        events:

      """
    let recording = try read(text + capabilities + "\n0000 0000 00000000\n")
    let description = try #require(recording.devices.first?.description)
    #expect(description.name == "sec \"touch\"")
    #expect(description.identity == .init(bus: 0x18, vendor: 1, product: 0xa2, version: 0x100))
    #expect(description.properties == [InputProperty.direct])
    #expect(description.codes == [1: [116, 330], 3: [0x2f, 0x35]])
    #expect(
      description.axes == [
        0x2f: .init(minimum: 0, maximum: 9),
        0x35: .init(value: 7, minimum: -5, maximum: 1079, fuzz: 1, flat: 2, resolution: 3),
      ])
    // An event without a node belongs to the only device.
    #expect(recording.eventDevices == [0])
    #expect(recording.anomalies.isEmpty)
  }

  @Test("Events without a node belong to the only device with positions")
  func unnamedDevice() throws {
    let list = """
      add device 1: /dev/input/event1
        events:
          KEY (0001): 0074
      add device 2: /dev/input/event2
        events:
          ABS (0003): 0035  : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0

      """
    #expect(try read(list + "0000 0000 00000000\n").eventDevices == [1])
    let ambiguous = list + list.replacing("event2", with: "event3")
    let recording = try read(ambiguous + "0000 0000 00000000\n")
    #expect(recording.eventDevices == [3])
    #expect(recording.devices.last == RecordedDevice())
  }

  @Test(
    "A malformed line is an error with line and column",
    arguments: [
      ("[ 1.x] 0003 0035 00000213", 3, "time"), ("[ 1.5 0003 0035 00000213", 6, "bracket"),
      ("[ 1.5] /dev/input/event1 0003 0035 00000213", 8, "colon"),
      ("[ 1.5] 0003 003x 00000213", 13, "event code"), ("003 z035 00000213", 5, "event code"),
      ("EV_ABC ABS_X 00000213", 1, "event type"), ("EV_ABS ABS_Q 00000213", 8, "event code"),
      ("EV_ABS BTN_TOUCH 00000213", 8, "event code"), ("EV_ABS ABS_X DOWN", 14, "value"),
      ("EV_ABS ABS_X 100000213", 14, "value"), ("EV_ABS ABS_X", 13, "value"),
      ("EV_ABS ABS_X 00000213 extra", 23, "end of the line"),
      ("[x 1.5] /dev/input/event1: 0003 0035 00000213", 2, "time"),
      ("xEV_ABS ABS_X 00000213", 1, "an event"), ("add device x: /dev/input/event1", 12, "number"),
      ("add device 1: event1", 15, "/dev/input"), ("  name:     noquotes", 13, "quotation"),
    ])
  func errors(line: String, column: Int, expected: String) throws {
    let good = "add device 9: /dev/input/event9\n"
    let error = #expect(throws: FileError.self) { try read(good + line + "\n" + good) }
    #expect(error?.position == .line(2, column: column))
    #expect(error?.expected.contains(expected) ?? false, "\(error?.expected ?? "")")
  }

  @Test("A malformed axis is an error")
  func brokenAxis() throws {
    let text = """
      add device 1: /dev/input/event2
        events:
          ABS (0003): ABS_MT_SLOT : value 0, min 0, max many, fuzz 0, flat 0, resolution 0

      """
    let error = #expect(throws: FileError.self) { try read(text) }
    #expect(error?.position == .line(3, column: 51))
  }

  @Test("Lines of the shell are skipped and counted")
  func otherLines() throws {
    let recording = try read(
      """
      $ adb shell getevent -lt
      * daemon started successfully

      0000 0000 00000000
      ^C
      130|shell@phone:/ $

      """)
    #expect(recording.events.count == 1)
    #expect(recording.anomalies[.foreignLine] == 4)
  }

  @Test("Skipped lines are counted, with the first one and the format that they look like")
  func skippedLines() throws {
    func skipped(_ text: String) throws -> SkippedLines {
      let reader = GeteventReader(ByteSource(name: "test", bytes: Array(text.utf8)))
      _ = try readAll(reader)
      return reader.skippedLines
    }
    let lines = try skipped("0000 0000 00000000\nhello\nE: 1.0 0003 0035 5\n")
    #expect(lines.count == 2 && lines.first == 2 && lines.firstText == "\"hello\"")
    #expect(lines.otherFormat == .evemu)
    let shell = try skipped("$ adb shell getevent\n0000 0000 00000000\n# a comment\n")
    #expect(shell.count == 2 && shell.first == 1 && shell.otherFormat == nil)
    #expect(try skipped("0000 0000 00000000\n").count == 0)
  }

  @Test(
    "A truncated last line is dropped and counted",
    arguments: [
      "[    1.", "0003", "0003 0035", "0003 0035 ", "0003 0035 0000021", "EV_KEY BTN_TOUCH DOW",
      "EV_AB", "add device 2", "/dev/input/eve",
    ])
  func cutOff(line: String) throws {
    let recording = try read("0000 0000 00000000\n" + line)
    #expect(recording.events.count == 1)
    #expect(recording.anomalies[.truncated] == 1)
  }

  @Test("Numbers without leading zeros are read")
  func shortNumbers() throws {
    let recording = try read("3 35 213\n0 0 0\n0000 0000 00000000")
    #expect(recording.events.map(\.value) == [0x213, 0, 0])
    #expect(recording.anomalies.isEmpty)
  }

  @Test(
    "A report rate that is not positive and finite is ignored",
    arguments: [0, -60, .infinity, .nan])
  func impossibleRate(rate: Double) throws {
    let frame = "0003 0035 00000001\n0000 0000 00000000\n"
    let times = try read(frame + frame, rate: rate).events.map(\.time)
    #expect(times == Array(repeating: .zero, count: 4))
  }
}
