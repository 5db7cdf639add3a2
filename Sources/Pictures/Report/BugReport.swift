import Checking
import Conversion
public import Files
public import Gestures
public import Playback

/// What a bug report says of a recording: all of it is found in the recording that it has within
/// it.
///
/// ```swift
/// let shared = try SharedRecording(path: "swipe.evemu", options: options)
/// var report = try BugReport(shared, title: "swipe.evemu", options: options)
/// try report.explain(.swipe)
/// ```
public struct BugReport: Sendable {
  /// A reason why the expected gesture was not recognized, or when it was.
  public struct Answer: Sendable {
    public var gesture: Gesture.Kind
    /// The times of recognition in seconds.
    public var recognized: [Double] = []
    /// Sentences, the most informative first.
    public var nearest: [String] = []
    /// Sentences of all failures, in the order of time; at most ``mostFailures``.
    public var failures: [String] = []
    /// The number of all failures.
    public var failureCount = 0
  }

  /// The most failures that are listed.
  public static let mostFailures = 200

  /// The name of the recording, without its folders.
  public var title: String
  public let attachment: RecordingAttachment
  public let plots: [Plot]
  /// The program and the machine, as a name and a text each.
  public var versions: [(name: String, text: String)] = []
  /// The recording and its devices.
  public var device: [(name: String, text: String)] = []
  public let info: TraceInfo
  /// In the order of time.
  public private(set) var gestures: [GestureRecord] = []
  public private(set) var notes: [String]
  /// The lines of the profile that differ from the standard one.
  public let profile: [String]
  public private(set) var answer: Answer?
  private let options: ReplayOptions

  /// Replays what is shared of a recording.
  ///
  /// - Parameters:
  ///   - title: The name of the recording.
  ///   - options: Those with which the recording was read; the recording is complete, and has its
  ///     device
  ///     description.
  public init(
    _ shared: SharedRecording, title: String, options: ReplayOptions
  ) throws(FileError) {
    var options = options
    options.cut = TraceCut()
    options.format = nil
    options.device = nil
    options.reportRate = nil
    options.detail = .outcomes
    self.options = options
    self.title = title
    attachment = RecordingAttachment(bytes: shared.bytes, format: shared.format)
    info = try TraceInfo(BugReport.open(attachment, title, options))
    let (file, part) = (attachment.usualName, ["--from", "{from}", "--to", "{to}"])
    let source = Plot.Source(commands: [
      ["replay", "convert"] + part + [file, "part.\(attachment.fileExtension)"],
      ["replay", "explain"] + part + [file],
    ])
    var budget = TouchBudget()
    plots = try Plot.touches(
      of: BugReport.open(attachment, title, options), options: options, within: &budget
    ).map {
      var plot = $0
      plot.source = source
      return plot
    }
    profile = ProfileFile.differences(of: options.profile)
    var replay = Replay(path: title, options: options)
    replay.source = ByteSource(name: title, bytes: shared.bytes)
    var records: [GestureRecord] = []
    let summary = try replay.run { if case .gesture(let record) = $0 { records.append(record) } }
    gestures = records
    notes = summary.notes.map(\.description)
  }

  private static func open(
    _ attachment: RecordingAttachment, _ title: String, _ options: ReplayOptions
  ) throws(FileError) -> Recording {
    try Recording(
      spooling: ByteSource(name: title, bytes: attachment.bytes), options: options)
  }

  /// Finds out why a gesture was not recognized, or when it was.
  public mutating func explain(_ kind: Gesture.Kind) throws(FileError) {
    var replay = Replay(path: title, options: options)
    replay.options.detail = .explanation
    replay.source = ByteSource(name: title, bytes: attachment.bytes)
    var changes: [StateRecord] = []
    var hasTouches = false
    var palms: [String] = []
    _ = try replay.run { report in
      if case .touch = report { hasTouches = true }
      if case .palm(let palm) = report {
        palms.append("touch \(palm.palm.touchID) was a palm: \(palm.sentence)")
      }
      if case .change(let record) = report, record.change.kind == kind { changes.append(record) }
    }
    let recognizers = RecognizerSet(profile: options.profile, classifier: options.classifier)
      .recognizers
    let reasons = MissingReasons(
      changes: changes.map(\.change), kinds: recognizers.map(\.kind), hasTouches: hasTouches,
      origin: changes.first?.origin ?? .zero)
    var answer = Answer(gesture: kind)
    answer.recognized = gestures.filter {
      $0.gesture.kind == kind && $0.gesture.state != .cancelled
    }
    .map(\.time)
    if answer.recognized.isEmpty {
      let isOn = recognizers.contains { $0.kind == kind }
      answer.nearest =
        isOn && !hasTouches && !palms.isEmpty
        ? Array(palms.prefix(BugReport.mostFailures))
        : reasons.reasons(for: kind, direction: nil, in: .min ... .max)
    }
    let failures = changes.filter { $0.change.reason != nil }
    answer.failureCount = failures.count
    answer.failures = failures.prefix(BugReport.mostFailures).map(\.sentence)
    self.answer = answer
  }
}
