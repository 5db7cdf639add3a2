import Foundation
public import Recordings
import SystemPackage

/// The gestures that a trace must give: the `NAME.gestures.jsonl` beside it.
///
/// Each line is an object with any of the keys of a gesture record. What a line leaves out may be
/// anything; `tolerance` (seconds) is how far `time`, `start` and `duration` may be off, `note` is
/// for people. An empty file says that nothing may be recognized. Empty lines do not count.
public struct ExpectationFile: Sendable {
  /// One gesture that must be recognized.
  public struct Line: Sendable {
    /// The line as it stands in the file.
    public var text: String
    /// What it tells, in the order of the file, without `file`, `tolerance` and `note`.
    var values: [(key: String, value: ExpectedValue)]
    /// Seconds.
    var tolerance: Double?
  }

  public var lines: [Line]

  /// What the names of expectations end with.
  static let ending = ".gestures.jsonl"

  /// The path of the expectations of a trace: its own with `.gestures.jsonl` for its extension.
  public static func path(forTrace trace: String) -> String {
    let slash = trace.lastIndex(of: "/").map { trace.index(after: $0) } ?? trace.startIndex
    let name = trace[slash...]
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return trace + ending
    }
    return trace[..<dot] + ending
  }

  /// Reads the expectations of a file; nil if there is no such file.
  public static func read(path: String) throws(RecordingError) -> ExpectationFile? {
    let bytes: [UInt8]
    do {
      bytes = try ByteSource(path: path).readAll(limit: largest)
    } catch {
      if error.systemError == .noSuchFileOrDirectory { return nil }
      throw error
    }
    return try ExpectationFile(bytes, file: path)
  }

  /// More gestures than anybody writes down.
  private static let largest = 256 << 20

  /// Reads expectations from bytes; `file` stands for the path in errors.
  public init(_ bytes: [UInt8], file: String) throws(RecordingError) {
    lines = []
    for (index, line) in bytes.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() {
      let isEmpty = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
      if !isEmpty { lines.append(try Line(Array(line), file: file, number: index + 1)) }
    }
  }

  /// Writes records as the expectations of a trace; a file that exists is replaced as a whole, and
  /// keeps its permissions.
  public static func write(_ records: [GestureRecord], to path: String) throws(RecordingError) {
    let sink = try ByteSink(replacing: path)
    for record in records {
      var record = record
      record.file = nil
      try sink.append(Array((record.json + "\n").utf8))
    }
    try sink.finish()
  }
}
