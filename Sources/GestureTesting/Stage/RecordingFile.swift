import Foundation
import SystemPackage

/// A recording in a file, to be played in a test.
///
/// ```swift
/// expectGestures(of: RecordingFile("Traces/double-tap.evemu")) { Tap(count: 2) }
/// ```
public struct RecordingFile: Sendable, CustomTestStringConvertible {
  /// The path of the file.
  public var path: String
  /// The options of reading the recording and of recognizing its gestures.
  public var options: ReplayOptions
  /// The reason why the file was not found.
  var problem: String?

  /// A recording by its path, absolute or relative to the folder of the calling file.
  public init(
    _ path: String, options: ReplayOptions = ReplayOptions(), relativeTo file: String = #filePath
  ) {
    self.path = RecordingFile.resolve(path, from: file)
    self.options = options
  }

  init(problem: String, path: String) {
    self.path = path
    options = ReplayOptions()
    self.problem = problem
  }

  /// The last part of the path.
  public var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Reads the recording into memory.
  public func load() throws -> LoadedRecording {
    if let problem { throw RecordingFileError(description: problem) }
    return try LoadedRecording(path: path, options: options)
  }

  /// The device that the recording was made on.
  public func device() throws -> StageDevice {
    guard let main = try load().mainTrack else { return .touchpad() }
    return StageDevice(size: main.playedSize, kind: main.touchArea.kind)
  }

  static func resolve(_ path: String, from file: String) -> String {
    if path.hasPrefix("/") { return path }
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    return folder.appendingPathComponent(path).standardizedFileURL.path
  }

  public var testDescription: String { name }
}

/// The reason why a recording was not found.
struct RecordingFileError: Error, CustomStringConvertible {
  var description: String
}

extension RecordingFile {
  /// The recordings in a folder and the folders below, in the order of their paths.
  ///
  /// One line makes each of them a test against the `NAME.gestures.jsonl` beside it:
  ///
  /// ```swift
  /// @Test(arguments: RecordingFile.all(in: "Traces"))
  /// func gestures(_ trace: RecordingFile) { expectGestures(of: trace) }
  /// ```
  ///
  /// Files without the content of a recording are skipped. A folder that is missing or has no
  /// recording makes one recording that fails, because a test without checks would be worse.
  public static func all(
    in folder: String, options: ReplayOptions = ReplayOptions(),
    relativeTo file: String = #filePath
  ) -> [RecordingFile] {
    let path = resolve(folder, from: file)
    var traces: [RecordingFile] = []
    for entry in InputFiles.expand([path]) {
      switch entry {
      case .file(let found):
        guard (try? found.looksLikeRecording()) ?? true else { continue }
        traces.append(RecordingFile(found.path, options: options))
      case .failure(let error):
        traces.append(RecordingFile(problem: "\(error)", path: error.file))
      case .skipped: break
      }
    }
    return traces.isEmpty
      ? [RecordingFile(problem: "\(path): no recordings in it", path: path)] : traces
  }
}

extension FingerScript {
  /// A script that repeats a recording, of the device with the most frames.
  public init(tracing trace: RecordingFile) throws {
    self.init(tracing: try trace.load().mainTrack?.playedFrames ?? [])
  }

  /// Writes the script as the recording of a device, if the format can be written.
  public func save(
    to path: String, as format: RecordingFormat = .evemu, on device: StageDevice = .touchpad(),
    hand: Hand = .human
  ) throws {
    try format.write(
      frames(on: device.size, hand: hand), of: device.description, to: ByteSink(path: path))
  }
}

extension StageLog {
  var attachment: GestureCheck.Attachment? {
    if let tracePath {
      guard let data = FileManager.default.contents(atPath: tracePath) else { return nil }
      return (URL(fileURLWithPath: tracePath).lastPathComponent, Array(data))
    }
    guard !frames.isEmpty, let bytes = try? recording() else { return nil }
    return ("played.evemu", bytes)
  }

  /// The played frames as a recording; throws for formats that cannot be written.
  public func recording(as format: RecordingFormat = .evemu) throws -> [UInt8] {
    let sink = ByteSink()
    try format.write(frames, of: device.description, to: sink)
    return sink.bytes
  }
}
