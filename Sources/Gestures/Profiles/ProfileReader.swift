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
}

/// A mistake in a profile.
package struct ProfileError: Error {
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
    if let root, !root.isNull { try reader.read(root) }
    return reader.profile
  }

  private mutating func read(_ root: ProfileNode) throws(ProfileError) {
    let mapping = try mapping(root, expected: "a mapping such as `swipe:`")
    if let node = mapping.first(where: { $0.key.text == "base" })?.value {
      profile = try choice(node, among: Profile.named, \.name)
    }
    for (key, value) in mapping {
      switch key.text {
      case "base": break
      case "name":
        guard let text = value.text, !text.isEmpty else {
          throw error(value, expected: "a name")
        }
        profile.name = text
      default: try readRecognizer(key, value)
      }
    }
    try checkPairs()
  }

  // MARK: Recognizers

  private mutating func readRecognizer(
    _ key: ProfileNode, _ value: ProfileNode
  ) throws(ProfileError) {
    let section = try choice(key, among: Profile.sections, \.name, or: ["base", "name"])
    // A section without values is the same as an omitted one.
    if value.isNull { return }
    let values = try mapping(value, expected: "the values of \(section.name), each on a line")
    for (key, value) in values { try readValue(section, key, value) }
  }

  private mutating func readValue(
    _ section: ProfileSection, _ key: ProfileNode, _ value: ProfileNode
  ) throws(ProfileError) {
    if key.text == "rule" {
      // As text, because `off` is false in YAML 1.1, and libraries differ in how they read it.
      profile[section] = try choice(value, among: section.rules, \.rawValue)
      return
    }
    if let choice = section.choices.first(where: { $0.name == key.text }) {
      return try readChoice(choice, value)
    }
    guard let parameter = section.parameters.first(where: { $0.name == key.text }) else {
      let names = ["rule"] + section.parameters.map(\.name) + section.choices.map(\.name)
      throw error(key, expectedOneOf: names)
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

  /// The element whose name a node has.
  private func choice<Element>(
    _ node: ProfileNode, among elements: [Element], _ name: (Element) -> String,
    or others: [String] = []
  ) throws(ProfileError) -> Element {
    guard let element = elements.first(where: { name($0) == node.text }) else {
      throw error(node, expectedOneOf: elements.map(name) + others)
    }
    return element
  }

  /// The keys and values of a node, with each key once.
  private func mapping(
    _ node: ProfileNode, expected: String
  ) throws(ProfileError) -> ProfileNode.Mapping {
    guard case .mapping(let mapping) = node.content else { throw error(node, expected: expected) }
    var seen: Set<String> = []
    for (key, _) in mapping {
      guard let name = key.text else {
        throw error(key, expected: "a key")
      }
      if !seen.insert(name).inserted {
        throw error(key, expected: "each key once", isRepeated: true)
      }
    }
    return mapping
  }

  // MARK: Errors

  private func error(_ node: ProfileNode, expectedOneOf names: [String]) -> ProfileError {
    error(node, expected: "one of \(names.joined(separator: ", "))", among: names)
  }

  private func error(
    _ node: ProfileNode, expected: String, isRepeated: Bool = false,
    among candidates: [String] = []
  ) -> ProfileError {
    ProfileError(
      expected: expected, found: node, isRepeated: isRepeated, candidates: candidates)
  }
}
