import Files
import Foundation
import Pictures
import Playback
import SensorPlayback
import Sensors
import TestSupport
import Testing
import Timeline

struct AccelerationPlotTests {
  /// A table of a still device that is shaken at 5 Hz from 2 to 3 s.
  private func table(
    rate: Double = 100, seconds: Double = 5, peak: Double = 3,
    without gap: ClosedRange<Double>? = nil
  ) -> ByteSource {
    var text = "time(s),x(g),y(g),z(g)\n"
    for index in 0...Int(seconds * rate) {
      let time = Double(index) / rate
      if gap?.contains(time) ?? false { continue }
      let x = (2...3).contains(time) ? peak * sin(2 * .pi * 5 * time) : 0
      text += "\(time),\(x),0,-1\n"
    }
    return ByteSource(name: "test.csv", bytes: Array(text.utf8))
  }

  private func lane(_ title: String, of plot: Plot) throws -> Lane {
    try #require(plot.lanes.first { $0.title == title })
  }

  @Test("The axes and the magnitude have a lane each, in g")
  func magnitudeLanes() throws {
    let plot = try Plot.accelerations(table())
    for title in ["x", "y", "z", "magnitude"] {
      let lane = try lane(title, of: plot)
      #expect(lane.unit == "g" && lane.series.count == 1)
      #expect(lane.series.first?.times.count == 501)
    }
    #expect(try lane("z", of: plot).series[0].values.allSatisfy { $0 == -1 })
    #expect(plot.range == 0...5)
  }

  @Test("A shake is a band from its start to its end, and an event")
  func shakeBands() throws {
    let plot = try Plot.accelerations(table())
    let bands = try lane("shakes", of: plot).bands
    #expect(bands.count == 1)
    let band = try #require(bands.first)
    #expect(band.kind == .recognized && band.text.hasSuffix(" g"))
    #expect(abs(band.time.lowerBound - 2) < 0.2 && abs(band.time.upperBound - 3) < 0.3)
    #expect(plot.events.map(\.kind) == [.recognized])
  }

  @Test("Measurements of the rule have its limits")
  func ruleLimits() throws {
    let plot = try Plot.accelerations(table())
    let parameters = StandardShakeRule.Parameters()
    let expected = [
      ("deviation", parameters.strength), ("frequency", parameters.frequency),
      ("path", parameters.path), ("contrast", parameters.contrast),
    ]
    for (title, limit) in expected {
      let lane = try lane(title, of: plot)
      #expect(lane.limits.map(\.value) == [limit] && lane.limits[0].parameter == title)
      let highest = lane.series.flatMap(\.values).max() ?? 0
      #expect(highest > limit, "\(title)")
      #expect(lane.range?.contains(highest) == true)
    }
  }

  @Test("Without a shake the strongest motion says what it lacks")
  func strongestMotion() throws {
    let plot = try Plot.accelerations(table(peak: 1))
    let marks = try lane("shakes", of: plot).marks
    let mark = try #require(marks.first { $0.parameter == "deviation" })
    #expect(mark.kind == .failed && mark.text.contains("at least 0.95 g needed"))
    #expect((mark.measured ?? 9) < 0.95 && mark.limit == 0.95)
  }

  @Test("A gap longer than the rule allows is noted and not bridged")
  func notedGap() throws {
    for (gap, count) in [(3.5...3.9, 0), (3.5...4.1, 1)] {
      let plot = try Plot.accelerations(table(without: gap))
      #expect(plot.notes.count { $0.contains("dropout") } == count)
      #expect(try lane("x", of: plot).series.count == 1 + count)
    }
  }

  @Test("The rate and the longest gap are those of all gaps, not only of the drawn ones")
  func manyGaps() throws {
    var text = "time(s),x(g),y(g),z(g)\n"
    for burst in 0..<300 {
      let start = Double(burst) * 2 + (burst > 250 ? 5 : 0)
      for sample in 0..<10 { text += "\(start + Double(sample) / 100),0,0,-1\n" }
    }
    let plot = try Plot.accelerations(ByteSource(name: "test.csv", bytes: Array(text.utf8)))
    #expect(plot.facts.first { $0.name == "rate" }?.text == "100 Hz")
    #expect(plot.notes.contains { $0.hasSuffix("299 dropouts: no samples for up to 6.91 s") })
  }

  @Test("A part is drawn, and the rule processes all samples")
  func drawnPart() throws {
    let plot = try Plot.accelerations(table(), cut: RecordingCut(from: 2.9, to: 4))
    #expect(plot.range == 2.9...4)
    #expect(try lane("shakes", of: plot).bands.count == 1)
    #expect(try lane("x", of: plot).series[0].times.count == 111)
  }

  @Test(
    "The header, the shakes and the strongest motion are those of the drawn part",
    arguments: [
      (RecordingCut(to: 1.5), 151, 0), (RecordingCut(from: 2.5, to: 2.8), 31, 1),
      (RecordingCut(from: 3.6), 141, 0), (RecordingCut(from: 9), 0, 0),
    ])
  func headerOfPart(cut: RecordingCut, samples: Int, shakes: Int) throws {
    let plot = try Plot.accelerations(table(), cut: cut)
    #expect(plot.facts.first { $0.name == "samples" }?.text == "\(samples)")
    #expect(plot.facts.first { $0.name == "shakes" }?.text == "\(shakes)")
    #expect(try lane("shakes", of: plot).bands.count == shakes)
    #expect(try lane("shakes", of: plot).marks.allSatisfy { plot.range.contains($0.time) })
    let isEmpty = plot.notes == ["no samples: 501 samples outside of the part"]
    #expect(isEmpty == (samples == 0), "\(plot.notes)")
  }

  @Test("A long table is thinned with a note, and keeps its peaks")
  func thinning() throws {
    let plot = try Plot.accelerations(table(rate: 1000, seconds: 170, peak: 3))
    #expect(plot.notes.contains { $0.hasPrefix("thinned: ") })
    let series = try lane("magnitude", of: plot).series[0]
    #expect(series.times.count <= 150_000 && series.times.count > 70_000)
    #expect((series.values.max() ?? 0) > 3.16)
    #expect(zip(series.times, series.times.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("The textbook rules show the threshold of each axis")
  func textbookRules() throws {
    let plot = try Plot.accelerations(table(), search: ShakeSearch(rule: .threshold))
    #expect(try lane("x", of: plot).limits.map(\.value) == [2, -2])
    #expect(!plot.lanes.contains { $0.title == "deviation" })
  }

  @Test("An empty file is refused")
  func emptyFile() {
    #expect(throws: FileError.self) {
      try Plot.accelerations(ByteSource(name: "empty", bytes: []))
    }
  }
}
