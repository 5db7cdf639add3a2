import Contacts
import Evdev
import Foundation
import Testing
import Timeline

@testable import Recordings

/// Recordings of people's fingers, which lie beside some checkouts only.
@Suite("Recordings of the field in text", .enabled(if: SharedCorpus.isPresent, "needs the corpus"))
struct TextFormatCorpusTests {
  /// A line of the corpus' `expected.jsonl`.
  struct Sample: Decodable, CustomTestStringConvertible {
    var file: String
    var format: String
    var events: Int
    var frames: Int
    var duration: Double

    private enum CodingKeys: String, CodingKey {
      case file, format, events, frames
      case duration = "duration_s"
    }

    var testDescription: String { file }
  }

  static func samples(_ formats: String...) -> [Sample] {
    guard let text = try? SharedCorpus.bytes("formats/expected.jsonl") else { return [] }
    return text.split(separator: 10)
      .compactMap { try? JSONDecoder().decode(Sample.self, from: Data($0)) }
      .filter { sample in formats.contains { sample.format.hasPrefix($0) } }
  }

  private func source(_ file: String) throws -> ByteSource {
    ByteSource(name: file, bytes: try SharedCorpus.bytes(file))
  }

  private func reader(_ file: String) throws -> any RecordingReader {
    let source = try source(file)
    switch file.split(separator: ".").last {
    case "evtest": return EvtestReader(source)
    case "getevent": return GeteventReader(source)
    default: return UmockdevReader(source)
    }
  }

  @Test(
    "events, frames and duration of the samples are as counted",
    arguments: samples("evtest", "getevent", "umockdev"))
  func counts(sample: Sample) throws {
    let recording = try TextRecording(try reader(sample.file))
    #expect(recording.events.count == sample.events)
    #expect(recording.frames == sample.frames)
    #expect(abs(recording.duration - sample.duration) < 1e-6)
    #expect(recording.anomalies.isEmpty)
  }

  @Test("there are samples of each format")
  func samplesOfEachFormat() {
    #expect(Self.samples("evtest").count == 9)
    #expect(Self.samples("getevent").count == 6)
    #expect(Self.samples("umockdev").count == 2)
    #expect(Self.samples("chromeos").count == 1)
  }

  @Test("an activity log of ChromeOS", arguments: samples("chromeos"))
  func activityLog(sample: Sample) throws {
    let reader = ChromeOSReader(try source(sample.file))
    var frames = 0
    var times: [Double] = []
    while let frame = try reader.next() {
      frames += 1
      times.append(frame.time.seconds)
      for contact in frame.contacts {
        #expect(0...96.1 ~= contact.position.x)
        #expect(0...57.5 ~= contact.position.y)
      }
    }
    #expect(reader.entryCount == sample.events)
    #expect(frames == sample.frames)
    #expect(abs((times.max() ?? 0) - (times.first ?? 0) - sample.duration) < 1e-6)
    #expect(reader.description?.axes[0x35]?.resolution == 47)
  }

  @Test("all recordings are read to their end", arguments: ["evtest", "getevent"])
  func recordings(fileExtension: String) throws {
    let files = try SharedCorpus.recordings(fileExtension)
    #expect(files.count == (fileExtension == "evtest" ? 82 : 6))
    for file in files {
      let recording = try TextRecording(try reader(file))
      #expect(recording.frames > 0, "\(file)")
      #expect(recording.anomalies.isEmpty, "\(file)")
      let lines = try SharedCorpus.bytes(file).split(separator: 10)
      let prefix = Array((fileExtension == "evtest" ? "Event:" : "[").utf8)
      #expect(recording.events.count == lines.count { $0.starts(with: prefix) }, "\(file)")
    }
  }

  @Test("a format recognizes its own samples and no others", arguments: samples(""))
  func recognizes(sample: Sample) throws {
    let head = try SharedCorpus.bytes(sample.file).prefix(4096)
    #expect(EvtestReader.recognizes(head) == sample.format.hasPrefix("evtest"))
    #expect(GeteventReader.recognizes(head) == sample.format.hasPrefix("getevent"))
    #expect(UmockdevReader.recognizes(head) == sample.format.hasPrefix("umockdev"))
    #expect(ChromeOSReader.recognizes(head) == sample.format.hasPrefix("chromeos"))
  }

  @Test("the header of evtest is read")
  func evtestHeader() throws {
    let recording = try TextRecording(try reader("formats/evtest-with-header.evtest"))
    let description = try #require(recording.devices.first?.description)
    #expect(description.name == "Atmel maXTouch Touchpad")
    #expect(description.identity.bus == 0x18)
    #expect(description.axes.count == 9)
    #expect(description.axes[0x35] == .init(minimum: 0, maximum: 2039, resolution: 20))
    #expect(description.axes[0x2f] == .init(value: 1, minimum: 0, maximum: 9))
    #expect(description.codes[1] == [272, 325, 328, 330, 333, 334, 335])
  }

  @Test("a device file of umockdev describes its touchpad")
  func deviceFile() throws {
    let recording = try TextRecording(try reader("formats/synaptics-touchpad.umockdev"))
    #expect(recording.devices.count == 1)
    #expect(recording.devices.first?.node == "/dev/input/event12")
    #expect(recording.devices.first?.description?.name == "SynPS/2 Synaptics TouchPad")
    #expect(recording.devices.first?.description?.codes[3]?.contains(0x36) == true)
  }
}
