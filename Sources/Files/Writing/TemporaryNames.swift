import Synchronization
import SystemPackage

/// The hidden names of incomplete files: `.replay-RANDOM.part`.
///
/// A program that calls ``removeAtExit()`` leaves no such file when a signal other than `SIGKILL`
/// ends it.
public enum TemporaryNames: Sendable {
  /// The addresses of paths, or 0: more than any command writes at a time. Used paths are not
  /// freed, since a handler may read them at any time.
  private static let paths = InlineArray<16, Atomic<UInt>> { _ in Atomic(0) }

  /// A new name in a folder, which is stored for removal.
  public static func make(in folder: FilePath) -> FilePath {
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    let name = folder.appending(".replay-\(random).part")
    guard let copy = name.withPlatformString({ strdup($0) }) else { return name }
    for index in paths.indices {
      let (isFree, _) = paths[index].compareExchange(
        expected: 0, desired: UInt(bitPattern: copy), ordering: .sequentiallyConsistent)
      if isFree { break }
    }
    return name
  }

  /// Forgets a name that is no longer in use.
  public static func forget(_ name: FilePath) {
    name.withPlatformString { text in
      for index in paths.indices {
        guard let path = path(index), strcmp(path, text) == 0 else { continue }
        paths[index].store(0, ordering: .sequentiallyConsistent)
      }
    }
  }

  private static func path(_ index: Int) -> UnsafePointer<CChar>? {
    UnsafePointer(bitPattern: paths[index].load(ordering: .sequentiallyConsistent))
  }

  /// Removes the files when the process exits, or when `SIGHUP`, `SIGINT` or `SIGTERM` ends it,
  /// which they still do. Ignored signals stay ignored, as under `nohup`; signals blocked by the
  /// parent process, as threads of Swift programs do, are unblocked.
  public static func removeAtExit() {
    // The table has to exist before a handler reads it.
    removeAll()
    atexit { TemporaryNames.removeAll() }
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGHUP, SIGINT, SIGTERM] {
      sigaddset(&signals, number)
      var action = sigaction()
      sigaction(number, nil, &action)
      if unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
      {
        continue
      }
      action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        TemporaryNames.removeAll()
        // The default action of the signal, when this handler returns.
        raise(number)
      }
      action.sa_flags = CInt(bitPattern: UInt32(SA_RESETHAND))
      sigaction(number, &action, nil)
    }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Removes the files, with functions that a signal handler may call only.
  private static func removeAll() {
    for index in paths.indices {
      if let path = path(index) { unlink(path) }
    }
  }
}
