import Contacts

/// Stands in for SDL, GTK or Wayland: reports each finger separately, in pixels and milliseconds,
/// and waits for events or until a time.
struct Toolkit {
  struct Event {
    enum Change { case down, motion, up, cancelled }
    var change: Change
    /// The toolkit reuses the numbers of fingers that have lifted.
    var finger: Int32
    var position: Point
    var milliseconds: UInt32
  }

  enum Wakeup {
    case events([Event])
    case timeout, quit
  }

  /// The toolkit's clock, which jumps to the next event.
  private(set) var milliseconds: UInt32 = 0
  /// How often it woke the program without an event.
  private(set) var timeouts = 0
  private var events: ArraySlice<Event>
  private let end: UInt32

  init(_ events: [Event], end: UInt32) {
    self.events = events[...]
    self.end = end
  }

  /// Waits for events until a deadline, as `SDL_WaitEventTimeout`, `g_timeout_add`, or `poll(2)` on
  /// the display's descriptor do. Events up to the next refresh are returned together.
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

// MARK: - Simulated fingers

/// The touches of the example, on a screen of 1920 × 1080 pixels.
extension Toolkit {
  static var example: Toolkit {
    var fingers = Fingers()
    fingers.tap(at: Point(x: 400, y: 300), from: 100)
    fingers.tap(at: Point(x: 404, y: 302), from: 300)
    fingers.move([(Point(x: 600, y: 500), Point(x: 1000, y: 510))], from: 1200, lasting: 120)
    // No events arrive while this finger rests: a long press needs the timer.
    fingers.move([(Point(x: 300, y: 300), Point(x: 300, y: 300))], from: 2000, lasting: 800)
    fingers.move(
      [
        (Point(x: 900, y: 500), Point(x: 700, y: 500)),
        (Point(x: 1000, y: 500), Point(x: 1200, y: 500)),
      ], from: 3500, lasting: 400)
    return Toolkit(fingers.events, end: 5000)
  }

  private struct Fingers {
    var events: [Event] = []

    mutating func tap(at point: Point, from start: UInt32) {
      move([(point, point)], from: start, lasting: 60)
    }

    /// Puts fingers down, moves them in steps of 5 ms, and lifts them.
    mutating func move(
      _ paths: [(from: Point, to: Point)], from start: UInt32, lasting duration: UInt32
    ) {
      for milliseconds in stride(from: 0, through: duration, by: 5) {
        let fraction = Double(milliseconds) / Double(duration)
        for (finger, path) in paths.enumerated() {
          let position = path.from + (path.to - path.from) * fraction
          let change: Event.Change =
            milliseconds == 0 ? .down : milliseconds == duration ? .up : .motion
          // Like Wayland, this toolkit does not report a resting finger.
          if change == .motion && path.from == path.to { continue }
          events.append(
            Event(
              change: change, finger: Int32(finger), position: position,
              milliseconds: start + milliseconds))
        }
      }
    }
  }
}
