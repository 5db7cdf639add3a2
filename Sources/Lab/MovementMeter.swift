import Checking
import Playback

/// Measures the durations of a recording's movements, from the departure of the first finger to the
/// last touch up. A departure is between the times when a finger is no longer still and when it
/// moves, so that a duration is a range.
package struct MovementMeter {
  private let tracks: [[(time: Double, contacts: [Contact])]]

  /// The distance from the touch down in mm within which a finger is still in the corpus.
  static let still = 2.5
  /// The distance from the touch down in mm beyond which a finger moves, from the same source.
  static let moving = 4.0

  package init(_ recording: LoadedRecording) {
    tracks = recording.tracks.map { track in
      track.playedFrames.map { ($0.time.seconds(since: recording.origin), $0.contacts) }
    }
  }

  /// The seconds from the departure to the last touch up of the contacts of a labelled gesture; nil
  /// if no contact moves, or if the touch down of one was not recorded.
  package func duration(of gesture: ScoreLabel.Gesture) -> ClosedRange<Double>? {
    let movements = tracks.compactMap { movement(of: gesture, in: $0) }
    guard !movements.contains(where: \.isResumed), let first = movements.map(\.first).min(),
      let last = movements.map(\.last).min(), let end = movements.map(\.end).max(),
      last.isFinite, last <= end
    else { return nil }
    return (end - last)...(end - first)
  }

  /// The times when contacts were no longer still, when they moved, and when they lifted.
  private struct Movement {
    var first = Double.infinity
    var last = Double.infinity
    var end = -Double.infinity
    var isResumed = false
  }

  private func movement(
    of gesture: ScoreLabel.Gesture, in frames: [(time: Double, contacts: [Contact])]
  ) -> Movement? {
    let window = frames.indices(
      where: \.time, from: gesture.start - RecordingScore.before, through: .infinity)
    // Fingers that were down before rest beside the gesture.
    let resting = window.lowerBound > 0 ? frames[window.lowerBound - 1].contacts.map(\.id) : []
    var starts: [Contact.ID: Point] = [:]
    var down: Set<Contact.ID> = []
    var movement = Movement()
    for frame in frames[window] {
      if frame.time > gesture.end, down.isEmpty { break }
      var present: Set<Contact.ID> = []
      for contact in frame.contacts where !resting.contains(contact.id) {
        if starts[contact.id] == nil {
          // Contacts that touch down after the gesture belong to another one.
          if frame.time > gesture.end { continue }
          starts[contact.id] = contact.position
          if contact.isResumed { movement.isResumed = true }
        }
        guard let start = starts[contact.id] else { continue }
        present.insert(contact.id)
        let distance = contact.position.distance(to: start)
        if distance > MovementMeter.still { movement.first = min(movement.first, frame.time) }
        if distance > MovementMeter.moving { movement.last = min(movement.last, frame.time) }
      }
      // The first frame without a contact is the one in which it lifts.
      if !down.isEmpty { movement.end = frame.time }
      down = present
    }
    return starts.isEmpty ? nil : movement
  }
}

extension ScoreLabel.Gesture {
  /// The longest duration of a swipe from its departure, in seconds: UIKit's limit.
  package static let maximumSwipeDuration = 0.5

  /// The gesture with only one of swipe and pan if its label allows both: by its duration or,
  /// failing that, the label's ``motion``; both stay if neither decides.
  package func withOneMotion(_ meter: MovementMeter) -> ScoreLabel.Gesture {
    guard mayBeEither else { return self }
    let wanted: Gestures.Gesture.Kind
    if let duration = meter.duration(of: self) {
      if duration.contains(Self.maximumSwipeDuration),
        duration.upperBound > Self.maximumSwipeDuration
      {
        return self
      }
      wanted = duration.upperBound <= Self.maximumSwipeDuration ? .swipe : .pan
    } else if let motion {
      wanted = motion == .flick ? .swipe : .pan
    } else {
      return self
    }
    var gesture = self
    gesture.kinds.removeAll { $0 != wanted && ($0 == .swipe || $0 == .pan) }
    return gesture
  }

  /// Whether the gesture may be reported as a swipe and as a pan.
  var mayBeEither: Bool { kinds.contains(.swipe) && kinds.contains(.pan) }
}
