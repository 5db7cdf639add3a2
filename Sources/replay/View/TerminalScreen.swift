import FoundationEssentials

/// A terminal in full-screen mode: keys come unbuffered, grids are drawn by their changes, and the
/// terminal is restored at the end, also by ``TerminalGuard``. It gets the control sequences of
/// ECMA-48 and xterm: terminfo would need ncurses, a dependency in C.
final class TerminalScreen {
  /// The most drawn columns, so that memory is bounded whatever a terminal reports.
  private static let maximumColumns = 1000
  private static let maximumRows = 400
  /// The milliseconds that an escape byte waits for the rest of a sequence: far more than between
  /// two bytes of a key, far less than between two keys.
  private static let escapeDelay: CInt = 50

  private let input: CInt
  private let output: CInt
  private let hasColors: Bool
  private var parser = ViewKeyParser()
  private var signals: (reading: CInt, writing: CInt) = (-1, -1)
  private var isEntered = false
  /// The content of the terminal; nil if it is unknown.
  private var shown: CellGrid?
  /// Whether the other side of the terminal is gone.
  private(set) var isGone = false

  /// Whether text is in UTF-8, by the environment variables of the locale.
  private let hasUnicode: Bool

  /// Throws unless keys and the screen are a terminal, with advice on an alternative. Keys may come
  /// from `/dev/tty`, as when standard input is a recording.
  init(command: String, alternative: String, readsKeysFromTerminal: Bool = false) throws {
    try reject(
      if: isatty(STDOUT_FILENO) != 1, "\(command) needs a terminal for its output; \(alternative)")
    let environment = ProcessInfo.processInfo.environment
    try reject(
      if: ["dumb", ""].contains(environment["TERM"] ?? ""),
      "\(command) needs a terminal that can move its cursor, and TERM says that this one cannot; "
        + alternative)
    if readsKeysFromTerminal {
      input = open("/dev/tty", O_RDWR | O_CLOEXEC)
      try reject(
        if: input < 0,
        "\(command) -: keys come from the terminal, /dev/tty, which cannot be opened; "
          + alternative)
    } else {
      input = STDIN_FILENO
      try reject(if: isatty(input) != 1, "\(command) needs a terminal for its keys; \(alternative)")
    }
    output = STDOUT_FILENO
    hasColors = Terminal(output).hasColors
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    let codeset = (locale ?? "").lowercased()
    hasUnicode = codeset.contains("utf-8") || codeset.contains("utf8")
  }

  deinit { leave() }

  /// The descriptors that become readable when ``read(timeout:)`` has input.
  var descriptors: [CInt] { [input, signals.reading] }

