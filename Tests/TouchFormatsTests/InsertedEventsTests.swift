import Evdev
import Files
import Testing
import Timeline

@testable import TouchFormats

@Suite("Events that the device did not send")
struct InsertedEventsTests {
  private static let sent = [event(1_000_000, 3, 0x35, 400), event(1_000_000, 0, 0, 0)]
  private static let inserted = [event(2_000_000, 0, 3, 0), event(2_000_000, 0, 0, 0)]
  private static let later = [event(3_000_000, 3, 0x35, 500), event(3_000_000, 0, 0, 0)]

  /// A recording of sent, inserted and sent events.
  private func recording(
    _ format: RecordingFormat, system: RecordingSystem? = nil
  ) throws -> [UInt8] {
    let sink = ByteSink()
    let writer = try format.makeWriter(sink, system: system)
    try writer.begin([RecordedDevice(description: sampleDevice)])
    try writer.write(Self.sent, device: 0)
    try writer.write(inserted: Self.inserted, device: 0)
    try writer.write(Self.later, device: 0)
    try writer.finish()
    return sink.bytes
  }

  @Test("They are read like any others", arguments: RecordingFormat.writable)
  func reading(format: RecordingFormat) throws {
    let back = try read(recording(format), format: format)
    #expect(back.events == [Self.sent + Self.inserted + Self.later])
    #expect(back.anomalies.isEmpty)
  }

  @Test(
    "Each has a comment where the format has comments",
    arguments: [RecordingFormat.evemu, .libinput])
  func marks(format: RecordingFormat) throws {
    let lines = String(decoding: try recording(format), as: UTF8.self).split(separator: "\n")
    let marked = lines.filter { $0.hasSuffix(" # inserted") }
    #expect(marked.count == Self.inserted.count)
    #expect(
      lines.firstIndex { $0.hasSuffix("# inserted") } == lines.count - (format == .evemu ? 4 : 5))
  }

  @Test("A libinput recording in a foreign layout with such comments is read, too")
  func foreignLayout() throws {
    let text = String(decoding: try recording(.libinput), as: UTF8.self)
    let foreign = text.replacing("    - [", with: "      -  [")
    #expect(foreign != text)
    #expect(try read(foreign).events == [Self.sent + Self.inserted + Self.later])
  }

  @Test("A libinput recording names the machine that made it, if it is known")
  func system() throws {
    let system = RecordingSystem(kernel: "6.1.0-28-amd64", model: "dmi:bvn\"X\":svnY:")
    let text = String(decoding: try recording(.libinput, system: system), as: UTF8.self)
    #expect(
      text.contains("system:\n  kernel: \"6.1.0-28-amd64\"\n  dmi: \"dmi:bvn\\\"X\\\":svnY:\"\n"))
    #expect(try read(text).events == [Self.sent + Self.inserted + Self.later])
    let unknown = String(decoding: try recording(.libinput), as: UTF8.self)
    #expect(unknown.contains("system:\n  kernel: \"unknown\"\n  dmi: \"unknown\"\n"))
  }

  @Test("This machine has a kernel")
  func thisMachine() {
    #expect(RecordingSystem.current.kernel?.isEmpty == false)
  }
}
