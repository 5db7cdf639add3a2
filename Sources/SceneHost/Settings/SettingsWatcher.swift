public import Recordings
import SystemPackage
public import Timeline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Notices that a person changes the settings of a scene while it runs.
///
/// A live run calls ``SceneRunner/applyChanges(_:at:)`` between events, which costs a system call unless the file has
/// changed. Variables and options keep their precedence over the file.
///
/// ```swift
/// let watcher = SettingsWatcher(values, store)
/// runner.applyChanges(watcher, at: now)  // calls Scene.settingsDidChange() if a value changed
/// ```
public final class SettingsWatcher {
  /// Receives why a changed file cannot be read, or which of its values do not count: once for each change of the
  /// file. The previous values stay if it cannot be read.
  public var observer: ((RecordingError) -> Void)?
  private let values: SettingsValues
  private let store: SettingsStore
  /// The state of the file that was read last; nil before the first time.
  private var known: State?

  private enum State: Equatable {
    case missing
    case present(FileStamp)
    case failed(RecordingError)
  }

  /// - Parameters:
  ///   - values: The values to update, those of a scene's context.
  ///   - store: Where the values are from.
  public init(_ values: SettingsValues, _ store: SettingsStore) {
    self.values = values
    self.store = store
  }

  /// Reads the file again if it is another one than before.
  ///
  /// - Returns: Whether the value of a setting changed.
  public func poll() -> Bool {
    let state = currentState
    if state == known { return false }
    known = state
    do throws(RecordingError) {
      if case .failed(let error) = state { throw error }
      let file = try store.read()
      for problem in file?.problems ?? [] { observer?(problem) }
      return values.update(file, store.schema)
    } catch {
      observer?(error)
      return false
    }
  }

  /// Before the file is read: a change between the two is then noticed by the next call.
  private var currentState: State {
    do throws(RecordingError) {
      return try FileStamp(store.path).map { .present($0) } ?? .missing
    } catch {
      return .failed(error)
    }
  }
}

extension SceneRunner {
  /// Notifies the scene if a person has changed one of its settings.
  public func applyChanges(_ watcher: SettingsWatcher, at time: Timestamp) {
    if watcher.poll() { settingsDidChange(at: time) }
  }
}

/// What changes whenever a file is replaced or written.
struct FileStamp: Equatable {
  private let device: UInt64
  private let number: UInt64
  private let size: Int64
  /// The times of the last change of the contents and of the file, in nanoseconds of the system's clock.
  private let times: [Int]
  let isRegularFile: Bool

  /// Follows links; nil if there is no file.
  init?(_ path: String) throws(RecordingError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw .cannotRead(path, Errno(rawValue: errno))
    }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    size = Int64(status.st_size)
    times = [
      status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
    ]
    isRegularFile = status.st_mode & S_IFMT == S_IFREG
  }
}
