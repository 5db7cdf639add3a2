import Evdev
import Recordings
import Testing

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

  @Test("Arbitrary bytes are read as events without a trap")
  func anyTime() throws {
    let back = try read([UInt8](repeating: 0xff, count: 47) + [0x7f], format: .raw)
    #expect(back.allEvents.count == 2)
    #expect(try read([UInt8](repeating: 0x7f, count: 24), format: .raw).allEvents.count == 1)
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
    #expect(EvemuWriter(ByteSink()).losses(of: [device, device]) == ["all devices but the first"])
  }
}
