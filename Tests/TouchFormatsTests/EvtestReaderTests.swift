import Evdev
import Files
import Testing
import Timeline
import TouchFormats

@Suite("evtest")
struct EvtestReaderTests {
  private func read(_ text: String) throws(FileError) -> OrderedRecording {
    try OrderedRecording(EvtestReader(ByteSource(text)))
  }

  static let header = """
    Input driver version is 1.0.1
    Input device ID: bus 0x18 vendor 0x6cb product 0x7e version 0x1b1
    Input device name: "A "touch" pad"
    Supported events:
      Event type 0 (EV_SYN)
      Event type 1 (EV_KEY)
        Event code 330 (BTN_TOUCH)
        Event code 328 (?)
      Event type 3 (EV_ABS)
        Event code 53 (ABS_MT_POSITION_X)
          Value     17
          Min     -200
          Max     2039
          Fuzz       8
          Flat       4
          Resolution      20
      Event type 5 (EV_SW)
        Event code 0 (SW_LID) state 0
    Key repeat handling:
      Repeat type 20 (EV_REP)
        Repeat code 0 (REP_DELAY)
          Value    250
    Properties:
      Property type 0 (INPUT_PROP_POINTER)
      Property type 2 (INPUT_PROP_BUTTONPAD)
    Testing ... (interrupt to exit)

    """

