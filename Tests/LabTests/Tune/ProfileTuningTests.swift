import Contacts
import Gestures
import Lab
import Playback
import Recordings
import TestSupport
import Testing

struct ProfileTuningTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Movements of 8 to 12 mm that are swipes, and movements of 4 to 6 mm that are not.
  private func labels() throws -> LabelledFolder {
    var lines = ""
    for (index, length) in [8, 9, 10, 11, 12, 4, 4.5, 5, 5.5, 6].enumerated() {
      let finger = Finger(
        from: Point(x: 20, y: 30), to: Point(x: 20 + length, y: 30), landing: 0, lift: 0.2)
      try folder.write("\(index).evemu", SampleTrace.bytes([finger]))
      let swipe = #"{"gesture":"swipe","touches":1,"direction":"right","start":0,"end":0.2}"#
      lines += "{\"v\":2,\"file\":\"\(index).evemu\",\"expect\":[\(length >= 8 ? swipe : "")]}\n"
    }
    return try LabelledFolder(path: folder.write("labels.jsonl", lines))
  }

  /// Only swipes are on, without a stillness limit that would decide before the length does.
  private var profile: Profile {
    var profile = Profile(name: "swipes")
    profile.swipe.stillness = StillnessLimits(slop: 1, initialSlop: 1, initialDuration: 0)
    for path in [
      \Profile.tap.rule, \.longPress.rule, \.pan.rule, \.pinch.rule, \.rotation.rule,
      \.tapAndDrag.rule, \.checkmark.rule,
    ] {
      profile[keyPath: path] = .off
    }
    return profile
  }

  private func tuning(_ vary: String, steps: Int = 11, jobs: Int = 1) throws -> ProfileTuning {
    var options = ReplayOptions()
    options.profile = profile
    return try ProfileTuning(
      labels(), ranges: [TuneRange(parsing: vary, steps: steps)], options: options, folds: 5,
      jobs: jobs)
  }

  @Test("The best value is in the middle of the range that classifies all movements correctly")
  func search() throws {
    let tuning = try tuning("swipe.minimumLength=1.5..16.5")
    let curve = try #require(tuning.curves.first)
    #expect(curve.flat.contains(6.5) && curve.flat.upperBound < 9 && !curve.isOpen)
    #expect(tuning.best.f1 == 1 && tuning.validated.f1 == 1)
    #expect(tuning.before.f1 ?? 1 < 1)
    #expect(tuning.profile.swipe.minimumLength == curve.parameter.inside(curve.best))
    #expect(curve.steps.count == 11 && curve.steps.first?.counts.recall == 1)
    #expect(curve.steps.last?.counts.recall == 0)
    #expect(tuning.folds.count == 5 && tuning.makesDifference)
  }

  @Test("Cross-validation scores recordings that had no part in the choice")
  func folds() throws {
    let tuning = try tuning("swipe.minimumLength=1.5..16.5")
    // Each recording is in one fold.
    #expect(tuning.validated.expected == 5)
    #expect(tuning.folds.allSatisfy { $0.counts.expected == 1 })
  }

  @Test("A parameter without effect is reported as such")
  func noDifference() throws {
    let tuning = try tuning("pinch.slop=1.5..6", steps: 3)
    #expect(!tuning.makesDifference && tuning.curves.first?.isOpen == true)
    #expect(tuning.profile.pinch.slop == profile.pinch.slop)
    // The printed value is the written one.
    #expect(tuning.curves.first?.best == 4.052)
  }

  @Test("Values that conflict with another parameter are skipped")
  func misfits() throws {
    // The maximum is 145.
    let tuning = try tuning("checkmark.minimumAngle=100..180", steps: 5)
    #expect(tuning.curves.first?.steps.map(\.value) == [100, 120, 140])
    #expect(tuning.points == 3)
  }

  @Test("The result does not depend on the number of threads")
  func jobs() throws {
    let one = try tuning("swipe.minimumLength=1.5..16.5", jobs: 1)
    #expect(try tuning("swipe.minimumLength=1.5..16.5", jobs: 4).json == one.json)
  }

  @Test(
    "An invalid range or parameter is an error",
    arguments: [
      ("swipe.minimumLenght=1..2", "did you mean swipe.minimumLength?"),
      ("swipe.minimumLength", "found nothing"), ("swipe.minimumLength=5", "as in"),
      ("swipe.minimumLength=60..10", "as in"),
      ("swipe.minimumLength=1..1501", "within 0 to 1500 mm"),
      ("swipe.maximumDeviation=0..2", "within 0 to 1"),
      ("swipe.minimumLength=a..b", "as in"), ("", "a parameter of the profile"),
    ])
  func malformed(text: String, message: String) {
    let error = #expect(throws: RecordingError.self) { try TuneRange(parsing: text, steps: 5) }
    #expect(error?.description.contains(message) ?? false, "\(error?.description ?? "")")
  }

  @Test("A range includes both ends, and the values between are rounded")
  func values() throws {
    let range = try TuneRange(parsing: "swipe.minimumLength=10..60", steps: 4)
    #expect(range.values == [10, 26.6667, 43.3333, 60])
  }
}
