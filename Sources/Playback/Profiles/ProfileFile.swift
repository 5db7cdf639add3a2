import SystemPackage
import Yams

/// A profile as commented YAML.
///
/// ```yaml
/// base: standard          # standard, textbook or uikit: the source of omitted values
/// swipe:
///   rule: standard
///   minimumLength: 6.5    # mm; also `6.5 mm` or `25 pt`
///   maximumDuration: 0.4  # s
/// ```
///
/// Every section is a mapping, and every value may be omitted. Lengths are millimetres, times
/// seconds, angles degrees. Unknown keys, values of another type and numbers out of range are
/// errors with their position.
public enum ProfileFile {
  /// Reads a profile from a file; `-` is standard input.
  ///
  /// A profile with the name of a different one of ``Gestures/Profile/named``, as without a name of
  /// its own, gets that of the file, without its ending.
  public static func read(path: String) throws(FileError) -> Profile {
    let source = try ByteSource(path: path)
    let bytes = try source.readAll(limit: largest)
    var profile = try parse(String(decoding: bytes, as: UTF8.self), file: path)
    if let namesake = Profile.named.first(where: { $0.name == profile.name }), namesake != profile,
      path != "-", let file = FilePath(path).lastComponent
    {
      let isTaken = Profile.named.contains { $0.name == file.stem }
      profile.name = isTaken ? file.string : file.stem
    }
    return profile
  }

  /// The largest profile in bytes; profiles are a few kilobytes.
  private static let largest = 1 << 20

  /// Reads a profile from text; `file` is the path in errors.
  public static func parse(_ text: String, file: String) throws(FileError) -> Profile {
    let root = try YAMLDocument.compose(text.utf8, file: file)
    do {
      return try ProfileReader.profile(of: root.map(ProfileNode.init))
    } catch {
      throw FileError(error, file: file)
    }
  }

  /// The profile with a name of ``Gestures/Profile/named``, or else the one in the file at a path.
  public static func find(_ nameOrPath: String) throws(FileError) -> Profile {
    if let profile = Profile.named.first(where: { $0.name == nameOrPath }) { return profile }
    do {
      return try read(path: nameOrPath)
    } catch {
      let names = Profile.named.map(\.name)
      guard error.systemError == .noSuchFileOrDirectory else { throw error }
      let near = Suggestion.nearest(to: nameOrPath, among: names)
      throw FileError(
        file: nameOrPath, position: .file, expected: "a profile or a file",
        found: "no such profile (\(names.joined(separator: ", "))) or file"
          + (near.map { "; did you mean \($0)?" } ?? ""), systemError: error.systemError)
    }
  }
}

// MARK: - Reading

extension ProfileNode {
  fileprivate init(_ node: Node) {
    let content: Content =
      switch node {
      case .scalar(let scalar): .scalar(scalar.string, isNull: node.tag == Tag(.null))
      case .mapping(let mapping):
        .mapping(mapping.map { (key: ProfileNode($0.key), value: ProfileNode($0.value)) })
      case .sequence(let sequence): .list(sequence.map { ProfileNode($0) })
      case .alias: .alias
      }
    self.init(content, at: node.mark.map { (line: $0.line, column: $0.column) })
  }

  fileprivate var description: String {
    switch content {
    case .scalar(let text, _):
      text.isEmpty ? "nothing" : "\"\(text.prefix(columns: 40).printable)\""
    case .mapping: "a mapping"
    case .list: "a list"
    case .alias: "an alias"
    }
  }
}

extension FileError {
  fileprivate init(_ error: ProfileError, file: String) {
    var found = error.found.description
    if error.isRepeated { found += " again" }
    if case .scalar(let word, _) = error.found.content,
      let near = Suggestion.nearest(to: word, among: error.candidates)
    {
      found += "; did you mean \(near)?"
    }
    self.init(
      file: file, position: error.found.position.map { .line($0.line, column: $0.column) } ?? .file,
      expected: error.expected, found: found)
  }
}

// MARK: - Writing

extension ProfileFile {
  /// A profile as commented YAML, from which ``parse(_:file:)`` reads the same profile.
  public static func text(_ profile: Profile) -> String {
    let names = Profile.named.map(\.name)
    let base = names.contains(profile.name) ? profile.name : Profile.standard.name
    var lines = [
      "# A profile of replay: the rules and numbers of every recognizer.",
      "# Lengths are mm, times s, angles degrees; `25 pt` is a length in points of 1/163 inch.",
      "# Omitted values are those of the base.", "name: \(quoted(profile.name))",
      aligned("base: \(base)", names.joined(separator: ", ")),
    ]
    for section in Profile.sections {
      let rules = section.rules.map(\.rawValue).joined(separator: ", ")
      lines += ["", "\(section.name):", aligned("  rule: \(profile[section].rawValue)", rules)]
      for parameter in section.parameters {
        let value = parameter.text(in: profile)
        lines.append(
          aligned("  \(parameter.name): \(value)", "\(parameter.allowed): \(parameter.summary)"))
      }
      for choice in section.choices {
        lines.append(
          aligned(
            "  \(choice.name): \(choice.text(in: profile))",
            "\(choice.allowed): \(choice.summary)"))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The column in which comments begin: after the longest key with its value.
  private static let commentColumn = 32

  private static func aligned(_ text: String, _ comment: String) -> String {
    // A comment needs a space before it, however long the value is.
    "\(text.padded(toColumns: max(commentColumn, text.columns + 1)))# \(comment)"
  }

  private static func quoted(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
    }
    return isPlain && !name.isEmpty && !name.hasPrefix("-") ? name : JSONLine.quoted(name)
  }
}

extension ProfileChoice {
  /// The value in a file, as in `firstTouchUp` or `[left, right]`.
  fileprivate func text(in profile: Profile) -> String {
    let text = words(profile).joined(separator: ", ")
    return isList ? "[\(text)]" : text
  }
}

extension ProfileParameter {
  /// The value in a file, in points if millimetres do not express it, as in `25.123456 pt`.
  fileprivate func text(in profile: Profile) -> String {
    let value = profile[self]
    let outside = outside(value)
    return inside(outside) == value ? outside.shortestText : "\(value.shortestText) pt"
  }
}

// MARK: - Comparing

extension ProfileFile {
  /// The lines of a profile's text that differ from the standard profile's, below the names of
  /// their sections; they are a profile themselves.
  public static func differences(of profile: Profile) -> [String] {
    let standard = bodyLines(of: .standard)
    var lines: [String] = []
    var section = ""
    for (line, other) in zip(bodyLines(of: profile), standard) {
      if !line.hasPrefix(" ") { section = line }
      guard line != other else { continue }
      if !section.isEmpty { lines.append(section) }
      section = ""
      lines.append(line)
    }
    return lines
  }

  /// The sections without comments; in all profiles only the values of the lines differ.
  private static func bodyLines(of profile: Profile) -> [String] {
    let lines = text(profile).split(separator: "\n").drop { !$0.hasPrefix("base:") }.dropFirst()
    return lines.map { line in
      let content = line.prefix { $0 != "#" }
      return String(content.reversed().drop { $0 == " " }.reversed())
    }
  }
}
