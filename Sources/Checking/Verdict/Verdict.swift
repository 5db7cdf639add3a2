import Contacts
import Files
public import Gestures
public import Playback
import Timeline

/// Whether an expected gesture was recognized, and if not, why, and with which change it would be.
///
/// ```swift
/// let recording = try LoadedRecording(path: "swipe.evemu")
/// let verdict = Verdict(ExpectedGesture(.swipe, touches: 3), in: recording)
/// print(verdict.text)
/// ```
///
/// Measures and changes are those of the whole movement: they were found by replaying it with other
/// settings, or with another movement, and each change was confirmed in this way.
public struct Verdict: Sendable {
  /// A condition that the movement does not meet.
  public struct Condition: Hashable, Sendable {
    /// What was measured, or what happened, as in the reasons of recognizers; nil for a setting of
    /// another recognizer.
    public var cause: FailureReason.Cause?
    /// The setting with the limit, as in `swipe.maximumDuration`; nil if it is not a setting.
    public var parameter: String?
    /// The measure of the whole movement, in mm, seconds, degrees or as a number; for a setting of
    /// another recognizer, the nearest value with which the gesture is recognized.
    public var measured: Double?
    /// The limit, in the same unit.
    public var limit: Double?
    /// `mm`, `s`, `degrees`, or empty for a plain number.
    public var unit: String
    /// When the recognizer gave up, in seconds from the first event.
    public var gaveUp: Double?
    /// As in `the movement took 0.778 s, at most 0.500 s allowed (swipe.maximumDuration)`.
    public var sentence: String
  }

  /// What took the touches from the expected recognizer.
  public enum Rival: Hashable, Sendable {
    case gesture(Gesture.Kind)
    case palm
    case interruption
  }

  /// The path of the recording as it was given.
  public var file: String
  /// The device, if the recording has several.
  public var device: String?
  public var expected: ExpectedGesture
  public var isRecognized = false
  /// The gestures of the movement.
  public var recognized: [GestureRecord] = []
  /// The conditions that the movement does not meet, the decisive one first.
  public var unmet: [Condition] = []
  public var rival: Rival?
  /// The smallest change of settings that suffices: of one setting, or of two if no single one
  /// suffices; empty if none does.
  public var settings: [SettingChange] = []
  /// Other settings, each of which suffices alone; the smallest change first.
  public var alternatives: [SettingChange] = []
  /// Changes of the movement, each of which suffices alone; the smallest change first.
  public var movement: [MovementChange] = []
  /// What was assumed of the recording, so that measures may be wrong.
  public var assumptions: [VerdictAssumption] = []
  /// When the movement began and ended, in seconds from the first event; nil without touches.
  public var span: ClosedRange<Double>?
  /// Why there is no recognizer or no movement; a clause such as `no finger touched down`.
  var remark: String?
  /// Whether changes were searched.
  var isSearched = false

  /// The most frames that are played for a verdict, for settings and for movements: about 0.1 s of
  /// processor time.
  private static let maximumFrames = 60_000

  /// Replays a recording and decides.
  ///
  /// - Parameters:
  ///   - searches: Whether to search settings and movements; without, the verdict has the measures
  ///     at which recognizers gave up.
  public init(
    _ expected: ExpectedGesture, in recording: LoadedRecording, profile: Profile = .standard,
    searches: Bool = true
  ) {
    self.init(
      expected, on: recording.tracks.map(PlayedDevice.init), origin: recording.origin,
      profile: profile, file: recording.path, searches: searches
    ) { recording.records(profile) }
    assumptions = VerdictAssumption.all(of: recording.notes)
  }

  /// Plays frames of devices and decides.
  ///
  /// - Parameters:
  ///   - origin: The time from which times count.
  ///   - records: The gestures of all devices, in the order of time.
  package init(
    _ expected: ExpectedGesture, on devices: [PlayedDevice], origin: Timestamp, profile: Profile,
    file: String, searches: Bool = true, records: () -> [GestureRecord]
  ) {
    self.file = file
    self.expected = expected
    if expected.at == nil {
      recognized = records().filter { expected.matches($0.gesture) }
      if let first = recognized.first {
        isRecognized = true
        device = first.device
        return
      }
    }
    let attempts = devices.compactMap { device in
      Attempt(expected, on: device, origin: origin, profile: profile).map {
        (device: device.name, attempt: $0)
      }
    }
    guard let (device, attempt) = attempts.min(by: { $0.attempt.cost < $1.attempt.cost }) else {
      remark = "no finger touched down"
      return
    }
    self.device = device
    decide(attempt, origin, profile, searches: searches)
  }

  private mutating func decide(
    _ attempt: Attempt, _ origin: Timestamp, _ profile: Profile, searches: Bool
  ) {
    let result = attempt.play(expected, profile)
    span = attempt.start.seconds(since: origin)...attempt.end.seconds(since: origin)
    recognized = result.gestures.map {
      GestureRecord(file: file, device: device, gesture: $0, origin: origin)
    }
    if result.isRecognized {
      isRecognized = true
      return
    }
    rival = Verdict.rival(result, expected)
    // No setting and no movement undoes an interruption.
    let searches = searches && result.cancelledGesture(expected) == nil
    var search = VerdictSearch(
      attempt.cut, expected, profile, result, frames: searches ? Verdict.maximumFrames : 0)
    search.run()
    // Earlier and later touches may matter after all.
    search.keepConfirmed(by: attempt)
    isSearched = search.hasSearched && rival != .interruption
    settings = search.settings
    alternatives = search.alternatives
    movement = search.movement
    unmet = search.conditions(origin)
    remark = search.remark
  }

  private static func rival(_ result: AttemptResult, _ expected: ExpectedGesture) -> Rival? {
    if result.cancelledGesture(expected) != nil { return .interruption }
    for change in result.failures {
      guard let reason = change.reason else { continue }
      switch reason.cause {
      case .prevented, .requirement: if let other = reason.other { return .gesture(other) }
      case .palm: return .palm
      case .cancelled: return .interruption
      default: break
      }
    }
    if let other = result.gestures.first(where: { $0.kind != expected.kind }) {
      return .gesture(other.kind)
    }
    return result.palms.isEmpty ? nil : .palm
  }
}

/// Something that was assumed of a recording, with what replaces the assumption.
public enum VerdictAssumption: String, Hashable, Sendable, CaseIterable {
  /// The size of the touch area: lengths are guesses.
  case size
  /// The range of the coordinates.
  case range
  /// The times of events.
  case times

  package static func all(of notes: [RecordingNote]) -> [VerdictAssumption] {
    var found: Set<VerdictAssumption> = []
    for note in notes {
      switch note {
      case .assumedSize(_, let isRangeObserved, _):
        found.insert(.size)
        if isRangeObserved { found.insert(.range) }
      case .observedRange: found.insert(.range)
      case .noTimes: found.insert(.times)
      default: break
      }
    }
    return allCases.filter(found.contains)
  }

  /// The assumption and its remedy, in one sentence.
  public var sentence: String {
    switch self {
    case .size:
      "Lengths are guesses: the recording has no size of the touch area. Give --size or --device, or "
        + "record with `libinput record` or `evemu-describe`."
    case .range:
      "The range of the touch area is that of the largest coordinates. Give --device, or record with "
        + "`libinput record` or `evemu-describe`."
    case .times:
      "Durations are unknown: the recording has no times. Give --rate, or record with times, as "
        + "`getevent -lt` does."
    }
  }
}
