import Evdev
import Files
import Testing
import TouchFormats

@Suite("umockdev")
struct UmockdevReaderTests {
  private func read(_ bytes: [UInt8]) throws(FileError) -> OrderedRecording {
    try OrderedRecording(UmockdevReader(ByteSource(name: "test", bytes: bytes)))
  }

  private func read(_ text: String) throws(FileError) -> OrderedRecording {
    try read(Array(text.utf8))
  }

  /// Bytes with a script's escapes.
  static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      switch byte {
      case 94: Array("^`".utf8)
      case ..<32: [94, byte + 64]
      default: [byte]
      }
    }
  }

  /// A `struct input_event`, little-endian.
  static func record(
    _ seconds: UInt64, _ microseconds: UInt64, _ type: UInt64, _ code: UInt64, _ value: Int32,
    size: Int = 24
  ) -> [UInt8] {
    func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }
    }
    let word = size == 24 ? 8 : 4
    return bytes(seconds, word) + bytes(microseconds, word) + bytes(type, 2) + bytes(code, 2)
      + bytes(UInt64(UInt32(bitPattern: value)), 4)
  }

  @Test("Every byte survives escaping")
  func escapes() throws {
    let values = (0..<64).map { first in
      Int32(bitPattern: (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(first * 4 + $1) })
    }
    let records = values.flatMap { Self.record(1, 2, 3, 0x35, $0) }
    let line = Array("r 0 ".utf8) + Self.escaped(records)
    let recording = try read(line + [10])
    #expect(recording.events == values.map { InputEvent(1_000_002, .absolute, 0x35, $0) })
    #expect(recording.anomalies.isEmpty)
    #expect(try read(line + [13, 10]) == recording)
  }

  @Test("Records of both sizes are distinguished", arguments: [24, 16], [1, 2, 3, 6])
  func recordSizes(size: Int, count: Int) throws {
    var text = Array("d /dev/input/event5\n".utf8)
    for second in 0..<3 {
      let time = 1_700_000_000 + UInt64(second)
      var records: [UInt8] = []
      for index in 1..<count {
        records += Self.record(time, 999_999, 3, 0x35, Int32(-index), size: size)
      }
      records += Self.record(time, 999_999, 0, 0, 0, size: size)
      text += Array("r 10 ".utf8) + Self.escaped(records) + [10]
    }
    let recording = try read(text)
    #expect(recording.events.count == 3 * count)
    #expect(recording.frames == 3)
    #expect(recording.duration == 2)
    #expect(recording.devices == [RecordedDevice(node: "/dev/input/event5")])
  }

  @Test("A record may span lines, and a line may contain more than a batch")
  func spread() throws {
    let record = Self.record(7, 8, 3, 0x35, 9)
    let many = (0..<3000).flatMap { Self.record(7, 8, 3, 0x35, $0) }
    let text =
      Array("r 0 ".utf8) + Self.escaped(record) + Array("\nr 0 ".utf8)
      + Self.escaped(Array(record.prefix(5))) + Array("\nr 0 ".utf8)
      + Self.escaped(Array(record.dropFirst(5)) + many) + [10]
    let recording = try read(text)
    #expect(recording.events.map(\.value) == [9, 9] + Array(0..<3000))
    #expect(recording.anomalies.isEmpty)
  }

  @Test("Other operations are skipped, and Q ends the script")
  func operations() throws {
    let report = String(decoding: Self.escaped(Self.record(1, 0, 0, 0, 0)), as: UTF8.self)
    let recording = try read(
      "# a comment\n\nf 20 -\nw 3 A^@\nr 0 \(report)\nw 0 B\nr 5 \(report)\nQ 0 -\nanything at all")
    #expect(recording.events.count == 2)
    #expect(recording.anomalies.isEmpty)
  }

  @Test("A script may contain several devices")
  func severalDevices() throws {
    let report = String(decoding: Self.escaped(Self.record(1, 0, 0, 0, 0)), as: UTF8.self)
    let recording = try read(
      """
      d 0 /dev/input/event1
      r 0 \(report)
      d /dev/input/event2
      r 0 \(report)
      d /dev/input/event1
      r 0 \(report)
      E: 2.000000 0003 0035 -7 # a comment

      """)
    #expect(recording.eventDevices == [0, 1, 0, 0])
    #expect(recording.events.last == InputEvent(2_000_000, .absolute, 0x35, -7))
    #expect(recording.devices.map(\.node) == ["/dev/input/event1", "/dev/input/event2"])
  }

  @Test("A truncated script has its complete records")
  func cutOff() throws {
    let record = String(decoding: Self.escaped(Self.record(1, 0, 3, 0x35, 0)), as: UTF8.self)
    let whole = "r 0 " + record + record
    for count in 0..<whole.utf8.count {
      let recording = try read(Array(whole.utf8.prefix(count)))
      let isWhole = count == 4 + record.utf8.count
      #expect(recording.events.count == (count < 4 + record.utf8.count ? 0 : 1))
      #expect(recording.anomalies[.truncated] == (isWhole || count == 0 || count == 4 ? 0 : 1))
    }
  }

  @Test(
    "A malformed line is an error with line and column",
    arguments: [
      ("r x ", 3, "number"), ("r 1", 4, "space"), ("r 0 ^!", 5, "escaped"),
      ("r 0 aaaaaaaaaaaaaaaaaaaaaaaaaaaa", 5, "struct input_event"), ("d event1", 3, "/dev"),
      ("x", 1, "umockdev line"), ("E: 1.x 0 0 0", 4, "seconds"), ("E: 1.0 q 0 0", 8, "type"),
      ("E: NAME=x", 4, "P:"), ("@DEV x", 6, "/dev"), ("EVIOCGABS 0 00", 1, "@DEV"),
    ])
  func errors(line: String, column: Int, expected: String) throws {
    let error = #expect(throws: FileError.self) {
      try read("d /dev/input/event1\n" + line + "\n# end\n")
    }
    #expect(error?.file == "test")
    guard case .line(2, let found)? = error?.position else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(abs(found - column) <= 3, "\(found)")
    #expect(error?.expected.contains(expected) ?? false, "\(error?.expected ?? "")")
  }

  static let deviceFile = """
    P: /devices/serio1/input/input12/event12
    N: input/event12
    S: input/by-path/somewhere
    E: DEVNAME=/dev/input/event12
    E: EVDEV_ABS_35=-10:5000:42:8:
    A: dev=13:69
    L: device=../../input12

    P: /devices/serio1/input/input12
    E: ABS=660800011000003
    E: EV=b
    E: KEY=e520 10000 0 0 0 0
    E: NAME="SynPS/2 Synaptics TouchPad"
    E: PRODUCT=11/2/7/1b1
    E: PROP=12
    A: name=SynPS/2 Synaptics TouchPad
    A: properties=12

    P: /devices/serio1
    E: SUBSYSTEM=serio
    A: name=a bus
    E: PRODUCT=not/of/input

    """

  @Test("A device file describes the input device")
  func deviceFile() throws {
    let recording = try read(Self.deviceFile)
    #expect(recording.devices.count == 1)
    let device = try #require(recording.devices.first)
    let description = try #require(device.description)
    #expect(device.node == "/dev/input/event12")
    #expect(description.name == "SynPS/2 Synaptics TouchPad")
    #expect(description.identity == .init(bus: 0x11, vendor: 2, product: 7, version: 0x1b1))
    #expect(description.properties == [1, 4])
    #expect(description.codes[3] == [0, 1, 0x18, 0x1c, 0x2f, 0x35, 0x36, 0x39, 0x3a])
    #expect(
      description.codes[1] == [0x110, 0x145, 0x148, 0x14a, 0x14d, 0x14e, 0x14f])
    #expect(
      description.axes == [0x35: .init(minimum: -10, maximum: 5000, fuzz: 8, resolution: 42)])
  }

  @Test("An ioctl file adds the ranges of axes that a device file does not override")
  func deviceAndIoctlFiles() throws {
    let node = "E: DEVNAME=/dev/input/event5"
    let sysfs = Self.deviceFile.replacing("event12", with: "event5")
      .replacing(node, with: node + "\nE: LIBINPUT_CALIBRATION_MATRIX=0 -1 1 1 0 0")
    let recording = try read(sysfs + Self.ioctlFile)
    #expect(recording.devices.count == 1)
    let device = try #require(recording.devices.first)
    let description = try #require(device.description)
    #expect(device.calibration != nil)
    #expect(description.name == "SynPS/2 Synaptics TouchPad")
    #expect(description.codes[1]?.contains(0x14a) == true)
    #expect(description.axes[0] == .init(minimum: 1472, maximum: 5768, resolution: 65))
    #expect(description.axes[0x35]?.maximum == 5000)
  }

  @Test("The time of an event may be negative")
  func negativeTime() throws {
    let recording = try read("d /dev/input/event5\nE: -0.500000 0003 0035 1\n")
    #expect(recording.events == [InputEvent(-500_000, .absolute, 0x35, 1)])
  }

  @Test("sysfs bitmaps of 32-bit words are read")
  func narrowBitmaps() throws {
    let recording = try read(
      """
      P: /devices/input0
      A: name=touch
      A: capabilities/ev=b
      A: capabilities/abs=2608000 3
      A: capabilities/key=400 0 0 0 0 0 0 0 0 0 0

      """)
    let description = try #require(recording.devices.first?.description)
    #expect(description.name == "touch")
    #expect(description.codes[3] == [0, 1, 0x2f, 0x35, 0x36, 0x39])
    #expect(description.codes[1] == [0x14a])
    #expect(description.codes.keys.sorted() == [0, 1, 3])
  }

  @Test("An event after a device file belongs to its device")
  func eventsOfDeviceFile() throws {
    let recording = try read(Self.deviceFile + "E: 1.000000 0000 0000 0\n")
    #expect(recording.eventDevices == [0])
    #expect(recording.devices.count == 1)
    let error = #expect(throws: FileError.self) {
      try read(Self.deviceFile.replacing("e520 10000", with: "e520 1000x"))
    }
    #expect(error?.position == .line(12, column: 17))
  }

  static let ioctlFile = """
    @DEV /dev/input/event5
    EVIOCGBIT(0) 8 0B00000000000000
    EVIOCGNAME(0) 27 53796E50532F32000000
    EVIOCGID 0 110002000700B101
    EVIOCGPROP(0) 8 0500000000000000
    EVIOCGBIT(3) 8 0300001100806006
    EVIOCGABS 0 00000000C005000088160000000000000000000041000000
    EVIOCGABS(57) 0 01000000FFFFFFFFFFFF0000020000000300000000000000
    EVIOCGMTSLOTS(0) 0 350000000000000000000000

    """

  @Test("An ioctl file has the axis ranges")
  func ioctl() throws {
    let recording = try read(Self.ioctlFile)
    let device = try #require(recording.devices.first)
    let description = try #require(device.description)
    #expect(device.node == "/dev/input/event5")
    #expect(description.name == "SynPS/2")
    #expect(description.identity == .init(bus: 0x11, vendor: 2, product: 7, version: 0x1b1))
    #expect(description.properties == [0, 2])
    #expect(description.codes == [3: [0, 1, 0x18, 0x1c, 0x2f, 0x35, 0x36, 0x39, 0x3a]])
    #expect(description.axes[0] == .init(minimum: 1472, maximum: 5768, resolution: 65))
    #expect(
      description.axes[57] == .init(value: 1, minimum: -1, maximum: 65535, fuzz: 2, flat: 3))
  }
}
