import Foundation
import SceneHost
import Scenes
import Testing

private let names = ["single", "double", "triple", "quadruple"]

struct TapTapsTextbookTests {
  struct Vector: CustomTestStringConvertible {
    let touchDowns: [Double]
    /// The label that each text appears in, and when.
    let firings: [(String, Double)]
    /// The tap counts are those of touches that follow within this time.
    var interval = 0.4
    var testDescription: String { "\(touchDowns)" }
  }

  @Test(arguments: [
    Vector(touchDowns: [0], firings: [("single", 0.4)]),
    Vector(touchDowns: [0, 0.2], firings: [("double", 0.6)]),
    Vector(touchDowns: [0, 0.2, 0.4], firings: [("triple", 0.8)]),
    Vector(touchDowns: [0, 0.2, 0.4, 0.6], firings: [("quadruple", 0.6)]),
    Vector(touchDowns: [0, 0.2, 0.4, 0.6, 0.8], firings: [("quadruple", 0.6)]),
    Vector(touchDowns: [0, 0.45], firings: [("single", 0.4), ("double", 0.85)], interval: 0.5),
  ])
  func `the tap count decides 0.4 s after the touch down`(vector: Vector) {
    let stage = SceneStage(TapTaps.self, rules: .textbook)
    stage.runner.application.tapCounter.interval = vector.interval
    for (id, time) in zip(1..., vector.touchDowns) {
      stage.frame(at: time, [id: (100, 100)])
      stage.frame(at: time + 0.02, up: [id])
    }
    stage.runner.finish()
    let moments = vector.firings.flatMap { label, time in
      [
        SceneStage.Moment(time, label, Text(verbatim: "\(label.capitalized) Tap Detected")),
        SceneStage.Moment((time + 1.6).rounded(to: 6), label, .empty),
      ]
    }
    #expect(stage.moments == moments.sorted { $0.seconds < $1.seconds })
  }

  @Test func `two fingers that touch down apart are two single taps, and a text lives for both`() {
    let stage = SceneStage(TapTaps.self, rules: .textbook)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.05, [2: (200, 100)])
    stage.frame(at: 0.3, up: [1, 2])
    // Texts of the taps at 0.4 and 0.45 s, and of one in between two erasures, which the second
    // takes.
    stage.frame(at: 1.62, [3: (100, 100)])
    stage.frame(at: 1.63, up: [3])
    stage.runner.finish()
    #expect(
      stage.moments == [
        .init(0.4, "single", Text(verbatim: "Single Tap Detected")), .init(2, "single", .empty),
        .init(2.02, "single", Text(verbatim: "Single Tap Detected")),
        .init(2.05, "single", .empty),
      ])
  }

  @Test func `the text of a tap at 1.5 s lives for 0.1 s, until the erasure of an earlier one`() {
    let stage = SceneStage(TapTaps.self, rules: .textbook)
    // The third tap's text appears at 3.45 s, and the erasure of the second tap's text takes it at
    // 3.5 s.
    for (id, time) in [(1, 0.0), (2, 1.5), (3, 3.05)] {
      stage.frame(at: time, [id: (100, 100)])
      stage.frame(at: time + 0.02, up: [id])
    }
    stage.runner.finish()
    #expect(
      stage.moments == [
        .init(0.4, "single", Text(verbatim: "Single Tap Detected")), .init(2, "single", .empty),
        .init(3.45, "single", Text(verbatim: "Single Tap Detected")),
        .init(3.5, "single", .empty),
      ])
  }

  @Test func `a next tap at exactly 0.4 s comes after the decision: two single taps`() {
    let stage = SceneStage(TapTaps.self, rules: .textbook)
    for (id, time) in [(1, 0.0), (2, 0.4)] {
      stage.frame(at: time, [id: (100, 100)])
      stage.frame(at: time + 0.02, up: [id])
    }
    stage.runner.finish()
    #expect(stage.texts == [Text(verbatim: "Single Tap Detected")])
    #expect(stage.moments.last?.seconds == 2)
  }

  @Test func `a long press, a drag and a touch that is cancelled are single taps`() {
    for step in ["long", "drag", "cancelled"] {
      let stage = SceneStage(TapTaps.self, rules: .textbook)
      stage.frame(at: 0, [1: (100, 100)])
      if step == "drag" { stage.frame(at: 0.1, [1: (200, 100)]) }
      if step == "cancelled" { stage.frame(at: 0.1, cancelled: [1]) }
      stage.advance(to: 3)
      #expect(
        stage.moments.first == .init(0.4, "single", Text(verbatim: "Single Tap Detected")),
        "\(step)")
    }
  }
}

