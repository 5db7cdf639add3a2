import Contacts
import Evdev
import Files
import Foundation
import Playback
import TestSupport
import Testing

@testable import struct Playback.IntervalHistogram

struct RecordingInfoTests {
  @Test("Information has the device, the touches and the report rate")
  func description() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.evemu",
      try SampleTrace.bytes([
        .swipeRight(y: 20, at: 1), .swipeRight(y: 40, at: 1.05), .tap(x: 5, y: 5, at: 2),
      ]))
    let info = try RecordingInfo(path: path)
    #expect(info.contacts == 3)
    #expect(info.maxTouches == 2)
    #expect(info.frames == 110)
    #expect(abs(info.duration - 1.09) < 1e-9)
    #expect(info.reportRate == 100)
    #expect(info.anomalies.isEmpty)
    #expect(info.mainDevice?.slots == 5)
    #expect(
      info.json.replacingOccurrences(of: path, with: "a.evemu") == """
        {"v":2,"file":"a.evemu","format":"evemu","device":{"name":"Sample","kind":"touchpad",\
        "width_mm":100.0,"height_mm":60.0,"size_assumed":false,"slots":5,\
        "axes":{"x":{"min":0,"max":3999,"units_per_mm":40.0},\
        "y":{"min":0,"max":2399,"units_per_mm":40.0}},\
        "properties":["INPUT_PROP_POINTER"]},"events":\(info.events),"frames":110,"touches":3,\
        "palms":0,"max_touches":2,"duration_s":1.09,"report_rate_hz":100.0,"longest_gap_s":0.01,\
        "anomalies":{}}
        """)
  }

  @Test("A pause within a touch is a gap, and one between touches is not")
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
    let info = try RecordingInfo(path: path)
    #expect(info.longestGap == 0.24)
    #expect(info.reportRate == 100)
  }

  @Test("Fingers that a device only counts are among the most touches")
  func countedFingers() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.evemu",
      """
      E: 0.000000 0003 0000 10
      E: 0.000000 0003 0001 10
      E: 0.000000 0001 014a 1
      E: 0.000000 0001 014d 1
      E: 0.000000 0000 0000 0
      E: 0.100000 0001 014a 0
      E: 0.100000 0001 014d 0
      E: 0.100000 0000 0000 0

      """)
    let info = try RecordingInfo(path: path)
    #expect(info.contacts == 1 && info.maxTouches == 2)
  }

  @Test("The duration includes the time after a jump of the clock")
  func clockJump() throws {
    let folder = try TemporaryFolder()
    let lines = ["100.0", "100.5", "2.0", "2.25"].map { "E: \($0) 0000 0000 0\n" }
    let path = try folder.write("a.evemu", lines.joined())
    #expect(try RecordingInfo(path: path).duration == 0.75)
  }

  @Test("Anomalies are counted by name")
  func anomalies() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.evemu", "E: 1.000000 0003 0039 -1\nE: 0.500000 0000 0000 0\n")
    let json = try RecordingInfo(path: path).json
    #expect(json.hasSuffix(#""anomalies":{"backward_time":1,"lift_without_touch":1}}"#), "\(json)")
  }

  @Test(
    "An empty recording has no device", arguments: ["", "\n", "# none\n"])
  func nothing(text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.evemu", text)
    let info = try RecordingInfo(path: path)
    #expect(info.devices.isEmpty)
    #expect(
      info.json.replacingOccurrences(of: path, with: "a.evemu") == """
        {"v":2,"file":"a.evemu","format":"evemu","events":0,"frames":0,"touches":0,\
        "palms":0,"max_touches":0,"duration_s":0.0,"anomalies":{}}
        """)
  }

  @Test("A described device is listed even without events")
  func descriptionOnly() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.desc", try SampleTrace.bytes([]))
    let info = try RecordingInfo(path: path)
    #expect(info.mainDevice?.description?.name == "Sample")
    #expect(info.mainDevice?.size == Size(width: 100, height: 60))
  }

  @Test(
    "The median is the middle interval",
    arguments: [
      ([10], 10), ([10, 30], 10), ([30, 10, 20], 20), ([5, 5, 5, 1000], 5), ([0, -3, 7], 7),
      ([200_000], 200_000), ([1023, 1024, 1025], 1024), ([1023, 2048, 99_999], 2048),
      ([7, 100_000, 300_000], 300_000), ([100_000, 99_999], 99_999),
    ] as [([Int64], Int64)])
  func median(intervals: [Int64], median: Int64) {
    var histogram = IntervalHistogram()
    for interval in intervals { histogram.add(interval) }
    #expect(histogram.median == median)
    #expect(histogram.longest == intervals.max())
  }
}

@Suite(.requiresShared("corpus"))
struct RecordingInfoSampleTests {
  @Test("All samples are listed")
  func count() {
    #expect(FormatSample.all.count == 31)
  }

  @Test("A sample has the counts that were measured independently", arguments: FormatSample.all)
  func counts(expected: FormatSample) throws {
    let info = try RecordingInfo(path: expected.path)
    #expect(info.events == expected.events)
    #expect(info.frames == expected.frames)
    #expect(info.contacts == expected.contacts)
    #expect(info.maxTouches == expected.maximumContacts)
    #expect(abs(info.duration - expected.duration) < 1e-6)
  }
}
