import Files
import Foundation
import Playback
import TestSupport
import Testing
import TouchFormats

@Suite("Real fingers", .requiresShared("corpus/labels.v2.jsonl"))
struct CorpusTests {
  private struct Label: Decodable {
    let file: String
    let device: String?
    let observedDevice: String?
    let expect: [Expectation]

    /// Only the number of expected gestures matters here; the scorer compares them.
    struct Expectation: Decodable {}
  }

  private struct Score: Decodable {
    struct Counts: Decodable {
      let tp: Int
      let fp: Int
      let fn: Int
    }
    let micro: [String: Double]
    let classes: [String: Counts]
  }

  @Test("The F1 score is at least 0.99 in total and 0.96 in each class; palms have no reports")
  func score() throws {
    let lines = try String(
      contentsOf: Corpus.folder.appending(path: "labels.v2.jsonl"), encoding: .utf8
    ).split(separator: "\n").map(String.init).filter { !$0.contains("/stroke/") }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    var outputs: [String] = []
    for line in lines {
      let label = try decoder.decode(Label.self, from: Data(line.utf8))
      let records = try replay(label)
      #expect(!label.expect.isEmpty || records.isEmpty, "\(label.file) is a palm")
      outputs += records
    }
    let score = try self.score(lines, outputs: outputs)
    #expect(score.micro["f1"] ?? 0 >= 0.99)
    for (name, counts) in score.classes where counts.tp + counts.fn >= 10 {
      let f1 = 2 * Double(counts.tp) / Double(2 * counts.tp + counts.fp + counts.fn)
      #expect(f1 >= 0.96, "\(name)")
    }
  }

  private func replay(_ label: Label) throws -> [String] {
    var options = ReplayOptions()
    if let device = label.device ?? label.observedDevice {
      options.device = try EvemuDescription.read(
        path: Corpus.folder.appending(path: device).path)
    }
    var records: [String] = []
    let path = Corpus.folder.appending(path: label.file).path
    _ = try Replay(path: path, options: options).run { report in
      if case .gesture(var record) = report {
        record.file = label.file
        records.append(record.json)
      }
    }
    return records
  }

  /// Runs the corpus' own scorer.
  private func score(_ labels: [String], outputs: [String]) throws -> Score {
    let work = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: work) }
    func write(_ lines: [String], _ name: String) throws -> String {
      let file = work.appending(path: name)
      try Data(lines.joined(separator: "\n").utf8).write(to: file)
      return file.path
    }
    let result = work.appending(path: "score.json")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", Corpus.folder.appending(path: "score.py").path,
      try write(labels, "labels.jsonl"), Corpus.folder.path,
      try write(outputs, "output.jsonl"), "--json", result.path,
    ]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return try JSONDecoder().decode(Score.self, from: Data(contentsOf: result))
  }
}
