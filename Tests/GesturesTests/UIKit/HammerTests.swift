import Contacts
import Gestures
import TestSupport
import Testing

/// Sequences of the gesture library Hammer: under a policy like its own they produce its results,
/// and the ones that differ under UIKit's policy are listed with the rule that explains the
/// difference.
@Suite("Hammer's sequences", .requiresShared("cases/hammer.json"))
struct HammerTests {
  static let cases = SharedFolder.json("cases/hammer.json", as: HammerFile.self)?.cases ?? []

  @Test("The file has 17 sequences")
  func count() { #expect(HammerTests.cases.count == 17) }

  @Test("Each produces Hammer's counts under Hammer's policy", arguments: cases)
  func own(example: HammerCase) {
    let stage = HammerPlayer(example) { HammerPolicy(order: $0) }
    stage.play()
    for (name, expected) in example.expected {
      #expect(expected.allows(stage.counts[name] ?? 0), "\(name): \(stage.counts)")
    }
  }

  /// The sequences with different results under UIKit's policy, and UIKit's rule.
  static let differences = [
    "first gesture blocks the following (tap, doubletap)":
      "22: a tap never prevents a tap with a higher tap count",
    "press followed by pan: both":
      "19: no two recognize at once, in a view and in those around it",
    "press fires when swipe does not recognize":
      "23: no action until the other has failed, and the finger may still swipe",
    "press fires when pan does not recognize":
      "23: no action until the other has failed, and the finger may still pan",
  ]

  @Test("Exactly the listed sequences differ under UIKit's policy")
  func underUIKit() {
    var differing: [String] = []
    for example in HammerTests.cases {
      let stage = HammerPlayer(example) { _ in RecognizerSet(profile: .uikit).policy }
      stage.play()
      let isSame = example.expected.allSatisfy { $1.allows(stage.counts[$0] ?? 0) }
      if !isSame { differing.append(example.name) }
    }
    #expect(differing.sorted() == HammerTests.differences.keys.sorted())
  }
}

/// Of several recognizers on one view, the first in the list decides first and prevents those after
/// it; recognizers of different views are independent.
private struct HammerPolicy: ArbitrationPolicy {
  let order: [GestureRecognizer]

  func verdict(on other: GestureRecognizer, claimant: GestureRecognizer) -> ArbitrationVerdict {
    guard other.view === claimant.view, !mayRunTogether(claimant, other) else { return .coexist }
    guard other.state == .possible else { return .claimantFails }
    // A tap is over as soon as it is recognized; recognizers before it have processed the touch.
    let isBefore = position(of: other) < position(of: claimant)
    return claimant.kind == .tap && isBefore ? .coexist : .giveWay
  }

  /// A recognizer that has not begun counts as failed, except that taps wait for taps.
  func holdsBack(_ recognizer: GestureRecognizer, for other: GestureRecognizer) -> Bool {
    other.kind == .tap
  }

  private func position(of recognizer: GestureRecognizer) -> Int {
    order.firstIndex(of: recognizer) ?? order.count
  }

  private func mayRunTogether(_ first: GestureRecognizer, _ second: GestureRecognizer) -> Bool {
    let pairs = [(first, second), (second, first)]
    return pairs.contains { one, other in
      one.delegate?.gestureRecognizer(one, shouldRecognizeSimultaneouslyWith: other) ?? false
    }
  }
}
