import Timeline

/// A value in the text of a profile, with its position.
package struct ProfileNode: Sendable {
  package typealias Mapping = [(key: ProfileNode, value: ProfileNode)]

  package enum Content: Sendable {
    /// A word or a number; empty if it is null in YAML.
    case scalar(String, isNull: Bool)
    case mapping(Mapping)
    case list([ProfileNode])
    case alias
  }

  package var content: Content
  /// The line and the column, from 1; nil if the position is unknown.
  package var position: (line: Int, column: Int)?

  package init(_ content: Content, at position: (line: Int, column: Int)?) {
    self.content = content
    self.position = position
  }

  fileprivate var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  fileprivate var isNull: Bool {
    if case .scalar(_, true) = content { true } else { false }
  }

  fileprivate var mapping: Mapping? {
    if case .mapping(let mapping) = content { mapping } else { nil }
  }
}

/// A mistake in a profile.
package struct ProfileError: Error {
  package var position: (line: Int, column: Int)?
  package var expected: String
  package var found: ProfileNode
  /// Whether the same key came before.
  package var isRepeated = false
  /// The valid names that are similar to a misspelled one.
  package var candidates: [String] = []
}

/// Makes a profile of the values of its text, with any parser of the text.
package struct ProfileReader {
  private var profile = Profile.standard
  /// The numbers of the text by key, each with its place in the order of the text.
  private var numbers: [String: (node: ProfileNode, order: Int)] = [:]

  /// The profile of a document; the standard one if it is empty.
  package static func profile(of root: ProfileNode?) throws(ProfileError) -> Profile {
    var reader = ProfileReader()
    return try reader.read(root)
  }

  private mutating func read(_ root: ProfileNode?) throws(ProfileError) -> Profile {
    guard let root, !root.isNull else { return profile }
    guard let mapping = root.mapping else {
      throw error(root, expected: "a mapping such as `swipe:`")
    }
    try checkDuplicates(mapping)
    try readBase(mapping)
    for (key, value) in mapping {
      let name = key.text ?? ""
      switch name {
      case "base": break
      case "name":
        guard let text = value.text, !text.isEmpty else {
          throw error(value, expected: "a name")
        }
        profile.name = text
      default: try readRecognizer(name, key, value)
      }
    }
    try checkPairs()
    return profile
  }

  private mutating func readBase(_ mapping: ProfileNode.Mapping) throws(ProfileError) {
    guard let node = mapping.first(where: { $0.key.text == "base" })?.value else { return }
    let names = Profile.named.map(\.name)
    guard let base = Profile.named.first(where: { $0.name == node.text }) else {
      throw error(node, expected: "one of \(names.joined(separator: ", "))", among: names)
    }
    profile = base
  }

  // MARK: Recognizers

  private mutating func readRecognizer(
    _ name: String, _ key: ProfileNode, _ value: ProfileNode
  ) throws(ProfileError) {
    guard let section = Profile.sections.first(where: { $0.name == name }) else {
      let names = Profile.sections.map(\.name)
      throw error(
        key, expected: "one of \(names.joined(separator: ", "))", among: names + ["base", "name"])
    }
    // A section without values is the same as an omitted one.
    if value.isNull { return }
    guard let mapping = value.mapping else {
      throw error(value, expected: "the values of \(name), each on a line")
    }
    try checkDuplicates(mapping)
    for (key, value) in mapping { try readValue(section, key, value) }
  }

  private mutating func readValue(
    _ section: ProfileSection, _ key: ProfileNode, _ value: ProfileNode
  ) throws(ProfileError) {
    let name = key.text ?? ""
    if name == "rule" {
      let rules = section.rules.map(\.rawValue)
      // The rule as text, because `off` is false in YAML 1.1, and libraries differ in how they read
      // it.
      guard let rule = section.rules.first(where: { $0.rawValue == value.text }) else {
        throw error(value, expected: "one of \(rules.joined(separator: ", "))", among: rules)
      }
      profile[section] = rule
      return
    }
    if let choice = section.choices.first(where: { $0.name == name }) {
      return try readChoice(choice, value)
    }
    guard let parameter = section.parameters.first(where: { $0.name == name }) else {
      let names = ["rule"] + section.parameters.map(\.name) + section.choices.map(\.name)
      throw error(key, expected: "one of \(names.joined(separator: ", "))", among: names)
    }
    guard let number = ProfileReader.number(value, of: parameter),
      parameter.range.contains(number)
    else {
      throw error(value, expected: "a number from \(parameter.allowed) for \(parameter.key)")
    }
    profile[parameter] = number
    numbers[parameter.key] = (value, numbers.count)
  }

  private mutating func readChoice(
    _ choice: ProfileChoice, _ value: ProfileNode
  ) throws(ProfileError) {
    let nodes: [ProfileNode]
    if choice.isList, case .list(let items) = value.content {
      nodes = items
    } else {
      nodes = [value]
    }
    var words: [String] = []
    for node in nodes {
      guard let word = choice.choices.first(where: { $0 == node.text }) else {
        let amount = choice.isList ? "some" : "one"
        throw error(
          node, expected: "\(amount) of \(choice.allowed) for \(choice.key)",
          among: choice.choices)
      }
      words.append(word)
    }
    choice.set(words, &profile)
  }

  /// The minima and their maxima: by their names, except for the steepness of a leg.
  private static let pairs: [(ProfileParameter, ProfileParameter)] =
    Profile.parameters.compactMap { smaller in
      guard smaller.name.hasPrefix("minimum") else { return nil }
      let isSteepness = ["checkmark.minimumDescent", "checkmark.minimumAscent"].contains(
        smaller.key)
      let quantity = isSteepness ? "Steepness" : String(smaller.name.dropFirst("minimum".count))
      let key = smaller.key.dropLast(smaller.name.count) + "maximum" + quantity
      return Profile.parameter(key).map { (smaller, $0) }
    }

  /// Throws if a minimum exceeds its maximum, with the position of the later one of the two.
  private func checkPairs() throws(ProfileError) {
    for (smaller, larger) in ProfileReader.pairs {
      guard profile[smaller] > profile[larger] else { continue }
      let found = [smaller, larger].compactMap { parameter in
        numbers[parameter.key].map { (parameter: parameter, node: $0.node, order: $0.order) }
      }
      // The numbers of a base are consistent, so at least one of the two is in the file.
      guard let later = found.max(by: { $0.order < $1.order }) else { continue }
      let isMinimum = later.parameter.key == smaller.key
      let other = isMinimum ? larger : smaller
      throw error(
        later.node,
        expected: "at \(isMinimum ? "most" : "least") the \(other.key) of "
          + "\(other.outside(profile[other]).shortestText) for \(later.parameter.key)")
    }
  }

  /// A number in plain decimal notation, with or without its unit, in the unit of the Swift API.
  private static func number(_ node: ProfileNode, of parameter: ProfileParameter) -> Double? {
    guard let text = node.text else { return nil }
    let digits = text.prefix { "0123456789+-.eE".contains($0) }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    guard let number = Double(digits), number.isFinite else { return nil }
    if unit.isEmpty || unit == parameter.unit { return parameter.inside(number) }
    return unit == "pt" && parameter.quantity == .length ? number : nil
  }

  // MARK: Errors

  private func checkDuplicates(_ mapping: ProfileNode.Mapping) throws(ProfileError) {
    var seen: Set<String> = []
    for (key, _) in mapping {
      guard let name = key.text else {
        throw error(key, expected: "a key")
      }
      if !seen.insert(name).inserted {
        throw error(key, expected: "each key once", isRepeated: true)
      }
    }
  }

  private func error(
    _ node: ProfileNode, expected: String, isRepeated: Bool = false,
    among candidates: [String] = []
  ) -> ProfileError {
    ProfileError(
      position: node.position, expected: expected, found: node, isRepeated: isRepeated,
      candidates: candidates)
  }
}
