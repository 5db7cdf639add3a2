import Contacts
import Conversion
import Evdev
import Files
import Foundation
import Playback
import TestSupport
import Testing
import Timeline
import TouchFormats

struct RecordingConversionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func convert(
    _ path: String, to name: String, _ target: RecordingFormat, cut: RecordingCut = RecordingCut()
  ) throws -> String {
    let output = folder.path + "/" + name
    var conversion = RecordingConversion(input: path, target: target)
    conversion.cut = cut
    _ = try conversion.run(to: output)
    return output
  }

  private static let fingers: [Finger] = [
    .tap(x: 10, y: 10, at: 0), .swipeRight(y: 20, at: 1), .swipeRight(y: 40, at: 1.02),
  ]

  @Test("Every format produces the same gestures", arguments: RecordingFormat.writable)
  func roundTrip(target: RecordingFormat) throws {
    let path = try folder.write("a.evemu", try SampleTrace.bytes(Self.fingers))
    let copy = try convert(path, to: "copy", target)
    let there = try gestures(path)
    #expect(there.count == 2)
    var options = ReplayOptions()
    options.device = SampleTrace.device
    #expect(try gestures(copy, options) == there)
    let back = try convert(copy, to: "back", .libinput)
    #expect(try gestures(back, options) == there)
  }

  @Test(
    "A description in a separate file is read back with the events",
    arguments: RecordingFormat.writable)
  func separateDescription(target: RecordingFormat) throws {
    let path = try folder.write("a.evemu", try SampleTrace.bytes(Self.fingers))
    var conversion = RecordingConversion(input: path, target: target)
    conversion.descriptionPath = folder.path + "/a.desc"
    let outcome = try conversion.run(to: folder.path + "/copy")
    #expect(!outcome.losses.contains { $0.hasPrefix("the device description") })
    var options = ReplayOptions()
    options.device = try EvemuDescription.read(path: folder.path + "/a.desc")
    #expect(options.device?.axes == SampleTrace.device.axes)
    #expect(try gestures(folder.path + "/copy", options) == gestures(path))
    guard target == .evemu else { return }
    let text = try String(contentsOfFile: folder.path + "/copy", encoding: .utf8)
    #expect(!text.contains("N: "))
  }

  @Test("Raw events without a separate description report its loss")
  func losses() throws {
    let path = try folder.write("a.evemu", try SampleTrace.bytes(Self.fingers))
    let outcome = try RecordingConversion(input: path, target: .raw).run(to: folder.path + "/a.raw")
    #expect(outcome.losses.count == 1)
    #expect(outcome.losses[0].hasPrefix("the device description (keep it with"))
    let whole = try RecordingConversion(input: path, target: .libinput).run(
      to: folder.path + "/a.yml")
    #expect(whole.losses.isEmpty)
    #expect(whole.events == (try RecordingInfo(path: path)).events)
  }

  @Test(
    "With a separate description, a format without nodes reports the loss of the node",
    arguments: [RecordingFormat.evemu, .evtest, .raw])
  func lostNode(target: RecordingFormat) throws {
    let path = packageFolder.appending(path: "Traces/swipes-two-fingers.yml").path
    var conversion = RecordingConversion(input: path, target: target)
    conversion.descriptionPath = folder.path + "/a.desc"
    #expect(try conversion.run(to: folder.path + "/copy").losses == ["the device node"])
  }

  @Test("A recording without times reports that the converted one has some")
  func lostLackOfTimes() throws {
    let path = try folder.write("a.getevent", "0003 0035 00000213\n0000 0000 00000000\n")
    let conversion = RecordingConversion(input: path, target: .evemu)
    #expect(try conversion.run(to: folder.path + "/a.evemu").losses == ["the lack of times"])
  }

  @Test("A piece reports the loss of the keys of a touch device", arguments: [true, false])
  func lostKeys(keepsKeys: Bool) throws {
    let path = try folder.write(
      "a.evemu",
      """
      E: 1.000000 0003 0039 1
      E: 1.000000 0003 0035 1000
      E: 1.000000 0003 0036 600
      E: 1.000000 0001 001e 1
      E: 1.000000 0000 0000 0
      E: 1.500000 0003 0039 -1
      E: 1.500000 0000 0000 0

      """)
    var conversion = RecordingConversion(input: path, target: .evemu)
    conversion.cut = RecordingCut(from: 0, to: 1)
    conversion.keepsKeys = keepsKeys
    let losses = try conversion.run(to: folder.path + "/piece.evemu").losses
    #expect(losses == (keepsKeys ? ["the keys of touch devices in pieces"] : []))
  }

  @Test("Touches that are down at the ends of a time span begin and end there")
  func cut() throws {
    let path = try folder.write(
      "a.evemu", try SampleTrace.bytes([.swipeRight(y: 20, at: 0), .tap(x: 5, y: 5, at: 1)]))
    let piece = try convert(
      path, to: "piece.evemu", .evemu, cut: RecordingCut(from: 0.05, to: 0.125))
    let info = try RecordingInfo(path: piece)
    #expect(info.contacts == 1)
    #expect(info.anomalies.isEmpty)
    // Frames at 0.05 ... 0.12 and the touch-up at 0.125.
    #expect(info.frames == 9)
    #expect(abs(info.duration - 0.075) < 1e-9)
  }

  /// Finger 0 of a touchscreen hovers from 0 s to 0.4 s, but for a touch from 0.1 s to 0.2 s, and
  /// finger 1 touches from 0.15 s to 0.3 s.
  private func hovering() throws -> String {
    var device = DeviceDescription.touchscreen(width: 68, height: 120)
    device.axes[AbsoluteCode.multitouchDistance] = DeviceDescription.Axis(minimum: 0, maximum: 9)
    let sink = ByteSink()
    let writer = try RecordingFormat.evemu.makeWriter(sink)
    try writer.begin([RecordedDevice(description: device)])
    func send(_ time: Double, _ values: [(UInt16, Int32)], touch: Int32? = nil) throws {
      let stamp = Timestamp(seconds: time)
      func event(_ type: EventType, _ code: UInt16, _ value: Int32) -> InputEvent {
        InputEvent(time: stamp, type: type, code: code, value: value)
      }
      let key = touch.map { [event(.key, KeyCode.touch, $0)] } ?? []
      let axes = values.map { event(.absolute, $0.0, $0.1) }
      try writer.write(axes + key + [event(.synchronization, 0, 0)], device: 0)
    }
    let distance = AbsoluteCode.multitouchDistance
    let (x, y) = (AbsoluteCode.positionX, AbsoluteCode.positionY)
    try send(
      0, [(AbsoluteCode.slot, 0), (AbsoluteCode.trackingID, 7), (x, 200), (y, 300), (distance, 5)])
    try send(0.05, [(x, 260), (distance, 3)])
    try send(0.1, [(distance, 0)], touch: 1)
    try send(0.15, [(AbsoluteCode.slot, 1), (AbsoluteCode.trackingID, 8), (x, 900), (y, 900)])
    try send(0.2, [(AbsoluteCode.slot, 0), (distance, 4)])
    try send(0.3, [(AbsoluteCode.slot, 1), (AbsoluteCode.trackingID, -1)], touch: 0)
    try send(0.4, [(AbsoluteCode.slot, 0), (AbsoluteCode.trackingID, -1)])
    try writer.finish()
    return try folder.write("hovering.evemu", sink.bytes)
  }

  /// The values of an axis with their times in ms, in the order of the recording.
  private func values(_ code: UInt16, _ path: String) throws -> [[Int]] {
    var values: [[Int]] = []
    try Recording(path: path).forEachBatch { batch in
      for event in batch.events where event.type == .absolute && event.code == code {
        values.append([Int(event.time.microseconds / 1000), Int(event.value)])
      }
    }
    return values
  }

  @Test("What hovers is in a piece")
  func hoveringPiece() throws {
    let path = try hovering()
    let whole = try convert(path, to: "whole.evemu", .evemu, cut: RecordingCut(from: 0, to: 1000))
    let distance = AbsoluteCode.multitouchDistance
    #expect(try values(distance, whole) == values(distance, path))
    #expect(try values(AbsoluteCode.positionX, whole) == values(AbsoluteCode.positionX, path))
    // A finger that comes down and rises again is one finger, in one slot.
    let ids = try values(AbsoluteCode.trackingID, whole)
    #expect(ids.map { $0[1] >= 0 } == [true, true, false, false])
    #expect(try gestures(whole) == gestures(path))
    #expect(try RecordingInfo(path: whole).anomalies.isEmpty)
    // From within the hover before the touch to within the one after it.
    let piece = try convert(
      path, to: "piece.evemu", .evemu, cut: RecordingCut(from: 0.05, to: 0.35))
    #expect(try values(distance, piece) == [[50, 3], [100, 0], [200, 4]])
    #expect(try values(AbsoluteCode.trackingID, piece).last == [350, -1])
    #expect(try RecordingInfo(path: piece).contacts == 2)
  }

  @Test("What hovers is not among the selected touches")
  func hoveringFingers() throws {
    let piece = try convert(
      hovering(), to: "piece.evemu", .evemu, cut: RecordingCut(fingers: [1...1]))
    #expect(try values(AbsoluteCode.multitouchDistance, piece).allSatisfy { $0[1] == 0 })
    #expect(try RecordingInfo(path: piece).contacts == 1)
  }

  @Test("A piece of all of a recording in which a finger hovers has all positions")
  func hoveringTrace() throws {
    let path = packageFolder.appending(path: "Traces/hovering.evemu").path
    let piece = try convert(path, to: "piece.evemu", .evemu, cut: RecordingCut(from: 0, to: 1000))
    for code in [AbsoluteCode.positionX, AbsoluteCode.positionY] {
      #expect(try values(code, piece) == values(code, path))
    }
    // The trace repeats a distance that is the same.
    #expect(try values(AbsoluteCode.multitouchDistance, piece) == [[0, 9]])
  }

  @Test("A piece keeps the selected touches")
  func fingers() throws {
    let path = try folder.write("a.evemu", try SampleTrace.bytes(Self.fingers))
    let piece = try convert(path, to: "piece.evemu", .evemu, cut: RecordingCut(fingers: [2...2]))
    let found = try gestures(piece)
    #expect(found.count == 1)
    #expect(found.first?.contains(#""gesture":"swipe""#) == true)
    #expect(found.first?.contains(#""touches":1"#) == true)
    #expect(try RecordingInfo(path: piece).contacts == 1)
  }

  @Test(
    "A piece of a recording without a description announces the assumed ranges")
  func undescribed() throws {
    let path = try folder.write(
      "a.events",
      """
      E: 0.000000 0003 0039 1
      E: 0.000000 0003 0035 1000
      E: 0.000000 0003 0036 600
      E: 0.000000 0000 0000 0
      E: 0.010000 0003 0039 2
      E: 0.010000 0003 0035 10
      E: 0.010000 0000 0000 0
      E: 0.050000 0003 0039 -1
      E: 0.050000 0000 0000 0

      """)
    let piece = try convert(path, to: "piece.evemu", .evemu, cut: RecordingCut(from: 0.01))
    let device = try #require(try RecordingInfo(path: piece).mainDevice)
    #expect(device.touchArea.x.maximum == 1000)
    #expect(device.touchArea.y.maximum == 600)
  }

  @Test(
    "A touch that only the described axis values complete keeps its slot and position",
    arguments: RecordingFormat.writable)
  func axisValues(target: RecordingFormat) throws {
    let header = """
      Input driver version is 1.0.1
      Input device ID: bus 0x18 vendor 0x0 product 0x0 version 0x0
      Input device name: "Pad"
      Supported events:
        Event type 1 (EV_KEY)
          Event code 330 (BTN_TOUCH)
        Event type 3 (EV_ABS)
          Event code 47 (ABS_MT_SLOT)
            Value      3
            Min        0
            Max        4
          Event code 53 (ABS_MT_POSITION_X)
            Value    700
            Min        0
            Max     1000
            Resolution 10
          Event code 54 (ABS_MT_POSITION_Y)
            Value      0
            Min        0
            Max     1000
            Resolution 10
          Event code 57 (ABS_MT_TRACKING_ID)
            Value      0
            Min        0
            Max    65535
      Properties:
        Property type 1 (INPUT_PROP_DIRECT)
      Testing ... (interrupt to exit)

      """
    // The touch has no x, and it ends in slot 3, which no event before names.
    let events = """
      Event: time 1.000000, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 5
      Event: time 1.000000, type 3 (EV_ABS), code 54 (ABS_MT_POSITION_Y), value 300
      Event: time 1.000000, -------------- SYN_REPORT ------------
      Event: time 1.050000, type 3 (EV_ABS), code 47 (ABS_MT_SLOT), value 0
      Event: time 1.050000, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 6
      Event: time 1.050000, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 100
      Event: time 1.050000, type 3 (EV_ABS), code 54 (ABS_MT_POSITION_Y), value 300
      Event: time 1.050000, -------------- SYN_REPORT ------------
      Event: time 1.100000, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value -1
      Event: time 1.100000, type 3 (EV_ABS), code 47 (ABS_MT_SLOT), value 3
      Event: time 1.100000, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value -1
      Event: time 1.100000, -------------- SYN_REPORT ------------

      """
    let path = try folder.write("a.evtest", header + events)
    let there = try gestures(path)
    #expect(there.count == 1 && there[0].contains(#""touches":2"#))
    var conversion = RecordingConversion(input: path, target: target)
    var options = ReplayOptions()
    if target == .raw || target == .raw32 {
      conversion.descriptionPath = folder.file("a.desc")
    }
    _ = try conversion.run(to: folder.file("copy"))
    options.device = try conversion.descriptionPath.map { try EvemuDescription.read(path: $0) }
    #expect(try gestures(folder.file("copy"), options) == there)
  }

  @Test(
    "The kind, the properties and the buttons survive a conversion and a cut",
    arguments: [RecordingFormat.evemu, .libinput, .evtest, .getevent],
    [RecordingCut(), RecordingCut(from: 0.02), RecordingCut(fingers: [1...2])])
  func device(target: RecordingFormat, cut: RecordingCut) throws {
    var device = SampleTrace.device
    device.properties.formUnion([InputProperty.buttonPad, InputProperty.semiMultitouch])
    device.codes[EventType.key.rawValue, default: []].formUnion([KeyCode.right, KeyCode.toolPen])
    let pad = folder.file("pad.desc")
    try write(device, to: pad)
    let path = try folder.write("a.evemu", try SampleTrace.bytes(Self.fingers))
    var conversion = RecordingConversion(input: path, target: target)
    conversion.options.device = try EvemuDescription.read(path: pad)
    conversion.cut = cut
    _ = try conversion.run(to: folder.file("copy"))
    let copy = try #require(try RecordingInfo(path: folder.file("copy")).mainDevice)
    #expect(copy.touchArea.kind == .touchpad)
    #expect(copy.description?.properties == device.properties)
    let keys = EventType.key.rawValue
    #expect(copy.description?.codes[keys] == device.codes[keys])
    #expect(copy.description?.axes == device.axes)
  }

  private func write(_ device: DeviceDescription, to path: String) throws {
    let writer = try RecordingFormat.evemu.makeWriter(ByteSink(path: path))
    try writer.begin([RecordedDevice(description: device)])
    try writer.finish()
  }

  @Test("A part keeps what was assumed of the whole, and events of devices without touches")
  func assumptions() throws {
    // The first touch shows a touchpad of 4000 by 3000 units; the second does not.
    let path = try folder.write(
      "a.yml",
      """
      # libinput record
      version: 1
      ndevices: 2
      devices:
      - node: /dev/input/event1
        events:
        - evdev:
          - [  0,      0,   3,  57,       1]
          - [  0,      0,   3,  53,    4000]
          - [  0,      0,   3,  54,    3000]
          - [  0,      0,   1, 325,       1]
          - [  0,      0,   0,   0,       0]
        - evdev:
          - [  0,  10000,   3,  57,      -1]
          - [  0,  10000,   1, 325,       0]
          - [  0,  10000,   0,   0,       0]
        - evdev:
          - [  2,      0,   3,  57,       2]
          - [  2,      0,   3,  53,     100]
          - [  2,      0,   0,   0,       0]
        - evdev:
          - [  2,  50000,   3,  57,      -1]
          - [  2,  50000,   0,   0,       0]
      - node: /dev/input/event2
        events:
        - evdev:
          - [  0,      0,   1,  30,       1]
          - [  0,      0,   0,   0,       0]
        - evdev:
          - [  2,  10000,   1,  30,       0]
          - [  2,  10000,   0,   0,       0]

      """)
    let part = try convert(path, to: "part.yml", .libinput, cut: RecordingCut(from: 1))
    let info = try RecordingInfo(path: part)
    let device = try #require(info.mainDevice)
    #expect(device.touchArea.kind == .touchpad)
    #expect(device.size == (try RecordingInfo(path: path)).mainDevice?.size)
    #expect(device.touchArea.x.maximum == 4000 && device.touchArea.y.maximum == 3000)
    #expect(try folder.text("part.yml").contains("10000,   1,  30,       0]"))
    #expect(try !folder.text("part.yml").contains(" 30,       1]"))
  }

  @Test("A failed conversion leaves an existing file unchanged")
  func failure() throws {
    let path = try folder.write("a.evemu", "E: 0.000000 0003 0039 1\nE: nonsense\n")
    let output = try folder.write("out.evemu", "as it was")
    #expect(throws: FileError.self) {
      try RecordingConversion(input: path, target: .evemu).run(to: output)
    }
    #expect(try folder.text("out.evemu") == "as it was")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
  }

  @Test("A device such as /dev/null is written to, never replaced")
  func deviceFile() throws {
    let path = try folder.write("a.evemu", try SampleTrace.bytes(Self.fingers))
    _ = try RecordingConversion(input: path, target: .evemu).run(to: "/dev/null")
    let attributes = try FileManager.default.attributesOfItem(atPath: "/dev/null")
    #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test("The target of a link is replaced, not the link")
  func link() throws {
    let path = try folder.write("a.evemu", try SampleTrace.bytes(Self.fingers))
    let target = try folder.write("target.evemu", "old")
    let link = folder.path + "/link.evemu"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    _ = try RecordingConversion(input: path, target: .evemu).run(to: link)
    #expect(try gestures(target) == gestures(path))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
  }

  @Test("A format for one device keeps the touched one of several, and reports the loss")
  func severalDevices() throws {
    let path = try folder.write(
      "a.yml",
      """
      # libinput record
      version: 1
      ndevices: 2
      devices:
      - node: /dev/input/event1
        events:
        - evdev:
          - [  0,      0,   1,  30,       1]
          - [  0,      0,   0,   0,       0]
      - node: /dev/input/event2
        events:
        - evdev:
          - [  0,      0,   3,  57,       1]
          - [  0,      0,   3,  53,     100]
          - [  0,      0,   3,  54,     100]
          - [  0,      0,   0,   0,       0]

      """)
    let output = folder.path + "/out.evemu"
    let outcome = try RecordingConversion(input: path, target: .evemu).run(to: output)
    #expect(outcome.events == 4)
    #expect(outcome.losses.first == "more than one device (kept: /dev/input/event2)")
    #expect(try RecordingInfo(path: output).contacts == 1)
    var conversion = RecordingConversion(input: path, target: .getevent)
    conversion.descriptionPath = folder.path + "/a.desc"
    let losses = try conversion.run(to: folder.path + "/out.getevent").losses
    #expect(losses.first == "the descriptions of all devices (kept: /dev/input/event2)")
    let described = try EvemuDescription.read(path: folder.path + "/a.desc")
    #expect(described.axes[AbsoluteCode.positionX] != nil)
  }

  @Test(
    "A format for one device keeps that of the touches in a piece",
    arguments: [
      (0.212, 0.764, "Touchstone Tablet", "swipe"), (0, 0.2, "Touchstone Touchpad", "tap"),
    ])
  func pieceOfOneDevice(from: Double, to: Double, kept: String, gesture: String) throws {
    let path = packageFolder.appending(path: "Traces/two-devices.yml").path
    let output = folder.path + "/piece.evemu"
    var conversion = RecordingConversion(input: path, target: .evemu)
    conversion.cut = RecordingCut(from: from, to: to)
    let outcome = try conversion.run(to: output)
    #expect(outcome.losses.first == "more than one device (kept: \(kept))")
    let found = try gestures(output)
    #expect(found.count == 1 && found[0].contains(#""gesture":"\#(gesture)""#), "\(found)")
  }

  @Test(
    "Touches are selected by lists of ids and ranges",
    arguments: [
      ("1", [1...1]), ("1-2", [1...2]), ("1,3", [1...1, 3...3]), ("1-2,5", [1...2, 5...5]),
    ] as [(String, [ClosedRange<Int>])])
  func fingerList(text: String, ranges: [ClosedRange<Int>]) {
    #expect(RecordingCut.fingers(parsing: text) == ranges)
  }

  @Test(
    "Invalid lists of touches are rejected",
    arguments: ["", "0", "2-1", "1-", "-1", "1,,2", "a", "1-2-3", "99999999999999999999", " 1"])
  func badFingerList(text: String) {
    #expect(RecordingCut.fingers(parsing: text) == nil)
  }

  @Test(
    "The extension of a file name selects the format",
    arguments: [
      ("a.evemu", .evemu), ("a.events", .evemu), ("a.yml", .libinput), ("A.YAML", .libinput),
      ("a.bin", .raw), ("a.raw", .raw), ("a", nil), ("a.txt", nil), ("-", nil),
    ] as [(String, RecordingFormat?)])
  func target(name: String, format: RecordingFormat?) {
    #expect(RecordingConversion.target(forName: name) == format)
  }
}

