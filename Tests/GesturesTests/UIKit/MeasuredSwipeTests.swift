import Contacts
import Foundation
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

  static let fileName = "ios26_swipe.json"
  static let all = ((try? SharedCases.load(fileName, as: File.self)) ?? nil)?.cases ?? []

  /// UIKit's bits; those that it does not know stand for something that is no direction of a swipe.
  var directions: Set<Gesture.Direction> {
    let known: [(bit: Int, Gesture.Direction)] = [(1, .right), (2, .left), (4, .up), (8, .down)]
    var directions = Set(known.filter { recognizer.direction & $0.bit != 0 }.map(\.1))
    if recognizer.direction & ~15 != 0 { directions.insert(.in) }
    return directions
  }

  /// The events of one moment and one phase come together.
  func play(on rig: RecognizerRig) {
    var rest = events[...]
    while let first = rest.first {
      let batch = rest.prefix { $0.t == first.t && $0.phase == first.phase }
      rest = rest.dropFirst(batch.count)
      let places = Dictionary(uniqueKeysWithValues: batch.map { ($0.id, ($0.x, $0.y)) })
      switch first.phase {
      case "began": rig.began(places, at: first.t / 1000)
      case "moved": rig.moved(places, at: first.t / 1000)
      case "ended":
        rig.advance(to: first.t / 1000)
        for event in batch { rig.ended(event.id, at: first.t / 1000) }
      default: Issue.record("unknown phase \(first.phase)")
      }
    }
  }
}

@Suite("Measured swipes")
struct MeasuredSwipeTests {
  // Skipped where the measurements don't lie beside the project.
  @Test(
    "A run comes out as it was measured on iOS 26.1",
    .enabled(
      if: SharedCases.exists(MeasuredSwipe.fileName),
      "../shared/cases/ios26_swipe.json is not there"),
    arguments: MeasuredSwipe.all)
  private func run(_ swipe: MeasuredSwipe) {
    let recognizer = UIKitSwipeRecognizer()
    recognizer.directions = swipe.directions
    recognizer.numberOfTouchesRequired = swipe.recognizer.numberOfTouchesRequired
    let rig = RecognizerRig(recognizer)
    swipe.play(on: rig)
    #expect(rig.gestures.map(\.state) == (swipe.expected.recognized ? [.recognized] : []))
    #expect(rig.gestures.first?.time.seconds == swipe.expected.milliseconds.map { $0 / 1000 })
    #expect(rig.gestures.first?.touches == swipe.expected.numberOfTouches)
    #expect((recognizer.lastFailure == nil) == swipe.expected.recognized)
    #expect(recognizer.state == .possible)
  }

  @Test(
    "There are 57 of them",
    .enabled(
      if: SharedCases.exists(MeasuredSwipe.fileName),
      "../shared/cases/ios26_swipe.json is not there"))
  func count() throws {
    let file = try SharedCases.load(MeasuredSwipe.fileName, as: MeasuredSwipe.File.self)
    #expect(file?.cases.count == 57)
  }
}
