import Contacts

/// Stands in for SDL, GTK or Wayland: it tells of each finger by itself, in pixels and milliseconds,
/// and it has a clock that one can wait by.
struct Toolkit {
  struct Event {
    enum Change { case down, motion, up, cancelled }
    var change: Change
    /// The toolkit uses numbers of fingers that have lifted again.
    var finger: Int32
    var place: Point
    var milliseconds: UInt32
  }

  enum Wakeup {
    case events([Event])
    case timeout, quit
  }

  /// The toolkit's clock. Here it jumps; a real one has moved on by itself.
  private(set) var milliseconds: UInt32 = 0
  /// How often it woke the program without any event.
  private(set) var timeouts = 0
  private var events: ArraySlice<Event>
  private let end: UInt32

  init(_ events: [Event], end: UInt32) {
    self.events = events[...]
    self.end = end
  }

  /// Waits for events, until a time if need be: `SDL_WaitEventTimeout`, `g_timeout_add`, or `poll(2)`
  /// on the display's descriptor. What has piled up by the next picture comes together.
  mutating func wait(until deadline: UInt32?) -> Wakeup {
    let next = events.first?.milliseconds ?? end
    if let deadline, deadline < next {
      milliseconds = max(milliseconds, deadline)
      timeouts += 1
      return .timeout
    }
    guard !events.isEmpty else {
      milliseconds = end
      return .quit
    }
    milliseconds = next / 16 * 16 + 16
    let due = events.prefix { $0.milliseconds <= milliseconds }
    events = events.dropFirst(due.count)
    return .events(Array(due))
  }
}
