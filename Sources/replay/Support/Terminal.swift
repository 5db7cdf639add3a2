import Files
import FoundationEssentials
import SystemPackage

/// The properties of a stream's terminal, if it has one.
struct Terminal {
  let isInteractive: Bool
  /// The width of the terminal in characters; nil for files and pipes.
  let columns: Int?
  let hasColors: Bool

  init(_ descriptor: CInt) {
    isInteractive = isatty(descriptor) == 1
    columns = isInteractive ? Terminal.columns(descriptor) : nil
    let isRefused = !Terminal.variable("NO_COLOR").isEmpty || Terminal.variable("TERM") == "dumb"
    // The variable is that of https://bixense.com/clicolors, which `--color always` sets, too.
    let isForced = !["", "0"].contains(Terminal.variable("CLICOLOR_FORCE"))
    hasColors = isForced || isInteractive && !isRefused
  }

  private init() {
    isInteractive = false
    columns = nil
    hasColors = false
  }

  /// The properties of a file, which is no terminal.
  static let file = Terminal()

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

/// A progress bar on standard error, for work that takes longer than half a second.
struct ProgressBar {
  /// The whole amount of the work, in bytes or things; without it there is no bar.
  var total = 0
  /// The name of the things; nil for bytes.
  var things: String?
  private let isShown: Bool
  private let limit: Int
  private let start = ContinuousClock.now
  private var lastDrawn: ContinuousClock.Instant?
  private var isOnScreen = false

  private static let delay = Duration.milliseconds(500)
  private static let interval = Duration.milliseconds(100)
  private static let width = 30

  init(on terminal: Terminal, isShown: Bool) {
    self.isShown = isShown && terminal.isInteractive
    limit = (terminal.columns ?? 80) - 1
  }

  /// Draws the bar if enough time has passed.
  mutating func update(_ done: Int) {
    guard isShown, total > 0 else { return }
    let now = ContinuousClock.now
    guard start.duration(to: now) > ProgressBar.delay else { return }
    if let lastDrawn, lastDrawn.duration(to: now) < ProgressBar.interval { return }
    lastDrawn = now
    let share = min(1, Double(done) / Double(total))
    let filled = Int(share * Double(ProgressBar.width))
    let bar =
      String(repeating: "#", count: filled)
      + String(repeating: ".", count: ProgressBar.width - filled)
    let amounts = things.map { "\(done) of \(total) \($0)" } ?? "\(done >> 20) of \(total >> 20) MB"
    let text = "[\(bar)] \(Int(share * 100)) %  \(amounts)"
    // A line that wraps could not be removed from the screen.
    write("\r\(text.prefix(limit))\u{1b}[K")
    isOnScreen = true
  }

  /// Removes the bar from the screen, so that the next line begins at its left edge.
  mutating func clear() {
    guard isOnScreen else { return }
    write("\r\u{1b}[K")
    isOnScreen = false
  }

  private func write(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll(Array(text.utf8))
  }
}
