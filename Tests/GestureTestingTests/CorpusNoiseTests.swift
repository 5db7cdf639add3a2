import Foundation
import GestureTesting
import TestSupport
import Testing

@testable import TouchScript

/// The hands of people, measured on recordings that are not part of the project.
///
/// `UPDATE_HANDS=1` writes what is measured into `docs/Hands.md`.
@Suite("Noise of scripted hands", .requiresShared("corpus/labels.v2.jsonl"))
struct CorpusNoiseTests {
  private static let page = packageFolder.appending(path: "docs/Hands.md")
  private static let marker = "<!-- Measured by `make hands`. -->\n"

  @Test("Recordings of robots, mice and palms are not among those of people")
  func people() throws {
    let robots = PeopleRecording.labels.filter(\.isOfRobot)
    #expect(robots.count == 76)
    #expect(Set(robots.map(\.deviceName)) == ["link", "lumpy"])
    let people = try PeopleRecording.all()
    #expect(people.count == 288 - 76 - 2 - 16)
    #expect(!people.contains { $0.label.source.contains("robot") })
  }

  @Test("The page has what is measured")
  func page() throws {
    let page = HandsPage(try PeopleRecording.all())
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let marker = try #require(text.range(of: Self.marker))
    if ProcessInfo.processInfo.environment["UPDATE_HANDS"] != nil {
      let updated = text[..<marker.upperBound] + "\n" + page.text
      try updated.write(to: Self.page, atomically: true, encoding: .utf8)
    }
    let written = try String(contentsOf: Self.page, encoding: .utf8)
    for quantity in HandQuantity.allCases {
      let people = page.people(quantity)
      let recordings = Set(page.of(quantity).map(\.recording)).count
      let row =
        "| \(quantity.rawValue), \(quantity.unit.name) | \(people.sorted.count) | \(recordings) "
        + "| \(people.groups.count) |"
      #expect(written.contains(row))
    }
  }

  @Test("The hand has the percentiles that are measured, and people differ as measured")
  func presets() throws {
    let page = HandsPage(try PeopleRecording.all())
    for (quantity, measured) in Self.presets {
      let values = page.sorted(quantity)
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
      let correlation = try #require(page.correlation(quantity))
      #expect(abs(HandsPage.deviation(correlation) - measured.deviation) < 0.006, "\(quantity)")
    }
  }

  private static let presets: [(HandQuantity, Measured)] = [
    (.touchDownStagger, .touchDownStagger), (.touchUpStagger, .touchUpStagger),
    (.tapStagger, .tapStagger), (.tapDuration, .tapDuration), (.tapInterval, .tapInterval),
    (.tremor, .tremor), (.roll, .roll), (.spacing, .spacing), (.slope, .slope),
    (.pressure, .pressure), (.touchDownPressure, .touchDownPressure),
    (.touchUpPressure, .touchUpPressure), (.jitter, .jitter), (.noise, .noise),
  ]
}
