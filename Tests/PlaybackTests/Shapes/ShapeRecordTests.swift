import Files
import Playback
import Shapes
import Testing

struct ShapeRecordTests {
  @Test("A match has its keys in order, with numbers of six decimals")
  func matchKeys() {
    let match = ShapeMatch(
      name: "check", score: 0.93, threshold: 0.5, isAccepted: true, runnerUp: "v",
      runnerUpScore: 0.6123456789)
    #expect(
      ShapeMatchRecord(index: 0, match: match).json
        == #"{"v":2,"index":0,"name":"check","score":0.93,"accepted":true,"runner_up":"v","#
        + #""runner_up_score":0.612346}"#)
  }

  @Test("What is unknown is left out")
  func omittedKeys() {
    let alone = ShapeMatch(name: "check", score: 0.2, threshold: 0.5, isAccepted: false)
    #expect(
      ShapeMatchRecord(index: 3, match: alone).json
        == #"{"v":2,"index":3,"name":"check","score":0.2,"accepted":false}"#)
    #expect(
      ShapeMatchRecord(index: 4, match: nil).json == #"{"v":2,"index":4,"accepted":false}"#)
  }
}
