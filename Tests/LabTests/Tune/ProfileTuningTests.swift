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

  /// Movements of 8 to 12 mm that are swipes, and such of 4 to 6 mm (26 to 39 points) that are none.
  private func labels() throws -> LabelledFolder {
    var lines = ""
    for (index, length) in [8, 9, 10, 11, 12, 4, 4.5, 5, 5.5, 6].enumerated() {
      let finger = Finger(
        from: Point(x: 20, y: 30), to: Point(x: 20 + length, y: 30), landing: 0, lift: 0.2)
      try folder.write("\(index).evemu", SampleTrace.bytes([finger]))
      let swipe = #"{"gesture":"swipe","touches":1,"direction":"right","start":0,"end":0.2}"#
      lines += "{\"file\":\"\(index).evemu\",\"expect\":[\(length >= 8 ? swipe : "")]}\n"
    }
    return try LabelledFolder(path: folder.write("labels.jsonl", lines))
  }

  /// Swipes alone, and no stillness that would decide before the length does.
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

  @Test("The middle of the values that tell all apart is found, and how far they reach")
  func search() throws {
    let tuning = try tuning("swipe.minimumLength=10..110")
    let curve = try #require(tuning.curves.first)
    // 6 mm are 38.5 points, 8 mm 51.3 without the last frame's way.
    #expect(curve.flat.contains(40) && curve.flat.upperBound < 60 && !curve.isOpen)
    #expect(tuning.best.f1 == 1 && tuning.validated.f1 == 1)
    #expect(tuning.before.f1 ?? 1 < 1)
    #expect(tuning.profile.swipe.minimumLength == curve.best)
    #expect(curve.steps.count == 11 && curve.steps.first?.counts.recall == 1)
    #expect(curve.steps.last?.counts.recall == 0)
    #expect(tuning.folds.count == 5 && tuning.makesDifference)
  }

  @Test("Cross-validation scores on what had no part in the choice")
  func folds() throws {
    let tuning = try tuning("swipe.minimumLength=10..110")
    // Each recording is in one fold.
    #expect(tuning.validated.expected == 5)
    #expect(tuning.folds.allSatisfy { $0.counts.expected == 1 })
  }

  @Test("A number without effect is said to have none")
  func noDifference() throws {
    let tuning = try tuning("pinch.slop=10..40", steps: 3)
    #expect(!tuning.makesDifference && tuning.curves.first?.isOpen == true)
    #expect(tuning.profile.pinch.slop == profile.pinch.slop)
    // What is printed is what is written.
    #expect(tuning.curves.first?.best == profile.pinch.slop)
    #expect(tuning.text.contains("No value makes any difference."))
  }

  @Test("Values that do not fit the others are left out")
  func misfits() throws {
    // The maximum is 145.
    let tuning = try tuning("checkmark.minimumAngle=100..180", steps: 5)
    #expect(tuning.curves.first?.steps.map(\.value) == [100, 120, 140])
    #expect(tuning.points == 3)
  }

  @Test("The number of threads changes nothing")
  func jobs() throws {
    let one = try tuning("swipe.minimumLength=10..110", jobs: 1)
    #expect(try tuning("swipe.minimumLength=10..110", jobs: 4).text == one.text)
  }

  @Test(
    "What cannot be varied is an error",
    arguments: [
      ("swipe.minimumLenght=1..2", "did you mean swipe.minimumLength?"),
      ("swipe.minimumLength", "found nothing"), ("swipe.minimumLength=5", "as in"),
      ("swipe.minimumLength=60..10", "as in"), ("swipe.maximumDeviation=0..2", "within 0 to 1"),
      ("swipe.minimumLength=a..b", "as in"), ("", "a number of the profile"),
    ])
  func malformed(text: String, message: String) {
    let error = #expect(throws: RecordingError.self) { try TuneRange(parsing: text, steps: 5) }
    #expect(error?.description.contains(message) ?? false, "\(error?.description ?? "")")
  }

  @Test("Both ends of a range are tried, with values that people would write")
  func values() throws {
    let range = try TuneRange(parsing: "swipe.minimumLength=10..60", steps: 4)
    #expect(range.values == [10, 26.6667, 43.3333, 60])
  }
}
