/// Restores a terminal, however the process ends: the part of ``TerminalScreen`` that runs in
/// signal handlers.
///
/// A handler calls only functions that are async-signal-safe (`write`, `tcsetattr`, `sigaction`,
/// `raise`), and reads only memory that was allocated before. Then the earlier action of the signal
/// follows: a trap still prints its backtrace, on the restored terminal, and `SIGTERM` still ends
/// the process with its own status. Only `SIGKILL` leaves a terminal that needs `reset`.
enum TerminalGuard {
  /// The signals that request the end of a process.
  private static let ending = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]
  /// The signals of crashes. Swift's traps are `SIGILL` on x86-64 and `SIGTRAP` on ARM.
  private static let crashing = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]
  /// The signals that the program itself handles, when it reads their numbers from a pipe.
  private static let passed = [SIGWINCH, SIGTSTP, SIGCONT]

  private struct State {
    var output: CInt = -1
    /// The writing end of the pipe for ``passed``.
    var pipe: CInt = -1
    var attributes = termios()
    var isActive: CInt = 0
  }

  nonisolated(unsafe) private static let state: UnsafeMutablePointer<State> = {
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    state.initialize(to: State())
    return state
  }()
  /// The earlier actions of signals, by number.
  nonisolated(unsafe) private static let previous: UnsafeMutablePointer<sigaction> = {
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    actions.initialize(repeating: sigaction(), count: 65)
    return actions
  }()
  /// Ends a synchronized update and the style, wraps lines, shows the cursor, and leaves the
  /// alternate screen.
  private static let farewell = "\u{1b}[?2026l\u{1b}[0m\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"
  nonisolated(unsafe) private static let farewellBytes: UnsafeMutableBufferPointer<UInt8> = {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: farewell.utf8.count)
    _ = bytes.initialize(from: farewell.utf8)
    return bytes
  }()

  /// Activates the guard: the terminal gets its attributes and its screen back when the process
  /// ends. The pipe receives the numbers of `SIGWINCH`, `SIGTSTP` and `SIGCONT`, a byte each.
  static func activate(output: CInt, attributes: termios, pipe: CInt) {
    _ = farewellBytes
    state.pointee = State(output: output, pipe: pipe, attributes: attributes, isActive: 1)
    useAlternateStack()
    for number in ending { install(number, restoreAndEnd) }
    for number in crashing { install(number, restoreAndCrash) }
    for number in passed { install(number, passOn) }
  }

  /// Restores the terminal and the earlier actions of signals.
  static func deactivate() {
    restore()
    for number in ending + crashing + passed { sigaction(number, previous + Int(number), nil) }
  }

  /// Restores the terminal, once. Async-signal-safe.
  private static func restore() {
    guard state.pointee.isActive != 0 else { return }
    state.pointee.isActive = 0
    let error = errno
    var rest = UnsafeRawBufferPointer(farewellBytes)
    while !rest.isEmpty {
      let count = write(state.pointee.output, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if errno != EINTR {
        break
      }
    }
    tcsetattr(state.pointee.output, TCSANOW, &state.pointee.attributes)
    errno = error
  }

  private typealias Handler =
    @convention(c) (CInt, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  private static func install(_ number: CInt, _ handler: @escaping Handler) {
    sigaction(number, nil, previous + Int(number))
    // SIGHUP stays ignored under nohup.
    let isIgnored =
      unsafeBitCast(previous[Int(number)].__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
    if isIgnored && !passed.contains(number) { return }
    var action = sigaction()
    action.__sigaction_handler.sa_sigaction = handler
    action.sa_flags = SA_SIGINFO | SA_ONSTACK
    sigaction(number, &action, nil)
  }

  /// Restores the terminal, and sends the signal again.
  private static let restoreAndEnd: Handler = { number, _, _ in
    TerminalGuard.restore()
    sigaction(number, TerminalGuard.previous + Int(number), nil)
    raise(number)
  }

  /// Restores the terminal, and lets the crash happen again, at the same address. A signal from a
  /// process (its code is not positive) is sent again.
  private static let restoreAndCrash: Handler = { number, information, _ in
    TerminalGuard.restore()
    sigaction(number, TerminalGuard.previous + Int(number), nil)
    if (information?.pointee.si_code ?? 0) <= 0 { raise(number) }
  }

  /// Leaves the signal to the program.
  private static let passOn: Handler = { number, _, _ in
    let error = errno
    var byte = UInt8(truncatingIfNeeded: number)
    write(TerminalGuard.state.pointee.pipe, &byte, 1)
    errno = error
  }

  /// Sets a stack for handlers of a stack overflow, unless Swift's backtracer has set one.
  private static func useAlternateStack() {
    var stack = stack_t()
    guard sigaltstack(nil, &stack) == 0, stack.ss_flags & CInt(SS_DISABLE) != 0 else { return }
    let size = 64 << 10
    stack = stack_t(
      ss_sp: UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16), ss_flags: 0,
      ss_size: size)
    sigaltstack(&stack, nil)
  }
}
