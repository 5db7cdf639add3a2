import Files
import Foundation
import Playback
import SceneHost
import Scenes
import TestSupport
import Testing

/// What each scene shows on the recordings of the repository, by both rules, compared with the
/// files in Goldens. `UPDATE_SCENES=1 swift test --filter GoldenTests` writes them.
struct GoldenTests {
  struct Run: CustomTestStringConvertible, Sendable {
    let scene: String
    let rules: SceneRules

    var testDescription: String { "\(scene), \(rules)" }
    var file: String {
      packageFolder.appending(path: "Tests/ScenesTests/Goldens/\(scene).\(rules).jsonl").path
    }
  }

  private static let runs = SceneCatalog.scenes.flatMap { scene in
    SceneRules.allCases.map { Run(scene: scene.name, rules: $0) }
  }

  /// The recordings of touches in Traces.
  private static let traces: [String] = {
    let folder = checkoutFolder.appending(path: "Traces").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { !$0.hasSuffix(".md") && !$0.hasSuffix(".jsonl") }.sorted()
      .map { "Traces/\($0)" }
  }()

  /// Scenes that draw report each movement: a few recordings show all that they do.
  private static let drawn = [
    "Traces/checkmark.evemu", "Traces/interrupted-swipe.evemu", "Traces/swipes.evemu",
  ]

  private static let samples = "Examples/Samples/"

  private static func inputs(of scene: String) -> [[String]] {
    switch scene {
    case "QuartzFun", "Paths": drawn.map { [$0] }
    case "ShakeAndBreak": [[samples + "shakes.csv"], [samples + "shakes.csv", "Traces/tap.evemu"]]
    case "Motion", "Ball": [[samples + "tilt.motion"]]
    case "WhereAmI": [[samples + "walk.gpx"]]
    default: traces.map { [$0] }
    }
  }

  @Test(arguments: runs)
  func `a scene shows on the recordings what its golden file has`(_ run: Run) throws {
    let scene = try #require(SceneCatalog.scene(named: run.scene))
    var lines: [String] = []
    for files in Self.inputs(of: run.scene) {
      lines.append(#"{"files":"\#(files.joined(separator: " "))"}"#)
      // A touch mends what the shakes of the sample have broken by then.
      let input = try SceneInput(
        paths: files.map { checkoutFolder.appending(path: $0).path }, offsets: [0, 12])
      let context = SceneContext(rules: run.rules, screenSize: input.screenSize)
      let runner = SceneRunner(scene, in: context, isTouchpad: input.isTouchpad)
      runner.observer = { change in
        lines.append(
          ScreenChangeRecord(
            scene: run.scene, change: change, language: .english(SceneCatalog.strings)
          ).json)
      }
      try input.play(on: runner)
    }
    if ProcessInfo.processInfo.environment["UPDATE_SCENES"] != nil {
      try (lines.joined(separator: "\n") + "\n").write(
        toFile: run.file, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOfFile: run.file, encoding: .utf8)
      .split(separator: "\n").map(String.init)
    let first = zip(lines, golden).firstIndex { $0 != $1 } ?? min(lines.count, golden.count)
    #expect(
      lines == golden,
      """
      line \(first + 1): expected \(first < golden.count ? golden[first] : "the end"), found \
      \(first < lines.count ? lines[first] : "the end")
      """)
  }
}

extension Sequence {
  fileprivate func firstIndex(where predicate: (Element) -> Bool) -> Int? {
    enumerated().first { predicate($0.element) }?.offset
  }
}
