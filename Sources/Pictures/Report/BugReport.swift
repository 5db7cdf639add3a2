public import Checking
import Conversion
public import Playback

/// The contents of a bug report, all of which derive from the recording embedded in it.
public struct BugReport: Sendable {
  /// The name of the recording, without its folders.
  public var title: String
  public let attachment: RecordingAttachment
  public private(set) var plots: [Plot] = []
  /// The words of the person who reports.
  public let note: String?
  /// The program and the machine, as a name and a text each.
  public var versions: [(name: String, text: String)] = []
  /// The options of the commands that repeat the summary.
  public var arguments: [String] = []
  /// The recording and its devices.
  public var device: [(name: String, text: String)] = []
  public let info: RecordingInfo
  /// The gestures in the order of time.
  public private(set) var gestures: [GestureRecord] = []
  public private(set) var notes: [String]
  /// The lines of the profile that differ from the standard one.
  public let profile: [String]
  /// The verdict on the expected gesture; nil without one.
  public private(set) var verdict: Verdict?
  private let options: ReplayOptions

  /// Replays the shared part of a recording, which is complete and has its device description, with
  /// the options with which it was read.
  public init(
    _ shared: SharedRecording, title: String, options: ReplayOptions, note: String? = nil
  ) throws(FileError) {
    var options = options
    options.cut = RecordingCut()
    options.format = nil
    options.device = nil
    options.reportRate = nil
    options.detail = .outcomes
    self.options = options
    self.title = title
    // A text without a word is no note.
    self.note = note.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    let source = ByteSource(name: title, bytes: shared.bytes)
    attachment = RecordingAttachment(bytes: shared.bytes, format: shared.format)
    info = try RecordingInfo(Recording(source, options: options))
    profile = ProfileFile.differences(of: options.profile)
    var replay = Replay(path: title, options: options)
    replay.source = ByteSource(name: title, bytes: shared.bytes)
    var records: [GestureRecord] = []
    let summary = try replay.run { if case .gesture(let record) = $0 { records.append(record) } }
    gestures = records
    notes = summary.notes.map(\.description)
    try plot()
  }

  /// Draws the plots, with the verdict and the note.
  private mutating func plot() throws(FileError) {
    var budget = TouchBudget()
    plots = try Plot.touches(of: open(), options: options, answeredBy: verdict, within: &budget)
    for index in plots.indices { plots[index].commands = commands }
    guard let note, !plots.isEmpty else { return }
    plots[0].answer = plots[0].answer ?? Plot.Answer()
    plots[0].answer?.note = note
  }

  /// The commands that read a part of the recording, once it is extracted.
  private var commands: [[String]] {
    let (file, part) = (attachment.usualName, ["--from", "{from}", "--to", "{to}"])
    let question = verdict.map { ["--expected", $0.expected.text] } ?? []
    return [
      ["replay", "convert"] + part + [file, "part.\(attachment.fileExtension)"],
      ["replay", "explain"] + part + question + [file],
    ]
  }

  private func open() throws(FileError) -> Recording {
    try Recording(ByteSource(name: title, bytes: attachment.bytes), options: options)
  }

  /// Adds lanes to the plots, from the recording embedded in the page.
  package mutating func addLanes(
    _ add: (inout [Plot], Recording, ReplayOptions) throws(FileError) -> Void
  ) throws(FileError) {
    try add(&plots, open(), options)
  }

  /// Determines the time of a gesture's recognition, or the reason why it was not recognized.
  public mutating func answer(_ expected: ExpectedGesture) throws(FileError) {
    verdict = Verdict(expected, in: try open().load(), profile: options.profile)
    try plot()
  }
}
