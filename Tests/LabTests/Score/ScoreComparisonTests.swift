import Gestures
import Lab
import Playback
import TestSupport
import Testing

struct ScoreComparisonTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(
    "McNemar's exact probability is that of so uneven a split of fair coins",
    arguments: [
      (0, 0, 1.0), (1, 0, 1.0), (5, 5, 1.0), (0, 5, 0.0625), (6, 0, 0.03125),
      (1, 8, 0.0390625), (8, 1, 0.0390625), (3, 9, 0.145996),
    ])
  func probability(gained: Int, lost: Int, expected: Double) {
    var pairs = ScoreComparison.Pairs()
    pairs.gained = gained
    pairs.lost = lost
    #expect(abs(pairs.probability - expected) < 1e-6)
  }

  @Test("Thousands of differences have a probability, too")
  func many() {
    var pairs = ScoreComparison.Pairs()
    pairs.gained = 5_000
    pairs.lost = 5_000
    #expect(abs(pairs.probability - 1) < 1e-9)
    pairs.lost = 0
    #expect(pairs.probability == 0)
  }

  /// Swipes of a number of devices, a recording each.
  private func swipes(_ count: Int) throws -> LabelledFolder {
    var lines = ""
    let swipe =
      #"{"gesture":["swipe","pan"],"touches":1,"direction":"right","start":0,"end":0.2}"#
    for index in 0..<count {
      try folder.write("\(index).evemu", SampleTrace.bytes([Finger.swipeRight(y: 30, at: 0)]))
      lines +=
        "{\"v\":2,\"file\":\"\(index).evemu\",\"device_name\":\"\(index)\",\"expect\":[\(swipe)]}\n"
    }
    return try LabelledFolder(path: folder.write("labels.jsonl", lines))
  }

  private func score(
    _ folder: LabelledFolder, without rule: WritableKeyPath<Profile, Profile.Rule>? = nil,
    isStrict: Bool = true
  ) -> ScoreReport {
    var options = ReplayOptions()
    if let rule { options.profile[keyPath: rule] = .off }
    return ScoreReport(folder, options: options, isStrict: isStrict)
  }

  @Test("A profile without swipes loses every flick in a strict score, and none otherwise")
  func strict() throws {
    let folder = try swipes(8)
    let off = score(folder, without: \.swipe.rule)
    let comparison = ScoreComparison(off, "off", against: score(folder), "standard")
    #expect(comparison.total.pairs.lost == 8 && comparison.total.pairs.gained == 0)
    #expect(comparison.recordings.lost == 8 && comparison.verdict == .worse)
    #expect(comparison.total.difference == -1 && comparison.total.interval == -1 ... -1)
    #expect(comparison.classes["swipe"]?.counts.missed == 8)
    #expect(comparison.classes["pan"]?.counts.falseReports == 8)
    #expect(
      comparison.sentence
        == "off is worse than standard: 0 of 8 recordings are without errors in off only, "
        + "8 in standard only (p = 0.008)")
    let lenient = ScoreComparison(
      score(folder, without: \.swipe.rule, isStrict: false), "off",
      against: score(folder, isStrict: false), "standard")
    #expect(lenient.verdict == .undecided && lenient.total.difference == 0)
    #expect(lenient.sentence == "off and standard score the same on these recordings")
  }

  @Test("The better profile of two is named whichever comes first")
  func order() throws {
    let folder = try swipes(8)
    let comparison = ScoreComparison(
      score(folder), "standard", against: score(folder, without: \.swipe.rule), "off")
    #expect(comparison.verdict == .better)
    #expect(comparison.total.pairs.gained == 8 && comparison.recordings.gained == 8)
  }

  @Test(
    "Five recordings that all speak for one profile are too few, six are enough", arguments: [5, 6])
  func few(count: Int) throws {
    let folder = try swipes(count)
    let comparison = ScoreComparison(
      score(folder, without: \.swipe.rule), "off", against: score(folder), "standard")
    #expect(comparison.verdict == (count == 5 ? .undecided : .worse))
    if count == 5 {
      #expect(comparison.sentence.hasPrefix("these recordings cannot tell which is better: 0 of 5"))
    }
  }

  @Test("Recordings of one device are one voice, however many they are")
  func oneDevice() throws {
    var lines = ""
    let swipe =
      #"{"gesture":["swipe","pan"],"touches":1,"direction":"right","start":0,"end":0.2}"#
    let tap = #"{"gesture":"tap","touches":1,"taps":1,"start":0,"end":0.08}"#
    for index in 0..<30 {
      let isSwipe = index < 8
      try folder.write(
        "\(index).evemu",
        SampleTrace.bytes([isSwipe ? .swipeRight(y: 30, at: 0) : .tap(x: 30, y: 30, at: 0)]))
      lines +=
        "{\"v\":2,\"file\":\"\(index).evemu\",\"device_name\":\"\(isSwipe ? 0 : index)\",\"expect\":["
        + (isSwipe ? swipe : tap) + "]}\n"
    }
    let folder = try LabelledFolder(path: folder.write("labels.jsonl", lines))
    let comparison = ScoreComparison(
      score(folder, without: \.swipe.rule), "off", against: score(folder), "standard")
    // McNemar's test, which takes each recording for independent, would call it worse.
    #expect(comparison.recordings.lost == 8 && comparison.recordings.probability < 0.01)
    #expect(comparison.verdict == .undecided)
  }

  @Test(
    "Differences and probabilities are printed with their sign and without a sign of nothing",
    arguments: [(0.0123, "+0.012"), (-0.5, "-0.500"), (-0.0001, "0.000"), (0, "0.000")])
  func numbers(value: Double, text: String) {
    #expect(ScoreNumber.difference(value) == text)
    #expect(ScoreNumber.difference(nil) == "-")
    #expect(ScoreNumber.probability(0.0312) == "= 0.031")
    #expect(ScoreNumber.probability(0.0004) == "< 0.001")
  }
}
