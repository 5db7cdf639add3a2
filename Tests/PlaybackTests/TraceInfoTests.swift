import Evdev
import Foundation
import Playback
import TestSupport
import Testing

@testable import struct Playback.IntervalHistogram

struct TraceInfoTests {
  @Test("A trace is described by its device, its touches and its rate")
  func description() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.evemu",
      try SampleTrace.bytes([
        .swipeRight(y: 20, at: 1), .swipeRight(y: 40, at: 1.05), .tap(x: 5, y: 5, at: 2),
      ]))
    let info = try TraceInfo(path: path)
    #expect(info.contacts == 3)
    #expect(info.maxTouches == 2)
    #expect(info.frames == 110)
    #expect(abs(info.duration - 1.09) < 1e-9)
    #expect(info.frameRate == 100)
    #expect(info.anomalies.isEmpty)
    #expect(info.mainDevice?.slots == 5)
    #expect(
      info.json.replacingOccurrences(of: path, with: "a.evemu") == """
        {"file":"a.evemu","format":"evemu","device":{"name":"Sample","width_mm":100.0,\
        "height_mm":60.0,"slots":5},"events":\(info.events),"frames":110,"contacts":3,\
        "maxTouches":2,"duration":1.09,"frameRate":100.0,"longestGap":0.01,"anomalies":{}}
        """)
  }

  @Test("A pause without a touch is no gap, one in a touch is")
  func gaps() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.evemu",
      """
      E: 0.000000 0003 0039 1
      E: 0.000000 0003 0035 10
      E: 0.000000 0003 0036 10
      E: 0.000000 0000 0000 0
      E: 0.010000 0003 0035 20
      E: 0.010000 0000 0000 0
      E: 0.250000 0003 0039 -1
      E: 0.250000 0000 0000 0
      E: 9.000000 0003 0039 2
      E: 9.000000 0000 0000 0
      E: 9.010000 0003 0039 -1
      E: 9.010000 0000 0000 0

      """)
    let info = try TraceInfo(path: path)
    #expect(info.longestGap == 0.24)
    #expect(info.frameRate == 100)
  }

  @Test("Anomalies are counted by name")
  func anomalies() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.evemu", "E: 1.000000 0003 0039 -1\nE: 0.500000 0000 0000 0\n")
    let json = try TraceInfo(path: path).json
    #expect(json.hasSuffix(#""anomalies":{"backwardTime":1,"liftWithoutTouch":1}}"#), "\(json)")
  }

  @Test("Standard text tells the same for people")
  func rows() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.evemu", try SampleTrace.bytes([.tap(x: 5, y: 5, at: 0)]))
    let rows = try TraceInfo(path: path).rows.map { "\($0.name): \($0.text)" }
    #expect(rows.contains("device: Sample, touchpad"))
    #expect(rows.contains("size: 100 x 60 mm, as the device tells"))
    #expect(rows.contains("touches: 1, at most 1 at once"))
    #expect(rows.contains("anomalies: none"))
  }

  @Test(
    "Of a recording without anything in it no device is told", arguments: ["", "\n", "# none\n"])
  func nothing(text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.evemu", text)
    let info = try TraceInfo(path: path)
    #expect(info.devices.isEmpty)
    #expect(
      info.json.replacingOccurrences(of: path, with: "a.evemu") == """
        {"file":"a.evemu","format":"evemu","events":0,"frames":0,"contacts":0,"maxTouches":0,\
        "duration":0.0,"anomalies":{}}
        """)
    #expect(
      info.rows.map { "\($0.name): \($0.text)" }
        == ["format: evemu", "events: no events", "anomalies: none"])
  }

  @Test("A device that is described is told, also without events")
  func descriptionOnly() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.desc", try SampleTrace.bytes([]))
    let info = try TraceInfo(path: path)
    #expect(info.mainDevice?.description?.name == "Sample")
    #expect(info.rows.contains { $0.name == "size" && $0.text.hasPrefix("100 x 60 mm") })
  }

  @Test(
    "The median interval is the one in the middle",
    arguments: [
      ([10], 10), ([10, 30], 10), ([30, 10, 20], 20), ([5, 5, 5, 1000], 5), ([0, -3, 7], 7),
      ([200_000], 200_000),
    ] as [([Int64], Int64)])
  func median(intervals: [Int64], median: Int64) {
    var histogram = IntervalHistogram()
    for interval in intervals { histogram.add(interval) }
    #expect(histogram.median == median)
    #expect(histogram.longest == intervals.max())
  }
}

/// One line of the samples' `expected.jsonl`.
struct SampleCounts: Decodable, Sendable, CustomTestStringConvertible {
  var file: String
  var events: Int
  var frames: Int
  var contacts: Int
  var most: Int
  var duration: Double

  enum CodingKeys: String, CodingKey {
    case file, events, frames, contacts
    case most = "max_simultaneous"
    case duration = "duration_s"
  }

  var testDescription: String { file }

  static let all: [SampleCounts] = {
    let path = FormatSamples.path + "/formats/expected.jsonl"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(SampleCounts.self, from: Data($0.utf8))
    }
  }()
}

// The samples lie beside the repository and are no part of it.
@Suite(.enabled(if: FormatSamples.isPresent, "the format samples are not here"))
struct TraceInfoSampleTests {
  @Test("All samples are listed")
  func count() {
    #expect(SampleCounts.all.count == 31)
  }

  @Test("A sample has the counts that its authors found", arguments: SampleCounts.all)
  func counts(expected: SampleCounts) throws {
    let info = try TraceInfo(path: FormatSamples.path + "/" + expected.file)
    #expect(info.events == expected.events)
    #expect(info.frames == expected.frames)
    #expect(info.contacts == expected.contacts)
    #expect(info.maxTouches == expected.most)
    #expect(abs(info.duration - expected.duration) < 1e-6)
  }
}
