import Files
import Foundation
import Gestures
import Lab
import Playback
import TestSupport
import Testing
import TouchFormats

@Suite(
  "Scores of real fingers", .requiresShared("corpus/labels.v2.jsonl"))
struct ScoreAgreementTests {
  private struct Score: Decodable, Equatable {
    struct Counts: Decodable, Equatable {
      let tp: Int
      let fp: Int
      let fn: Int
    }
    struct Shares: Decodable, Equatable {
      let precision: Double?
      let recall: Double?
      let f1: Double?
    }
    let micro: Shares
    let total: Counts
    let classes: [String: Counts]
  }

  @Test(
    "The score equals that of the corpus' own scorer, to the last digit",
    arguments: [Profile.standard, .textbook, .uikit])
  func agreement(profile: Profile) throws {
    var options = ReplayOptions()
    options.profile = profile
    let folder = try LabelledFolder(path: Corpus.folder.path)
    let report = ScoreReport(folder, options: options)
    #expect(report.failures.isEmpty)
    let own = try JSONDecoder().decode(Score.self, from: Data(report.json().utf8))
    #expect(own == (try theirs(folder, profile)))
  }

  @Test("The result does not depend on the number of threads")
  func jobs() throws {
    let folder = try LabelledFolder(path: Corpus.folder.path)
    #expect(ScoreReport(folder, jobs: 1).json() == ScoreReport(folder, jobs: 3).json())
  }

  @Test("Every loaded recording produces the records of a replay")
  func loading() throws {
    for label in try LabelledFolder(path: Corpus.folder.path).labels {
      var options = ReplayOptions()
      if let device = label.device {
        options.device = try EvemuDescription.read(
          path: Corpus.folder.appending(path: device).path)
      }
      let path = Corpus.folder.appending(path: label.file).path
      var replayed: [GestureRecord] = []
      _ = try Replay(path: path, options: options).run {
        if case .gesture(let record) = $0 { replayed.append(record) }
      }
      #expect(
        try LoadedRecording(path: path, options: options).records() == replayed, "\(label.file)")
    }
  }

  private func theirs(_ folder: LabelledFolder, _ profile: Profile) throws -> Score {
    let work = try TemporaryFolder()
    var lines = ""
    for label in folder.labels {
      var options = ReplayOptions()
      options.profile = profile
      if let device = label.device {
        options.device = try EvemuDescription.read(
          path: Corpus.folder.appending(path: device).path)
      }
      for var record in try LoadedRecording(path: folder.path(label), options: options)
        .records(profile)
      {
        record.file = label.file
        lines += record.json + "\n"
      }
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", Corpus.folder.appending(path: "score.py").path,
      Corpus.folder.appending(path: "labels.v2.jsonl").path, Corpus.folder.path,
      try work.write("output.jsonl", lines), "--json", work.path + "/score.json",
    ]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return try JSONDecoder().decode(Score.self, from: Data(try work.text("score.json").utf8))
  }
}
