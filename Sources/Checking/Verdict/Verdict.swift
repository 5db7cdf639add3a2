public import Playback

/// The verdict on an expected gesture: its recognition or the reason of its absence, and the
/// changes that would suffice.
///
/// ```swift
/// let recording = try LoadedRecording(path: "swipe.evemu")
/// let verdict = Verdict(ExpectedGesture(.swipe, touches: 3), in: recording)
/// print(verdict.text)
/// ```
///
/// Measures and changes are those of the whole movement, found and confirmed by replays.
public struct Verdict: Sendable {
  /// A condition that the movement does not meet.
  public struct Condition: Hashable, Sendable {
    /// The measured quantity, or the event; nil for a setting of another recognizer.
    public var cause: FailureReason.Cause?
    /// The setting, as in `swipe.maximumDuration`; nil for a limit that is no setting.
    public var parameter: String?
    /// The measure of the whole movement, in mm, seconds, degrees or as a number; for a setting of
    /// another recognizer, the nearest value with which the gesture is recognized.
    public var measured: Double?
    /// The limit, in the same unit.
    public var limit: Double?
    /// The unit: `mm`, `s`, `degrees`, or empty for a plain number.
    public var unit = ""
    /// The time when the recognizer gave up, in seconds from the first event.
    public var gaveUp: Double?
    /// The condition in words, as in `the movement took 0.778 s, at most 0.500 s allowed
    /// (swipe.maximumDuration)`.
    public var sentence: String
  }

  /// The recipient of the touches in place of the expected recognizer.
  public enum Rival: Hashable, Sendable {
    case gesture(Gesture.Kind)
    case palm
    case interruption
  }

  /// The path of the recording as given.
  public var file: String
  /// The name of the device, if the recording has several.
  public var device: String?
  public var expected: ExpectedGesture
  public var isRecognized = false
  /// The gestures of the movement.
  public var recognized: [GestureRecord] = []
  /// The conditions that the movement does not meet, the decisive one first.
  public var unmet: [Condition] = []
  public var rival: Rival?
  /// The smallest sufficient change of one setting, or else of two; empty without one.
  public var settings: [SettingChange] = []
  /// Other settings, each of which suffices alone; the smallest change first.
  public var alternatives: [SettingChange] = []
  /// Changes of the movement, each of which suffices alone; the smallest change first.
  public var movement: [MovementChange] = []
  /// The assumptions about the recording that may make measures wrong.
  public var assumptions: [VerdictAssumption] = []
  /// The movement in seconds from the first event; nil without touches.
  public var span: ClosedRange<Double>?
  /// Whether fingers touch at other times, too, so that sentences name the movement's time.
  var isOneOfSeveral = false
  /// The reason why there is no recognizer or no movement, as a clause.
  var remark: String?
  /// Whether changes were searched.
  var isSearched = false

  /// The most frames that are played for settings, and for movements: about 0.1 s of work.
  private static let maximumFrames = 60_000

  /// Replays a recording and decides on the gesture, with a search for changes or only with the
  /// measures at which recognizers gave up.
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

  /// Plays frames of devices and decides on the gesture; `records` are the gestures of all devices.
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
    let attempts = devices.compactMap {
      Attempt(expected, on: $0, origin: origin, profile: profile)
    }
    guard let attempt = attempts.min(by: { $0.cost < $1.cost }) else {
      remark = "no finger touched down"
      return
    }
    device = attempt.device.name
    decide(attempt, origin, profile, searches: searches)
  }

  private mutating func decide(
    _ attempt: Attempt, _ origin: Timestamp, _ profile: Profile, searches: Bool
  ) {
    let result = attempt.play(expected, profile)
    isOneOfSeveral = attempt.isOneOfSeveral
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
      attempt: attempt.cut, expected: expected, profile: profile, result: result,
      frames: searches ? Verdict.maximumFrames : 0, origin: origin, verdict: self)
    search.run()
    // The confirmation covers earlier and later touches, which may matter.
    search.keepConfirmed(by: attempt)
    self = search.verdict
    unmet = search.conditions()
    if rival == .interruption { isSearched = false }
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

  /// The condition for which the expected recognizer gave up at a time in seconds.
  package func condition(gaveUpAt time: Double) -> Condition? {
    unmet.first { condition in condition.gaveUp.map { abs($0 - time) < 1e-6 } ?? false }
  }
}

/// An assumption about a recording, with its replacement.
public enum VerdictAssumption: String, Hashable, Sendable, CaseIterable {
  /// An assumed size of the touch area: lengths are guesses.
  case size
  /// An assumed range of the coordinates.
  case range
  /// Assumed times of events.
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
      "Lengths are guesses: the recording has no size of the touch area. Measure it, and give "
        + "--size."
    case .range:
      "The range of the touch area is that of the largest coordinates. Give --device, or record "
        + "with `libinput record` or `evemu-describe`."
    case .times:
      "Durations are unknown: the recording has no times. Give --rate, or record with times, as "
        + "`getevent -lt` does."
    }
  }
}
