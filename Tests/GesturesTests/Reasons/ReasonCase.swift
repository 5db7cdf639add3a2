import Contacts
import Testing
import Timeline

@testable import Gestures

/// A limit of a recognizer, a number just within it and one just beyond, and a script that plays a
/// number with fingers.
struct ReasonCase: Sendable, CustomTestStringConvertible {
  var name: String
  var make: @Sendable () -> GestureRecognizer
  var cause: FailureReason.Cause
  /// A number that is allowed.
  var inside: Double
  /// A number that is not, as the reason has it, too.
  var outside: Double
  var limit: Double
  /// The limit's name in profiles.
  var parameter: String?
  /// Whose value it is there.
  var profile = Profile.standard
  var touch: Touch.ID?
  var play: @Sendable (RecognizerRig, Double) -> Void

  var testDescription: String { name }

  /// The numbers that a limit is made of: the profile's own, unless it shrinks with time or is a
  /// share of something.
  var isPlain = true

  func checkInside() {
    let rig = RecognizerRig(make())
    play(rig, inside)
    #expect(!rig.gestures.isEmpty, "\(String(describing: rig.recognizer.lastFailure))")
  }

  func checkOutside() throws {
    let rig = RecognizerRig(make())
    play(rig, outside)
    #expect(rig.gestures.isEmpty)
    let reason = try #require(rig.recognizer.lastFailure)
    #expect(reason.cause == cause)
    #expect(abs((reason.measured ?? .nan) - outside) < 1e-6, "\(reason)")
    #expect(abs((reason.limit ?? .nan) - limit) < 1e-6, "\(reason)")
    #expect(reason.parameter == parameter)
    if let touch { #expect(reason.touch == touch) }
    #expect(reason.time > .zero || cause == .touches || cause == .taps)
    #expect(reason.time <= rig.now)
    if let parameter, isPlain {
      let entry = try #require(Profile.parameters.first { $0.key == parameter })
      #expect(profile[keyPath: entry.path] == limit)
    }
    let sentence = try #require(rig.recognizer.failureSentence(since: .zero))
    #expect(sentence.hasPrefix(rig.recognizer.kind.rawValue))
    #expect(sentence.contains(" failed at "))
    #expect(parameter.map { sentence.hasSuffix(" (\($0))") } ?? true, "\(sentence)")
  }
}

/// What the scripts are made of.
extension RecognizerRig {
  /// One finger that lands at a time, moves once, and lifts.
  func stroke(
    by way: (Double, Double), landing: Double = 0, moving: Double = 0.1, lift: Double = 0.2
  ) {
    began([1: (300, 300)], at: landing)
    moved([1: (300 + way.0, 300 + way.1)], at: moving)
    ended(1, at: lift)
  }

  /// So many fingers that land together, go the same way, and lift.
  func strokes(_ count: Double, by way: (Double, Double) = (0, 0)) {
    let ids = Array(1...max(1, Int(count)))
    for id in ids { began([id: (Double(id) * 60, 300)], at: 0) }
    if way != (0, 0) {
      moved(
        Dictionary(
          uniqueKeysWithValues: ids.map { ($0, (Double($0) * 60 + way.0, 300 + way.1)) }),
        at: 0.1)
    }
    for id in ids.dropLast() { ended(id, at: 0.2) }
    if let last = ids.last { ended(last, at: 0.2) }
  }

  /// A touch of a tenth of a second.
  func tap(_ id: Touch.ID, at time: Double, x: Double = 300, lasting duration: Double = 0.1) {
    began([id: (x, 300)], at: time)
    ended(id, at: time + duration)
  }

  /// Two fingers opposite each other, 100 points from their middle, that go to another distance, turn
  /// and move on, in one frame.
  func pair(radius: Double = 100, degrees: Double = 0, way: Double = 0) {
    began([1: (200, 300), 2: (400, 300)], at: 0)
    let x = radius * Trigonometry.cosine(degrees: degrees)
    let y = radius * Trigonometry.sine(degrees: degrees)
    moved([1: (300 - x + way, 300 - y), 2: (300 + x + way, 300 + y)], at: 0.4)
    ended(1, 2, at: 0.5)
  }
}
