import Contacts
import Files
import Gestures
import Playback
import TestSupport
import Testing

@testable import Lab

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

  /// Ten movements of 8 to 12 mm with labels, each of a device.
  private func movements(
    _ label: (Int) -> String, device: (Int) -> String?
  ) throws -> LabelledFolder {
    var lines = ""
    for index in 0..<10 {
      let finger = Finger(
        from: Point(x: 20, y: 30), to: Point(x: 28 + Double(index % 5), y: 30), landing: 0,
        lift: index.isMultiple(of: 2) ? 0.2 : 0.4)
      try folder.write("\(index).evemu", SampleTrace.bytes([finger]))
      let name = device(index).map { "\"device_name\":\"\($0)\"," } ?? ""
      lines += "{\"v\":2,\"file\":\"\(index).evemu\",\(name)\"expect\":[\(label(index))]}\n"
    }
    return try LabelledFolder(path: folder.write("movements.jsonl", lines))
  }

  private static func movement(_ kinds: String = #"["swipe","pan"]"#) -> String {
    #"{"gesture":\#(kinds),"touches":1,"direction":"right","start":0,"end":0.4}"#
  }

  @Test("All recordings of a device are in the same fold, and there are no more folds than devices")
  func devices() throws {
    let folder = try movements { _ in
      Self.movement()
    } device: {
      ["a", "b", "c"][$0 % 3]
    }
    for (count, groups) in [(2, [["a"], ["b", "c"]]), (5, [["a"], ["b"], ["c"]])] {
      let tuning = try ProfileTuning(
        folder, ranges: [TuneRange(parsing: "swipe.minimumLength=1..20", steps: 3)],
        folds: count)
      #expect(tuning.folds.map(\.groups) == groups)
      #expect(tuning.folds.first?.counts.expected == 4)
      #expect(tuning.grouping == .device && tuning.groups == 3)
    }
    let unnamed = try movements { _ in
      Self.movement()
    } device: { _ in
      nil
    }
    let tuning = try ProfileTuning(
      unnamed, ranges: [TuneRange(parsing: "swipe.minimumLength=1..20", steps: 3)])
    #expect(tuning.grouping == nil && tuning.groups == 10 && tuning.folds.count == 5)
  }

  @Test("Labels that name a swipe or a pan decide what a movement is")
  func named() throws {
    let tuning = try ProfileTuning(
      movements {
        Self.movement($0.isMultiple(of: 2) ? #""swipe""# : #""pan""#)
      } device: {
        "\($0)"
      },
      ranges: [TuneRange(parsing: "swipe.maximumDuration=0.1..0.5", steps: 5)])
    #expect(tuning.best.f1 == 1 && tuning.validated.f1 == 1)
    #expect(tuning.curves.first?.best == 0.2, "\(tuning.curves)")
    #expect((tuning.curves.first?.steps.last?.counts.f1 ?? 1) < 1)
  }

  @Test("Where a label allows both, a movement of 0.2 or 0.4 s has to be a swipe")
  func durations() throws {
    let tuning = try ProfileTuning(
      movements { _ in
        Self.movement()
      } device: {
        "\($0)"
      }, ranges: [TuneRange(parsing: "swipe.maximumDuration=0.1..0.5", steps: 5)])
    #expect(tuning.curves.first?.steps.map { $0.counts.f1 } == [0, 0.5, 1, 1, 1])
    #expect(
      tuning.unjudged == [
        "swipe.maximumDuration: movements are judged by 0.5 s, so the search only finds that again"
      ])
  }

  /// A movement of 10 mm in a time around 0.5 s, at a constant speed.
  @Test("Movements whose duration does not tell a swipe from a pan are counted")
  func either() throws {
    let finger = Finger(
      from: Point(x: 20, y: 30), to: Point(x: 30, y: 30), landing: 0, lift: 0.75)
    try folder.write("slow.evemu", SampleTrace.bytes([finger]))
    let labels = try folder.write(
      "labels.jsonl", "{\"v\":2,\"file\":\"slow.evemu\",\"expect\":[\(Self.movement())]}\n")
    let tuning = try ProfileTuning(
      LabelledFolder(path: labels),
      ranges: [TuneRange(parsing: "swipe.minimumLength=1..20", steps: 2)])
    #expect(
      tuning.unjudged.contains(
        "swipe or pan: 1 of 1 movements may be either, as their duration does not tell"))
  }

  /// Tries a minimum length of 2 and of 10 mm on movements of devices: their lengths, and whether
  /// labels call them swipes.
  private func tuning(
    _ devices: [(name: String, movements: [(length: Double, isSwipe: Bool)])],
    and other: [TuneRange] = []
  ) throws -> ProfileTuning {
    var lines = ""
    for (name, movements) in devices {
      for (index, movement) in movements.enumerated() {
        let finger = Finger(
          from: Point(x: 20, y: 30), to: Point(x: 20 + movement.length, y: 30), landing: 0,
          lift: 0.2)
        try folder.write("\(name)\(index).evemu", SampleTrace.bytes([finger]))
        let swipe = movement.isSwipe ? Self.movement(#""swipe""#) : ""
        lines +=
          "{\"v\":2,\"file\":\"\(name)\(index).evemu\",\"device_name\":\"\(name)\",\"expect\":[\(swipe)]}\n"
      }
    }
    var options = ReplayOptions()
    options.profile = profile
    return try ProfileTuning(
      LabelledFolder(path: folder.write("labels.jsonl", lines)),
      ranges: [TuneRange(parsing: "swipe.minimumLength=2..10", steps: 2)] + other,
      options: options, folds: 5)
  }

  @Test(
    "The best profile is what most folds chose, even where another has a higher F1 on all recordings"
  )
  func votes() throws {
    let long = Array(repeating: (length: 12.0, isSwipe: true), count: 6)
    let short = long + Array(repeating: (length: 5, isSwipe: true), count: 3)
    let none = long + Array(repeating: (length: 5, isSwipe: false), count: 4)
    let devices = [("a", short), ("b", short), ("c", none)]
    let tuning = try tuning(devices)
    // Without a or b, the four false reports of c outweigh three short swipes; with both they do
    // not.
    #expect(tuning.folds.count { $0.values == [10] } == 2)
    #expect(tuning.curves.first?.best == 10 && tuning.votes == 2)
    #expect(tuning.profile.swipe.minimumLength > 25)
    #expect((tuning.highest.f1 ?? 0) > (tuning.best.f1 ?? 1) + 0.05)
    // Another parameter's values are judged with the lengths that the folds chose, not with the
    // best one.
    let both = try self.tuning(devices, and: [TuneRange(parsing: "pinch.slop=1.5..6", steps: 2)])
    #expect(both.curves[1].steps.map(\.counts) == [tuning.validated, tuning.validated])
    #expect(tuning.validated != tuning.best)
  }

  @Test("A fold is judged with what the others chose, and the optimism of the best is said")
  func optimism() throws {
    let few = [(length: 12.0, isSwipe: true), (5, false), (5.5, false)]
    let large = Array(repeating: (length: 5.0, isSwipe: true), count: 9)
    let tuning = try tuning(["a", "b", "c", "d"].map { ($0, few) } + [("large", large)])
    #expect(tuning.folds.count { $0.values == [2] } == 4 && tuning.votes == 4)
    let own = try #require(tuning.folds.first { $0.groups == ["large"] })
    #expect(own.values == [10] && own.counts.f1 == 0)
    // 4 of 13 swipes and 8 movements that are not swipes, where the given profile finds all of
    // them.
    #expect(tuning.validated.f1 == 0.32 && (tuning.gain ?? 0) < -0.4)
    #expect((tuning.optimism ?? 0) > 0.4)
    // Five devices are too few for an interval of it.
    #expect(tuning.gainInterval == nil)
  }

  @Test("Of two choices with as many folds, the one that is better on all recordings is best")
  func ties() throws {
    let ranges = [try TuneRange(parsing: "swipe.minimumLength=1..3", steps: 3)]
    let grid = try TuneGrid(ranges)
    func counts(_ hits: Int) -> ScoreCounts {
      var counts = ScoreCounts()
      counts.hits = hits
      counts.missed = 10 - hits
      return counts
    }
    let totals = [counts(7), counts(9), counts(8)]
    #expect(TuneTable.consensus([0, 2, 0, 2], totals, grid) == 2)
    #expect(TuneTable.consensus([0, 0, 2], totals, grid) == 0)
    #expect(TuneTable.consensus([], totals, grid) == nil)
  }

  @Test("The score of each value is that of recordings left out, whatever the other parameters are")
  func nestedCurves() throws {
    let folder = try movements { _ in
      Self.movement()
    } device: {
      "\($0)"
    }
    let ranges = try ["swipe.minimumLength=6..20", "swipe.maximumDuration=0.1..0.5"].map {
      try TuneRange(parsing: $0, steps: 2)
    }
    let tuning = try ProfileTuning(folder, ranges: ranges)
    for (index, curve) in tuning.curves.enumerated() {
      let own = try #require(curve.steps.first { $0.value == curve.best })
      // All folds chose the same, so that the value's score is that of cross-validation.
      #expect(tuning.folds.allSatisfy { $0.values[index] == curve.best })
      #expect(own.counts == tuning.validated && own.interval == tuning.validatedInterval)
    }
  }

  @Test("A gesture that only one fold has is not judged by devices that are left out")
  func oneFold() throws {
    let folder = try movements {
      $0 < 2 ? Self.movement() : ""
    } device: {
      "\($0)"
    }
    let ranges = [try TuneRange(parsing: "swipe.minimumLength=1..20", steps: 2)]
    func limits(_ folds: [[Int]]) -> [String] {
      let labels = folder.labels
      return TuneLimits(labels: labels, grouping: .device, folds: folds).sentences(about: [
        ProfileTuning.Curve(
          parameter: ranges[0].parameter, best: 1, flat: 1...1,
          steps: [1, 2].map { hits in
            var counts = ScoreCounts()
            counts.hits = hits
            return ProfileTuning.Step(value: Double(hits), counts: counts)
          }, isOpen: false)
      ]).filter { $0.contains("fold") }
    }
    #expect(
      limits([[0, 1, 2], Array(3..<10)])
        == ["swipe: all are in one fold, so none is left out; more --folds divide them"])
    #expect(limits([[0, 2], [1] + Array(3..<10)]).isEmpty)
  }

  @Test(
    "Folds keep devices together where a label names one, or else people",
    arguments: [
      (#""device_name":"pad","person":"ann","#, #""person":"bob","#, ScoreGrouping.device),
      (#""person":"ann","#, #""person":"bob","#, .person), (#""person":"ann","#, "", .person),
      ("", "", .device),
    ])
  func usualGrouping(one: String, other: String, grouping: ScoreGrouping) throws {
    let lines = [one, other].map { "{\"v\":2,\"file\":\"a.evemu\",\($0)\"expect\":[]}\n" }.joined()
    let labels = try ScoreLabel.parse(Array(lines.utf8), file: "labels")
    #expect(ScoreGrouping.usual(labels) == grouping)
  }

  @Test("Labels of one recording that name no device are in the same fold")
  func sameRecording() throws {
    let lines = "{\"v\":2,\"file\":\"a.evemu\",\"expect\":[]}\n"
    let labels = try ScoreLabel.parse(Array((lines + lines).utf8), file: "labels")
    #expect(TuneFolds(labels, .device, count: 5).folds == [[0, 1]])
    #expect(!TuneFolds(labels, .device, count: 5).isNamed)
  }

  @Test("Gestures without a label, and of one device alone, are said to be unjudged")
  func limits() throws {
    let ranges = try ["swipe.minimumLength=1..20", "pinch.slop=1..6"].map {
      try TuneRange(parsing: $0, steps: 2)
    }
    let pinches = [
      "pinch.slop: no value changes what is found",
      "pinch: no label has one, so only false reports of it count",
    ]
    let two = try movements {
      $0 < 5 ? Self.movement() : ""
    } device: {
      $0 < 5 ? "pad" : "phone"
    }
    #expect(
      try ProfileTuning(two, ranges: ranges).unjudged
        == pinches + ["swipe: all are of one device, pad, so none is left out"])
    let one = try movements { _ in
      Self.movement()
    } device: { _ in
      "pad"
    }
    let tuning = try ProfileTuning(one, ranges: ranges)
    #expect(tuning.folds.isEmpty && tuning.validated.f1 == nil)
    #expect(
      tuning.unjudged == ["all recordings are of one device, pad: none is left out"] + pinches)
  }

  @Test(
    "Only paths that may be checkmarks count as labelled checkmarks",
    arguments: [("circle", true), ("tick", false), ("checkmark", false)])
  func paths(name: String, isMissing: Bool) throws {
    let path = #"{"gesture":"path","name":"\#(name)","start":0,"end":0.4}"#
    let tuning = try ProfileTuning(
      movements { _ in
        path
      } device: {
        "\($0)"
      },
      ranges: [TuneRange(parsing: "checkmark.minimumLegRatio=1..2", steps: 2)])
    let missing = "checkmark: no label has one, so only false reports of it count"
    #expect(tuning.unjudged.contains(missing) == isMissing)
  }

  @Test("A parameter without effect is reported as such")
  func noDifference() throws {
    let tuning = try tuning("pinch.slop=1.5..6", steps: 3)
    #expect(!tuning.makesDifference && tuning.curves.first?.isOpen == true)
    #expect(tuning.profile.pinch.slop == profile.pinch.slop)
    // The printed value is the written one.
    #expect(tuning.curves.first?.best == 4.052)
  }

  @Test("The score of a profile that stays is its own, not that of values that are equally bad")
  func noChoice() throws {
    let tuning = try tuning("swipe.minimumLength=200..300", steps: 3)
    #expect(!tuning.makesDifference && tuning.curves.first?.steps.first?.counts.recall == 0)
    #expect(tuning.best == tuning.before && tuning.bestInterval == tuning.beforeInterval)
    #expect(tuning.validated == tuning.before && tuning.votes == 5)
    #expect(tuning.folds.allSatisfy { $0.values == tuning.curves.map(\.best) })
  }

  @Test(
    "A range has its ends, and as many different values as steps",
    arguments: [
      ("tap.slop=0.00002..1", 3), ("swipe.maximumVariance=0.12345..0.9", 4),
      ("tap.interval=0.3..0.311", 200), ("tap.slop=2..6", 2),
    ])
  func ends(text: String, steps: Int) throws {
    let values = try TuneRange(parsing: text, steps: steps).values
    let ends = text.split(separator: "=")[1].split(separator: "..").compactMap { Double($0) }
    #expect(values.first == ends[0] && values.last == ends[1] && Set(values).count == steps)
    #expect(values == values.sorted())
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
    let error = #expect(throws: FileError.self) { try TuneRange(parsing: text, steps: 5) }
    #expect(error?.description.contains(message) ?? false, "\(error?.description ?? "")")
  }

  @Test("A range includes both ends, and the values between are rounded")
  func values() throws {
    let range = try TuneRange(parsing: "swipe.minimumLength=10..60", steps: 4)
    #expect(range.values == [10, 26.6667, 43.3333, 60])
  }
}