struct TapTapsTests {
  /// Taps at times of the touch down, each 0.05 s long.
  private func tap(_ stage: SceneStage, at times: [Double]) {
    for (index, time) in times.enumerated() {
      let id = Int(time * 100) + index + 1
      stage.frame(at: time, [id: (100, 100)])
      stage.frame(at: time + 0.05, up: [id])
    }
  }

  @Test(arguments: 1...4)
  func `each number of taps is reported alone, once no further tap can follow`(count: Int) {
    let stage = SceneStage(TapTaps.self)
    tap(stage, at: (0..<count).map { Double($0) / 5 })
    stage.runner.finish()
    let lift = Double(count - 1) / 5 + 0.05
    // A fifth tap would begin another series: four are reported at once.
    let time = count == 4 ? lift : lift + 0.300001
    let words = ["Single tap", "Double tap", "Triple tap", "Quadruple tap"][count - 1]
    #expect(
      stage.moments == [
        .init(time.rounded(to: 6), names[count - 1], Text(words)),
        .init((time + 1.6).rounded(to: 6), names[count - 1], .empty),
      ])
  }

  @Test func `five taps are four and one`() {
    let stage = SceneStage(TapTaps.self)
    tap(stage, at: [0, 0.2, 0.4, 0.6, 0.8])
    stage.runner.finish()
    #expect(stage.texts == [Text("Quadruple tap"), Text("Single tap")])
  }

  @Test func `a long press, a drag, two fingers and a cancelled touch are no tap`() {
    let stage = SceneStage(TapTaps.self)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 1, up: [1])
    stage.frame(at: 2, [2: (100, 100)])
    stage.frame(at: 2.1, [2: (200, 100)])
    stage.frame(at: 2.2, up: [2])
    stage.frame(at: 3, [3: (100, 100), 4: (200, 100)])
    stage.frame(at: 3.1, up: [3, 4])
    stage.frame(at: 4, [5: (100, 100)])
    stage.frame(at: 4.1, cancelled: [5])
    stage.runner.finish()
    #expect(stage.changes.isEmpty)
  }

  @Test func `an interruption leaves the taps before it uncounted`() {
    let stage = SceneStage(TapTaps.self)
    tap(stage, at: [0])
    stage.runner.interrupt(at: Timestamp(seconds: 0.1))
    stage.runner.resume(at: Timestamp(seconds: 0.2))
    tap(stage, at: [0.3])
    stage.runner.finish()
    #expect(stage.texts.count <= 1)
    #expect(!stage.texts.contains(Text("Double tap")))
  }

  @Test(arguments: [SceneRules.standard, .textbook])
  func `settings take effect while the scene runs`(rules: SceneRules) {
    let settings = SettingsValues()
    let stage = SceneStage(TapTaps.self, rules: rules, settings: settings)
    settings.set(0.5, for: TapTaps.interval)
    settings.set(0.6, for: TapTaps.decisionDelay)
    stage.runner.scene.settingsDidChange()
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.05, up: [1])
    stage.runner.finish()
    #expect(stage.moments.first?.seconds == (rules == .standard ? 0.550001 : 0.6))
  }
}

extension Double {
  fileprivate func rounded(to decimals: Int) -> Double {
    let factor = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
    return (self * factor).rounded() / factor
  }
}
