import Foundation
import Gestures
import Pipeline
import Testing

@Suite("Explanations")
struct ExplanationTests {
  private static let traces: URL = {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    return root.appending(path: "Traces")
  }()

  private func lines(
    _ trace: String, gesture: Gesture.Kind? = nil, around moment: Double? = nil
  ) throws -> [String] {
    try Explanation(
      path: Self.traces.appending(path: trace).path, options: ReplayOptions(), gesture: gesture,
      around: moment
    ).entries.map { entry in
      switch entry {
      case .touch(let record): "touch \(record.touch.id) \(record.touch.phase.rawName)"
      case .change(let record): record.sentence
      }
    }
  }

  @Test("Each recognizer that fails says what it measured and its limit")
  func reasons() throws {
    let lines = try lines("tap.evemu")
    #expect(lines.first == "touch 1 began")
    #expect(lines.contains("swipe failed: went 9.3 pt, at least 36.0 needed"))
    #expect(lines.contains("pinch failed: 1 finger, at least 2 needed"))
    #expect(lines.contains("tap was recognized"))
  }

  @Test("Only the recognizers of one kind are told of")
  func oneKind() throws {
    #expect(
      try lines("tap.evemu", gesture: .swipe) == [
        "touch 1 began", "swipe failed: went 9.3 pt, at least 36.0 needed", "touch 1 ended",
      ])
  }

  @Test("A moment chooses the touches around it")
  func moment() throws {
    let first = try lines("tap-then-swipe.evemu", gesture: .pinch, around: 0)
    let second = try lines("tap-then-swipe.evemu", gesture: .pinch, around: 0.4)
    #expect(first.first == "touch 1 began")
    #expect(second.first == "touch 2 began")
    #expect(first.count == 3 && second.count == 3)
  }
}
