import Contacts
import Gestures
import Testing
import Timeline

@Suite("UIKit's coalesced and predicted touches: rule 44")
struct SampleRulesTests {
  @Test("44: Coalesced touches include the delivered one")
  func coalesced() {
    let stage = TouchStage()
    let canvas = Canvas(frame: stage.window.bounds)
    stage.window.addSubview(canvas)
    stage.application.send([frame(0, [1: 10])])
    #expect(canvas.coalesced == Array(canvas.delivered))
    stage.application.send([frame(4, [1: 20]), frame(8, [1: 30])])
    #expect(canvas.coalesced.count == 2)
    #expect(canvas.coalesced.last == canvas.delivered.first)
    stage.application.send([frame(12, [:])])
    #expect(canvas.coalesced == Array(canvas.delivered))
  }

  @Test("44: Predicted touches are replaced at the next event")
  func predicted() throws {
    let stage = TouchStage()
    let canvas = Canvas(frame: stage.window.bounds)
    stage.window.addSubview(canvas)
    for number in 0...4 { stage.application.send(frame(number * 8, [1: 10 + number * 10])) }
    let guess = try #require(canvas.predicted.first)
    #expect(guess.point.x.rounded() == 60)
    // The finger reversed: no position of an event comes from a prediction.
    stage.application.send(frame(40, [1: 40]))
    let touch = try #require(stage.application.touches.first)
    #expect(touch.point.x.rounded() == 40)
    #expect(touch.previousPoint.x.rounded() == 50)
    #expect(canvas.coalesced == [try #require(canvas.delivered.first)])
    #expect(canvas.predicted.allSatisfy { $0.timestamp.microseconds > 40_000 })
    #expect(!canvas.predicted.contains { $0.point == guess.point })
  }
}
