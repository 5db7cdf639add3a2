import Contacts
import Files
import Foundation
import TestSupport
import Testing
import Timeline

@testable import Pictures

struct PlayerPageTests {
  private func page(_ plots: [Plot]) -> String {
    String(decoding: PlayerPage(plots).bytes, as: UTF8.self)
  }

  /// The text between the first occurrence of a start and the next of an end.
  private func text(after start: String, before end: String, in page: String) throws -> String {
    let lower = try #require(page.range(of: start)).upperBound
    let upper = try #require(page.range(of: end, range: lower..<page.endIndex)).lowerBound
    return String(page[lower..<upper])
  }

  @Test(
    "The policy allows the page's own script and style by their hashes, and nothing else",
    arguments: ["style", "script"])
  func contentPolicy(
    element: String
  ) throws {
    let page = try page(Plot.touches(path: "Traces/tap.evemu"))
    let start = element == "script" ? "<script type=\"module\">" : "<style>"
    let content = try text(after: start, before: "</\(element)>", in: page)
    let hash = Data(SHA256.hash(content.utf8)).base64EncodedString()
    #expect(page.contains("\(element)-src 'sha256-\(hash)'"))
    #expect(page.contains("default-src 'none'"))
    #expect(!page.contains("{{"))
    #expect(!page.contains("http://") && !page.contains("https://"))
  }

  @Test("Texts of recordings cannot end the block of data")
  func hostileTexts() throws {
    var plot = Plot(title: "</script><script>alert(1)</script><!-- {{SCRIPT}} & \u{2028}")
    plot.events = [Plot.Event(time: 0, kind: .note, text: "<img src=x onerror=alert(1)>")]
    let page = page([plot])
    let data = try text(
      after: "<script type=\"application/json\" id=\"plots\">", before: "</script>", in: page)
    #expect(!data.contains("<") && !data.contains("&"))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
    let plots = try #require(object["plots"] as? [[String: Any]])
    #expect(plots.first?["title"] as? String == plot.title)
  }

  @Test("The same plots give the same bytes")
  func determinism() throws {
    let plots = try Plot.touches(path: "Traces/palm.evemu")
    #expect(PlayerPage(plots).bytes == PlayerPage(plots).bytes)
  }

  @Test("A minute of ten fingers at 120 Hz takes less than a megabyte")
  func sizeOfPage() throws {
    var generator = SeededGenerator(seed: 1)
    func noise(_ amount: Double) -> Double {
      Double.random(in: -amount...amount, using: &generator)
    }
    var plot = Plot(title: "ten fingers")
    plot.range = 0...60
    var stage = PlotArea(kind: .touchpad, unit: "mm", width: 100, height: 70)
    var lanes = ["pressure", "displacement", "speed"].map {
      Lane(title: $0, group: "touch", range: 0...100)
    }
    for finger in 0..<10 {
      var trail = Trail(name: "\(finger)", color: finger)
      var values = [50.0, 50, 50]
      for frame in 0..<7200 {
        trail.times.append(Double(frame) / 120 + noise(0.0002))
        trail.points.append(
          Point(
            x: 50 + 40 * sin(Double(frame) / 100) + noise(0.1),
            y: 35 + 30 * cos(Double(frame) / 90) + noise(0.1)))
        trail.widths.append(0.5 + noise(0.02))
        for index in values.indices { values[index] += noise(2) }
        for index in lanes.indices {
          if frame == 0 {
            lanes[index].series.append(
              Lane.Series(name: "\(finger)", color: finger, trail: finger))
          }
          lanes[index].series[finger].times.append(trail.times[frame])
          lanes[index].series[finger].values.append(values[index])
        }
      }
      stage.trails.append(trail)
    }
    plot.stage = stage
    plot.lanes = lanes
    #expect(PlayerPage([plot]).bytes.count < 1_000_000)
  }
}
