public import Playback
import SystemPackage

/// A file of labels with its recordings.
public struct LabelledFolder: Sendable {
  /// The path of the labels as given.
  public var path: String
  /// The labels whose recording exists.
  public private(set) var labels: [ScoreLabel]
  /// The paths of missing recordings.
  public private(set) var missing: [String] = []
  /// The folder that the paths of the recordings are relative to, with its slash.
  public private(set) var folder: String

  /// Reads labels of recordings in a folder, or beside them; throws if none of these exists. The
  /// error says if they are in an archive of the same name.
  public init(path: String, recordings: String? = nil) throws(FileError) {
    self.path = path
    (labels, folder) = try ScoreLabel.read(path: path)
    if let recordings {
      folder = recordings.hasSuffix("/") || recordings.isEmpty ? recordings : recordings + "/"
    }
    let base = folder
    missing = labels.map(\.file).filter { !InputFiles.exists(base + $0) }
    let gone = Set(missing)
    let first = labels.first { gone.contains($0.file) }
    labels.removeAll { gone.contains($0.file) }
    guard labels.isEmpty else { return }
    let count = missing.count.counted("missing recording")
    let archive = path.replacing(/\.jsonl?$/, with: ".tar")
    let hint =
      archive != path && InputFiles.isFile(archive)
      ? " (extract the archive first: tar xf \(archive.printable))" : ""
    throw FileError(
      file: path, expected: "labels of recordings that exist",
      found: first.map { "\(count), the first in line \($0.line): \(base + $0.file)\(hint)" }
        ?? "no labels",
      systemError: first == nil ? nil : .noSuchFileOrDirectory)
  }

  /// The paths of the labels, of their recordings, and of the descriptions of their devices.
  public var files: [String] {
    [ScoreLabel.file(of: path)] + labels.map(path)
      + Set(labels.compactMap(\.device)).sorted().map { folder + $0 }
  }

  /// The path of a label's recording.
  public func path(_ label: ScoreLabel) -> String { folder + label.file }

  /// Another recognizer: a function of a recording and its options that returns its gestures.
  public typealias Recognizer =
    @Sendable (Recording, ReplayOptions) throws(FileError) -> [GestureRecord]

  /// The options with the label's device description, unless another one was given.
  package func options(
    _ label: ScoreLabel, _ options: ReplayOptions
  ) throws(FileError) -> ReplayOptions {
    guard options.device == nil, let device = label.device else { return options }
    var options = options
    options.device = try EvemuDescription.read(path: folder + device)
    return options
  }

  /// Replays a label's recording, with this program's or another recognizer, and compares.
  ///
  /// - Parameter isStrict: Whether a movement that may be a swipe or a pan has to be the one that
  ///   its duration implies.
  public func score(
    _ label: ScoreLabel, _ options: ReplayOptions, isStrict: Bool = false,
    recognize: Recognizer? = nil
  ) throws(FileError) -> RecordingScore {
    let options = try self.options(label, options)
    let recording = try Recording(path: path(label), options: options)
    let loaded = isStrict ? try recording.load() : nil
    let gestures = loaded.map { label.gestures(judgedBy: MovementMeter($0)) } ?? label.gestures
    var records = try recognize?(recording, options) ?? loaded?.records(options.profile) ?? []
    if recognize == nil, !isStrict {
      _ = try Replay(path: path(label), options: options).run(recording) {
        if case .gesture(let record) = $0 { records.append(record) }
      }
    }
    return RecordingScore(gestures, records, lack: recording.lack)
  }

  func load(_ label: ScoreLabel, _ options: ReplayOptions) throws(FileError) -> LoadedRecording {
    try LoadedRecording(path: path(label), options: try self.options(label, options))
  }
}
