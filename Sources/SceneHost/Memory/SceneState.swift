import Foundation
public import Recordings
import SystemPackage

/// Where the state of a scene is kept from one run to the next: in
/// `$XDG_STATE_HOME/touchstone/scenes/NAME.plist`, for its owner only.
///
/// By the textbook rules the file is `NAME.textbook.plist`, so that each kind of run continues its own.
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
    case setAside(path: String, reason: RecordingError)
    /// A state that a newer program has saved, which stays: the scene starts fresh and must not save.
    case newer(reason: RecordingError)
  }

  public let scene: String
  public let rules: SceneRules
  public let path: String

  /// - Parameter environment: The variables that say where states are, `XDG_STATE_HOME` and `HOME`.
  public init(
    of scene: String, rules: SceneRules,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.scene = scene
    self.rules = rules
    let suffix = rules == .standard ? "" : ".\(rules.rawValue)"
    path = SceneState.folder(environment) + "/\(SceneState.fileName(scene))\(suffix).plist"
  }
}

// MARK: - Reading and writing

extension SceneState {
  /// Finds the state of the last run; one that cannot be read is set aside.
  ///
  /// Throws if the system does not let it be read or renamed.
  public func load() throws(RecordingError) -> Found {
    let format = PropertyListMemory()
    do throws(RecordingError) {
      let value = try format.value(in: path)
      if let reason = MemoryDocument.newer(value, file: path) { return .newer(reason: reason) }
      let memory = try MemoryDocument(value, file: path).memory
      guard memory.scene == scene else {
        throw .otherScene(path, memory.scene, expected: scene)
      }
      if let other = memory.rules, other != rules {
        throw RecordingError(
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
  public func save(_ memory: SceneMemory) throws(RecordingError) {
    makeFolders()
    try PropertyListMemory().write(memory, to: path) { sink in sink.restrictToOwner() }
  }

  /// Makes the folders that do not exist. Where that fails, writing says what is wrong.
  private func makeFolders() {
    var folder = FilePath("/")
    for component in FilePath(path).removingLastComponent().components {
      folder.append(component)
      _ = folder.withPlatformString { mkdir($0, 0o700) }
    }
  }

  /// Renames a state that cannot be used, so that it is not lost, and returns its new path.
  public func setAside() throws(RecordingError) -> String {
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
  /// A run that continues the last one.
  public struct Run {
    public let runner: SceneRunner
    /// Whether the scene has the state of the last run.
    public let isRestored: Bool
    /// Why the scene starts fresh although there was a state, for people to read; nil otherwise.
    public let note: String?
  }

  /// Starts a scene with the state of the last run, and saves its state when it is interrupted, in the
  /// background or terminated.
  ///
  /// A state that the file or the scene cannot read is set aside, and the scene starts fresh. One of a newer
  /// version stays, and nothing is saved. Throws if the system does not let the state be read or renamed.
  ///
  /// - Parameters:
  ///   - makeRunner: Makes the scene; called again if it could not take its state.
  ///   - report: Receives each failure to save, while the scene runs.
  public func start(
    _ makeRunner: () -> SceneRunner, reportingTo report: @escaping (RecordingError) -> Void
  ) throws(RecordingError) -> Run {
    let runner = makeRunner()
    var fresh = runner
    var note: String?
    switch try load() {
    case .nothing: break
    case .memory(let memory):
      do throws(RecordingError) {
        try runner.restore(memory, from: path)
        saveWhenNeeded(runner, report)
        return Run(runner: runner, isRestored: true, note: nil)
      } catch {
        let path = try setAside()
        note = "\(error); the state is now \(path.printable)"
        fresh = makeRunner()
      }
    case .setAside(let path, let reason): note = "\(reason); the state is now \(path.printable)"
    case .newer(let reason):
      return Run(runner: runner, isRestored: false, note: "\(reason); nothing will be saved")
    }
    saveWhenNeeded(fresh, report)
    return Run(runner: fresh, isRestored: false, note: note)
  }

  private func saveWhenNeeded(
    _ runner: SceneRunner, _ report: @escaping (RecordingError) -> Void
  ) {
    runner.saveObserver = { [unowned runner] in
      do throws(RecordingError) {
        try save(runner.save(for: path))
      } catch {
        report(error)
      }
    }
  }
}

// MARK: - Paths

extension SceneState {
  /// By the XDG base directory specification, in which relative paths are invalid and ignored.
  private static func folder(_ environment: [String: String]) -> String {
    func absolute(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let home = absolute("HOME") ?? NSHomeDirectory()
    return (absolute("XDG_STATE_HOME") ?? home + "/.local/state") + "/touchstone/scenes"
  }

  /// A name as that of a file: letters, digits, `-` and `_` stay, and other bytes are `%2F`.
  private static func fileName(_ scene: String) -> String {
    var name: [UInt8] = []
    for byte in scene.utf8 {
      let character = Character(Unicode.Scalar(byte))
      if byte < 0x80,
        character.isLetter || character.isNumber || character == "-"
          || character == "_"
      {
        name.append(byte)
      } else {
        name.append(UInt8(ascii: "%"))
        name.append(hexadecimal: byte, digits: 2)
      }
    }
    return String(decoding: name, as: UTF8.self)
  }
}
