import Contacts
import Evdev
import Foundation
import Recordings
import Testing
import Timeline

/// Skipped where the corpus does not lie beside the project.
@Suite("Recordings of the field in text", .enabled(if: Corpus.isPresent))
struct TextFormatCorpusTests {
  private func read(_ file: String) throws -> (format: RecordingFormat, recording: TextRecording) {
    guard case .events(let reader) = try OpenRecording(path: Corpus.path(file)) else {
      throw RecordingError(file: file, position: .file, expected: "events", found: "contacts")
    }
    return (reader.format, try TextRecording(reader))
  }

  @Test(
    "samples are recognized, and have the events, frames and duration that were counted",
    arguments: ["evtest", "getevent", "umockdev"].flatMap(ExpectedCounts.all))
  func counts(expected: ExpectedCounts) throws {
    let (format, recording) = try read(expected.file)
    #expect(expected.format.hasPrefix(format.rawValue))
    #expect(recording.events.count == expected.events)
    #expect(recording.frames == expected.frames)
    #expect(abs(recording.duration - expected.durationSeconds) < 1e-6)
    #expect(recording.anomalies.isEmpty)
  }

  @Test("there are samples of each format")
  func samplesOfEachFormat() {
    #expect(ExpectedCounts.all("evtest").count == 9)
    #expect(ExpectedCounts.all("getevent").count == 6)
    #expect(ExpectedCounts.all("umockdev").count == 2)
    #expect(ExpectedCounts.all("chromeos").count == 1)
  }

  @Test("an activity log of ChromeOS", arguments: ExpectedCounts.all("chromeos"))
  func activityLog(expected: ExpectedCounts) throws {
    guard case .frames(let reader) = try OpenRecording(path: Corpus.path(expected.file)) else {
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
    #expect(abs((times.max() ?? 0) - (times.first ?? 0) - expected.durationSeconds) < 1e-6)
    #expect(reader.description?.axes[0x35]?.resolution == 47)
  }

  @Test("all recordings are read to their end", arguments: ["evtest", "getevent"])
  func recordings(fileExtension: String) throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: Corpus.folder.path())
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

  @Test("the header of evtest is read")
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

  @Test("a device file of umockdev describes its touchpad")
  func deviceFile() throws {
    let recording = try read("formats/synaptics-touchpad.umockdev").recording
    #expect(recording.devices.count == 1)
    #expect(recording.devices.first?.node == "/dev/input/event12")
    #expect(recording.devices.first?.description?.name == "SynPS/2 Synaptics TouchPad")
    #expect(recording.devices.first?.description?.codes[3]?.contains(0x36) == true)
  }
}
