#if Library
  import Files
  import Foundation
  import GRDB
  import Playback
  import TestSupport

  @testable import RecordingLibrary

  /// A folder with recordings, and a library beside it.
  final class LibrarySample {
    let folder: TemporaryFolder
    let path: String

    init() throws {
      folder = try TemporaryFolder()
      path = folder.file("library.sqlite")
    }

    /// The canonical path of the recordings.
    var recordings: String { CanonicalPath.of(folder.file("recordings")) }

    @discardableResult
    func write(_ name: String, _ fingers: [Finger]) throws -> String {
      try folder.write("recordings/\(name)", SampleTrace.bytes(fingers))
      return "\(recordings)/\(name)"
    }

    /// A tap, a swipe and an expectation beside the swipe.
    func writeUsual() throws {
      try write("tap.evemu", [.tap(x: 20, y: 20, at: 1)])
      try write("swipe.evemu", [.swipeRight(y: 30, at: 1)])
      try folder.write(
        "recordings/swipe.gestures.jsonl",
        #"{"gesture":"swipe","direction":"right","touches":1,"start_s":0,"time_s":0.2}"# + "\n")
    }

    func open(_ access: RecordingLibrary.Access = .writing) throws -> RecordingLibrary {
      try RecordingLibrary(path: path, access: access)
    }

    /// Adds the folder, and returns what became of its files, as in `added tap.evemu`.
    @discardableResult
    func add(_ addition: LibraryAddition = LibraryAddition()) throws -> [String] {
      var lines: [String] = []
      var addition = addition
      addition.jobs = 2
      try open().add([folder.file("recordings")], addition) { lines.append($0.line) }
      return lines.sorted()
    }

    /// The names of the files that meet a query.
    func names(_ change: (inout LibraryQuery) -> Void = { _ in }) throws -> [String] {
      var query = LibraryQuery()
      change(&query)
      var names: [String] = []
      try open().search(query) { names.append(($0.file as NSString).lastPathComponent) }
      return names
    }

    /// The only value of a query of another program.
    func value(_ sql: String) throws -> String? {
      // The last connection of a library that closes locks it for a moment.
      var configuration = Configuration()
      configuration.busyMode = .timeout(10)
      return try DatabaseQueue(path: path, configuration: configuration).read {
        try String.fetchOne($0, sql: sql)
      }
    }
  }

  extension LibraryEvent {
    /// As in `added tap.evemu`.
    var line: String {
      func name(_ path: String) -> String { (path as NSString).lastPathComponent }
      return switch self {
      case .added(let path): "added \(name(path))"
      case .changed(let path): "changed \(name(path))"
      case .unchanged(let path): "unchanged \(name(path))"
      case .broken(let path, _): "broken \(name(path))"
      case .skipped(let path, let kind): "skipped \(name(path)), \(kind)"
      case .missing(let path): "missing \(name(path))"
      case .failed(let error): "failed \(name(error.file))"
      }
    }
  }
#endif
