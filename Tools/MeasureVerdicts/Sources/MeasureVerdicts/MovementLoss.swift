import Checking
import Gestures
import Playback

/// How many verdicts on perturbed movements name a change back that suffices.
struct MovementTally {
  private(set) var cases = 0
  private(set) var answered = 0
  private(set) var inverse = 0
  private(set) var holding = 0
  private(set) var changes = 0
  private(set) var unmet = 0

  /// The amounts of the perturbations, in steps that grow until the gesture is lost.
  private static let perturbations: [(MovementChange.Kind, MovementChange.Kind, [Double])] = [
    (.slower, .faster, [1.2, 1.5, 2, 3, 5, 8]), (.faster, .slower, [1.2, 1.5, 2, 3, 5, 8]),
    (.shorter, .longer, [0.8, 0.6, 0.4, 0.2, 0.1]), (.longer, .shorter, [1.3, 1.7, 2.5, 4]),
    (.clockwise, .counterclockwise, [15, 25, 35, 45]),
    (.counterclockwise, .clockwise, [15, 25, 35, 45]),
  ]

  /// Perturbs the movement of a gesture in each way until it is lost, and looks at the verdict.
  mutating func add(_ record: GestureRecord, in recording: LoadedRecording, isVerbose: Bool) {
    guard recording.tracks.count == 1, recording.tracks[0].transform == nil else { return }
    var expected = ExpectedGesture(
      record.gesture.kind, touches: record.gesture.touches, taps: record.gesture.taps,
      direction: record.gesture.direction, name: record.gesture.name, at: record.start)
    let span = Verdict(expected, in: recording, searches: false).span
    guard let span else { return }
    expected.at = span.lowerBound
    for (kind, back, amounts) in MovementTally.perturbations {
      for amount in amounts {
        guard let worse = MovementChange(kind, amount).applied(to: recording, during: span)
        else { break }
        let verdict = Verdict(expected, in: worse)
        if verdict.isRecognized { continue }
        judge(verdict, expected, worse, back)
        if isVerbose, !verdict.movement.contains(where: { $0.kind == back }) {
          print("\(kind.rawValue) \(amount) \(recording.path) \(expected.text): \(verdict.text)")
        }
        break
      }
    }
  }

  private mutating func judge(
    _ verdict: Verdict, _ expected: ExpectedGesture, _ recording: LoadedRecording,
    _ back: MovementChange.Kind
  ) {
    cases += 1
    if !verdict.unmet.isEmpty { unmet += 1 }
    if !verdict.movement.isEmpty { answered += 1 }
    if verdict.movement.contains(where: { $0.kind == back }) { inverse += 1 }
    guard let span = verdict.span else { return }
    for change in verdict.movement {
      changes += 1
      guard let better = change.applied(to: recording, during: span) else { continue }
      if Verdict(expected, in: better, searches: false).isRecognized { holding += 1 }
    }
  }

  var line: String {
    "\(cases) unmet \(unmet)/\(cases) answered \(answered)/\(cases)"
      + " change back \(inverse)/\(cases) holding \(holding)/\(changes)"
  }
}
