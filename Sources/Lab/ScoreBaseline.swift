import Checking
public import Playback

/// An earlier score, as `replay score --json` printed it, which a later one must not fall below.
public struct ScoreBaseline: Sendable {
  /// The path of the file.
  public let file: String
  /// The F1 of each class that has gestures or reports.
  public private(set) var classes: [String: Double] = [:]
  /// The F1 of all classes together; nil if there was neither a gesture nor a report.
  public private(set) var total: Double?
  /// The recordings with errors.
  public private(set) var mistakes: Set<String> = []
  /// Whether movements were judged by their duration.
  public let isStrict: Bool
  /// The number of recordings.
  public let files: Int
  /// A short description of the recordings and their labels.
  public let fingerprint: String

  /// Reads a file; throws if it is no score.
  public init(path: String) throws(FileError) {
    try self.init(ByteSource(path: path).readAll(limit: ExpectationFile.largest), file: path)
  }

  /// Reads a score from bytes; `file` is the path in errors.
  public init(_ bytes: [UInt8], file: String) throws(FileError) {
    do {
      try self.init(JSONNode.parse(bytes), of: bytes.count, file)
    } catch {
      throw error.located(in: bytes, file: file)
    }
  }

  private init(_ root: JSONNode?, of length: Int, _ file: String) throws(JSONError) {
    self.file = file
    guard let root, root.members != nil else {
      throw JSONError(
        offset: root?.offset ?? 0, expected: "a score as 'replay score --json' prints it")
    }
    if root.isCut { throw JSONError(offset: length, expected: "the rest of the score") }
    guard root["v"]?.number == 2, root["classes"] != nil else {
      throw (root["v"] ?? root).error(
        "a score of version 2, as 'replay score --json' prints it")
    }
    files = try root.value("files", "a count") { $0.integer.flatMap { $0 < 0 ? nil : $0 } }
    isStrict = try root.value("strict", "true or false", \.bool)
    fingerprint = try root.value("fingerprint", "a text", \.text)
    total = try root.value("micro", "an object") { $0.members == nil ? nil : $0 }.share
    for member in try root.value("classes", "an object", \.members) where !member.node.isCut {
      classes[member.name] = try member.node.share
    }
    for item in try root.value("mistakes", "a list", \.elements) {
      mistakes.insert(try item.value("file", "a text", \.text))
    }
  }

  /// The changes of a score since the baseline.
  public struct Change: JSONObject {
    /// A class, or `all`, with a lower F1.
    public struct Fall: Hashable, JSONObject {
      public var name: String
      /// The earlier F1; nil if the class had neither gestures nor reports.
      public var before: Double?
      public var now: Double

      public func add(to line: inout JSONLine) {
        line.add("class", name)
        line.add("before_f1", before, decimals: 6)
        line.add("f1", now, decimals: 6)
      }
    }

    /// Whether the recordings and their labels are the same.
    public var isSameRecordings: Bool
    /// The number of the baseline's recordings.
    public var formerFiles: Int
    /// The falls of F1: those of classes in the order of tables, then that of all.
    public var falls: [Fall]
    /// The recordings with errors that had none before.
    public var brokenFiles: [String]

    public func add(to line: inout JSONLine) {
      line.add("same_recordings", isSameRecordings)
      line.add("falls", falls)
      line.add("broken", list: brokenFiles.map(JSONLine.quoted))
    }
  }

  /// Compares a score with this one; throws if only one of them is strict.
  public func change(to report: ScoreReport) throws(FileError) -> Change {
    guard report.isStrict == isStrict else {
      throw FileError(
        file: file, position: .file,
        expected: "a score \(report.isStrict ? "with" : "without") --strict, as this one is",
        found: "one \(isStrict ? "with" : "without") it")
    }
    let isSame = fingerprint == report.fingerprint
    let known = Set(classes.keys).union(report.totals.classes.keys)
    var falls = ScoreClass.ordered(known, isStrict: isStrict).compactMap { name in
      fall(name, classes[name], report.totals.classes[name]?.f1, isSame)
    }
    falls += [fall("all", total, report.totals.total.f1, isSame)].compactMap { $0 }
    // Earlier errors of other recordings are unknown.
    let broken = isSame ? report.mistakes.map(\.label.file).filter { !mistakes.contains($0) } : []
    return Change(isSameRecordings: isSame, formerFiles: files, falls: falls, brokenFiles: broken)
  }

  private func fall(
    _ name: String, _ before: Double?, _ now: Double?, _ isSame: Bool
  ) -> Change.Fall? {
    // A class without a gesture or a report had no error; other recordings may just lack it.
    guard let now, let least = before ?? (isSame ? 1 : nil) else { return nil }
    // The file has the digits of the number, without rounding.
    return now < least - 1e-9 ? Change.Fall(name: name, before: before, now: now) : nil
  }
}

extension ScoreReport {
  /// The 64-bit FNV-1a hash of the recordings and their expected gestures in hexadecimal.
  public var fingerprint: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for scored in scores.sorted(by: { ($0.label.file, $0.index) < ($1.label.file, $1.index) }) {
      let gestures = scored.score.expected.map { gesture in
        "\(gesture.json)\(gesture.kinds.map(\.rawValue))\(gesture.tolerated.map(\.rawValue).sorted())"
      }
      for byte in "\(scored.label.file)\n\(gestures.joined(separator: "\n"))\n\n".utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
      }
    }
    return String(appending: { $0.append(hexadecimal: hash, digits: 16) })
  }
}

extension JSONNode {
  /// The value of a member; throws without one of the expected type.
  fileprivate func value<Value>(
    _ key: String, _ expected: String, _ value: (JSONNode) -> Value?
  ) throws(JSONError) -> Value {
    guard let value = self[key].flatMap(value) else {
      throw (self[key] ?? self).error("\(expected) as \"\(key)\"")
    }
    return value
  }

  /// The F1 of an object; nil if it has none.
  fileprivate var share: Double? {
    get throws(JSONError) {
      guard members != nil else { throw error("an object with an \"f1\"") }
      guard let member = self["f1"] else { return nil }
      guard let number = member.number, (0...1).contains(number) else {
        throw member.error("a share from 0 to 1 as \"f1\"")
      }
      return number
    }
  }
}
