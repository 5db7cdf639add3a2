import SceneHost
import Scenes
import Testing

struct TouchExplorerTests {
  /// The three labels after each step of one gesture of two fingers and another one that is
  /// interrupted.
  private func labels(_ rules: SceneRules) -> [[Text?]] {
    let stage = SceneStage(TouchExplorer.self, rules: rules)
    var rows: [[Text?]] = []
    func note() { rows.append(["message", "taps", "touches"].map(stage.text)) }
    stage.frame(at: 0, [1: (10, 10), 2: (30, 10)])
    note()
    stage.frame(at: 0.1, [2: (60, 10)])
    note()
    stage.frame(at: 0.2, up: [1])
    note()
    stage.frame(at: 0.3, up: [2])
    note()
    stage.frame(at: 1, [3: (10, 10)])
    stage.frame(at: 1.05, up: [3])
    stage.frame(at: 1.2, [4: (10, 10)])
    note()
    stage.runner.interrupt(at: Timestamp(seconds: 1.3))
    note()
    return rows
  }

  @Test func `by the textbook rules labels have the textbook's words and the counts of the phase`()
  {
    let expected = [
      ["Touches Began", "1 taps detected", "2 touches detected."],
      ["Touches Detected", "1 taps detected", "1 touches detected."],
      ["Touches Stopped", "1 taps detected", "1 touches detected."],
      ["Touches Stopped", "1 taps detected", "1 touches detected."],
      ["Touches Began", "2 taps detected", "1 touches detected."],
      ["Toches Cancelled", "2 taps detected", "1 touches detected."],
    ]
    #expect(labels(.textbook) == expected.map { $0.map { Text(verbatim: $0) } })
  }

  @Test func `by the standard rules all touches that are down are counted, in plural forms`() {
    func row(_ message: String, _ taps: Int, _ touches: Int) -> [Text] {
      [
        Text(message), Text("%d taps detected", .count(taps)),
        Text("%d touches down", .count(touches)),
      ]
    }
    #expect(
      labels(.standard) == [
        row("Touches Began", 1, 2), row("Touches Moved", 1, 2), row("Touches Ended", 1, 1),
        row("Touches Ended", 1, 0), row("Touches Began", 2, 1), row("Touches Cancelled", 2, 0),
      ])
  }

  @Test(arguments: SceneRules.allCases)
  func `nothing is erased`(rules: SceneRules) {
    let stage = SceneStage(TouchExplorer.self, rules: rules)
    stage.frame(at: 0, [1: (10, 10)])
    stage.frame(at: 0.1, up: [1])
    stage.runner.finish()
    #expect(stage.moments.map(\.seconds).max() == 0.1)
    #expect(stage.text("message")?.isEmpty == false)
  }

  @Test(arguments: SceneRules.allCases)
  func `fingers that touch down on a label are touches of the screen`(rules: SceneRules) {
    let stage = SceneStage(TouchExplorer.self, rules: rules)
    stage.frame(at: 0, [1: (40, 30), 2: (80, 30)])
    #expect(
      stage.text("touches")
        == (rules == .textbook
          ? Text(verbatim: "2 touches detected.") : Text("%d touches down", .count(2))))
  }
}
