import Contacts
import TestSupport
import Testing
import Timeline

@testable import Gestures

/// A run of `ios26_swipe.json`.
private struct MeasuredSwipe: Decodable, CustomTestStringConvertible {
  struct Setup: Decodable {
    var direction: Int
    var numberOfTouchesRequired: Int
  }
  struct Event: Decodable {
    var t: Double
    var id: Int
    var x: Double
    var y: Double
    var phase: String
  }
  struct Outcome: Decodable {
    var recognized: Bool
    var milliseconds: Double?
    var numberOfTouches: Int?

    enum CodingKeys: String, CodingKey {
      case recognized, numberOfTouches
      case milliseconds = "at_t_ms"
    }
  }
  struct File: Decodable {
    var cases: [MeasuredSwipe]
  }

  var name: String
  var recognizer: Setup
  var events: [Event]
  var expected: Outcome

  var testDescription: String { name }

  static let fileName = "cases/ios26_swipe.json"
  static let all = SharedFolder.json(fileName, as: File.self)?.cases ?? []

  /// UIKit's bits; an unknown bit becomes a direction that no swipe has.
  var directions: Set<Gesture.Direction> {
    let known: [(bit: Int, Gesture.Direction)] = [(1, .right), (2, .left), (4, .up), (8, .down)]
    var directions = Set(known.filter { recognizer.direction & $0.bit != 0 }.map(\.1))
    if recognizer.direction & ~15 != 0 { directions.insert(.in) }
    return directions
  }

  /// Plays the events, those of one time and phase together.
  func play(on stage: TouchStage) {
    var rest = events[...]
    while let first = rest.first {
      let batch = rest.prefix { $0.t == first.t && $0.phase == first.phase }
      rest = rest.dropFirst(batch.count)
      let positions = Dictionary(uniqueKeysWithValues: batch.map { ($0.id, ($0.x, $0.y)) })
      switch first.phase {
      case "began": stage.began(positions, at: first.t / 1000)
      case "moved": stage.moved(positions, at: first.t / 1000)
      case "ended":
        stage.advance(to: first.t / 1000)
        for event in batch { stage.ended(event.id, at: first.t / 1000) }
      default: Issue.record("unknown phase \(first.phase)")
      }
    }
  }
}

@Suite("Measured swipes", .requiresShared("cases/ios26_swipe.json"))
struct MeasuredSwipeTests {
  @Test(
    "A run has the result measured on iOS 26.1",
    arguments: MeasuredSwipe.all)
  private func run(_ swipe: MeasuredSwipe) {
    let recognizer = UIKitSwipeRecognizer()
    recognizer.directions = swipe.directions
    recognizer.numberOfTouchesRequired = swipe.recognizer.numberOfTouchesRequired
    let stage = TouchStage(recognizer)
    swipe.play(on: stage)
    #expect(stage.gestures.map(\.state) == (swipe.expected.recognized ? [.recognized] : []))
    #expect(stage.gestures.first?.time.seconds == swipe.expected.milliseconds.map { $0 / 1000 })
    #expect(stage.gestures.first?.touches == swipe.expected.numberOfTouches)
    #expect((recognizer.lastFailure == nil) == swipe.expected.recognized)
    #expect(recognizer.state == .possible)
  }

  @Test(
    "The file has 57 runs")
  func count() { #expect(MeasuredSwipe.all.count == 57) }
}
