import CLibinputOffline
import Evdev
import Files
import FoundationEssentials
import Synchronization

/// Plays recordings in a child process, which alone ends by a crash or an endless loop.
///
/// Each recording has a new context of libinput. After a failure the next one starts a new process.
/// Threads that use the same worker wait for each other.
public final class LibinputWorker: Sendable {
  /// The options of starting the process.
  public struct Options: Sendable {
    /// A program whose `main` begins with ``LibinputWorker/serveIfAsked(_:)``.
    public var program: String
    /// The name or path of the library.
    public var library: String
    /// The path of quirks in place of the machine's `local-overrides.quirks`; nil for those.
    public var quirks: String?
    /// The seconds of processor time that a recording may take.
    public var timeLimit = 10

    public init(program: String, library: String = LibinputWorker.usualLibrary) {
      self.program = program
      self.library = library
    }
  }

  public static let usualLibrary = "libinput.so.10"
  fileprivate static let argument = "--serve-libinput"

  public let options: Options
  private let process: Mutex<ServingProcess>

  public init(_ options: Options) {
    self.options = options
    process = Mutex(ServingProcess())
  }

  /// The path of the library that the process has loaded; nil before the first answer.
  public var loadedLibrary: String? { process.withLock { $0.loadedLibrary } }

  /// Serves a worker on standard input and then ends the process, if the arguments of a program,
  /// without its name, request it; otherwise has no effect.
  public static func serveIfAsked(_ arguments: [String]) {
    guard arguments.count == 4, arguments[0] == argument else { return }
    LibinputServer.serve(
      STDIN_FILENO, library: arguments[1], folder: arguments[2], quirks: arguments[3])
    exit(0)
  }

  /// Plays a recording; the answer has the lines of the log from a priority on.
  public func play(
    _ input: LibinputInput, _ configuration: LibinputConfiguration = LibinputConfiguration(),
    log: LibinputLogLine.Priority = .error
  ) throws(LibinputError) -> LibinputAnswer {
    guard input.events.count <= LibinputInput.maximumEvents else {
      throw .unplayable(
        expected: "at most \(LibinputInput.maximumEvents) events to play into libinput",
        found: String(input.events.count))
    }
    let message = LibinputMessage.bytes(
      LibinputRequest(input, configuration, logPriority: log, timeLimit: options.timeLimit))
    var answer = try process.withLock { process throws(LibinputError) in
      try process.play(message, options)
    }
    answer.touchDowns = input.touchDowns
    return answer
  }

  /// Loads the library and its quirks, so that an error of every recording is reported once.
  public func check() throws(LibinputError) {
    var input = LibinputInput()
    input.devices = [LibinputInput.Device(.touchpad(width: 100, height: 60))]
    _ = try play(input)
  }
}

/// The child process of a worker, and the socket to it.
private struct ServingProcess: ~Copyable {
  var loadedLibrary: String?
  private var id: pid_t = -1
  private var socket: Int32 = -1

  deinit { _ = ServingProcess.end(id, socket) }

  mutating func play(
    _ message: [UInt8], _ options: LibinputWorker.Options
  ) throws(LibinputError) -> LibinputAnswer {
    if id < 0 { try start(options) }
    guard LibinputServer.send(message, to: socket),
      let reply = LibinputServer.receive(from: socket)
    else { throw failure(options) }
    guard let reply = LibinputMessage.read(LibinputReply.self, from: reply),
      let answer = reply.answer
    else {
      _ = end()
      throw .failed("a malformed answer of the process that plays")
    }
    if let error = reply.error { throw error }
    loadedLibrary = reply.library
    return answer
  }

  /// The reason why the process has ended.
  private mutating func failure(_ options: LibinputWorker.Options) -> LibinputError {
    let status = end()
    let signal = status & 0x7f
    switch signal {
    case SIGPROF, SIGALRM: return .tooLong(seconds: options.timeLimit)
    case 0: return .failed("the process that plays ended with status \(status >> 8 & 0xff)")
    default: return .crashed(signal: signal)
    }
  }

