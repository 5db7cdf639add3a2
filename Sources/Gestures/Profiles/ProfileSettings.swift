/// The section of one recognizer in a profile, declared beside its recognizer.
protocol ProfileSettings: Hashable, Sendable {
  /// The settings, in the order in which they are written to files.
  static var table: [SettingDescription<Self>] { get }

  var rule: Profile.Rule { get set }
}

extension ProfileSettings {
  /// A reason with one of these numbers as its limit.
  func reason(
    _ cause: FailureReason.Cause, _ measured: Double?,
    limit: any KeyPath<Self, Double> & Sendable, touch: Touch.ID? = nil, at time: Timestamp = .zero
  ) -> FailureReason {
    FailureReason(
      cause, measured: measured, limit: self[keyPath: limit], parameter: limit, touch: touch,
      time: time)
  }
}

/// A row of a section's table: the name of a setting, its range and its meaning.
struct SettingDescription<Settings: ProfileSettings>: Sendable {
  typealias Path<Value> = any WritableKeyPath<Settings, Value> & Sendable

  enum Content: Sendable {
    /// A number, with its range in the unit of files.
    case number(Path<Double>, Quantity, ClosedRange<Double>)
    /// One of some words, or a list of them.
    case choice(
      words: [String], isList: Bool, get: @Sendable (Settings) -> [String],
      set: @Sendable ([String], inout Settings) -> Void)
  }

  let name: String
  let summary: String
  let content: Content

  // MARK: Numbers

  /// A length of up to 1.5 m, more than any touchscreen has.
  static func length(_ name: String, _ path: Path<Double>, _ summary: String) -> Self {
    Self(name: name, summary: summary, content: .number(path, .length, 0...1500))
  }

  static func duration(_ name: String, _ path: Path<Double>, _ summary: String) -> Self {
    Self(name: name, summary: summary, content: .number(path, .duration, 0...3600))
  }

  static func angle(_ name: String, _ path: Path<Double>, _ summary: String) -> Self {
    Self(name: name, summary: summary, content: .number(path, .angle, 0...180))
  }

  static func number(
    _ name: String, _ path: Path<Double>, _ range: ClosedRange<Double>, _ summary: String
  ) -> Self {
    Self(name: name, summary: summary, content: .number(path, .number, range))
  }

  static func slop(_ path: Path<Double>) -> Self {
    length("slop", path, "that a resting finger may move")
  }

  static func initialSlop(_ path: Path<Double>) -> Self {
    length("initialSlop", path, "that it may move within initialDuration")
  }

  static func initialDuration(_ path: Path<Double>) -> Self {
    duration("initialDuration", path, "from the touch down")
  }

  // MARK: Choices

  static func word<Value: CaseIterable & RawRepresentable<String> & SendableMetatype>(
    _ name: String, _ path: Path<Value>, _ summary: String
  ) -> Self {
    choice(
      name, summary, words: Value.allCases.map(\.rawValue),
      get: { [$0[keyPath: path].rawValue] },
      set: { words, settings in
        if let value = words.first.flatMap(Value.init) { settings[keyPath: path] = value }
      })
  }

  static func yesOrNo(_ name: String, _ path: Path<Bool>, _ summary: String) -> Self {
    choice(
      name, summary, words: ["true", "false"],
      get: { [$0[keyPath: path] ? "true" : "false"] },
      set: { words, settings in settings[keyPath: path] = words.first == "true" })
  }

  /// A choice of any number of words.
  static func choice(
    _ name: String, _ summary: String, words: [String], isList: Bool = false,
    get: @escaping @Sendable (Settings) -> [String],
    set: @escaping @Sendable ([String], inout Settings) -> Void
  ) -> Self {
    Self(
      name: name, summary: summary,
      content: .choice(words: words, isList: isList, get: get, set: set))
  }

  static func recognitionTiming(_ path: Path<GestureTiming>) -> Self {
    word("recognitionTiming", path, "while the fingers move, or when they lift")
  }

  static func endsOn(_ path: Path<GestureEnding>) -> Self {
    word("endsOn", path, "the finger with which the gesture ends")
  }
}
