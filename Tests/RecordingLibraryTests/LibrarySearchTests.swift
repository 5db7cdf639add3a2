#if Library
  import Checking
  import Foundation
  import GRDB
  import Gestures
  import TestSupport
  import Testing

  @testable import RecordingLibrary

  @Suite("Searching a library") struct LibrarySearchTests {
    private let sample: LibrarySample

    init() throws {
      sample = try LibrarySample()
      try sample.writeUsual()
      try sample.add()
    }

    @Test("Every condition has to be met")
    func allConditions() throws {
      #expect(try sample.names { $0.gestures = [ExpectedGesture(.swipe)] } == ["swipe.evemu"])
      #expect(
        try sample.names { $0.gestures = [ExpectedGesture(.swipe), ExpectedGesture(.tap)] } == [])
      #expect(
        try sample.names {
          $0.devices = ["sam*"]
          $0.formats = ["evemu"]
          $0.gestures = [ExpectedGesture(.tap)]
        } == ["tap.evemu"])
      #expect(try sample.names { $0.formats = ["raw"] } == [])
      #expect(try sample.names { $0.limit = 1 } == ["swipe.evemu"])
    }

    @Test("Durations are limits from both sides")
    func durationLimits() throws {
      let entry = try #require(try sample.open().entry(of: sample.recordings + "/tap.evemu"))
      let duration = try #require(entry.duration)
      #expect(try sample.names { $0.maximumDuration = duration } == ["tap.evemu"])
      #expect(try sample.names { $0.minimumDuration = duration } == ["swipe.evemu", "tap.evemu"])
      #expect(try sample.names { $0.minimumDuration = duration + 0.001 } == ["swipe.evemu"])
    }

    @Test("Failures are those of a recognizer, a reason or the labels")
    func failures() throws {
      #expect(try sample.names { $0.failures = [.reason(.movement)] } == ["swipe.evemu"])
      #expect(try sample.names { $0.failures = [.recognizer(.tap, .movement)] } == ["swipe.evemu"])
      #expect(try sample.names { $0.failures = [.recognizer(.pinch, .movement)] } == [])
      #expect(try sample.names { $0.failures = [.missed(.swipe)] } == [])
    }

    @Test(
      "Texts of a query are values",
      arguments: ["' OR 1=1 --", "x'); DROP TABLE file; --", "%", "\u{0}", "[", "]["])
    func queryTexts(text: String) throws {
      #expect(try sample.names { $0.tags = [text] } == [])
      #expect(try sample.names { $0.devices = [text] } == [])
      #expect(try sample.names { $0.paths = [text] } == [])
      #expect(try sample.names { $0.locations = [text] } == [])
      #expect(
        try sample.names {
          $0.answers = AnswerSet(profile: text)
          $0.gestures = [ExpectedGesture(.tap)]
        } == [])
      #expect(try sample.open().paths(of: text) == [])
      #expect(try sample.names().count == 2)
    }

    @Test("Profiles are counted by their present recordings, of an edited one once")
    func countedProfiles() throws {
      for rule in [Profile.Rule.off, .standard] {
        var profile = Profile.standard
        profile.name = "mine"
        profile.tap.rule = rule
        var addition = LibraryAddition()
        addition.source = AnswerSource(profile: profile, version: "1")
        try sample.add(addition)
      }
      func counts() throws -> [String] {
        try sample.open().overview(.profiles).map { "\($0.files) \($0.name)" }
      }
      let standard = "standard@\(AnswerSource.currentVersion)"
      #expect(try counts() == ["2 mine@1", "2 \(standard)"])
      try sample.write("copy.evemu", [.tap(x: 20, y: 20, at: 1)])
      try sample.add()
      #expect(try counts() == ["3 mine@1", "3 \(standard)"])
      for name in ["copy", "swipe", "tap"] {
        try FileManager.default.removeItem(atPath: "\(sample.recordings)/\(name).evemu")
      }
      try sample.add()
      #expect(try counts() == ["0 mine@1", "0 \(standard)"])
    }

    @Test("A hash is known by its first four digits")
    func hashPrefix() throws {
      let library = try sample.open()
      let path = sample.recordings + "/tap.evemu"
      let hash = try #require(try library.entry(of: path)?.hash)
      #expect(try library.paths(of: String(hash.prefix(4))) == [path])
      #expect(try library.paths(of: hash.uppercased()) == [path])
      #expect(try library.paths(of: String(hash.prefix(3))) == [])
    }

    /// More recordings than are looked at one by one for the limit.
    @Test("A limit gives the first of all recordings that meet the conditions")
    func limitOfResults() throws {
      for index in 0..<60 {
        try sample.write(
          "a\(index + 100).evemu", [.tap(x: 10 + Double(index) / 2, y: 20, at: 1)])
      }
      try sample.add()
      let conditions: [(inout LibraryQuery) -> Void] = [
        { $0.gestures = [ExpectedGesture(.tap)] }, { $0.gestures = [ExpectedGesture(.swipe)] },
        { $0.gestures = [ExpectedGesture(.pinch)] },
        { $0.failures = [.recognizer(.tap, .movement)] }, { $0.hasNoGestures = true },
      ]
      for condition in conditions {
        let all = try sample.names(condition)
        for limit in [1, 2, 61, 62, 100, 101] {
          let first = try sample.names {
            condition(&$0)
            $0.limit = limit
          }
          #expect(first == Array(all.prefix(limit)), "\(limit)")
        }
      }
      #expect(try sample.names { $0.gestures = [ExpectedGesture(.swipe)] } == ["swipe.evemu"])
    }

    /// A query for each condition with the index that it needs.
    private static let indexed: [(String, String, @Sendable (inout LibraryQuery) -> Void)] = [
      ("gesture", "gesture_kind", { $0.gestures = [ExpectedGesture(.swipe)] }),
      ("reason", "failure_reason", { $0.failures = [.reason(.palm)] }),
      ("missed", "missed_gesture", { $0.failures = [.missed(.tap)] }),
      ("label", "label_gesture", { $0.labels = [.tap] }),
      ("tag", "tag_name", { $0.tags = ["a"] }),
      ("device", "recording_device_device", { $0.devices = ["a*"] }),
      ("format", "recording_format", { $0.formats = ["evemu"] }),
      ("duration", "recording_duration", { $0.minimumDuration = 9 }),
      ("touches", "recording_touches", { $0.minimumTouches = 3 }),
      ("broken", "file_broken", { $0.isBroken = true }),
      ("missing", "file_missing", { $0.isMissing = true }),
    ]

    @Test("Each condition has an index", arguments: indexed.indices)
    func indexes(index: Int) throws {
      let (name, wanted, change) = Self.indexed[index]
      var query = LibraryQuery()
      change(&query)
      let statement = LibraryStatement(query)
      // Without statistics: the planner scans tables that it knows to be small.
      let empty = try LibrarySample()
      defer { withExtendedLifetime(empty) {} }
      let request: SQLRequest<Row> = "EXPLAIN QUERY PLAN \(statement.sql)"
      let plan = try empty.open().read { database in
        try request.fetchAll(database).map { $0["detail"] as String }
      }
      #expect(plan.contains { $0.contains(wanted) }, "\(name): \(plan)")
      // Profiles and devices are few.
      let isScan = { (step: String) in
        step.hasPrefix("SCAN") && !step.contains("INDEX")
          && !["SCAN profile", "SCAN device"].contains(step)
      }
      #expect(!plan.contains(where: isScan), "\(name): \(plan)")
    }

    @Test("A comparison computes the answers that the library lacks, and keeps them")
    func computedAnswers() throws {
      let library = try sample.open()
      let sides = (
        ComparedAnswers.computed(AnswerSource()),
        ComparedAnswers.computed(AnswerSource(profile: .uikit))
      )
      let comparison = try library.compare(
        sides.0, sides.1, of: LibraryQuery(), LibraryAddition()
      ) { _ in }
      #expect(comparison.compared == 2)
      #expect(try sample.value("SELECT count(*) FROM answer") == "4")
      let old = try library.compare(
        .stored(AnswerSet(version: "0.0.1")), sides.0, of: LibraryQuery(), LibraryAddition()
      ) { _ in }
      #expect(old.compared == 0)
      #expect(old.incomparable == 2)
    }
    @Test(
      "Answers are those of a profile, a version or both",
      arguments: [
        ("uikit", AnswerSet(profile: "uikit")),
        ("0.0.1", AnswerSet(version: "0.0.1")),
        ("uikit@0.0.1", AnswerSet(profile: "uikit", version: "0.0.1")),
        ("a@b.yml@0.0.1", AnswerSet(profile: "a@b.yml", version: "0.0.1")),
        ("a@b.yml", AnswerSet(profile: "a@b.yml")),
        (
          "uikit@\(AnswerSource.currentVersion)",
          AnswerSet(profile: "uikit", version: AnswerSource.currentVersion)
        ),
      ])
    func chosenAnswers(text: String, set: AnswerSet) {
      #expect(AnswerSet(parsing: text, versions: ["0.0.1"]) == set)
    }

    @Test("Answers of the current version are computed in a library of older ones")
    func answersOfOlderLibrary() throws {
      let text = "uikit@\(AnswerSource.currentVersion)"
      guard case .computed(let source) = try ComparedAnswers(parsing: text, versions: ["0.0.1"])
      else {
        Issue.record("stored answers")
        return
      }
      #expect(source.profile.name == "uikit")
    }
    @Test(
      "Names of devices with letters beyond ASCII are found",
      arguments: ["ÉLAN*", "Élan PAD", "*pad"])
    func deviceNames(pattern: String) throws {
      let library = try sample.open()
      try library.write { try $0.execute(sql: "UPDATE device SET name = 'Élan Pad'") }
      #expect(try sample.names { $0.devices = [pattern] }.count == 2)
    }
  }
#endif
