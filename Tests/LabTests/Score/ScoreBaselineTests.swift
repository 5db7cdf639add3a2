import Files
import Gestures
import Lab
import Playback
import TestSupport
import Testing

struct ScoreBaselineTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func report(
    _ recordings: [(file: String, taps: Int)], isStrict: Bool = false
  ) throws -> ScoreReport {
    var lines = ""
    for (file, taps) in recordings {
      try folder.write(file, SampleTrace.bytes([Finger.tap(x: 30, y: 30, at: 0)]))
      let tap = #"{"gesture":"tap","touches":1,"taps":\#(taps),"start":0,"end":0.08}"#
      lines += "{\"v\":2,\"file\":\"\(file)\",\"expect\":[\(taps == 0 ? "" : tap)]}\n"
    }
    let labels = try LabelledFolder(path: folder.write("labels.jsonl", lines))
    return ScoreReport(labels, isStrict: isStrict)
  }

  private func baseline(_ report: ScoreReport) throws -> ScoreBaseline {
    try ScoreBaseline(Array(report.json().utf8), file: "old.json")
  }

  @Test("A score is no regression of itself")
  func same() throws {
    let report = try report([("a.evemu", 1), ("b.evemu", 2)])
    let change = try baseline(report).change(to: report)
    #expect(change.isSameRecordings && change.falls.isEmpty && change.brokenFiles.isEmpty)
  }

  @Test("A lower F1 of a class, and each recording that had no errors, are regressions")
  func falls() throws {
    let report = try report([("a.evemu", 1), ("b.evemu", 1)])
    // The same recordings, of which one is not recognized any more.
    var options = ReplayOptions()
    options.profile.tap.rule = .off
    let labels = try LabelledFolder(path: folder.path)
    let worse = ScoreReport(labels, options: options)
    let change = try baseline(report).change(to: worse)
    #expect(change.falls.map(\.name) == ["tap", "all"])
    #expect(change.falls.map(\.before) == [1, 1] && change.falls.map(\.now) == [0, 0])
    #expect(change.brokenFiles == ["a.evemu", "b.evemu"])
    // An improvement is no regression.
    let improvement = try baseline(worse).change(to: report)
    #expect(improvement.falls.isEmpty && improvement.brokenFiles.isEmpty)
  }

  @Test("False reports of a class that had no error before are a regression")
  func newClass() throws {
    let labels = try report([("a.evemu", 0)])
    var options = ReplayOptions()
    options.profile.tap.rule = .off
    let quiet = ScoreReport(try LabelledFolder(path: folder.path), options: options)
    let change = try baseline(quiet).change(to: labels)
    #expect(change.falls.map(\.name) == ["tap", "all"] && change.brokenFiles == ["a.evemu"])
    // There was no F1 before.
    #expect(change.falls.map(\.before) == [nil, nil] && change.falls.map(\.now) == [0, 0])
  }

  @Test("With other recordings or labels, only classes are compared, and the change says so")
  func otherRecordings() throws {
    let old = try baseline(report([("a.evemu", 1), ("b.evemu", 1)]))
    let change = try old.change(to: report([("a.evemu", 1), ("b.evemu", 2)]))
    #expect(!change.isSameRecordings && change.brokenFiles.isEmpty)
    #expect(change.falls.map(\.name) == ["tap", "all"])
  }

  @Test("A strict score is not compared with another")
  func strict() throws {
    let old = try baseline(report([("a.evemu", 1)]))
    let error = #expect(throws: FileError.self) {
      try old.change(to: report([("a.evemu", 1)], isStrict: true))
    }
    #expect(error?.description.contains("a score with --strict") ?? false)
  }

  @Test(
    "A malformed baseline is an error with its line and column",
    arguments: [
      ("", "old.json:1:1: expected a score as 'replay score --json' prints it"),
      ("[]", "old.json:1:1: expected a score as"),
      ("{\n  \"v\": 2,\n  x\n}", "old.json:3:3: expected"),
      ("{\"v\":1}", "old.json:1:6: expected a score of version 2"),
      ("{\"v\":2}", "old.json:1:6: expected a score of version 2"),
      ("{\"v\":2,\"classes\":{},", "the rest of the score"),
      ("{\"v\":2,\"classes\":{},\n\"files\":-1}", "old.json:2:9: expected a count as \"files\""),
      ("{\"v\":2,\"classes\":{},\"files\":1}", "true or false as \"strict\""),
      (
        "{\"v\":2,\"classes\":{},\"files\":1,\"strict\":false,\"fingerprint\":7}",
        "a text as \"fingerprint\""
      ),
      (
        "{\"v\":2,\"files\":1,\"strict\":false,\"fingerprint\":\"\",\"micro\":{\"f1\":1e9},\"classes\":{}}",
        "a share from 0 to 1 as \"f1\""
      ),
      (
        "{\"v\":2,\"files\":1,\"strict\":false,\"fingerprint\":\"\",\"micro\":{},\"classes\":{\"tap\":1}}",
        "an object with an \"f1\""
      ),
      (
        "{\"v\":2,\"files\":1,\"strict\":false,\"fingerprint\":\"\",\"micro\":{},\"classes\":{}}",
        "a list as \"mistakes\""
      ),
      (
        "{\"v\":2,\"files\":1,\"strict\":false,\"fingerprint\":\"\",\"micro\":{},\"classes\":{},\"mistakes\":[3]}",
        "a text as \"file\""
      ),
    ])
  func malformed(text: String, message: String) {
    let error = #expect(throws: FileError.self) {
      try ScoreBaseline(Array(text.utf8), file: "old.json")
    }
    #expect(error?.description.contains(message) ?? false, "\(error?.description ?? "")")
  }
}
