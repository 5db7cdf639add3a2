import FoundationEssentials

/// The properties of a stream's terminal, if it has one.
struct Terminal {
  let isInteractive: Bool
  /// The width of the terminal in characters; nil for files and pipes.
  let columns: Int?
  let hasColors: Bool
}

extension Terminal {
  init(_ descriptor: CInt) {
    isInteractive = isatty(descriptor) == 1
    columns = isInteractive ? Terminal.columns(descriptor) : nil
    let isRefused = !Terminal.variable("NO_COLOR").isEmpty || Terminal.variable("TERM") == "dumb"
    // The variable is that of https://bixense.com/clicolors, which `--color always` sets, too.
    let isForced = !["", "0"].contains(Terminal.variable("CLICOLOR_FORCE"))
    hasColors = isForced || isInteractive && !isRefused
  }

  /// The properties of a file, which is no terminal.
  static let file = Terminal(isInteractive: false, columns: nil, hasColors: false)

  /// A variable of the environment; empty if it is missing.
  private static func variable(_ name: String) -> String {
    getenv(name).map { String(cString: $0) } ?? ""
  }

  private static func columns(_ descriptor: CInt) -> Int {
    var size = winsize()
    if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return Int(variable("COLUMNS")).flatMap { $0 > 0 ? $0 : nil } ?? 80
  }

  /// Text in a style, on terminals that have styles.
  func styled(_ text: String, _ style: Style) -> String {
    hasColors ? "\u{1b}[\(style.rawValue)m\(text)\u{1b}[0m" : text
  }

  /// The styles of ECMA-48's "select graphic rendition".
  enum Style: Int {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case yellow = 33
    case magenta = 35
    case cyan = 36
  }
}
