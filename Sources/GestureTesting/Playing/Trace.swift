import Foundation
public import Playback
import Recordings
public import Testing
public import TouchScript

/// A recording in a file, to be played in a test.
///
/// ```swift
/// expectGestures(of: Trace("Traces/double-tap.evemu")) { Tap(count: 2) }
/// ```
public struct Trace: Sendable {
  /// The file.
  public var path: String
  /// How to read it, and what recognizes its gestures.
  public var options: ReplayOptions
  /// What stood in the way of finding it; the test that plays it fails with this.
  var problem: String?

  /// A trace by its path, which counts from the folder of the file that names it, unless it begins
  /// with a slash.
  public init(
    _ path: String, options: ReplayOptions = ReplayOptions(), relativeTo file: String = #filePath
  ) {
    self.path = Trace.resolve(path, from: file)
    self.options = options
  }

  init(problem: String, path: String) {
    self.path = path
    options = ReplayOptions()
    self.problem = problem
  }

  /// The last part of the path.
  public var name: String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// All frames of the recording.
  public func frames() throws -> TraceFrames {
    if let problem { throw TraceProblem(description: problem) }
    return try TraceFrames(path: path, options: options)
  }

  /// The surface that the trace was recorded on.
  public func device() throws -> StageDevice {
    guard let main = try frames().main else { return .touchpad() }
    return StageDevice(size: main.size, kind: main.kind)
  }

  static func resolve(_ path: String, from file: String) -> String {
    if path.hasPrefix("/") { return path }
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    return folder.appendingPathComponent(path).standardizedFileURL.path
  }
}

/// Why a trace could not be found.
struct TraceProblem: Error, CustomStringConvertible {
  var description: String
}

extension Trace: CustomTestStringConvertible {
  public var testDescription: String { name }
}

extension Trace {
  /// The recordings in a folder and the folders below, in the order of their paths.
  ///
  /// One line makes each of them a test, held against the `NAME.gestures.jsonl` beside it:
  ///
  /// ```swift
  /// @Test(arguments: Trace.all(in: "Traces")) func gestures(_ trace: Trace) { expectGestures(of: trace) }
  /// ```
  ///
  /// What is no recording by its content is passed over. A folder that is missing or holds none gives
  /// one trace that fails and says so: a test that silently checks nothing would be worse.
  public static func all(
    in folder: String, options: ReplayOptions = ReplayOptions(),
    relativeTo file: String = #filePath
  ) -> [Trace] {
    let path = resolve(folder, from: file)
    var traces: [Trace] = []
    for entry in TracePaths.expand([path]) {
      switch entry {
      case .file(let found):
        guard (try? found.looksLikeRecording()) ?? true else { continue }
        traces.append(Trace(found.path, options: options))
      case .failure(let error):
        traces.append(Trace(problem: "\(error)", path: error.file))
      }
    }
    return traces.isEmpty ? [Trace(problem: "\(path): no recordings in it", path: path)] : traces
  }
}

extension FingerScript {
  /// A script that does what a trace recorded, on the device that was touched most.
  public init(tracing trace: Trace) throws {
    self.init(tracing: try trace.frames().main?.frames ?? [])
  }
}
