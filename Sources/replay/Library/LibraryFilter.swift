#if Library
  import Checking
  import RecordingLibrary

  /// A filter of a library's recordings, which have to meet every condition.
  struct LibraryFilter: ParsableArguments {
    @Option(
      help: .value(
        "gesture",
        "Recordings in which this gesture was recognized, as in swipe,touches=3; may be repeated."),
      completion: .list(ExpectedGesture.kinds.map(\.rawValue)), transform: ExpectedOption.parse)
    var expected: [ExpectedGesture] = []

    @Option(
      help: .value(
        "verdict",
        "With --expected: recognized (the default), or not_recognized for recordings whose labels "
          + "have a gesture of this kind that was not recognized."),
      completion: .list(LibraryFilter.verdicts))
    var verdict = LibraryFilter.verdicts[0]

    @Flag(help: "Recordings in which nothing was recognized.")
    var noGestures = false

    @Option(
      help: .value(
        "reason",
        "Recordings with attempts that failed for this reason of 'explain --json' (palm), or in "
          + "which a recognizer did (swipe:deviation); may be repeated."),
      completion: .list(FailureReason.Cause.allCases.map(\.rawValue)))
    var reason: [String] = []

    @Flag(help: "Recordings whose answer differs from their labels.")
    var mistaken = false

    @Option(
      help: .value("gesture", "Recordings whose labels have this gesture; may be repeated."),
      completion: .list(Gesture.Kind.allCases.map(\.rawValue)))
    var label: [String] = []

    @Option(help: .value("name", "Recordings with this tag; may be repeated."))
    var tag: [String] = []

    @Option(
      help: .value(
        "pattern",
        "Recordings of devices with such a name, as in 'Synaptics*', or with such ids, as in "
          + "'06cb:*'."))
    var device: [String] = []

    @Option(help: "Recordings in this format.")
    var format: RecordingFormat?

    @Option(
      help: .value("pattern", "Recordings whose absolute path is like this, as in '*/swipe/*'."))
    var path: [String] = []

    @Option(
      help: .value("seconds", "Recordings at least this long."), transform: LibraryFilter.seconds)
    var minDuration: Double?

    @Option(
      help: .value("seconds", "Recordings at most this long."), transform: LibraryFilter.seconds)
    var maxDuration: Double?

    @Option(
      help: .value("count", "Recordings with at least this number of fingers at the same time."),
      transform: LimitOption.count)
    var minTouches: Int?

    @Flag(help: "Recordings that could not be read.")
    var broken = false

    @Flag(help: "Files that were gone when their folder was last added; others leave these out.")
    var missing = false

    private static let verdicts = ["recognized", "not_recognized"]

    func validate() throws {
      if !LibraryFilter.verdicts.contains(verdict) {
        throw Choice.error(verdict, among: LibraryFilter.verdicts)
      }
      if verdict != LibraryFilter.verdicts[0] {
        try reject(if: expected.isEmpty, "--verdict is about --expected")
        if expected.contains(where: { $0 != ExpectedGesture($0.kind) }) {
          throw ValidationError("--verdict not_recognized takes a kind alone: labels have kinds")
        }
      }
      if expected.contains(where: { $0.at != nil }) {
        throw ValidationError("at is a time in one recording: leave it out of a search")
      }
      if let minDuration, let maxDuration {
        try reject(if: minDuration > maxDuration, "--min-duration is above --max-duration")
      }
      _ = try query()
    }

    func query(_ answers: AnswerSet = AnswerSet(), limit: Int? = nil) throws -> LibraryQuery {
      var query = LibraryQuery()
      query.answers = answers
      query.hasNoGestures = noGestures
      query.failures = try reason.map(LibraryFilter.failure)
      if verdict == LibraryFilter.verdicts[0] {
        query.gestures = expected
      } else {
        query.failures += expected.map { .missed($0.kind) }
      }
      query.isMistaken = mistaken
      query.labels = try label.map(Choice.parse)
      query.tags = tag
      query.devices = device
      query.formats = format.map { [$0.rawValue] } ?? []
      query.paths = path
      query.minimumDuration = minDuration
      query.maximumDuration = maxDuration
      query.minimumTouches = minTouches
      query.isBroken = broken
      query.isMissing = missing
      query.limit = limit
      return query
    }

    private static func failure(_ text: String) throws -> LibraryQuery.Failure {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 1 { return .reason(try Choice.parse(text)) }
      let reason: FailureReason.Cause = try Choice.parse(String(parts[1]))
      return .recognizer(try Choice.parse(String(parts[0])), reason)
    }

    private static let seconds = number("seconds from 0, as in 1.5") { $0.isFinite && $0 >= 0 }
  }

  struct AnswerSetOption: ParsableArguments {
    @Option(
      help: .value(
        "profile[@version]",
        "The answers that count: those under a profile (uikit), or of a version (uikit@0.1.0); the "
          + "newest under standard by default."))
    var answers: String?

    /// The answers; throws for a profile or version without any.
    func set(in library: RecordingLibrary) throws -> AnswerSet {
      guard let answers else { return AnswerSet() }
      let set = AnswerSet(parsing: answers, versions: try library.versions())
      let known = try library.overview(.profiles).map(\.name)
      let isKnown = known.contains { name in
        set.version.map { name == "\(set.profile)@\($0)" } ?? name.hasPrefix("\(set.profile)@")
      }
      if isKnown { return set }
      throw Choice.error(answers, among: known)
    }
  }
#endif
