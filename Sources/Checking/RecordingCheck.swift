public import Playback

/// The recognized gestures of a trace, compared with the expected ones.
public struct RecordingCheck: Sendable {
  /// The path of the trace.
  public let path: String
  private let optionFiles: [String]
  private let isArchived: Bool
  private var expected: ExpectationFile?
  /// The path of the expectations, even if the file does not exist.
  public let expectationPath: String
  /// The recognized gestures.
  public private(set) var records: [GestureRecord] = []
  /// The comparison; nil without expectations of this program's gestures.
  public private(set) var comparison: GestureComparison?
  /// The comparison of libinput's gestures; nil without expectations of them.
  public private(set) var libinputComparison: GestureComparison?
  /// The notes that may mean that the trace was misread.
  public let notes: [RecordingNote]
  /// The differences from the expectations; nil without any.
  public private(set) var difference: CheckDifference?
  /// The note that the recording has no events of a touch device; nil if it has some.
  public let lack: RecordingNote?

  /// Whether there are expectations, and all are met.
  public var isMatch: Bool {
    (comparison ?? libinputComparison) != nil
      && [comparison, libinputComparison].allSatisfy { $0?.isMatch ?? true }
  }

  /// A function that returns libinput's gestures of a recording, for expectations of them.
  public typealias Libinput =
    @Sendable (String, ReplayOptions) throws(FileError) -> (
      records: [GestureRecord], reason: LibinputReason
    )

  /// The reason why libinput recognized no gesture of a device, nil for the only one, between two
  /// times in seconds from the first event; and whether it would have been a tap.
  public typealias LibinputReason = (String?, ClosedRange<Double>, Bool) -> String?

  /// Replays a trace and compares its gestures.
  ///
  /// - Parameters:
  ///   - source: The content of the trace; nil opens the path.
  ///   - archived: The expectations in the trace's archive by their paths; nil for a trace in a
  ///     folder, whose expectations are beside it.
  public init(
    path: String, options: ReplayOptions = ReplayOptions(), source: ByteSource? = nil,
    archived: [String: [UInt8]]? = nil, libinput: Libinput? = nil
  ) throws(FileError) {
    self.path = path
    isArchived = archived != nil
    optionFiles = options.files
    expectationPath = ExpectationFile.path(forTrace: path)
    var replay = Replay(path: path, options: options)
    replay.source = source
    var records: [GestureRecord] = []
    let summary = try replay.run { report in
      if case .gesture(let record) = report { records.append(record) }
    }
    self.records = records
    notes = summary.notes.filter { note in
      if case .noGestures = note { return false }
      return (note.isWarning && !note.isLack) || note == .noTimes
    }
    lack = summary.notes.first(where: \.isLack)
    let expected =
      if let archived {
        try archived[expectationPath].map { bytes throws(FileError) in
          try ExpectationFile(bytes, file: expectationPath)
        }
      } else { try ExpectationFile.read(path: expectationPath) }
    self.expected = expected
    var libinputReason: LibinputReason = { _, _, _ in nil }
    if let expected, expected.lines.contains(where: \.isLibinput) {
      guard let libinput, archived == nil else {
        throw FileError(
          file: expectationPath, position: .file,
          expected: "expectations of this program's gestures",
          found: archived == nil
            ? "some of libinput's, which is not asked" : "some of libinput's in an archive")
      }
      let answer = try libinput(path, options)
      libinputReason = answer.reason
      libinputComparison = GestureComparison(
        expected: expected.lines(ofLibinput: true), actual: answer.records)
    }
    if let expected, expected.lines.isEmpty || expected.lines.contains(where: { !$0.isLibinput }) {
      comparison = GestureComparison(expected: expected.lines(ofLibinput: false), actual: records)
    }
    if expected != nil, !isMatch {
      difference = CheckDifference(
        comparison, try RecordingCheck.reasons(replay), libinput: libinputComparison,
        libinputReason: libinputReason)
    }
  }

  private static func reasons(_ replay: Replay) throws(FileError) -> MissingReasons {
    var replay = replay
    replay.options.detail = .explanation
    var changes: [StateChange] = []
    var hasTouches = false
    var origin = Timestamp.zero
    _ = try replay.run { report in
      switch report {
      case .change(let record):
        changes.append(record.change)
        origin = record.origin
      case .touch: hasTouches = true
      case .gesture, .palm: break
      }
    }
    let (options, recording) = (replay.options, try replay.load())
    return MissingReasons(
      changes: changes,
      kinds: RecognizerSet(profile: replay.options.profile, classifier: replay.options.classifier)
        .recognizers.map(\.kind),
      hasTouches: hasTouches, origin: origin
    ) { Verdict($0, in: recording, profile: options.profile) }
  }

  /// Whether the recognized gestures equal those of another trace.
  public func hasSameGestures(as other: RecordingCheck) -> Bool {
    records.map(\.jsonWithoutFile) == other.records.map(\.jsonWithoutFile)
  }

  /// Writes the recognized gestures as the expectations; lines that are met stay as they are.
  /// Throws if a file about libinput alone would be empty, and so forbid our gestures.
  public func update() throws(FileError) {
    if isArchived {
      throw FileError(
        file: path, position: .file, expected: "a file, to write expectations beside it",
        found: "a member of an archive")
    }
    let inputs = [path] + optionFiles
    guard let expected else {
      return try ExpectationFile.write(records, to: expectationPath, madeOf: inputs)
    }
    if comparison == nil, libinputComparison?.pairs.allSatisfy({ $0.gesture == nil }) == true {
      throw FileError(
        file: expectationPath, expected: "a gesture of libinput to write",
        found: "none; an empty file would forbid our gestures (delete it, or add lines of ours)")
    }
    let text = expected.updated(by: [comparison, libinputComparison].compactMap(\.self))
    try ByteSink.write(text.utf8, to: expectationPath, madeOf: inputs)
  }
}

/// One of several parts of a set of traces, for machines that share the work, as in `2/8`.
public struct CheckShard: Hashable, Sendable {
  /// The number of the part, from 1 to ``count``.
  public let number: Int
  public let count: Int

  /// Parses a part such as `2/8`; nil for any other text.
  public init?(parsing text: String) {
    guard let (_, number, count) = text.wholeMatch(of: /([0-9]+)\/([0-9]+)/)?.output,
      let number = Int(number), let count = Int(count), (1...10_000).contains(count),
      (1...count).contains(number)
    else { return nil }
    self.number = number
    self.count = count
  }

  /// Whether the expectations with an index belong to the part; neighbours go to different parts.
  public func contains(_ index: Int) -> Bool { index % count == number - 1 }

  /// The files of this part; traces that share their expectations stay together.
  public func files(_ files: [InputFile]) -> [InputFile] {
    var indices: [String: Int] = [:]
    return files.filter { file in
      let path = ExpectationFile.path(forTrace: file.path)
      let index = indices[path] ?? indices.count
      indices[path] = index
      return contains(index)
    }
  }
}
