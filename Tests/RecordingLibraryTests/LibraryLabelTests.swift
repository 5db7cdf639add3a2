#if Library
  import Evdev
  import Foundation
  import Gestures
  import Playback
  import TestSupport
  import Testing

  @testable import RecordingLibrary

  @Suite("Labels of a library") struct LibraryLabelTests {
    private let sample: LibrarySample

    init() throws {
      sample = try LibrarySample()
      try sample.write("tap.evemu", [.tap(x: 20, y: 20, at: 1)])
    }

    /// A label that says that the tap is a swipe.
    private static let sheet =
      #"{"v":2,"file":"recordings/tap.evemu","expect":[{"gesture":"swipe","touches":1,"#
      + #""direction":"left","start":0,"end":1}]}"# + "\n"

    /// Adds one recording, with or without a file of labels.
    private func addTap(labels: String? = nil) throws {
      var addition = LibraryAddition()
      addition.labels = labels
      try sample.open().add([sample.recordings + "/tap.evemu"], addition) { _ in }
    }

    private func compare() throws {
      _ = try sample.open().compare(
        .computed(AnswerSource()), .computed(AnswerSource(profile: .uikit)), of: LibraryQuery(),
        LibraryAddition()
      ) { _ in }
    }

    @Test("Labels that were named for a file stay when it is compared or added again")
    func keptLabels() throws {
      try sample.folder.write("sheet.jsonl", Self.sheet)
      try addTap(labels: sample.folder.file("sheet.jsonl"))
      #expect(try sample.names { $0.labels = [.swipe] } == ["tap.evemu"])
      try compare()
      #expect(try sample.names { $0.labels = [.swipe] } == ["tap.evemu"])
      #expect(try sample.value("SELECT count(*) FROM score") == "2")
      try sample.write("tap.evemu", [.tap(x: 40, y: 20, at: 2)])
      try addTap()
      #expect(try sample.names { $0.failures = [.missed(.swipe)] } == ["tap.evemu"])
    }

    @Test("Labels that cannot be read for the moment stay")
    func unreadableLabels() throws {
      let sheet = sample.folder.file("recordings/labels.v2.jsonl")
      let text = Self.sheet.replacingOccurrences(of: "recordings/", with: "")
      try sample.folder.write("recordings/labels.v2.jsonl", text)
      try sample.add()
      try sample.folder.write("recordings/labels.v2.jsonl", text + "no label\n")
      #expect(try sample.add().contains("failed labels.v2.jsonl"))
      #expect(try sample.names { $0.labels = [.swipe] } == ["tap.evemu"])
      #expect(try sample.value("SELECT count(*) FROM score") == "1")
      try FileManager.default.removeItem(atPath: sheet)
      try sample.add()
      #expect(try sample.names { $0.labels = [.swipe] } == [])
    }

    @Test("A new file is added without labels that cannot be read, and has them later")
    func labelsReadLater() throws {
      try sample.folder.write("recordings/labels.v2.jsonl", "no label\n")
      #expect(try sample.add().contains("added tap.evemu"))
      try sample.folder.write(
        "recordings/labels.v2.jsonl",
        Self.sheet.replacingOccurrences(of: "recordings/", with: ""))
      #expect(try sample.add().contains("changed tap.evemu"))
      #expect(try sample.names { $0.labels = [.swipe] } == ["tap.evemu"])
    }
    @Test("The description that labels name is that with which a recording is read")
    func labelledDescription() throws {
      try sample.folder.write("recordings/pad.desc", "N: Pad\nI: 0003 06cb 1234 0001\n")
      try sample.folder.write(
        "recordings/labels.v2.jsonl",
        Self.sheet.replacingOccurrences(of: "recordings/", with: "")
          .replacingOccurrences(of: #""v":2,"#, with: #""v":2,"device":"pad.desc","#))
      try sample.write("other.evemu", [.tap(x: 30, y: 20, at: 1)])
      try sample.add()
      let library = try sample.open()
      #expect(try library.description(for: sample.recordings + "/tap.evemu")?.name == "Pad")
      #expect(try library.description(for: sample.recordings + "/other.evemu") == nil)
    }

    @Test("A description that several labels name and that cannot be read is one error")
    func unreadableDescription() throws {
      let names = ["tap.evemu", "second.evemu", "third.evemu"]
      for name in names { try sample.write(name, [.tap(x: 30, y: 20, at: 1)]) }
      let lines = names.map {
        #"{"v":2,"file":"\#($0)","device":"none.desc","expect":[]}"# + "\n"
      }
      try sample.folder.write("recordings/labels.v2.jsonl", lines.joined())
      let results = try sample.add()
      #expect(results.filter { $0.hasPrefix("failed") } == ["failed none.desc"])
      #expect(results.filter { $0.hasPrefix("added") }.count == 3)
    }
  }
#endif
