import Foundation
import Recordings
import SystemPackage

/// A recording that can be read more than once: standard input is kept in a temporary file.
final class TraceFile {
  /// The path as it was given; `-` is standard input.
  let path: String
  private let spool: String?

  init(path: String) throws(RecordingError) {
    self.path = path
    spool = path == "-" ? try TraceFile.spoolStandardInput() : nil
  }

  deinit {
    if let spool { unlink(spool) }
  }

  /// Starts reading from the front.
  func open(_ options: ReplayOptions) throws(RecordingError) -> OpenRecording {
    guard let spool else {
      return try OpenRecording(path: path, format: options.format)
    }
    do {
      return try OpenRecording(
        ByteSource(path: spool, displayName: path), format: options.format)
    } catch let error as RecordingError {
      throw error
    } catch {
      throw TraceFile.unreadable(path, error)
    }
  }

  private static func spoolStandardInput() throws(RecordingError) -> String {
    let folder = FileManager.default.temporaryDirectory.path
    let path = "\(folder)/replay-\(UUID().uuidString)"
    do {
      let input = try ByteSource(path: "-")
      let sink = try ByteSink(growing: path)
      var block = [UInt8](repeating: 0, count: 256 << 10)
      while true {
        let count = try block.withUnsafeMutableBytes { buffer in try input.read(into: buffer) }
        if count == 0 { break }
        try sink.append(block[..<count])
      }
      try sink.finish()
    } catch {
      unlink(path)
      throw unreadable("-", error)
    }
    return path
  }

  private static func unreadable(_ path: String, _ error: any Error) -> RecordingError {
    RecordingError(
      file: path, position: .file, expected: "a readable file", found: "\(error)")
  }
}
