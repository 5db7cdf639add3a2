import Evdev
import Files
import Testing
import TouchFormats

@Suite struct RawTests {
  @Test("A written recording is read back unchanged", arguments: [RecordingFormat.raw, .raw32])
  func roundTrip(format: RecordingFormat) throws {
    let bytes = try write([sampleEvents], of: [RecordedDevice()], as: format)
    #expect(bytes.count == sampleEvents.count * (format == .raw ? 24 : 16))
    let back = try read(bytes, format: format)
    #expect(back.events == [sampleEvents])
    #expect(try write(back.events, of: back.devices, as: format) == bytes)
  }

  @Test("The record size is detected", arguments: [RecordingFormat.raw, .raw32])
  func detects(format: RecordingFormat) throws {
    let many = (0..<500).flatMap { index in
      [
        event(1_452_295_559_000_000 + Int64(index) * 7001, 3, 53, Int32(index)),
        event(1_452_295_559_000_000 + Int64(index) * 7001, 0, 0, 0),
      ]
    }
    let bytes = try write([many], of: [RecordedDevice()], as: format)
    let back = try read(bytes)
    #expect(back.format == format)
    #expect(back.events == [many])
  }

  @Test("Fields are at the kernel's offsets")
  func layout() throws {
    let bytes = try write([[event(2_000_003, 1, 0x14a, -2)]], of: [RecordedDevice()], as: .raw)
    #expect(
      bytes == [
        2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0x4a, 1, 0xfe, 0xff, 0xff, 0xff,
      ])
  }

  @Test("A truncated last record is dropped and counted", arguments: 1..<24)
  func cutOff(length: Int) throws {
    let bytes = try write([sampleEvents], of: [RecordedDevice()], as: .raw)
    let back = try read(Array(bytes.prefix(48 + length)), format: .raw)
    #expect(back.allEvents == Array(sampleEvents.prefix(2)))
    #expect(back.anomalies[.truncated] == 1)
  }

  @Test("Bytes that are no events are an error at the first of them, also if the format is given")
  func implausible() throws {
    let good = (0..<400).map { event(Int64($0) * 7000, 3, 53, Int32($0)) }
    let bytes = try write([good], of: [RecordedDevice()], as: .raw)
    let junk = [UInt8](repeating: 0xff, count: 24 * 200)
    for format in [RecordingFormat.raw, nil] {
      let error = #expect(throws: FileError.self) { try read(bytes + junk, format: format) }
      #expect(error?.position == .byte(9600))
      #expect(error?.expected.hasPrefix("an input event of 24 bytes") == true)
      #expect(error?.found == "-1 seconds and -1 microseconds")
    }
    #expect(throws: FileError.self) { try read(junk, format: .raw) }
  }

  @Test(
    "A record with an impossible time, type, code or value is implausible",
    arguments: [
      (1 << 34, 0, 3, 53, 1), (0, 1_000_000, 3, 53, 1), (0, -1, 3, 53, 1), (0, 0, 6, 0, 1),
      (0, 0, 0x1f, 0, 1), (0, 0, 3, 0x40, 1), (0, 0, 1, 0x300, 1), (0, 0, 1, 30, 256),
      (0, 0, 0, 0x10, 0),
    ] as [(Int64, Int64, UInt16, UInt16, Int32)])
  func impossible(
    seconds: Int64, microseconds: Int64, type: UInt16, code: UInt16, value: Int32
  ) throws {
    var record: [UInt8] = []
    for number in [seconds, microseconds] {
      withUnsafeBytes(of: number.littleEndian) { record += $0 }
    }
    for number in [type, code] { withUnsafeBytes(of: number.littleEndian) { record += $0 } }
    withUnsafeBytes(of: value.littleEndian) { record += $0 }
    #expect(throws: FileError.self) { try read(record, format: .raw) }
    // A single odd event among others is read.
    let good = (1...20).map { event(Int64($0) * 7000, 3, 53, Int32($0)) }
    let bytes = try write([good], of: [RecordedDevice()], as: .raw)
    #expect(try read(bytes + record).allEvents.count == 21)
    #expect(throws: FileError.self) { try read(bytes + record + record + record) }
  }

  @Test(
    "Records of any clock are read: since the epoch, since boot, at zero and before",
    arguments: [RecordingFormat.raw, .raw32], [-86_400, 0, 1, 86_400, 1_452_295_559, 2_147_483_646])
  func clocks(format: RecordingFormat, seconds: Int64) throws {
    let events = [
      event(seconds * 1_000_000, 3, 57, 1), event(seconds * 1_000_000 + 3, 3, 53, 70),
      event(seconds * 1_000_000 + 3, 0, 0, 0), event(seconds * 1_000_000 + 999_999, 3, 57, -1),
      event(seconds * 1_000_000 + 999_999, 0, 0, 0),
    ]
    let bytes = try write([events], of: [RecordedDevice()], as: format)
    for cut in 0..<16 {
      let back = try read(Array(bytes.dropLast(cut)))
      #expect(back.format == format)
      #expect(back.allEvents == (cut == 0 ? events : events.dropLast()))
    }
  }

  @Test("Zeros are no recording", arguments: [1, 15, 16, 24, 48, 100, 1000, 100_000])
  func zeros(count: Int) {
    let bytes = [UInt8](repeating: 0, count: count)
    let error = #expect(throws: FileError.self) { try read(bytes) }
    #expect(error?.found == "nothing but zeros")
    if count >= 24 {
      #expect(throws: FileError.self) { try read(bytes, format: .raw) }
      #expect(throws: FileError.self) { try read(bytes, format: .raw32) }
    }
  }

  @Test("The raw writer reports the description as a loss, and how to restore it")
  func losses() throws {
    let device = RecordedDevice(description: sampleDevice)
    let writer = RawWriter(ByteSink())
    #expect(
      writer.losses(of: [device]) == [
        "the device description (keep it with convert --description FILE, "
          + "read it with --device FILE)"
      ])
    #expect(writer.losses(of: [RecordedDevice()]).isEmpty)
    #expect(
      writer.losses(of: [RecordedDevice(node: "/dev/input/event4")]) == ["the device node"])
    #expect(EvemuWriter(ByteSink()).losses(of: [device, device]) == ["all devices but the first"])
  }
}
