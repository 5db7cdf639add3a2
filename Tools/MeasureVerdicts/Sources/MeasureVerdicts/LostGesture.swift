import Checking
import Gestures
import Playback

/// A recognized gesture of a recording that a changed profile loses.
struct LostGesture {
  let recording: LoadedRecording
  let expected: ExpectedGesture
  let start: Double

  init(_ record: GestureRecord, in recording: LoadedRecording) {
    self.recording = recording
    start = record.start
    expected = ExpectedGesture(
      record.gesture.kind, touches: record.gesture.touches, taps: record.gesture.taps,
      direction: record.gesture.direction, name: record.gesture.name, at: record.start)
  }

  /// Whether the gesture is recognized under a profile.
  func isRecognized(_ profile: Profile) -> Bool {
    recording.records(profile).contains {
      expected.matches($0.gesture) && abs($0.start - start) < 1e-6
    }
  }
}

/// A change of one parameter with which a gesture is lost.
struct Loss {
  let parameter: ProfileParameter
  /// The value with which it is lost, in the unit of files.
  var lost: Double
  /// The value nearest to it with which it is recognized.
  var kept: Double

  /// The smallest change of a parameter that loses a gesture; nil if none does.
  ///
  /// - Parameter isCoarse: Whether to stop at the first of some growing changes.
  init?(
    _ parameter: ProfileParameter, rises: Bool, of gesture: LostGesture, in profile: Profile,
    isCoarse: Bool
  ) {
    self.parameter = parameter
    let current = parameter.outside(profile[parameter])
    let range = parameter.rangeOutside
    func isKept(_ value: Double) -> Bool {
      var changed = profile
      changed[parameter] = parameter.inside(value)
      return gesture.isRecognized(changed)
    }
    let factors = rises ? [1.1, 1.3, 2, 4, 10, 100] : [0.9, 0.75, 0.5, 0.25, 0.1, 0]
    kept = current
    lost = current
    for factor in factors {
      let value = min(max(current * factor, range.lowerBound), range.upperBound)
      if value == kept { continue }
      if !isKept(value) {
        lost = value
        break
      }
      kept = value
    }
    if lost == current { return nil }
    let resolution = parameter.unit == "mm" ? 0.02 : parameter.unit == "degrees" ? 0.1 : 0.0001
    var (good, bad) = (kept, lost)
    while abs(good - bad) > max(resolution, abs(good) * 0.002) {
      let middle = (good + bad) / 2
      if isKept(middle) { good = middle } else { bad = middle }
    }
    kept = good
    if !isCoarse { lost = bad }
  }

  func apply(to profile: inout Profile) { profile[parameter] = parameter.inside(lost) }

  /// Whether a value is within 2 %, 0.1 mm or 5 ms of the nearest that suffices.
  func isNear(_ value: Double) -> Bool {
    let tolerance = parameter.unit == "mm" ? 0.1 : parameter.unit == "s" ? 0.005 : 0
    return abs(value - kept) <= max(tolerance, abs(kept) * 0.02) + 1e-9
  }
}
