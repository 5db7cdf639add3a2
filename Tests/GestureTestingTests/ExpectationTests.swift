import GestureTesting
import Testing

/// What each kind of expectation says when it is not met, to the letter.
@Suite("Expectations fail when they should, and say why")
struct ExpectationTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var rule = GestureDiff.Rule.exactly
    var script: FingerScript
    var expected: [GestureExpectation]
    var message: String
    var testDescription: String { name }

    init(
      _ name: String, _ message: String, _ rule: GestureDiff.Rule = .exactly,
      @ScriptBuilder of script: () -> [any FingerAction],
      @ExpectationBuilder expects expected: () -> [GestureExpectation]
    ) {
      self.name = name
      self.rule = rule
      self.script = FingerScript(script())
      self.expected = expected()
      self.message = message
    }
  }

  @Test("The message is this one", arguments: cases)
  func message(_ example: Case) {
    let check = GestureCheck(
      of: example.script, on: Stage(hand: .perfect), example.rule
    ) { _ in example.expected }
    #expect(check.failure == example.message)
  }
}