  /// Ends the process, and returns its status in the form of `waitpid`.
  private mutating func end() -> Int32 {
    defer { (id, socket) = (-1, -1) }
    return ServingProcess.end(id, socket)
  }

  private static func end(_ id: pid_t, _ socket: Int32) -> Int32 {
    // The process ends when its socket is closed.
    if socket >= 0 { close(socket) }
    guard id >= 0 else { return 0 }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return status
  }
}

/// Workers for several threads, each of which uses one at a time.
public final class LibinputWorkers: Sendable {
  private let options: LibinputWorker.Options
  private let idle: Mutex<[LibinputWorker]>

  /// - Parameter first: An existing worker; further ones have the same options.
  public init(_ first: LibinputWorker) {
    options = first.options
    idle = Mutex([first])
  }

  /// Runs `body` with a worker that no other thread uses meanwhile.
  public func with<Value, Failure: Error>(
    _ body: (LibinputWorker) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let worker = idle.withLock { $0.popLast() } ?? LibinputWorker(options)
    defer { idle.withLock { $0.append(worker) } }
    return try body(worker)
  }
}

// MARK: - Starting

extension ServingProcess {
  private mutating func start(_ options: LibinputWorker.Options) throws(LibinputError) {
    var ends: [Int32] = [-1, -1]
    guard offline_connect(&ends) == 0 else {
      throw .failed("no socket: \(String(cString: strerror(errno)))")
    }
    defer { close(ends[1]) }
    let root = LibraryRoot(of: options.library)
    let arguments =
      root.loaderArguments + [
        options.program, LibinputWorker.argument, options.library, root.quirks ?? "",
        options.quirks ?? "",
      ]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
    // The output is libinput's failed assertions, and the backtraces after them.
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    // Threads of Swift programs block signals, which would reach the child process too late.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let failure = ServingProcess.withCStrings(arguments) { arguments in
      ServingProcess.withCStrings(ServingProcess.environment(root)) { environment in
        arguments[0].map { posix_spawn(&id, $0, &actions, &attributes, arguments, environment) }
          ?? EINVAL
      }
    }
    guard failure == 0 else {
      close(ends[0])
      id = -1
      throw .failed("\(options.program): \(String(cString: strerror(failure)))")
    }
    socket = ends[0]
  }

  /// The environment without variables by which libinput finds further quirks.
  private static func environment(_ root: LibraryRoot) -> [String] {
    var variables = ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("LIBINPUT_") && $0.key != "XDG_RUNTIME_DIR"
    }
    if let folder = root.folder {
      let others = variables["LD_LIBRARY_PATH"].map { ":" + $0 } ?? ""
      variables["LD_LIBRARY_PATH"] = folder + others
    }
    // A crash of libinput needs no backtrace of this program.
    variables["SWIFT_BACKTRACE"] = "enable=no"
    return variables.map { "\($0.key)=\($0.value)" }.sorted()
  }

  private static func withCStrings<Value>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
  ) -> Value {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}

/// The location of a library, and its further files in an unpacked system of another release.
struct LibraryRoot {
  /// The folder of a library that is specified by a path.
  var folder: String?
  /// The dynamic loader beside the library with its options, if there is a C library, too: an older
  /// C library than the one that the library was built for cannot load it.
  var loaderArguments: [String] = []
  /// The quirks of the library, if they are not those of the machine.
  var quirks: String?

  init(of library: String) {
    guard let slash = library.lastIndex(of: "/") else { return }
    let folder = String(library[..<slash])
    self.folder = folder
    if folder.hasPrefix("/usr/lib/") || folder.hasPrefix("/lib/") { return }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let loaders = names.filter { $0.hasPrefix("ld-linux") && $0.contains(".so.") }
    if names.contains("libc.so.6"), let loader = loaders.min() {
      loaderArguments = ["\(folder)/\(loader)"]
    }
    // The relative path leads from usr/lib/x86_64-linux-gnu to usr/share.
    let quirks = folder + "/../../share/libinput"
    if FileManager.default.fileExists(atPath: quirks) { self.quirks = quirks }
  }
}
