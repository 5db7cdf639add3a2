import Evdev
import Foundation
import Recordings
import Testing

/// A line of `formats/expected.jsonl`.
struct ExpectedCounts: Decodable, Sendable, CustomTestStringConvertible {
  var file: String
  var format: String
  var events: Int
  var frames: Int
  var durationSeconds: Double

  enum CodingKeys: String, CodingKey {
    case file, format, events, frames
    case durationSeconds = "duration_s"
  }

  var testDescription: String { file }

  static func all(_ formatPrefix: String) -> [ExpectedCounts] {
    Corpus.objects("formats/expected.jsonl", as: ExpectedCounts.self)
      .filter { $0.format.hasPrefix(formatPrefix) }
  }
}

/// A line of `labels.jsonl`.
private struct Label: Decodable {
  var file: String
  var format: String
}

/// Skipped where the corpus does not lie beside the project.
@Suite(.enabled(if: Corpus.isPresent)) struct EvemuCorpusTests {
  @Test(
    "evemu samples give the expected events, frames and duration",
    arguments: ExpectedCounts.all("evemu"))
  func counts(expected: ExpectedCounts) throws {
    let opened = try OpenRecording(path: Corpus.path(expected.file))
    guard case .events(let reader) = opened else {
      Issue.record("not a recording of events")
      return
    }
    let recording = try readAll(reader)
    #expect(recording.format == .evemu)
    #expect(recording.allEvents.count == expected.events)
    #expect(recording.frames.count == expected.frames)
    #expect(abs(recording.duration - expected.durationSeconds) < 1e-9)
    #expect(recording.anomalies.isEmpty)
  }

  @Test("Descriptions of every version have their axes")
  func descriptions() throws {
    let old = try EvemuDescription.read(path: Corpus.path("formats/evemu-1.0.desc"))
    #expect(old.name == "SynPS/2 Synaptics TouchPad")
    #expect(old.identity.version == 0x1b1)
    #expect(old.axes[0x35]?.maximum ?? 0 > 0 && old.axes[0x35]?.resolution == 0)
    let full = try EvemuDescription.read(path: Corpus.path("formats/full.desc"))
    #expect(full.properties == [0, 2])
    let bare = try EvemuDescription.read(path: Corpus.path("formats/absinfo-only.desc"))
    #expect(bare.axes[0x36]?.minimum == 1408 && bare.axes[0x36]?.resolution == 63)
    #expect(bare.axes.count == 9 && bare.codes.isEmpty)
  }

  @Test("Every evemu recording of the corpus is recognized and read to its end")
  func recordings() throws {
    let labels = Corpus.objects("labels.jsonl", as: Label.self)
      .filter { ["evemu", "events"].contains($0.format) }
    #expect(labels.count == 200)
    for label in labels {
      guard case .events(let reader) = try OpenRecording(path: Corpus.path(label.file)) else {
        Issue.record("\(label.file) is not a recording of events")
        continue
      }
      let recording = try readAll(reader)
      #expect(recording.format == .evemu && recording.frames.count > 0, "\(label.file)")
      #expect((reader.devices.first?.description != nil) == (label.format == "evemu"))
    }
  }
}
