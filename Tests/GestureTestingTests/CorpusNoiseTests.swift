import Foundation
import GestureTesting
import TestSupport
import Testing

@testable import TouchScript

/// The hands of people, measured on recordings that are not part of the project.
///
/// `UPDATE_HANDS=1` writes the measurements into the files `docs/data/hands-*.csv`.
@Suite("Noise of scripted hands", .requiresShared("corpus/labels.v2.jsonl"))
struct CorpusNoiseTests {
  private static let folder = packageFolder.appending(path: "docs/data")

  @Test("Recordings of robots, mice and palms are not among those of people")
  func people() throws {
    let robots = PeopleRecording.labels.filter(\.isOfRobot)
    #expect(robots.count == 76)
    #expect(Set(robots.map(\.deviceName)) == ["link", "lumpy"])
    let people = try PeopleRecording.all()
    #expect(people.count == 288 - 76 - 2 - 16)
    #expect(!people.contains { $0.label.source.contains("robot") })
  }

  @Test("The data files of docs/data have the measurements")
  func files() throws {
    let data = HandsData(try PeopleRecording.all())
    if ProcessInfo.processInfo.environment["UPDATE_HANDS"] != nil {
      for (name, table) in data.files {
        let file = Self.folder.appending(path: name)
        try table.write(to: file, atomically: true, encoding: .utf8)
      }
    }
    #expect(try Self.text("hands-recordings.csv") == data.recordingTable)
    let quantities = try Self.text("hands-quantities.csv").split(separator: "\n").dropFirst()
    #expect(quantities.count == HandQuantity.allCases.count)
    for (line, quantity) in zip(quantities, HandQuantity.allCases) {
      #expect(line.hasPrefix(HandsData.line(data.description(quantity)) + ","))
    }
  }

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  @Test("The hand has the percentiles that are measured, and people differ as measured")
  func presets() throws {
    let data = HandsData(try PeopleRecording.all())
    for (quantity, preset) in Self.presets {
      let measured = try #require(
        Hand.measurements.first { $0.quantity as AnyKeyPath == preset as AnyKeyPath })
      let values = data.sorted(quantity)
      let spread = measured.spread
      let pairs = [
        (0, spread.lowest), (0.05, spread.p5), (0.25, spread.p25), (0.5, spread.p50),
        (0.75, spread.p75), (0.95, spread.p95), (0.99, spread.p99), (1, spread.highest),
      ]
      for (share, ours) in pairs {
        let found = values.percentile(share)
        // Numbers have two digits or more, and three decimals in the unit of the table.
        let rounding = max(found.magnitude * 0.05, 0.0006 / quantity.unit.factor)
        // The ends of few values are on the line from their 95th percentile.
        let isFew = share == 0.99 && values.count < 100
        #expect(isFew || abs(ours - found) <= rounding, "\(quantity) at \(share)")
      }
      let correlation = try #require(data.correlation(quantity))
      #expect(abs(HandsData.deviation(correlation) - measured.deviation) < 0.006, "\(quantity)")
    }
  }

  private static let presets: [(HandQuantity, Hand.Quantity)] = [
    (.touchDownStagger, \.touchDownStagger), (.touchUpStagger, \.touchUpStagger),
    (.tapStagger, \.tapStagger), (.tapDuration, \.tapDuration), (.tapInterval, \.tapInterval),
    (.tremor, \.tremor), (.roll, \.roll), (.spacing, \.spacing), (.slope, \.slope),
    (.pressure, \.pressure), (.touchDownPressure, \.touchDownPressure),
    (.touchUpPressure, \.touchUpPressure), (.jitter, \.sensor.jitter), (.noise, \.sensor.noise),
  ]
}
