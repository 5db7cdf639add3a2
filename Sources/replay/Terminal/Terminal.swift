import Foundation

/// What is known of the terminal that a stream goes to, if it is one.
struct Terminal {
  let isInteractive: Bool
  /// In characters; nil where lines may be as long as they are.
  let columns: Int?
  let hasColors: Bool

  init(_ descriptor: CInt) {
    let environment = ProcessInfo.processInfo.environment
    isInteractive = isatty(descriptor) == 1
    columns = isInteractive ? Terminal.columns(descriptor, environment) : nil
    let isRefused = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
    hasColors = isInteractive && !isRefused
  }

  private static func columns(_ descriptor: CInt, _ environment: [String: String]) -> Int {
    var size = winsize()
    if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    // 80 columns are what terminals that tell nothing have.
    return environment["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil } ?? 80
  }

  /// Text in a style, where the terminal has any.
  func styled(_ text: String, _ style: Style) -> String {
    hasColors ? "\u{1b}[\(style.rawValue)m\(text)\u{1b}[0m" : text
  }

  /// ECMA-48's "select graphic rendition".
  enum Style: Int {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case yellow = 33
  }
}
