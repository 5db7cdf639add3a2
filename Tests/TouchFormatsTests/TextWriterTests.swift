import Evdev
import Files
import TestSupport
import Testing
import Timeline
import TouchFormats

@Suite("Writing evtest and getevent")
struct TextWriterTests {
  private let described = RecordedDevice(description: sampleDevice)
  /// Codes and types without names, hexadecimal values, a repeated key, all kinds of `EV_SYN`, one
  /// with a value.
  private let unusual = [
    event(5, 4, 4, 0x9001), event(5, 1, 30, 2), event(5, 1, 30, 7), event(5, 3, 0x3e, -3),
    event(5, 0x1e, 9, 1), event(5, 0, 2, 0), event(6, 0, 3, 0), event(7, 0, 1, 0),
    event(8, 0, 0, 1), event(9, 0, 0, 0),
  ]

  @Test(
    "A written recording is read back and rewritten unchanged",
    arguments: [RecordingFormat.evtest, .getevent], [true, false])
  func roundTrip(format: RecordingFormat, isDescribed: Bool) throws {
    let device = isDescribed ? described : RecordedDevice()
    let later = sampleEvents.filter { $0.time.microseconds >= 0 }
    let bytes = try write([later + unusual], of: [device], as: format)
    let back = try read(bytes)
    #expect(back.format == format)
    #expect(back.events == [later + unusual])
    #expect(back.anomalies.isEmpty)
    let node = format == .getevent && isDescribed ? "/dev/input/event0" : nil
    #expect(back.devices.map(\.node) == [node])
    #expect((back.devices.first?.description != nil) == isDescribed)
    if let read = back.devices.first?.description {
      #expect(read.name == sampleDevice.name && read.identity == sampleDevice.identity)
      #expect(read.axes == sampleDevice.axes && read.properties == sampleDevice.properties)
      #expect(read.codes.filter { $0.key != 0 } == sampleDevice.codes.filter { $0.key != 0 })
    }
    #expect(try write(back.events, of: back.devices, as: format) == bytes)
  }

  @Test("Events are written as evtest prints them")
  func evtest() throws {
    let events = [
      event(1_000_005, 3, 53, -40), event(1_000_005, 4, 4, 0x9001), event(1_000_005, 0, 3, 0),
      event(1_000_005, 0, 0, 0),
    ]
    let text = String(
      decoding: try write([events], of: [RecordedDevice()], as: .evtest), as: UTF8.self)
    #expect(
      text == """
        Event: time 1.000005, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value -40
        Event: time 1.000005, type 4 (EV_MSC), code 4 (MSC_SCAN), value 9001
        Event: time 1.000005, >>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<
        Event: time 1.000005, -------------- SYN_REPORT ------------

        """)
  }

  @Test("Events are written as getevent prints them")
  func getevent() throws {
    let events = [
      event(1_000_005, 3, 53, -40), event(1_000_005, 1, 0x14a, 1), event(1_000_005, 1, 0x2ff, 0),
    ]
    let text = String(
      decoding: try write([events], of: [described], as: .getevent), as: UTF8.self)
    let spaces = String(repeating: " ", count: 12)
    #expect(
      text.hasSuffix(
        """
        [       1.000005] EV_ABS       ABS_MT_POSITION_X    ffffffd8\(spaces)
        [       1.000005] EV_KEY       BTN_TOUCH            DOWN    \(spaces)
        [       1.000005] EV_KEY       02ff                 UP      \(spaces)

        """))
    let numbers = String(
      decoding: try write([events], of: [RecordedDevice(node: "/dev/input/event4")], as: .getevent),
      as: UTF8.self)
    #expect(numbers.hasPrefix("[       1.000005] /dev/input/event4: 0003 0035 ffffffd8\n"))
  }

  @Test("A name that getevent would cut is written as a number and read back")
  func longNames() throws {
    for code in 0..<0x300 as Range<UInt16> {
      guard let name = EventNames.name(of: code, type: .key) else { continue }
      let events = [event(1, 1, code, 1), event(1, 0, 0, 0)]
      let bytes = try write([events], of: [described], as: .getevent)
      #expect(String(decoding: bytes, as: UTF8.self).contains(" \(name) ") == (name.count <= 20))
      #expect(try read(bytes).events == [events])
    }
  }

  @Test("getevent recordings name the device on each line if there are several")
  func severalDevices() throws {
    let devices = [
      RecordedDevice(description: sampleDevice, node: "/dev/input/event4"),
      RecordedDevice(description: DeviceDescription(name: "Keys"), node: nil),
    ]
    let events = [
      [event(1, 3, 0, 5), event(1, 0, 0, 0)], [event(2, 1, 30, 1), event(2, 0, 0, 0)],
    ]
    let back = try read(try write(events, of: devices, as: .getevent))
    #expect(back.devices.map(\.node) == ["/dev/input/event4", "/dev/input/event1"])
    #expect(back.devices.map { $0.description?.name } == [sampleDevice.name, "Keys"])
    #expect(back.events == events)
    #expect(try RecordingFormat.getevent.makeWriter(ByteSink()).losses(of: devices) == [])
    let losses = try RecordingFormat.evtest.makeWriter(ByteSink()).losses(of: devices)
    #expect(losses == ["all devices but the first", "the device node"])
  }

  @Test("A device without a node gets one in getevent that no other device has")
  func nodes() throws {
    let devices = [
      RecordedDevice(description: sampleDevice, node: "/dev/input/event1"),
      RecordedDevice(description: DeviceDescription(name: "Keys")),
      RecordedDevice(description: DeviceDescription(name: "Pad")),
    ]
    let events = [[event(1, 0, 0, 0)], [event(2, 0, 0, 0)], [event(3, 0, 0, 0)]]
    let back = try read(try write(events, of: devices, as: .getevent))
    #expect(back.devices.map(\.node) == [1, 4, 2].map { "/dev/input/event\($0)" })
    #expect(back.events == events)
  }

  @Test("A recording in progress can be read up to its last flush")
  func grows() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.evemu"
    let sink = try ByteSink(growing: path)
    let writer = EvemuWriter(sink)
    try writer.begin([RecordedDevice(description: sampleDevice)])
    try writer.write(sampleEvents, device: 0)
    try sink.flush()
    guard case .events(let reader) = try OpenRecording(path: path) else { return }
    #expect(try readAll(reader).events == [sampleEvents])
    try writer.finish()
  }
}
