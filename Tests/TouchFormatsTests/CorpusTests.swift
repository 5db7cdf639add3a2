import Contacts
import Evdev
import Files
import Foundation
import TestSupport
import Testing
import Timeline
import TouchFormats

/// A line of `labels.v2.jsonl`.
private struct Label: Decodable {
  var file: String
  var format: String
}

@Suite("Field recordings: evemu", .requiresShared("corpus"))
struct EvemuCorpusTests {
  @Test(
    "evemu samples have the expected events, frames and duration",
    arguments: FormatSample.all("evemu"))
  func counts(expected: FormatSample) throws {
    let opened = try OpenRecording(path: expected.path)
    guard case .events(let reader) = opened else {
      Issue.record("not a recording of events")
      return
    }
    let recording = try readAll(reader)
    #expect(recording.format == .evemu)
    #expect(recording.allEvents.count == expected.events)
    #expect(recording.frames.count == expected.frames)
    #expect(abs(recording.duration - expected.duration) < 1e-9)
    #expect(recording.anomalies.isEmpty)
  }

  @Test("Descriptions of every evemu version contain the axes")
  func descriptions() throws {
    let old = try EvemuDescription.read(path: SharedFolder.path("corpus/formats/evemu-1.0.desc"))
    #expect(old.name == "SynPS/2 Synaptics TouchPad")
    #expect(old.identity.version == 0x1b1)
    #expect(old.axes[0x35]?.maximum ?? 0 > 0 && old.axes[0x35]?.resolution == 0)
    let full = try EvemuDescription.read(path: SharedFolder.path("corpus/formats/full.desc"))
    #expect(full.properties == [0, 2])
    let bare = try EvemuDescription.read(
      path: SharedFolder.path("corpus/formats/absinfo-only.desc"))
    #expect(bare.axes[0x36]?.minimum == 1408 && bare.axes[0x36]?.resolution == 63)
    #expect(bare.axes.count == 9 && bare.codes.isEmpty)
  }

  @Test("Every evemu recording of the corpus is detected and read completely")
  func recordings() throws {
    let labels = SharedFolder.objects("corpus/labels.v2.jsonl", as: Label.self)
      .filter { ["evemu", "events"].contains($0.format) }
    #expect(labels.count == 200)
    for label in labels {
      guard
        case .events(let reader) = try OpenRecording(
          path: SharedFolder.path("corpus/" + label.file))
      else {
        Issue.record("\(label.file) is not a recording of events")
        continue
      }
      let recording = try readAll(reader)
      #expect(recording.format == .evemu && recording.frames.count > 0, "\(label.file)")
      #expect((reader.devices.first?.description != nil) == (label.format == "evemu"))
    }
  }
}

@Suite("Field recordings: other text formats", .requiresShared("corpus"))
struct TextFormatCorpusTests {
  private func read(_ file: String) throws -> (format: RecordingFormat, recording: OrderedRecording)
  {
    guard case .events(let reader) = try OpenRecording(path: SharedFolder.path("corpus/" + file))
    else {
      throw FileError(file: file, position: .file, expected: "events", found: "contacts")
    }
    return (reader.format, try OrderedRecording(reader))
  }

  @Test(
    "Samples are detected and have the expected events, frames and duration",
    arguments: ["evtest", "getevent", "umockdev"].flatMap(FormatSample.all))
  func counts(expected: FormatSample) throws {
    let (format, recording) = try read(expected.file)
    #expect(expected.format.hasPrefix(format.rawValue))
    #expect(recording.events.count == expected.events)
    #expect(recording.frames == expected.frames)
    #expect(abs(recording.duration - expected.duration) < 1e-6)
    #expect(recording.anomalies.isEmpty)
  }

  @Test("The corpus has samples of each format")
  func samplesOfEachFormat() {
    #expect(FormatSample.all("evtest").count == 9)
    #expect(FormatSample.all("getevent").count == 6)
    #expect(FormatSample.all("umockdev").count == 2)
    #expect(FormatSample.all("chromeos").count == 1)
  }

  @Test(
    "A ChromeOS activity log has the expected entries and frames",
    arguments: FormatSample.all("chromeos"))
  func activityLog(expected: FormatSample) throws {
    guard
      case .frames(let reader) = try OpenRecording(
        path: expected.path)
    else {
      Issue.record("not a recording of contacts")
      return
    }
    var times: [Double] = []
    while let frame = try reader.next() {
      times.append(frame.time.seconds)
      for contact in frame.contacts {
        #expect(0...96.1 ~= contact.position.x)
        #expect(0...57.5 ~= contact.position.y)
      }
    }
    #expect(reader.entryCount == expected.events)
    #expect(times.count == expected.frames)
    #expect(abs((times.max() ?? 0) - (times.first ?? 0) - expected.duration) < 1e-6)
    #expect(reader.description?.axes[0x35]?.resolution == 47)
  }

  @Test("All recordings are read completely", arguments: ["evtest", "getevent"])
  func recordings(fileExtension: String) throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: Corpus.folder.path)
      .filter { $0.hasPrefix("recordings/") && $0.hasSuffix("." + fileExtension) }.sorted()
    #expect(files.count == (fileExtension == "evtest" ? 82 : 6))
    for file in files {
      let (format, recording) = try read(file)
      #expect(format.rawValue == fileExtension)
      #expect(recording.frames > 0, "\(file)")
      #expect(recording.anomalies.isEmpty, "\(file)")
      let lines = try Data(contentsOf: Corpus.folder.appending(path: file)).split(separator: 10)
      let prefix = Array((fileExtension == "evtest" ? "Event:" : "[").utf8)
      #expect(recording.events.count == lines.count { $0.starts(with: prefix) }, "\(file)")
    }
  }

  @Test("An evtest header describes the device")
  func evtestHeader() throws {
    let recording = try read("formats/evtest-with-header.evtest").recording
    let description = try #require(recording.devices.first?.description)
    #expect(description.name == "Atmel maXTouch Touchpad")
    #expect(description.identity.bus == 0x18)
    #expect(description.axes.count == 9)
    #expect(description.axes[0x35] == .init(minimum: 0, maximum: 2039, resolution: 20))
    #expect(description.axes[0x2f] == .init(value: 1, minimum: 0, maximum: 9))
    #expect(description.codes[1] == [272, 325, 328, 330, 333, 334, 335])
  }

  @Test("A umockdev device file describes its touchpad")
  func deviceFile() throws {
    let recording = try read("formats/synaptics-touchpad.umockdev").recording
    #expect(recording.devices.count == 1)
    #expect(recording.devices.first?.node == "/dev/input/event12")
    #expect(recording.devices.first?.description?.name == "SynPS/2 Synaptics TouchPad")
    #expect(recording.devices.first?.description?.codes[3]?.contains(0x36) == true)
  }
}
