import Playback
public import Recordings
import SystemPackage

/// Labels, with the recordings that they are about.
public struct LabelledFolder: Sendable {
  /// The path of the labels, as it was given.
  public var path: String
  /// Those whose recording is there.
  public private(set) var labels: [ScoreLabel]
  /// The recordings that are not.
  public private(set) var missing: [String] = []
  /// What the paths of the recordings are relative to, with its slash.
  public private(set) var folder: String

  /// Reads labels; throws where none of their recordings is there.
  ///
  /// - Parameter recordings: The folder of the recordings; nil for that of the labels.
  public init(path: String, recordings: String? = nil) throws(RecordingError) {
    self.path = path
    (labels, folder) = try ScoreLabel.read(path: path)
    if let recordings {
      folder = recordings.hasSuffix("/") || recordings.isEmpty ? recordings : recordings + "/"
    }
    let base = folder
    missing = labels.map(\.file).filter { !TracePaths.exists(base + $0) }
    let gone = Set(missing)
    labels.removeAll { gone.contains($0.file) }
    guard labels.isEmpty else { return }
    throw RecordingError(
      file: path, position: .file, expected: "labels of recordings that are there",
      found: missing.isEmpty ? "no labels" : "none of its \(missing.count) recordings is there",
      systemError: missing.isEmpty ? nil : .noSuchFileOrDirectory)
  }

  /// The path of a label's recording.
  public func path(_ label: ScoreLabel) -> String { folder + label.file }

  /// How to read a label's recording: with its description, where no other was given.
  func options(
    _ label: ScoreLabel, _ options: ReplayOptions
  ) throws(RecordingError) -> ReplayOptions {
    guard options.device == nil, let device = label.device else { return options }
    var options = options
    options.device = try EvemuDescription.read(path: folder + device)
    return options
  }

  /// Replays a label's recording and compares.
  public func score(
    _ label: ScoreLabel, _ options: ReplayOptions
  ) throws(RecordingError) -> RecordingScore {
    var records: [GestureRecord] = []
    let replay = Replay(path: path(label), options: try self.options(label, options))
    _ = try replay.run { if case .gesture(let record) = $0 { records.append(record) } }
    return RecordingScore(label.gestures, records)
  }

  /// Reads a label's recording, to be played often.
  func load(_ label: ScoreLabel, _ options: ReplayOptions) throws(RecordingError) -> LoadedTrace {
    try LoadedTrace(path: path(label), options: try self.options(label, options))
  }
}
