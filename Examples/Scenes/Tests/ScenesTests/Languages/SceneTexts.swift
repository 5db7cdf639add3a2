import Contacts
import Foundation
import Playback
import SceneHost
import Scenes
import TestSupport
import Timeline

/// What scenes show while they receive all kinds of events.
enum SceneTexts {
  /// A text that a label showed.
  struct Shown: Hashable, CustomStringConvertible {
    let scene: String
    let label: String
    /// In points.
    let width: Double
    let fontSize: Double
    let text: Text

    var description: String { "\(scene).\(label): \(text.key)" }
  }

  /// The scenes, by both rules.
  static let cases = SceneCatalog.scenes.flatMap { scene in
    SceneRules.allCases.map { Case(scene: scene.name, rules: $0) }
  }

  struct Case: Hashable, Sendable, CustomStringConvertible {
    let scene: String
    let rules: SceneRules

    var description: String { "\(scene), \(rules.rawValue)" }
  }

  /// All texts that the labels of a scene show while it receives the touches of `Traces`, shakes
  /// and locations.
  static let all = Dictionary(uniqueKeysWithValues: cases.map { ($0, texts($0)) })

  private static func texts(_ sceneCase: Case) -> Set<Shown> {
    var shown: Set<Shown> = []
    for frames in recordings {
      shown.formUnion(texts(sceneCase) { runner in frames.forEach(runner.send) })
    }
    shown.formUnion(texts(sceneCase, sendShakes))
    shown.formUnion(texts(sceneCase, sendLocations))
    return shown
  }

  /// The touches of the recordings of gestures in `Traces`, which have an expectation each.
  private static let recordings: [[ContactFrame]] = {
    let folder = checkoutFolder.appending(path: "Traces")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { !$0.hasSuffix(".jsonl") && $0 != "README.md" }.flatMap { name in
      let recording = try? Recording(path: folder.appending(path: name).path).load()
      return recording?.tracks.map { fromZero($0.playedFrames) } ?? []
    }
  }()

  /// The frames on a clock that starts with them, so that the loop of a scene takes no steps
  /// before.
  private static func fromZero(_ frames: [ContactFrame]) -> [ContactFrame] {
    guard let first = frames.first?.time else { return [] }
    return frames.map { frame in
      var frame = frame
      frame.time = Timestamp(microseconds: frame.time.microseconds(since: first))
      return frame
    }
  }

  private static func texts(_ sceneCase: Case, _ send: (SceneRunner) -> Void) -> Set<Shown> {
    guard let type = SceneCatalog.scene(named: sceneCase.scene) else { return [] }
    let runner = SceneRunner(type, in: SceneContext(rules: sceneCase.rules))
    var shown = labels(runner.screen, of: type)
    runner.observer = { [unowned runner] change in
      // A dialog is as wide as the screen.
      if case .event(.alert(let title, let message, let button)) = change.kind {
        for text in [title, message, button] {
          shown.insert(
            Shown(
              scene: type.name, label: "alert", width: runner.screen.size.width, fontSize: 17,
              text: text))
        }
      }
      if case .text = change.kind { shown.formUnion(labels(runner.screen, of: type)) }
    }
    send(runner)
    runner.finish()
    return shown
  }

  private static func labels(_ screen: Screen, of type: Scene.Type) -> Set<Shown> {
    Set(
      screen.elements.compactMap { element in
        guard case .text(let text, let fontSize, _) = element.content else { return nil }
        return Shown(
          scene: type.name, label: element.name, width: element.frame.size.width,
          fontSize: fontSize, text: text)
      })
  }

  /// Rests, turns over, and shakes to and fro, at 100 Hz.
  private static func sendShakes(_ runner: SceneRunner) {
    let attitudes = [(0.0, -1.0, 0.0), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, 0, -1), (0, 0, 1)]
    for step in 0..<800 {
      let (x, y, z) = attitudes[step / 100 % attitudes.count]
      let swing = step / 100 >= attitudes.count ? 3 * (step / 8 % 2 == 0 ? 1.0 : -1) : 0
      runner.send(
        AccelerationSample(
          time: Timestamp(seconds: Double(step) / 100),
          acceleration: Acceleration(x: x + swing, y: y, z: z)))
    }
  }

  /// Travels from a metre to a quarter of the way around the world a fix, with errors of the
  /// receiver.
  private static func sendLocations(_ runner: SceneRunner) {
    var longitude = -179.999_999
    for (index, step) in [0.00001, 0.0005, 0.001, 0.002, 10, 90].enumerated() {
      longitude += step
      let time = Timestamp(seconds: Double(index) * 5)
      runner.send(
        Location(
          coordinate: Coordinate(latitude: -37.123456, longitude: longitude),
          horizontalAccuracy: 15.5, altitude: -1234.5, verticalAccuracy: 33.3, timestamp: time),
        at: time)
    }
    runner.send(.locationUnknown, at: Timestamp(seconds: 30))
    runner.send(.denied, at: Timestamp(seconds: 31))
  }
}
