import PropertyTesting
import Testing

@Suite("Gestures are recognized as they are meant")
struct MeaningProperties {
  @Test("Each gesture of a person is the one that is meant")
  func people() {
    // The last fingers of a pinch lift up to half its span, 25 mm, from its middle.
    var tolerances = GestureTolerances.standard
    tolerances.position = 30
    forAll(fingers: .gestures(fingers: 1...3)) { _, stage in
      GestureCheck(meaningOf: stage.log, tolerances: tolerances)
    }
  }

  @Test("Gestures one after the other do not change each other")
  func series() {
    forAll(fingers: .gestures(fingers: 1...5).repeated(1...5), hands: .perfect) { _, stage in
      GestureCheck(meaningOf: stage.log)
    }
  }

  @Test("Edge pans and tip-taps are recognized beside all others")
  func optional() {
    let edgePans = ScriptGenerator { choices in
      [
        EdgePan(
          choices.item(of: ScriptGenerator.directions),
          length: choices.number(20...50, step: 1, simplest: 40))
      ]
    }
    let tipTaps = ScriptGenerator { choices in
      [TipTap(choices.item(of: [.left, .right]), fingers: choices.count(1...2))]
    }
    let others = ScriptGenerator.oneOf([
      edgePans, tipTaps, .taps(count: 1...2, fingers: 1...3), .pinches(), .rotations(),
    ])
    forAll(fingers: others.repeated(1...4), hands: .perfect, on: .everything) { _, stage in
      GestureCheck(meaningOf: stage.log)
    }
  }
}
