import Contacts
import Gestures
import Testing

/// Sequences of another engine: they come out as there under a policy like its own, and those that
/// come out differently under UIKit's are known, with the rule that says so.
@Suite("Sequences of Hammer's")
struct HammerTests {
  static let cases = (try? SharedCases.load("hammer.json", as: HammerFile.self))?.cases ?? []
  static let areThere = Comment("the measured cases do not lie beside the project")

  @Test("There are seventeen", .enabled(if: SharedCases.exists("hammer.json"), areThere))
  func count() { #expect(HammerTests.cases.count == 17) }

  @Test(
    "They pass under a policy of their own", .enabled(if: !cases.isEmpty, areThere),
    arguments: cases)
  func own(example: HammerCase) {
    let stage = HammerStage(example) { HammerPolicy(order: $0) }
    stage.play()
    for (name, expected) in example.expected {
      #expect(expected.allows(stage.counts[name] ?? 0), "\(name): \(stage.counts)")
    }
  }

  /// What comes out differently under UIKit's rules, and why.
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

  @Test(
    "Those that come out differently under UIKit's policy are these, each by a rule",
    .enabled(if: !cases.isEmpty, areThere))
  func underUIKit() {
    var differing: [String] = []
    for example in HammerTests.cases {
      let stage = HammerStage(example) { _ in RecognizerSet(profile: .uikit).policy }
      stage.play()
      let isSame = example.expected.allSatisfy { $1.allows(stage.counts[$0] ?? 0) }
      if !isSame { differing.append(example.name) }
    }
    #expect(differing.sorted() == HammerTests.differences.keys.sorted())
  }
}

/// Of several recognizers on one view, the one that comes first in the list decides first, and what
/// it recognizes is kept from those behind it; views around each other know nothing of each other.
private struct HammerPolicy: ArbitrationPolicy {
  let order: [GestureRecognizer]

  func verdict(on other: GestureRecognizer, claimant: GestureRecognizer) -> ArbitrationVerdict {
    guard other.view === claimant.view, !mayRunTogether(claimant, other) else { return .coexist }
    guard other.state == .possible else { return .claimantFails }
    // A tap is over as soon as it is recognized; those before it have taken notice of the touch.
    let isBefore = position(of: other) < position(of: claimant)
    return claimant.kind == .tap && isBefore ? .coexist : .giveWay
  }

  /// One that has not begun counts as failed; only taps wait for taps.
  func holdsBack(_ recognizer: GestureRecognizer, for other: GestureRecognizer) -> Bool {
    other.kind == .tap
  }

  private func position(of recognizer: GestureRecognizer) -> Int {
    order.firstIndex(of: recognizer) ?? order.count
  }

  private func mayRunTogether(_ first: GestureRecognizer, _ second: GestureRecognizer) -> Bool {
    first.delegate?.recognizer(first, shouldRecognizeSimultaneouslyWith: second) ?? false
      || second.delegate?.recognizer(second, shouldRecognizeSimultaneouslyWith: first) ?? false
  }
}
