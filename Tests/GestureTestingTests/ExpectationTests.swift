import GestureTesting
import Testing

/// The exact message of each kind of expectation that is not met.
@Suite("Failure messages of expectations")
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

  @Test("An expectation that is not met has the exact message", arguments: cases)
  func message(_ example: Case) {
    let check = GestureCheck(
      of: example.script, on: Stage(hand: .perfect), example.rule
    ) { _ in example.expected }
    #expect(check.diff?.description == example.message)
  }
}
