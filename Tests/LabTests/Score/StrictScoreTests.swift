import Foundation
import Gestures
import Lab
import Playback
import TestSupport
import Testing

@Suite("Strict scores of real fingers", .requiresShared("corpus/labels.v2.jsonl"))
struct StrictScoreTests {
  private func score(_ profile: Profile, isStrict: Bool) throws -> ScoreReport {
    var options = ReplayOptions()
    options.profile = profile
    return ScoreReport(
      try LabelledFolder(path: Corpus.folder.path), options: options, isStrict: isStrict)
  }

  @Test("Without the swipe recognizer a strict score falls, and a lenient one does not")
  func off() throws {
    var profile = Profile.standard
    profile.swipe.rule = .off
    let lenient = try score(profile, isStrict: false)
    #expect(lenient.totals.total == (try score(.standard, isStrict: false)).totals.total)
    let strict = try score(profile, isStrict: true)
    #expect(strict.totals.classes["swipe"]?.recall ?? 1 < 0.2)
    let standard = try score(.standard, isStrict: true)
    #expect(
      ScoreComparison(strict, "off", against: standard, "standard").verdict == .worse)
  }

  @Test("Each movement counts by its own duration, not by that of its touches")
  func durations() throws {
    let report = try score(.standard, isStrict: true)
    // Seven movements rest before they start, so that their labels call them drags.
    #expect(report.totals.classes["swipe"]?.missed == 0)
    #expect(report.totals.classes["pan"]?.missed == 0)
    #expect(report.either == 3)
  }
}
