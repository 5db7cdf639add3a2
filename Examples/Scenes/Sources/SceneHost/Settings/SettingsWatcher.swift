import Files
public import Timeline

/// Notices that the user changes the settings of a scene while it runs.
///
/// A live run calls ``SceneRunner/applyChanges(_:at:)`` about once a second, which costs a system
/// call unless the file has changed. Variables and options keep their precedence over the file.
///
/// ```swift
/// let watcher = SettingsWatcher(values, store)
/// runner.applyChanges(watcher, at: now)  // calls Scene.settingsDidChange() if a value changed
/// ```
public final class SettingsWatcher {
  /// What is wrong with a file that changed.
  public enum Problem {
    /// The file cannot be read: the previous values stay.
    case unreadable(FileError)
    /// A setting does not take its value in the file: the other values of the file apply.
    case invalidValue(FileError)
  }

  /// Receives what is wrong with a changed file, once for each change.
  public var observer: ((Problem) -> Void)?
  private let values: SettingsValues
  private let store: SettingsStore
  /// The state of the file that was read last.
  private var known: State

  private enum State: Equatable {
    case missing
    case present(FileStamp)
    case failed(FileError)
  }

  /// - Parameters:
  ///   - values: The values to update, those of a scene's context.
  ///   - store: Where the values are from.
  public init(_ values: SettingsValues, _ store: SettingsStore) {
    self.values = values
    self.store = store
    known = values.fileStamp.map { .present($0) } ?? .missing
  }

  /// Reads the file again if it changed.
  ///
  /// - Returns: Whether the value of a setting changed.
  public func poll() -> Bool {
    let state = currentState
    if state == known { return false }
    known = state
    do throws(FileError) {
      if case .failed(let error) = state { throw error }
      let file = try store.read()
      for problem in file?.problems ?? [] { observer?(.invalidValue(problem)) }
      return values.update(file, store.schema)
    } catch {
      observer?(.unreadable(error))
      return false
    }
  }

  /// Before the file is read: a change between the two is then noticed by the next call.
  private var currentState: State {
    do throws(FileError) {
      return try FileStamp(store.path).map { .present($0) } ?? .missing
    } catch {
      return .failed(error)
    }
  }
}

extension SceneRunner {
  /// Notifies the scene if the user has changed one of its settings.
  public func applyChanges(_ watcher: SettingsWatcher, at time: Timestamp) {
    if watcher.poll() { settingsDidChange(at: time) }
  }
}
