import Checking
import Foundation
import Playback
import TestSupport
import Testing

/// The folder of traces, as `replay check Traces` sees it.
@Suite("Traces")
struct TracesTests {
  @Test("Each trace produces the gestures that its script intends", arguments: traces)
  func gestures(trace: String) throws {
    let check = try RecordingCheck(path: TracesTests.folder.appendingPathComponent(trace).path)
    let comparison = try #require(check.comparison, "no \(check.expectationPath)")
    #expect(comparison.items.filter { !TracesTests.isMatch($0) } == [])
  }

  @Test("There are at least 30 small traces, which cover all gestures")
  func folder() throws {
    #expect(TracesTests.traces.count >= 30)
    var kinds: Set<String> = []
    var total = 0
    for trace in TracesTests.traces {
      let path = TracesTests.folder.appendingPathComponent(trace).path
      let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
      #expect(size < 200_000, "\(trace)")
      total += size
      let expected = try #require(
        try ExpectationFile.read(path: ExpectationFile.path(forTrace: path)))
      for line in expected.lines {
        let record = try JSONSerialization.jsonObject(with: Data(line.text.utf8))
        let values = try #require(record as? [String: Any])
        kinds.insert(try #require(values["gesture"] as? String))
      }
    }
    #expect(total < 3_000_000)
    #expect(
      kinds == ["tap", "longPress", "swipe", "pan", "pinch", "rotation", "tapAndDrag", "checkmark"])
  }

  private static func isMatch(_ item: GestureComparison.Item) -> Bool {
    if case .match = item { true } else { false }
  }

  /// Beside `Tests`.
  private static let folder = packageFolder.appendingPathComponent("Traces", isDirectory: true)

  /// The names of the traces, sorted.
  private static let traces: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { name in
      !name.hasPrefix(".") && !name.hasSuffix(".md") && !name.hasSuffix(".gestures.jsonl")
    }.sorted()
  }()
}
