/// The section of one recognizer, for programs that read, write or list profiles.
public struct ProfileSection: Sendable {
  /// The name in profile files, as in `swipe`.
  public let name: String
  /// The rules that the section allows.
  public let rules: [Profile.Rule]
  public let parameters: [ProfileParameter]
  public let choices: [ProfileChoice]
  fileprivate let get: @Sendable (Profile) -> Profile.Rule
  fileprivate let set: @Sendable (Profile.Rule, inout Profile) -> Void

  init<Settings: ProfileSettings>(
    _ name: String, _ path: any WritableKeyPath<Profile, Settings> & Sendable,
    _ rules: [Profile.Rule]
  ) {
    self.name = name
    self.rules = rules
    parameters = Settings.table.compactMap { ProfileParameter($0, of: name, at: path) }
    choices = Settings.table.compactMap { ProfileChoice($0, of: name, at: path) }
    get = { $0[keyPath: path].rule }
    set = { rule, profile in profile[keyPath: path].rule = rule }
  }
}

/// A number of a profile.
public struct ProfileParameter: Sendable {
  /// The section and the name, as in `swipe.minimumLength`.
  public let key: String
  /// The name within the section, as in `minimumLength`.
  public let name: String
  public let quantity: Quantity
  /// The allowed values in the unit of files: millimetres, seconds, degrees or a number.
  public let rangeOutside: ClosedRange<Double>
  public let summary: String
  /// The setting's path from its section.
  fileprivate let path: any AnyKeyPath & Sendable
  fileprivate let get: @Sendable (Profile) -> Double
  fileprivate let set: @Sendable (Double, inout Profile) -> Void

  fileprivate init?<Settings: ProfileSettings>(
    _ description: SettingDescription<Settings>, of sectionName: String,
    at section: any WritableKeyPath<Profile, Settings> & Sendable
  ) {
    guard case .number(let path, let quantity, let range) = description.content else { return nil }
    key = "\(sectionName).\(description.name)"
    name = description.name
    summary = description.summary
    rangeOutside = range
    self.quantity = quantity
    self.path = path
    get = { $0[keyPath: section][keyPath: path] }
    set = { value, profile in profile[keyPath: section][keyPath: path] = value }
  }

  /// The unit of files: `mm`, `s`, `degrees`, or empty for a plain number.
  public var unit: String { quantity.unit }

  /// The allowed values in a file, as in `0 to 1500 mm`.
  package var allowed: String {
    let (low, high) = (rangeOutside.lowerBound, rangeOutside.upperBound)
    let range = "\(low.shortestText) to \(high.shortestText)"
    return unit.isEmpty ? range : "\(range) \(unit)"
  }

  /// The allowed values in the unit of the Swift API, where lengths are points.
  public var range: ClosedRange<Double> {
    inside(rangeOutside.lowerBound)...inside(rangeOutside.upperBound)
  }

  /// Lengths in files are read to the nearest hundredth of a point, 1.6 µm.
  private static let pointsResolution = 100.0

  /// The value of the Swift API for a value of a file.
  public func inside(_ value: Double) -> Double {
    let inside = quantity.inside(value)
    guard quantity == .length else { return inside }
    return (inside * ProfileParameter.pointsResolution).rounded()
      / ProfileParameter.pointsResolution
  }

  /// The value for a file: the one with the fewest decimals that ``inside(_:)`` converts to
  /// `value`; exact if none does, as `value` is no multiple of a hundredth of a point.
  public func outside(_ value: Double) -> Double {
    let outside = quantity.outside(value)
    guard quantity == .length else { return outside }
    for factor in [1.0, 10, 100, 1000] {
      let short = (outside * factor).rounded() / factor
      if inside(short) == value { return short }
    }
    return outside
  }
}

/// A setting of a profile that is not a number: one or several of a few words.
public struct ProfileChoice: Sendable {
  /// The section and the name, as in `pan.endsOn`.
  public let key: String
  /// The name within the section, as in `endsOn`.
  public let name: String
  /// The words that the setting allows.
  public let choices: [String]
  /// Whether the setting is a list of any number of the words.
  public let isList: Bool
  public let summary: String
  /// The words of a profile, in the order of ``choices``.
  public let words: @Sendable (Profile) -> [String]
  /// Sets the words of a profile.
  public let set: @Sendable ([String], inout Profile) -> Void

  fileprivate init?<Settings: ProfileSettings>(
    _ description: SettingDescription<Settings>, of sectionName: String,
    at section: any WritableKeyPath<Profile, Settings> & Sendable
  ) {
    guard case .choice(let choices, let isList, let get, let set) = description.content else {
      return nil
    }
    key = "\(sectionName).\(description.name)"
    name = description.name
    self.choices = choices
    self.isList = isList
    summary = description.summary
    words = { get($0[keyPath: section]) }
    self.set = { words, profile in set(words, &profile[keyPath: section]) }
  }

  /// The words to choose from, as in `early, onTouchUp`.
  package var allowed: String { choices.joined(separator: ", ") }
}

// MARK: - All of a profile

extension Profile {
  /// Every number of a profile, in the order in which it is written.
  public static let parameters = sections.flatMap(\.parameters)

  /// Every setting of a profile that is not a number, in the order in which it is written.
  public static let choices = sections.flatMap(\.choices)

  /// The parameter of a key, as in `swipe.minimumLength`; nil for another text.
  public static func parameter(_ key: some StringProtocol) -> ProfileParameter? {
    parameters.first { $0.key == key }
  }

  /// The value of a parameter, in the unit of the Swift API.
  public subscript(parameter: ProfileParameter) -> Double {
    get { parameter.get(self) }
    set { parameter.set(newValue, &self) }
  }

  /// The rule of a section.
  public subscript(section: ProfileSection) -> Rule {
    get { section.get(self) }
    set { section.set(newValue, &self) }
  }

  /// The parameter at a path from its section.
  static func parameter(at path: AnyKeyPath) -> ProfileParameter? {
    parameters.first { $0.path == path }
  }
}
