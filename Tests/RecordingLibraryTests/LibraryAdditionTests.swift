#if Library
  import Checking
  import Files
  import Foundation
  import GRDB
  import Gestures
  import Playback
  import TestSupport
  import Testing

  @testable import RecordingLibrary

  @Suite("Adding to a library") struct LibraryAdditionTests {
    private let sample: LibrarySample

    init() throws {
      sample = try LibrarySample()
      try sample.writeUsual()
    }

    @Test("Only what is new or has changed is read")
    func changedFiles() throws {
      #expect(try sample.add() == ["added swipe.evemu", "added tap.evemu"])
      #expect(try sample.add() == ["unchanged swipe.evemu", "unchanged tap.evemu"])
      try sample.write("tap.evemu", [.tap(x: 40, y: 20, at: 1), .tap(x: 40, y: 20, at: 3)])
      try sample.write("new.evemu", [.tap(x: 10, y: 10, at: 1)])
      #expect(
        try sample.add() == ["added new.evemu", "changed tap.evemu", "unchanged swipe.evemu"])
    }

    @Test("A file that was only touched has the same content")
    func touchedFile() throws {
      try sample.add()
      let answer = try sample.value("SELECT group_concat(id) FROM answer")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000_000)],
        ofItemAtPath: sample.recordings + "/tap.evemu")
      #expect(try sample.add() == ["unchanged swipe.evemu", "unchanged tap.evemu"])
      #expect(try sample.value("SELECT group_concat(id) FROM answer") == answer)
    }

    @Test("A label that changes is compared with the answer again")
    func changedLabel() throws {
      try sample.add()
      #expect(try sample.names { $0.isMistaken = true } == [])
      try sample.folder.write(
        "recordings/swipe.gestures.jsonl", #"{"gesture":"tap","touches":1,"taps":1}"# + "\n")
      #expect(try sample.add() == ["changed swipe.evemu", "unchanged tap.evemu"])
      #expect(try sample.names { $0.isMistaken = true } == ["swipe.evemu"])
      #expect(try sample.names { $0.failures = [.missed(.tap)] } == ["swipe.evemu"])
      #expect(try sample.names { $0.labels = [.tap] } == ["swipe.evemu"])
      #expect(try sample.names { $0.labels = [.swipe] } == [])
    }

    @Test(
      "What an expectation omits may be anything",
      arguments: [
        (#"{"gesture":"swipe"}"#, true), (#"{"gesture":"swipe","touches":1}"#, true),
        (#"{"gesture":"swipe","direction":"right"}"#, true),
        (#"{"gesture":"swipe","direction":"left"}"#, false),
        (#"{"gesture":"swipe","touches":2}"#, false),
        (#"{"gesture":"swipe"}"# + "\n" + #"{"gesture":"pan","state":"cancelled"}"#, true),
      ])
    func omittedKeys(text: String, isMet: Bool) throws {
      try sample.folder.write("recordings/swipe.gestures.jsonl", text + "\n")
      try sample.add()
      #expect(
        try sample.names { $0.failures = [.missed(.swipe)] } == (isMet ? [] : ["swipe.evemu"]))
      #expect(try sample.names { $0.isMistaken = true } == (isMet ? [] : ["swipe.evemu"]))
    }

    @Test("A file that is gone is marked, and found again when it returns")
    func missingFile() throws {
      try sample.add()
      let path = sample.recordings + "/tap.evemu"
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      try FileManager.default.removeItem(atPath: path)
      #expect(try sample.add() == ["missing tap.evemu", "unchanged swipe.evemu"])
      #expect(try sample.names() == ["swipe.evemu"])
      #expect(try sample.names { $0.isMissing = true } == ["tap.evemu"])
      #expect(try sample.open().count() == 1)
      try bytes.write(to: URL(fileURLWithPath: path))
      try sample.add()
      #expect(try sample.names() == ["swipe.evemu", "tap.evemu"])
    }

    @Test("A file that is gone is removed if that is asked for, and others stay")
    func removedFile() throws {
      try sample.add()
      try FileManager.default.removeItem(atPath: sample.recordings + "/tap.evemu")
      var addition = LibraryAddition()
      addition.removesMissing = true
      try sample.add(addition)
      #expect(try sample.value("SELECT count(*) FROM file") == "1")
      #expect(try sample.value("SELECT count(*) FROM recording") == "1")
    }

    @Test("A broken recording is kept with its error until it is mended")
    func brokenRecording() throws {
      try sample.folder.write("recordings/bad.evemu", "# EVEMU 1.3\nN: a\nE: 1.0 0003 zz 1\n")
      #expect(try sample.add().contains("broken bad.evemu"))
      #expect(try sample.names { $0.isBroken = true } == ["bad.evemu"])
      #expect(try sample.add().contains("unchanged bad.evemu"))
      try sample.write("bad.evemu", [.tap(x: 10, y: 10, at: 1)])
      #expect(try sample.add().contains("changed bad.evemu"))
      #expect(try sample.names { $0.isBroken = true } == [])
    }

    /// The row is that of a file without permission to read it: root may read any file.
    @Test("A file that could not be read is read again, with the same size and time")
    func unreadableFile() throws {
      try sample.add()
      try sample.open().write { database in
        try database.execute(
          sql: """
            UPDATE file SET hash = NULL, recording_id = NULL, error = 'Permission denied'
            WHERE path LIKE '%/tap.evemu'
            """)
      }
      #expect(try sample.names { $0.isBroken = true } == ["tap.evemu"])
      #expect(try sample.add() == ["changed tap.evemu", "unchanged swipe.evemu"])
      #expect(try sample.names { $0.isBroken = true } == [])
      #expect(try sample.add() == ["unchanged swipe.evemu", "unchanged tap.evemu"])
    }

    @Test("The same content under two paths is replayed once, has the same tags, and counts twice")
    func sameContent() throws {
      try sample.write("copy.evemu", [.tap(x: 20, y: 20, at: 1)])
      try sample.add()
      #expect(try sample.value("SELECT count(*) FROM recording") == "2")
      let library = try sample.open()
      let paths = try library.paths(of: sample.recordings + "/tap.evemu")
      #expect(try library.tag(paths, adding: ["slow"], removing: []) == 1)
      #expect(try sample.names { $0.tags = ["slow"] } == ["copy.evemu", "tap.evemu"])
      let all = try library.paths(of: sample.recordings)
      #expect(try library.tag(all, adding: ["seen"], removing: []) == 3)
      #expect(try sample.names { $0.tags = ["seen"] }.count == 3)
    }

    @Test("A folder is the same by the path of a link to it")
    func linkedFolder() throws {
      try sample.add()
      let link = sample.folder.file("link")
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: sample.recordings)
      var lines: [String] = []
      try sample.open().add([link], LibraryAddition()) { lines.append($0.line) }
      #expect(lines.sorted() == ["unchanged swipe.evemu", "unchanged tap.evemu"])
    }

    @Test("A folder that moves keeps its tags and answers")
    func movedFolder() throws {
      try sample.add()
      let library = try sample.open()
      _ = try library.tag(
        try library.paths(of: sample.recordings), adding: ["seen"], removing: [])
      let answers = try sample.value("SELECT group_concat(id) FROM answer")
      let moved = sample.folder.file("moved")
      try FileManager.default.moveItem(atPath: sample.recordings, toPath: moved)
      try library.add([moved, sample.folder.file("recordings")], LibraryAddition()) { _ in }
      #expect(try sample.names { $0.tags = ["seen"] } == ["swipe.evemu", "tap.evemu"])
      #expect(try sample.value("SELECT group_concat(id) FROM answer") == answers)
      #expect(try library.remove(nil) == 2)
    }

    @Test("A transaction that fails ends the addition", arguments: [1, 2])
    func failedTransaction(jobs: Int) throws {
      for index in 0..<250 {
        try sample.write("\(index).evemu", [.tap(x: 10 + Double(index) / 8, y: 20, at: 1)])
      }
      let library = try sample.open()
      try library.write { database in
        try database.execute(
          sql: """
            CREATE TRIGGER full BEFORE INSERT ON answer BEGIN SELECT RAISE(ABORT, 'full'); END
            """)
      }
      var addition = LibraryAddition()
      addition.jobs = jobs
      var done = 0
      func count(_ bytes: Int, _ total: Int) { done += 1 }
      #expect(throws: FileError.self) {
        try library.add([sample.recordings], addition, progress: count) { _ in }
      }
      #expect(done == 100)
      #expect(try sample.value("SELECT count(*) FROM file") == "0")
    }

    @Test("The answer that was added last is current, also if the library had it")
    func currentAnswer() throws {
      func add(_ version: String) throws {
        var addition = LibraryAddition()
        addition.source = AnswerSource(version: version)
        try sample.add(addition)
      }
      let current = "SELECT group_concat(DISTINCT version) FROM answer WHERE is_current"
      for version in ["1", "2", "1"] {
        try add(version)
        #expect(try sample.value(current) == version)
      }
      // One of both recordings has labels, the other has none.
      #expect(try sample.value("SELECT count(*) FROM answer") == "4")
      #expect(try sample.value("SELECT count(*) FROM answer WHERE is_current") == "2")
      #expect(try sample.value("SELECT count(*) FROM score") == "2")
    }

    @Test("Answers under several profiles and versions stay beside each other")
    func severalProfiles() throws {
      try sample.add()
      var addition = LibraryAddition()
      addition.source = AnswerSource(profile: .uikit, version: "9.9")
      try sample.add(addition)
      let entry = try #require(
        try sample.open().entry(of: sample.recordings + "/tap.evemu"))
      #expect(entry.answers.map(\.profile) == ["standard", "uikit"])
      #expect(entry.answers.map(\.version) == [AnswerSource.currentVersion, "9.9"])
    }

    @Test("Of an edited profile, the answers of its newest content count")
    func editedProfile() throws {
      var addition = LibraryAddition()
      for rule in [Profile.Rule.off, .standard] {
        var profile = Profile.standard
        profile.name = "mine"
        profile.tap.rule = rule
        addition.source = AnswerSource(profile: profile)
        try sample.add(addition)
      }
      let answers = AnswerSet(profile: "mine", version: AnswerSource.currentVersion)
      let taps = try sample.names {
        $0.answers = answers
        $0.gestures = [ExpectedGesture(.tap)]
      }
      #expect(taps == ["tap.evemu"])
      let empty = try sample.names {
        $0.answers = answers
        $0.hasNoGestures = true
      }
      #expect(empty.isEmpty)
    }
  }
#endif
