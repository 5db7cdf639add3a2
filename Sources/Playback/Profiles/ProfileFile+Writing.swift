public import Gestures
import Timeline

extension ProfileFile {
  /// A profile as commented YAML, which ``parse(_:file:)`` makes the same profile of.
  public static func text(_ profile: Profile) -> String {
    let names = Profile.named.map(\.name)
    let base = names.contains(profile.name) ? profile.name : Profile.standard.name
    var lines = [
      "# A profile of replay: the rules and the numbers of every recognizer.",
      "# Lengths are points of 1/163 inch (0.156 mm), times seconds, angles degrees.",
      "# What is left out is as in the base.",
      aligned("name: \(quoted(profile.name))", ""),
      aligned("base: \(base)", names.joined(separator: ", ")),
    ]
    for rule in Profile.rules {
      let choices = rule.choices.map(\.rawValue).joined(separator: ", ")
      lines.append("")
      lines.append("\(rule.key):")
      lines.append(aligned("  rule: \(profile[keyPath: rule.path].rawValue)", choices))
      for (name, parameter) in Profile.parameters(of: rule) {
        let value = profile[keyPath: parameter.path].shortestText
        lines.append(
          aligned("  \(name): \(value)", "\(parameter.allowed): \(parameter.summary)"))
      }
      for (name, choice) in Profile.choices(of: rule) {
        lines.append(
          aligned("  \(name): \(choice.text(in: profile))", "\(choice.allowed): \(choice.summary)")
        )
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The column in which comments begin: behind the longest key with its value.
  private static let commentColumn = 32

  private static func aligned(_ text: String, _ comment: String) -> String {
    if comment.isEmpty { return text }
    // A comment needs a space before it, however long the value is.
    return "\(text.padded(toColumns: max(commentColumn, text.columns + 1)))# \(comment)"
  }

  /// A name that YAML may take for something else stands in quotes.
  private static func quoted(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
    }
    return isPlain && !name.isEmpty && !name.hasPrefix("-") ? name : JSONLine.quoted(name)
  }
}

extension Profile {
  /// The numbers of a recognizer, with their names in it.
  static func parameters(of rule: ProfileRule) -> [(name: String, parameter: ProfileParameter)] {
    let prefix = rule.key + "."
    return parameters.filter { $0.key.hasPrefix(prefix) }
      .map { (String($0.key.dropFirst(prefix.count)), $0) }
  }
}

extension Profile {
  /// The settings of a recognizer that are no numbers, with their names in it.
  static func choices(of rule: ProfileRule) -> [(name: String, choice: ProfileChoice)] {
    let prefix = rule.key + "."
    return choices.filter { $0.key.hasPrefix(prefix) }
      .map { (String($0.key.dropFirst(prefix.count)), $0) }
  }
}

extension ProfileChoice {
  /// What stands behind its name in a file, as in `firstLift` or `[left, right]`.
  fileprivate func text(in profile: Profile) -> String {
    let text = words(profile).joined(separator: ", ")
    return isList ? "[\(text)]" : text
  }

  /// The words that are allowed, as in `early, onLift`.
  package var allowed: String { choices.joined(separator: ", ") }
}

extension ProfileParameter {
  /// The numbers that are allowed, as in `0 to 10000 points`.
  package var allowed: String {
    let range = "\(range.lowerBound.shortestText) to \(range.upperBound.shortestText)"
    return unit.isEmpty ? range : "\(range) \(unit)"
  }
}
