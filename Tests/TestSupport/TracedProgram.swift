import Foundation

/// A program, stopped at each of its system calls, so that it can be ended at any of them: see
/// ptrace(2).
public enum TracedProgram {
  public enum Ending: Hashable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  /// Runs a program and ends it by a signal at the start of a system call, counted from 1; returns
  /// how it ended, and the number of system calls of its main thread up to then.
  ///
  /// - Parameter call: The call, which is not made; nil lets the program run to its end.
  public static func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    ending signal: Int32 = SIGKILL,
    at call: Int? = nil
  ) throws -> (ending: Ending, calls: Int) {
    let process = try spawn([program] + arguments, environment)
    var status: Int32 = 0
    // The shell stops itself before it becomes the program.
    guard waitpid(process, &status, WUNTRACED) == process, isStopped(status) else {
      throw POSIXError(.ECHILD)
    }
    let options = Option.marksCalls | Option.reportsExec | Option.endsWithTracer
    guard trace(Request.seize, process, 0, options) == 0 else {
      let reason = POSIXErrorCode(rawValue: errno) ?? .EPERM
      kill(process, SIGKILL)
      waitpid(process, &status, 0)
      throw POSIXError(reason)
    }
    kill(process, SIGCONT)
    var calls = 0
    var isInside = false
    var isProgram = false
    while waitpid(process, &status, waitsForAll) == process, isStopped(status) {
      let stop = status >> 8 & 0xff
      let event = status >> 16
      let next = isProgram ? Request.toNextCall : Request.toNextStop
      if event == Event.exec {
        isProgram = true
        // The call that became the program ends now.
        isInside = true
        trace(Request.toNextCall, process, 0, 0)
      } else if event != 0 {
        trace(next, process, 0, 0)
      } else if stop == SIGTRAP | 0x80 {
        isInside.toggle()
        if isInside { calls += 1 }
        if isInside, calls == call {
          kill(process, signal)
          trace(Request.detach, process, 0, 0)
        } else {
          trace(next, process, 0, 0)
        }
      } else {
        trace(next, process, 0, UInt(stop))
      }
    }
    let number = status & 0x7f
    return (number == 0 ? .exit(status >> 8 & 0xff) : .signal(number), calls)
  }

  /// Whether the system lets one process trace another.
  public static let isPossible: Bool = {
    let result = try? run("/bin/true", [])
    return result?.ending == .exit(0) && (result?.calls ?? 0) > 0
  }()

  private static func isStopped(_ status: Int32) -> Bool { status & 0xff == 0x7f }

  private static func spawn(
    _ command: [String], _ environment: [String: String]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for number: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
    }
    // The threads of tests may block signals, a shell's background job ignores SIGINT, and a
    // process inherits both.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var interruption = none
    sigaddset(&interruption, SIGINT)
    posix_spawnattr_setsigdefault(&attributes, &interruption)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let words = ["/bin/sh", "-c", "kill -STOP $$; exec \"$@\"", "sh"] + command
    let variables = testEnvironment(environment)
    let texts = words.map { strdup($0) } + [nil]
    let settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in texts + settings { free(text) } }
    var process = pid_t()
    let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, texts, settings)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EAGAIN) }
    return process
  }

  // MARK: ptrace(2), whose variable arguments Swift does not import

  private enum Request {
    static let toNextStop: CInt = 7
    static let detach: CInt = 17
    static let toNextCall: CInt = 24
    static let seize: CInt = 0x4206
  }

  private enum Option {
    static let marksCalls: UInt = 1
    static let reportsExec: UInt = 0x10
    static let endsWithTracer: UInt = 0x10_0000
  }

  private enum Event {
    static let exec: Int32 = 4
  }

  /// `__WALL`.
  private static let waitsForAll: Int32 = 0x4000_0000

  private typealias Function = @convention(c) (CInt, pid_t, UInt, UInt) -> Int

  private static let function: Function? = dlsym(nil, "ptrace").map {
    unsafeBitCast($0, to: Function.self)
  }

  @discardableResult
  private static func trace(
    _ request: CInt, _ process: pid_t, _ address: UInt, _ data: UInt
  ) -> Int {
    function?(request, process, address, data) ?? -1
  }
}