  @Test("Events are read in the layouts of all versions")
  func events() throws {
    let recording = try read(
      """
      Event: time 1329115570.304934, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value -1
      Event: time 1329115570.304935, type 1 (EV_KEY), code 328 (?), value 1
      Event: time 1329115570.304936, type 4 (EV_MSC), code 4 (MSC_SCAN), value 7000a
      Event: time 1329115570.304937, type 0 (EV_SYN), code 0 (SYN_REPORT), value 0
      Event: time 1329115570.304938, ++++++++++++++ SYN_MT_REPORT ++++++++++++
      Event: time 1329115570.304939, >>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<
      Event: time 1329115570.304940, -------------- SYN_REPORT ------------
      Event: time 1329115570.304941, -------------- Report Sync ------------
      Event: time 1329115570.304942, type 3 (Absolute), code 0 (X), value 7

      """)
    let start: Int64 = 1_329_115_570_304_934
    #expect(
      recording.events == [
        InputEvent(start, .absolute, AbsoluteCode.trackingID, -1),
        InputEvent(start + 1, .key, KeyCode.toolQuintupleTap, 1),
        InputEvent(start + 2, .miscellaneous, 4, 0x7000a),
        InputEvent(start + 3, .synchronization, 0, 0),
        InputEvent(start + 4, .synchronization, 2, 0),
        InputEvent(start + 5, .synchronization, 3, 0),
        InputEvent(start + 6, .synchronization, 0, 0),
        InputEvent(start + 7, .synchronization, 0, 0),
        InputEvent(start + 8, .absolute, 0, 7),
      ])
    #expect(recording.devices == [RecordedDevice()])
    #expect(recording.anomalies.isEmpty)
  }

  @Test("The header describes the device", arguments: ["\n", "\r\n"])
  func header(lineEnd: String) throws {
    let text = Self.header.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: lineEnd)
    let recording = try read(text)
    let description = try #require(recording.devices.first?.description)
    #expect(description.name == "A \"touch\" pad")
    #expect(description.identity == .init(bus: 0x18, vendor: 0x6cb, product: 0x7e, version: 0x1b1))
    #expect(description.properties == [InputProperty.pointer, InputProperty.buttonPad])
    #expect(
      description.axes == [
        AbsoluteCode.positionX: .init(
          value: 17, minimum: -200, maximum: 2039, fuzz: 8, flat: 4, resolution: 20)
      ])
    #expect(description.codes == [0: [], 1: [330, 328], 3: [53], 5: [0]])
    #expect(recording.events.isEmpty)
    #expect(recording.anomalies.isEmpty)
  }

  @Test("A second header begins another device")
  func severalHeaders() throws {
    let event = "Event: time 1.000000, -------------- SYN_REPORT ------------\n"
    let other = Self.header.replacing("1.0.1", with: "2").replacing("2039", with: "99")
    let recording = try read(Self.header + event + event + other + event)
    #expect(recording.eventDevices == [0, 0, 1])
    #expect(recording.devices.map { $0.description?.axes[0x35]?.maximum } == [2039, 99])
  }

  @Test("evtest's own messages are skipped, and foreign lines are counted")
  func otherLines() throws {
    let recording = try read(
      """
      No device specified, trying to scan all of /dev/input/event*
      Available devices:
      /dev/input/event0:	Power Button
      Select the device event number [0-1]: 0
      Testing ... (interrupt to exit)
      ***********************************************
        This device is grabbed by another process.
      ***********************************************

      Event: time 1.000000, type 3 (EV_ABS), code 0 (ABS_X), value 7
      user@host:~$ evtest
      ^C
      Event: time 1.000000, -------------- SYN_REPORT ------------
      """)
    #expect(recording.events.count == 2)
    #expect(recording.anomalies.occurred.map(\.anomaly) == [.foreignLine])
    #expect(recording.anomalies[.foreignLine] == 2)
  }

  @Test(
    "A malformed line is an error with line and column",
    arguments: [
      ("Event: time x.5, type 3 (EV_ABS), code 0 (ABS_X), value 7", 13, "time"),
      ("Event: time 1.5 type 3 (EV_ABS), code 0 (ABS_X), value 7", 16, "comma"),
      ("Event: time 1.5, type 70000 (EV_ABS), code 0 (ABS_X), value 7", 23, "16-bit"),
      ("Event: time 1.5, type 3 (EV_ABS, code 0 ABS_X, value 7", 55, "parenthesis"),
      ("Event: time 1.5, type 3 (EV_ABS), code 0 (ABS_X), value 3000000000", 57, "32-bit"),
      ("Event: time 1.5, type 3 (EV_ABS), code 0 (ABS_X), value 7 or 8", 58, "end of the line"),
      ("Event: time 1.5, -------------- SYN_BOGUS ------------", 33, "EV_SYN"),
      ("Event: time 1.5, -------------- ABS_X ------------", 33, "EV_SYN"),
      ("Event: time 1.5, -------------- SYN_REPORT", 43, "dashes"),
      ("Event: time 1.5, !!", 18, "type"),
      ("Evant: time 1.5, type 3 (EV_ABS), code 0 (ABS_X), value 7", 1, "event"),
      ("time 1.5, -------------- SYN_REPORT ------------", 1, "event"),
      ("Input device ID: bus 0x18 vendor q", 34, "vendor"),
      ("  Event type x", 14, "decimal"), ("    Event code 3 (X)", 17, "Event type"),
      ("      Min x", 11, "32-bit"),
    ])
  func errors(line: String, column: Int, expected: String) throws {
    let good = "Event: time 1.000000, -------------- SYN_REPORT ------------\n"
    let error = #expect(throws: FileError.self) { try read(good + line + "\n" + good) }
    #expect(error?.position == .line(2, column: column))
    #expect(error?.expected.contains(expected) ?? false, "\(error?.expected ?? "")")
  }

  @Test(
    "A truncated last line is dropped and counted",
    arguments: [
      "Event: ti", "Event: time 1.0000", "Event: time 1.000000, type 3 (EV_A",
      "Event: time 1.000000, -------------- SYN_REPORT -------",
      "Event: time 1.0, type 3 (x), code ",
    ])
  func cutOff(line: String) throws {
    let good = "Event: time 1.000000, -------------- SYN_REPORT ------------\n"
    let recording = try read(good + line)
    #expect(recording.events.count == 1)
    #expect(recording.anomalies[.truncated] == 1)
  }

  @Test("A complete last line without a newline is read")
  func lastLine() throws {
    let recording = try read("Event: time 1.000000, -------------- SYN_REPORT ------------")
    #expect(recording.frames == 1)
    #expect(recording.anomalies.isEmpty)
  }

  @Test("A recording longer than a batch and the buffer is read completely")
  func long() throws {
    var text = ""
    for number in 0..<20_000 {
      text += "Event: time \(number).000000, type 3 (EV_ABS), code 0 (ABS_X), value \(number)\n"
    }
    let recording = try read(text)
    #expect(recording.events.map(\.value) == Array(0..<20_000))
    #expect(recording.events.last?.time.seconds == 19_999)
  }
}
