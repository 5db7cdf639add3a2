import Files
import SystemPackage

/// The start of the process: its streams and its signals.
enum Startup {
  static func prepare() {
    openStandardStreams()
    // A closed pipe, and a file that grows beyond `ulimit -f`, are errors of a write, not the end
    // of the process.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    TemporaryNames.removeAtExit()
  }

  /// Keeps the first opened file from replacing a stream that is closed, as with `>&-`. Such a
  /// stream can then be neither read nor written, as before.
  private static func openStandardStreams() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) == -1 {
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
