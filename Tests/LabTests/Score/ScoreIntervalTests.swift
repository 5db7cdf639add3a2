import Gestures
import Playback
import TestSupport
import Testing
import Timeline

@testable import Lab

struct ScoreIntervalTests {
  private func counts(_ hits: Int, _ falseReports: Int, _ missed: Int) -> ScoreCounts {
    var counts = ScoreCounts()
    counts.hits = hits
    counts.falseReports = falseReports
    counts.missed = missed
    return counts
  }

  @Test(
    "The interval of an F1 is made of those of precision and recall: two of two are no certainty",
    arguments: [
      // Wilson's lower ends are 0.342380 for 2 of 2, 0.206549 for 1 of 1 and 0.094529 for 1 of 2.
      (2, 0, 0, 0.342380, 1.0), (1, 0, 1, 0.129700, 0.950391), (1, 1, 0, 0.129700, 0.950391),
      (1, 1, 1, 0.094529, 0.905471), (0, 0, 3, 0, 0.719178),
    ])
  func harmonicMean(hits: Int, wrong: Int, missed: Int, low: Double, high: Double) throws {
    let interval = try #require(counts(hits, wrong, missed).f1Interval)
    #expect(abs(interval.lowerBound - low) < 1e-5, "\(interval)")
    #expect(abs(interval.upperBound - high) < 1e-5, "\(interval)")
  }

  @Test("Most intervals hold the true F1 where one device in seven has most of the errors")
  func coverage() throws {
    var generator = SeededGenerator(seed: 5)
    var held = 0
    let trials = 30
    for _ in 0..<trials {
      let groups = (0..<41).map { _ in
        let share = generator.uniform() < 0.15 ? 0.8 : 1
        let hits = (0..<9).count { (_: Int) in generator.uniform() < share }
        return counts(hits, 9 - hits, 9 - hits)
      }
      let interval = try #require(ScoreIntervals.f1(groups))
      if interval.contains(0.97) { held += 1 }
    }
    #expect(held >= 27, "\(held) of \(trials)")
  }

  @Test("Nothing to find and nothing reported has no interval")
  func nothing() {
    #expect(counts(0, 0, 0).f1Interval == nil)
  }

  /// Recordings of a tap, whose labels are right or ask for a tap that is not there.
  private func report(
    _ recordings: [(device: String?, isRight: Bool)], grouping: ScoreGrouping? = nil
  ) throws -> ScoreReport {
    let folder = try TemporaryFolder()
    try folder.write("tap.evemu", SampleTrace.bytes([Finger.tap(x: 30, y: 30, at: 0)]))
    var lines = ""
    for (index, recording) in recordings.enumerated() {
      try folder.write(
        "\(index).evemu", SampleTrace.bytes([Finger.tap(x: 30, y: 30, at: 0)]))
      let name = recording.device.map { "\"device_name\":\"\($0)\"," } ?? ""
      lines +=
        "{\"v\":2,\"file\":\"\(index).evemu\",\(name)\"expect\":[{\"gesture\":\"tap\",\"touches\":1,"
        + "\"taps\":\(recording.isRight ? 1 : 2),\"start\":0,\"end\":0.08}]}\n"
    }
    return try ScoreReport(
      LabelledFolder(path: folder.write("labels.jsonl", lines)), grouping: grouping)
  }

  @Test("Errors that are all of one device make the interval wider than the same errors of many")
  func clusters() throws {
    let spread = (0..<40).map { (device: "\($0 % 10)" as String?, isRight: $0 >= 4) }
    let bunched = (0..<40).map { (device: "\($0 / 4)" as String?, isRight: $0 >= 4) }
    let (one, other) = (try report(spread), try report(bunched))
    #expect(one.totals.total == other.totals.total)
    let narrow = try #require(one.intervals.total)
    let wide = try #require(other.intervals.total)
    #expect(wide.lowerBound < narrow.lowerBound - 0.03, "\(wide) \(narrow)")
    #expect(one.intervals.grouping == .device && one.intervals.groups == 10)
  }

  @Test("Recordings whose labels name no device are drawn one by one")
  func unnamed() throws {
    let report = try report([(nil, true), (nil, false), (nil, true)])
    #expect(report.intervals.grouping == nil && report.intervals.groups == 3)
    let interval = try #require(report.intervals.total)
    let share = try #require(report.totals.total.f1)
    #expect(interval.contains(share) && interval.lowerBound < share)
  }

  @Test("The interval of one device alone is that of its gestures")
  func oneDevice() throws {
    let report = try report([("pad", true), ("pad", true), ("pad", false)])
    #expect(report.intervals.total == report.totals.total.f1Interval)
  }

  @Test(
    "A change that five of 41 devices show, all of them the same one, has no interval; of six it has",
    arguments: [5, 6])
  func change(changed: Int) {
    let former = [ScoreCounts](repeating: counts(4, 0, 0), count: 41)
    let now = (0..<41).map { $0 < changed ? counts(3, 0, 1) : counts(4, 0, 0) }
    let interval = ScoreIntervals.difference(now, former)
    #expect((interval == nil) == (changed == 5))
    #expect(interval.map { $0.upperBound < 0 } ?? true)
  }

  @Test(
    "The mean of devices has an interval if they are six or more, and not all the same",
    arguments: [(5, 1, false), (6, 1, true), (6, 0, false), (12, 0, false)])
  func mean(devices: Int, wrong: Int, isKnown: Bool) throws {
    let recordings = (0..<devices).map { (device: "\($0)" as String?, isRight: $0 >= wrong) }
    let report = try report(recordings, grouping: .device)
    #expect((report.intervals.mean != nil) == isKnown)
    #expect(report.grouped?.mean != nil)
  }

  @Test("JSON has all intervals")
  func json() throws {
    let devices = ["a", "b", "c", "d", "e", "f"]
    let report = try report(devices.map { ($0, $0 < "d") }, grouping: .device)
    let mean = try #require(report.intervals.mean)
    #expect(mean.lowerBound < 0.2 && mean.upperBound > 0.8)
    let json = report.json()
    // Wilson's of 3 of 6.
    #expect(json.contains(#""exact_interval":[0.187616,0.812384]"#), "\(json)")
    #expect(json.contains(#""recall_interval":[0.187616,0.812384]"#))
    #expect(json.contains(#""none":{"files":0,"clean":0}"#))
    #expect(json.contains(#""mean_f1_interval":["#))
    #expect(json.contains(#""resampling":{"by":"device","groups":6,"resamples":2000}"#))
  }
}
