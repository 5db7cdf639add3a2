public import Playback

extension ScoredRecording {
  /// The counts of the recording as one line of JSON, without the newline: their sums over
  /// recordings are the counts of a ``ScoreReport``.
  public func json(isStrict: Bool) -> String {
    let totals = ScoreTotals(of: [score], isStrict: isStrict)
    var line = JSONLine()
    line.add("v", JSONLine.schemaVersion)
    line.add("file", label.file)
    line.add("device", ScoreGrouping.device.name(of: label))
    line.add("person", label.person)
    line.add("empty", totals.empty == 1)
    line.add("exact", totals.exact == 1)
    line.add("lack", score.lack?.description)
    var classes = JSONLine()
    for name in totals.names { classes.add(name, totals.classes[name]) }
    line.add("classes", classes)
    line.add("confusion", totals.confusionMatrix)
    return line.object
  }
}

/// The counts of one recording with each profile of a search: the summands of ``ProfileTuning``.
public struct TunedRecording: JSONObject {
  /// The label, whose movements are judged by their duration.
  var label: ScoreLabel
  /// The ranges and the numbers of the given profile, as a hash.
  var search: String
  /// The counts by point, with the given profile last; nil for a point without a profile.
  var counts: [ScoreCounts?]

  public func add(to line: inout JSONLine) {
    line.add("v", JSONLine.schemaVersion)
    line.add("file", label.file)
    line.add("device", ScoreGrouping.device.name(of: label))
    let kinds = label.gestures.map { gesture in
      "[\(gesture.kinds.map { JSONLine.quoted($0.rawValue) }.joined(separator: ","))]"
    }
    line.add("search", search)
    line.add("kinds", list: kinds)
    let cells = counts.map { count in
      count.map { "[\($0.hits),\($0.falseReports),\($0.missed)]" } ?? "null"
    }
    line.add("counts", list: cells)
  }
}

/// The lines of ``TunedRecording/json``, in any order.
public struct TunedRecordings {
  private var lines: [String: JSONNode] = [:]
  let file: String

  private static let largest = 1 << 30

  /// Reads a file; throws for a line of another kind, and for a repeated recording.
  public init(path: String) throws(FileError) {
    file = path
    let bytes = try ByteSource(path: path).readAll(limit: Self.largest)
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      guard let node = try? JSONNode.parse(Array(line)), !node.isCut, let name = node["file"]?.text,
        node["counts"] != nil, lines.updateValue(node, forKey: name) == nil
      else {
        throw FileError(
          file: path, position: .line(index + 1, column: 1),
          expected: "a record of tune --each, one for each recording",
          found: FileError.excerpt(line))
      }
    }
  }

  /// The counts of a label's recording with each profile of a search; nil if the file has no such
  /// record.
  func recording(
    _ label: ScoreLabel, _ search: String, profiles: Int
  ) throws(FileError) -> TunedRecording? {
    guard let node = lines[label.file] else { return nil }
    guard node["search"]?.text == search else {
      throw FileError(
        file: file, position: .file,
        expected: "counts of \(label.file) of this search, \(search)",
        found: (node["search"]?.text).map {
          "those of search \($0.printable): another --vary, --steps or profile"
        } ?? "counts without the search to which they belong (tune --each writes it)")
    }
    let counts = (node["counts"]?.elements ?? []).map(Self.counts)
    let kinds = (node["kinds"]?.elements ?? []).map { kinds in
      (kinds.elements ?? []).compactMap { $0.text.flatMap(Gesture.Kind.init) }
    }
    guard counts.count == profiles, kinds.count == label.gestures.count,
      kinds.allSatisfy({ !$0.isEmpty })
    else {
      throw FileError(
        file: file, position: .file,
        expected: "\(profiles) counts of \(label.file) and the kinds of its gestures",
        found: "\(counts.count) counts: another label")
    }
    var label = label
    for index in label.gestures.indices { label.gestures[index].kinds = kinds[index] }
    return TunedRecording(label: label, search: search, counts: counts)
  }

  private static func counts(_ node: JSONNode) -> ScoreCounts? {
    let numbers = (node.elements ?? []).compactMap(\.integer).filter((0..<1 << 32).contains)
    guard numbers.count == 3 else { return nil }
    var counts = ScoreCounts()
    (counts.hits, counts.falseReports, counts.missed) = (numbers[0], numbers[1], numbers[2])
    return counts
  }
}
