public import Files
import Foundation
import Playback
import SystemPackage

/// Where the state of a scene is kept from one run to the next: in
/// `$XDG_STATE_HOME/touchstone/scenes/NAME.plist`, for its owner only.
///
/// By the textbook rules the file is `NAME.textbook.plist`, so that each kind of run continues its
/// own.
///
/// ```swift
/// let state = SceneState(of: QuartzFun.name, rules: .standard)
/// let run = try state.start({ SceneRunner(QuartzFun.self) }, reportingTo: { print($0) })
/// run.runner.send(frame)
/// ```
public struct SceneState: Hashable, Sendable {
  /// What was found at the start of a run.
  public enum Found: Hashable, Sendable {
    /// No state: the scene starts fresh.
    case nothing
    case memory(SceneMemory)
    /// A state that cannot be read, which was renamed to `path`: the scene starts fresh.
    case setAside(path: String, reason: FileError)
    /// A state that a newer program has saved, which stays: the scene starts fresh and must not
    /// save.
    case newer(reason: FileError)
  }

  public let scene: String
  public let rules: SceneRules
  public let path: String
  private let folder: XDGFolder

  /// - Parameter environment: The variables that say where states are, `XDG_STATE_HOME` and `HOME`.
  public init(
    of scene: String, rules: SceneRules,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.scene = scene
    self.rules = rules
    let suffix = rules == .standard ? "" : ".\(rules.rawValue)"
    folder = XDGFolder.states(environment)
    path = folder.file(of: scene, "\(suffix).plist")
  }
}

// MARK: - Reading and writing

extension SceneState {
  /// Finds the state of the last run; one that cannot be read is set aside.
  ///
  /// Throws if the system does not let it be read or renamed.
  public func load() throws(FileError) -> Found {
    let format = PropertyListMemory()
    do throws(FileError) {
      let text = try format.text(in: path)
      if let reason = MemoryDocument.newer(text, file: path) { return .newer(reason: reason) }
      let memory = try MemoryDocument(text, file: path).memory
      guard memory.scene == scene else {
        throw .otherScene(path, memory.scene, expected: scene)
      }
      if let other = memory.rules, other != rules {
        throw FileError(
          file: path, position: .file, expected: "a state by the \(rules.rawValue) rules",
          found: "one by the \(other.rawValue) rules")
      }
      return .memory(memory)
    } catch {
      switch error.systemError {
      case .noSuchFileOrDirectory: return .nothing
      case nil, .isDirectory: return .setAside(path: try setAside(), reason: error)
      default: throw error
      }
    }
  }

  /// Saves the state for the next run, in folders for the owner only.
  ///
  /// Throws for a state of a newer version, which stays.
  public func save(_ memory: SceneMemory) throws(FileError) {
    try folder.create()
    try PropertyListMemory().write(memory, to: path) { sink in sink.restrictToOwner() }
  }

  /// Renames a state that cannot be used, so that it is not lost, and returns its new path.
  public func setAside() throws(FileError) -> String {
    var number = 1
    var other = path + ".unreadable"
    var status = stat()
    while lstat(other, &status) == 0 {
      number += 1
      other = path + ".unreadable-\(number)"
    }
    guard rename(path, other) == 0 else { throw .cannotWrite(path, Errno(rawValue: errno)) }
    return other
  }
}

// MARK: - Runs

extension SceneState {
  /// A run that continues the last one, or begins with a file.
  public struct Run {
    public let runner: SceneRunner
    /// Whether the scene has the state of the last run.
    public let isRestored: Bool
    /// Why the scene starts fresh although there was a state, or does not save, for people to read;
    /// nil otherwise.
    public let note: String?
  }

  /// Starts a scene with the state of the last run, and saves its state when it is interrupted, in
  /// the background or terminated.
  ///
  /// A state that the file or the scene cannot read is set aside, and the scene starts fresh. One
  /// of a newer version stays, and nothing is saved. The state is that of one run at a time, until
  /// its runner is released: another run meanwhile starts fresh, and does not save. Throws if the
  /// system does not let the state be read or renamed, and if `file` cannot be opened.
  ///
  /// - Parameters:
  ///   - file: A saved scene to begin with, instead of the state of the last run.
  ///   - makeRunner: Makes the scene; called again if it could not take its state.
  ///   - report: Receives each failure to save, while the scene runs.
  public func start(
    opening file: String? = nil, _ makeRunner: () -> SceneRunner,
    reportingTo report: @escaping (FileError) -> Void
  ) throws(FileError) -> Run {
    guard let lock = lock() else {
      let note = "in use by another run: this one starts fresh, and nothing will be saved"
      return try fresh(opening: file, makeRunner, note: note)
    }
    let run: Run
    switch try load() {
    case .memory(let memory) where file == nil: run = try restored(memory, makeRunner)
    case .nothing, .memory: run = try fresh(opening: file, makeRunner)
    case .setAside(let path, let reason):
      let note = "\(reason); the state is now \(path.printable)"
      run = try fresh(opening: file, makeRunner, note: note)
    case .newer(let reason):
      return try fresh(opening: file, makeRunner, note: "\(reason); nothing will be saved")
    }
    saveWhenNeeded(run.runner, lock, report)
    return run
  }

  /// A run that begins with a file, or with nothing.
  private func fresh(
    opening file: String?, _ makeRunner: () -> SceneRunner, note: String? = nil
  ) throws(FileError) -> Run {
    let runner = makeRunner()
    if let file { try runner.open(file) }
    return Run(runner: runner, isRestored: false, note: note)
  }

  /// A run that begins with a state, or with nothing if the scene cannot use the state.
  private func restored(
    _ memory: SceneMemory, _ makeRunner: () -> SceneRunner
  ) throws(FileError) -> Run {
    let runner = makeRunner()
    do throws(FileError) {
      try runner.restore(memory, from: path)
      return Run(runner: runner, isRestored: true, note: nil)
    } catch {
      let note = "\(error); the state is now \(try setAside().printable)"
      return Run(runner: makeRunner(), isRestored: false, note: note)
    }
  }

  private func saveWhenNeeded(
    _ runner: SceneRunner, _ lock: Lock, _ report: @escaping (FileError) -> Void
  ) {
    runner.saveObserver = { [unowned runner] in
      defer { withExtendedLifetime(lock) {} }
      do throws(FileError) {
        try save(runner.save(for: path))
      } catch {
        report(error)
      }
    }
  }
}

// MARK: - Lock

extension SceneState {
  /// The lock that a run holds, or nothing where there cannot be a lock.
  private struct Lock {
    let file: FileLock?
  }

  /// Takes the lock of the state; nil if another run holds it.
  private func lock() -> Lock? {
    do throws(FileError) {
      try folder.create()
      return try FileLock.ifFree(path).map { Lock(file: $0) }
    } catch {
      // As on a read-only file system: saving reports the reason.
      return Lock(file: nil)
    }
  }
}
