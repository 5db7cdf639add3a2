import Foundation
import Gestures
import Lab
import Pictures
import Playback
import TestSupport
import Testing

@testable import replay

struct ChartTests {
  private static let traces = packageFolder.appending(path: "Traces").path
  private static let samples = packageFolder.appending(path: "Examples/Samples").path

  @Test("Survival has a lane for each perturbation of a unit, over its amounts")
  func survivalLanes() throws {
    let trace = try LoadedRecording(path: Self.traces + "/tap.evemu")
    let steps = [
      StressSteps(.smaller, amounts: [0.9, 0.5]), StressSteps(.larger, amounts: [1.1]),
      StressSteps(.clockwise, amounts: [10]),
    ]
    let test = StressTest(trace, steps: steps, draws: StressDraws(most: 1), jobs: 1)
    let plots = Plot.stress(try #require(test.subjects.first), of: "tap")
    #expect(plots.map(\.axis.unit) == ["x", "degrees"])
    #expect(plots[0].lanes.map(\.title) == ["smaller", "larger"])
    #expect(plots[0].lanes[0].series[0].times == [0.5, 0.9])
    #expect(plots[0].lanes[0].limits.map(\.value) == [99])
    #expect(plots[0].range == 0.5...1.1)
  }

  @Test("A search has a plot for each parameter, over its values")
  func searchPlots() throws {
    let folder = try LabelledFolder(path: Self.samples)
    let range = try TuneRange(parsing: "tap.slop=2..6", steps: 3)
    let plots = Plot.tuning(try ProfileTuning(folder, ranges: [range], folds: 2, jobs: 1))
    #expect(plots.count == 1 && plots[0].axis.unit == "mm" && plots[0].range == 2...6)
    let lane = try #require(plots[0].lanes.last)
    #expect(lane.title == "F1" && lane.series[0].times == [2, 4, 6])
  }

  @Test("Mistakes of a score are recordings around them, with the label and what was found")
  func mistakes()
    throws
  {
    let folder = try LabelledFolder(path: Self.samples)
    var options = ReplayOptions()
    options.profile = .uikit
    let report = ScoreReport(folder, options: options, jobs: 1)
    try #require(!report.mistakes.isEmpty)
    let plots = Plot.mistakes(report, in: folder, options: options)
    #expect(plots.count >= report.mistakes.count)
    let lane = try #require(plots[0].lanes.first { $0.title == "expected" })
    let mistake = report.mistakes[0].score
    let phrases = mistake.missed.map(\.phrase) + mistake.falseReports.map(\.labelPhrase)
    let notes = plots[0].notes.joined(separator: "\n")
    #expect(phrases.prefix(1).allSatisfy { notes.contains($0) })
    #expect(lane.bands.count { $0.kind == .cancelled } == mistake.missed.count)
  }

  @Test("A score without mistakes says so")
  func noMistakes() throws {
    let folder = try LabelledFolder(path: Self.samples)
    let report = ScoreReport(folder, jobs: 1)
    try #require(report.mistakes.isEmpty)
    let plots = Plot.mistakes(report, in: folder, options: ReplayOptions())
    #expect(plots.count == 1 && plots[0].facts.contains { $0.text == "none" })
  }
}
