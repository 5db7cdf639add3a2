public import Checking
import Conversion
public import Files
import Gestures
public import Playback

/// What a bug report says of a recording: all of it is found in the recording that it has within
/// it.
///
/// ```swift
/// let shared = try SharedRecording(path: "swipe.evemu", options: options)
/// var report = try BugReport(shared, title: "swipe.evemu", options: options)
/// try report.answer(ExpectedGesture(.swipe, touches: 3))
/// ```
public struct BugReport: Sendable {
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
  /// Whether the expected gesture was recognized, and if not, why.
  public private(set) var verdict: Verdict?
  /// Sentences of all failures of the expected recognizer, in the order of time; at most
  /// ``mostFailures``.
  public private(set) var failures: [String] = []
  /// The number of all failures.
  public private(set) var failureCount = 0
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
  public mutating func answer(_ expected: ExpectedGesture) throws(FileError) {
    let recording = try BugReport.open(attachment, title, options)
    let verdict = Verdict(expected, in: try recording.load(), profile: options.profile)
    let explanation = try Explanation(
      recording, options: options, gesture: expected.kind, around: nil)
    let sentences = explanation.entries.compactMap { entry -> String? in
      guard case .change(let record) = entry, record.change.reason != nil else { return nil }
      return record.sentence
    }
    failureCount = sentences.count
    failures = Array(sentences.prefix(BugReport.mostFailures))
    self.verdict = verdict
  }
}
