import Gestures
import Recordings
import Timeline
import Yams

/// Reads a profile from the nodes of a YAML document.
struct ProfileParser {
  let file: String
  private var profile = Profile.standard
  /// The numbers of the file by their keys, with the number of those before each.
  private var numbers: [String: (node: Node, order: Int)] = [:]

  init(file: String) {
    self.file = file
  }

  mutating func parse(_ text: String) throws(RecordingError) -> Profile {
    guard let root = try YAMLDocument.compose(text.utf8, file: file), root.tag != Tag(.null) else {
      return profile
    }
    guard let mapping = root.mapping else {
      throw error(root, expected: "a mapping such as `swipe:`", found: describe(root))
    }
    try checkDuplicates(mapping)
    try readBase(mapping)
    for (key, value) in mapping {
      let name = key.string ?? ""
      switch name {
      case "base": break
      case "name":
        guard let text = value.string, !text.isEmpty else {
          throw error(value, expected: "a name", found: describe(value))
        }
        profile.name = text
      default: try readRecognizer(name, key, value)
      }
    }
    try checkPairs()
    return profile
  }

  private mutating func readBase(_ mapping: Node.Mapping) throws(RecordingError) {
    guard let node = mapping["base"] else { return }
    let names = Profile.named.map(\.name)
    guard let base = Profile.named.first(where: { $0.name == node.string }) else {
      throw unknown(node, expected: "one of \(names.joined(separator: ", "))", among: names)
    }
    profile = base
  }
}

// MARK: Recognizers

extension ProfileParser {
  private mutating func readRecognizer(
    _ name: String, _ key: Node, _ value: Node
  ) throws(RecordingError) {
    guard let section = Profile.sections.first(where: { $0.name == name }) else {
      let names = Profile.sections.map(\.name)
      throw unknown(
        key, expected: "one of \(names.joined(separator: ", "))", among: names + ["base", "name"])
    }
    // A section without values is the same as an omitted one.
    if value.tag == Tag(.null) { return }
    guard let mapping = value.mapping else {
      throw error(value, expected: "the values of \(name), each on a line", found: describe(value))
    }
    try checkDuplicates(mapping)
    for (key, value) in mapping { try readValue(section, key, value) }
  }

  private mutating func readValue(
    _ section: ProfileSection, _ key: Node, _ value: Node
  ) throws(RecordingError) {
    let name = key.string ?? ""
    if name == "rule" {
      let rules = section.rules.map(\.rawValue)
      // The text, because `off` is false in YAML 1.1, and libraries differ in how they read it.
      guard let rule = section.rules.first(where: { $0.rawValue == value.scalar?.string }) else {
        throw unknown(value, expected: "one of \(rules.joined(separator: ", "))", among: rules)
      }
      profile[section] = rule
      return
    }
    if let choice = section.choices.first(where: { $0.name == name }) {
      return try readChoice(choice, value)
    }
    guard let parameter = section.parameters.first(where: { $0.name == name }) else {
      let names = ["rule"] + section.parameters.map(\.name) + section.choices.map(\.name)
      throw unknown(key, expected: "one of \(names.joined(separator: ", "))", among: names)
    }
    guard let number = ProfileParser.number(value, of: parameter),
      parameter.range.contains(number)
    else {
      throw error(
        value, expected: "a number from \(parameter.allowed) for \(parameter.key)",
        found: describe(value))
    }
    profile[parameter] = number
    numbers[parameter.key] = (value, numbers.count)
  }

  private mutating func readChoice(
    _ choice: ProfileChoice, _ value: Node
  ) throws(RecordingError) {
    let nodes: [Node]
    if choice.isList, let sequence = value.sequence {
      nodes = Array(sequence)
    } else {
      nodes = [value]
    }
    var words: [String] = []
    for node in nodes {
      guard let word = choice.choices.first(where: { $0 == node.scalar?.string }) else {
        let amount = choice.isList ? "some" : "one"
        throw unknown(
          node, expected: "\(amount) of \(choice.allowed) for \(choice.key)",
          among: choice.choices)
      }
      words.append(word)
    }
    choice.set(words, &profile)
  }

  /// Minimum and maximum of the same quantity: by their names, except for the steepness of a leg.
  private static let pairs: [(ProfileParameter, ProfileParameter)] =
    Profile.parameters.compactMap { smaller in
      let isSteepness = ["checkmark.minimumDescent", "checkmark.minimumAscent"].contains(
        smaller.key)
      let key =
        isSteepness
        ? "checkmark.maximumSteepness" : smaller.key.replacing(".minimum", with: ".maximum")
      guard key != smaller.key else { return nil }
      return Profile.parameters.first { $0.key == key }.map { (smaller, $0) }
    }

  /// Throws if a minimum exceeds its maximum, with the position of the later one of the two.
  private func checkPairs() throws(RecordingError) {
    for (smaller, larger) in ProfileParser.pairs {
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
          + "\(other.outside(profile[other]).shortestText) for \(later.parameter.key)",
        found: describe(later.node))
    }
  }

  /// A number in plain decimal notation, with or without its unit, as the Swift API has it.
  private static func number(_ node: Node, of parameter: ProfileParameter) -> Double? {
    guard let text = node.scalar?.string else { return nil }
    let digits = text.prefix { "0123456789+-.eE".contains($0) }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    guard let number = Double(digits), number.isFinite else { return nil }
    if unit.isEmpty || unit == parameter.unit { return parameter.inside(number) }
    return unit == "pt" && parameter.quantity == .length ? number : nil
  }
}

// MARK: Errors

extension ProfileParser {
  private func checkDuplicates(_ mapping: Node.Mapping) throws(RecordingError) {
    var seen: Set<String> = []
    for (key, _) in mapping {
      guard let name = key.string else {
        throw error(key, expected: "a key", found: describe(key))
      }
      if !seen.insert(name).inserted {
        throw error(key, expected: "each key once", found: "\(describe(key)) again")
      }
    }
  }

  private func unknown(
    _ node: Node, expected: String, among candidates: [String]
  ) -> RecordingError {
    var found = describe(node)
    if let word = node.scalar?.string, let near = Suggestion.nearest(to: word, among: candidates) {
      found += "; did you mean \(near)?"
    }
    return error(node, expected: expected, found: found)
  }

  private func error(_ node: Node, expected: String, found: String) -> RecordingError {
    let position = node.mark.map { RecordingError.Position.line($0.line, column: $0.column) }
    return RecordingError(
      file: file, position: position ?? .file, expected: expected, found: found)
  }

  private func describe(_ node: Node) -> String {
    switch node {
    case .scalar(let scalar):
      scalar.string.isEmpty ? "nothing" : "\"\(scalar.string.prefix(columns: 40).printable)\""
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .alias: "an alias"
    }
  }
}
