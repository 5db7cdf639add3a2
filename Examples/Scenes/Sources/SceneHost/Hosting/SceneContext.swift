public import Contacts
public import Gestures
public import Sensors
public import Timeline

/// Which rules a scene follows.
public enum SceneRules: String, Hashable, Sendable, CaseIterable {
  /// Those of the toolkit.
  case standard
  /// Those of the classic sample programs of iPhone development books, with their faults.
  case textbook
}

/// What a scene runs in: its clock, its sensors, its settings.
public final class SceneContext {
  public let rules: SceneRules
  /// The size of the screen in points of 1/163 inch.
  public let screenSize: Size
  /// What the user has set.
  public let settings: SettingsValues
  public let clock = SceneClock()
  /// Calls its clients 60 times a second of the scene's clock.
  public let loop = FixedStepLoop()
  /// Delivers the samples of an accelerometer, if the scene gets any.
  public let accelerometer = Accelerometer()
  /// Delivers locations, if the scene gets any; a scene starts it.
  public let locations: LocationStream
  /// Receives events such as sounds.
  var eventObserver: ((SceneEvent) -> Void)?
  /// The number of the latest erasure of each label, by which the earlier ones are known.
  private var erasures: [ObjectIdentifier: Int] = [:]

  public init(
    rules: SceneRules = .standard, screenSize: Size = SceneContext.textbookScreenSize,
    settings: SettingsValues = SettingsValues()
  ) {
    self.rules = rules
    self.screenSize = screenSize
    self.settings = settings
    // The textbook's program has no filter.
    locations = LocationStream(
      filters: rules == .textbook ? [] : LocationPipeline.standardFilters)
  }

  /// The screen of the textbook's programs, 320 by 460 points.
  public static let textbookScreenSize = Size(width: 320, height: 460)

  public var isTextbook: Bool { rules == .textbook }

  /// The profile of recognizers with these rules.
  public var profile: Profile { isTextbook ? .textbook : .standard }

  /// Reports an event such as a sound.
  public func emit(_ event: SceneEvent) { eventObserver?(event) }

  /// Shows a text in a label for some seconds.
  ///
  /// By the textbook rules each text schedules an erasure that no later text cancels, so that a
  /// text which is shown shortly before an earlier one's erasure vanishes with it.
  public func show(_ text: Text, in label: Label, erasedAfter delay: Double) {
    let number = erasures[ObjectIdentifier(label), default: 0] + 1
    erasures[ObjectIdentifier(label)] = number
    label.text = text
    clock.after(delay) { [unowned self, weak label] in
      guard let label, isTextbook || erasures[ObjectIdentifier(label)] == number else { return }
      label.text = .empty
    }
  }
}

/// The clock of a scene, which runs with the recording or the device: nothing here reads a wall
/// clock.
public final class SceneClock {
  private struct Call {
    let key: String?
    let action: () -> Void
  }

  /// The time of the event that is processed, from the start of the scene.
  public internal(set) var now = Timestamp.zero
  private var calls = Scheduler<Call>()

  /// Calls a closure after some seconds of this clock, as `performSelector:withObject:afterDelay:`
  /// does.
  ///
  /// - Parameter key: Names the call for ``cancel(_:)``.
  public func after(_ delay: Double, key: String? = nil, _ action: @escaping () -> Void) {
    calls.schedule(Call(key: key, action: action), at: now.advanced(bySeconds: delay))
  }

  /// Cancels all pending calls with a key, as `cancelPreviousPerformRequests` does.
  public func cancel(_ key: String) {
    calls.removeAll { $0.key == key }
  }

  /// The time of the next call.
  var nextDeadline: Timestamp? { calls.nextTime }

  /// Performs the next call that is due by a time; false if no call is.
  func performNext(by time: Timestamp) -> Bool {
    guard let call = calls.popDue(by: time) else { return false }
    now = max(now, call.time)
    call.payload.action()
    return true
  }
}