  /// The size in characters.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (
      min(Int(size.ws_col), TerminalScreen.maximumColumns),
      min(Int(size.ws_row), TerminalScreen.maximumRows)
    )
  }

  // MARK: Entering and leaving

  /// Shows an empty screen, and hides the content of the terminal.
  func enter() throws {
    if isEntered { return }
    if signals.reading < 0 {
      var ends: [CInt] = [-1, -1]
      guard pipe(&ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      signals = (ends[0], ends[1])
    }
    var attributes = termios()
    guard tcgetattr(output, &attributes) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    TerminalGuard.activate(output: output, attributes: attributes, pipe: signals.writing)
    // Ctrl-C, Ctrl-Z and Ctrl-\ stay signals, which work however busy the program is.
    attributes.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    attributes.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR)
    attributes[\.c_cc, Int(VMIN)] = 1
    attributes[\.c_cc, Int(VTIME)] = 0
    tcsetattr(output, TCSADRAIN, &attributes)
    isEntered = true
    shown = nil
    write("\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[0m\u{1b}[2J")
  }

  /// Restores the terminal. Unread keys are dropped.
  func leave() {
    guard isEntered else { return }
    isEntered = false
    tcflush(input, TCIFLUSH)
    TerminalGuard.deactivate()
  }

  // MARK: Reading

  /// Waits for keys and signals, for a time in seconds; nil waits for the first input.
  func read(timeout: Double?) throws -> [ViewKey] {
    var milliseconds = timeout.map { CInt(max(0, min($0, 3600)) * 1000) } ?? -1
    if parser.isWaiting { milliseconds = TerminalScreen.escapeDelay }
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let count = poll(&polled, nfds_t(polled.count), milliseconds)
    if count == 0, parser.isWaiting { return parser.finish() }
    guard count > 0 else { return [] }
    let keys = polled[0].revents != 0 ? readKeys() : []
    if polled[1].revents != 0 { try readSignals() }
    return keys
  }

  private func readKeys() -> [ViewKey] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = Glibc.read(input, &bytes, bytes.count)
    if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { isGone = true }
    return parser.keys(bytes.prefix(max(0, count)))
  }

  /// Reads signals after which the screen has to be drawn anew.
  private func readSignals() throws {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = Glibc.read(signals.reading, &bytes, bytes.count)
    guard count > 0 else { return }
    shown = nil
    let numbers = Set(bytes[..<count].map(CInt.init))
    if numbers.contains(SIGTSTP) {
      // The process stops like Ctrl-Z, until it continues.
      leave()
      raise(SIGTSTP)
      try enter()
    } else if numbers.contains(SIGCONT) {
      // After SIGSTOP, which nothing announces, a shell has changed the terminal.
      leave()
      try enter()
    }
  }

  // MARK: Drawing

  /// Shows a moment on the whole terminal.
  func draw(_ moment: ViewMoment, _ status: ViewScreen.Status) {
    let size = size
    let view = ViewScreen(columns: size.columns, rows: size.rows, hasUnicode: hasUnicode)
    draw(view.draw(moment, status))
  }

  /// Shows a grid at once, by drawing its changes only.
  private func draw(_ grid: CellGrid) {
    guard isEntered else { return }
    var text = ""
    let isSameSize = shown?.columns == grid.columns && shown?.rows == grid.rows
    let before = isSameSize ? shown : nil
    if before == nil { text += "\u{1b}[0m\u{1b}[2J" }
    for row in 0..<grid.rows { append(grid.row(row), row, to: &text, before: before?.row(row)) }
    shown = grid
    if text.isEmpty { return }
    // The sequence is a synchronized update, which terminals without it ignore.
    write("\u{1b}[?2026h\(text)\u{1b}[0m\u{1b}[?2026l")
  }

  /// Appends the part of a row from its first changed cell to its last.
  private func append(
    _ cells: ArraySlice<CellGrid.Cell>, _ row: Int, to text: inout String,
    before: ArraySlice<CellGrid.Cell>?
  ) {
    let offsets = Array(zip(cells.indices, cells))
    func isChanged(_ index: Int, _ cell: CellGrid.Cell) -> Bool {
      before.map { $0[index] != cell } ?? (cell != .blank)
    }
    guard var first = offsets.firstIndex(where: isChanged),
      let last = offsets.lastIndex(where: isChanged)
    else { return }
    // The whole of a wide character is written.
    if first > 0, offsets[first].1.scalar == CellGrid.Cell.rightHalf { first -= 1 }
    text += "\u{1b}[\(row + 1);\(first + 1)H"
    var style: Terminal.Style?
    var isStyled = false
    for (_, cell) in offsets[first...last] where cell.scalar != CellGrid.Cell.rightHalf {
      if hasColors, !isStyled || cell.style != style {
        text += cell.style.map { "\u{1b}[0;\($0.rawValue)m" } ?? "\u{1b}[0m"
        (style, isStyled) = (cell.style, true)
      }
      text.unicodeScalars.append(cell.scalar)
    }
  }

  private func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty, !isGone {
      let count = bytes.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EAGAIN {
        // Another process has made the terminal non-blocking.
        var polled = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        poll(&polled, 1, -1)
      } else if errno != EINTR {
        isGone = true
      }
    }
  }
}

extension termios {
  /// An element of a tuple that C declares as an array.
  fileprivate subscript<Tuple>(path: WritableKeyPath<termios, Tuple>, index: Int) -> cc_t {
    get { withUnsafeBytes(of: self[keyPath: path]) { $0[index] } }
    set { withUnsafeMutableBytes(of: &self[keyPath: path]) { $0[index] = newValue } }
  }
}