// The samples are beside the repository, not in it.
@Suite(.requiresShared("corpus/formats/expected.jsonl"))
struct RecordingConversionSampleTests {
  @Test(
    "A sample produces the same gestures in every format that holds its description",
    arguments: FormatSample.all.map(\.file), [RecordingFormat.evemu, .libinput])
  func roundTrip(file: String, target: RecordingFormat) throws {
    let folder = try TemporaryFolder()
    let input = SharedFolder.path("corpus/" + file)
    let output = folder.path + "/copy"
    _ = try RecordingConversion(input: input, target: target).run(to: output)
    let (converted, original) = (try gestures(output), try gestures(input))
    if file.hasSuffix(".json") {
      // A contact log has fractions of a millimetre that device units of 1/1000 mm round, so the
      // last decimal may differ.
      #expect(converted.map(Self.withoutLastDecimals) == original.map(Self.withoutLastDecimals))
    } else {
      #expect(converted == original)
    }
  }

  /// A record with its lengths and speeds rounded to 0.1.
  private static func withoutLastDecimals(_ json: String) -> String {
    json.replacing(/(-?[0-9]+\.[0-9]{2})(?=[,}])/) { match in
      Double(match.output.1).map { String(($0 * 10).rounded() / 10) } ?? String(match.output.0)
    }
  }
}
