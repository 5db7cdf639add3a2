import Contacts

/// The touches of the example: what a person does to a screen of 1920 × 1080 pixels.
extension Toolkit {
  static var example: Toolkit {
    var fingers = Fingers()
    fingers.tap(at: Point(x: 400, y: 300), from: 100)
    fingers.tap(at: Point(x: 404, y: 302), from: 300)
    fingers.move([(Point(x: 600, y: 500), Point(x: 1000, y: 510))], from: 1200, lasting: 120)
    // Nothing moves while this finger rests: only a timer can tell that it is a long press.
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

    mutating func tap(at place: Point, from start: UInt32) {
      move([(place, place)], from: start, lasting: 60)
    }

    /// Puts fingers down, moves them in steps of 5 ms, and lifts them.
    mutating func move(
      _ ways: [(from: Point, to: Point)], from start: UInt32, lasting duration: UInt32
    ) {
      for milliseconds in stride(from: 0, through: duration, by: 5) {
        let part = Double(milliseconds) / Double(duration)
        for (finger, way) in ways.enumerated() {
          let place = way.from + (way.to - way.from) * part
          let change: Event.Change =
            milliseconds == 0 ? .down : milliseconds == duration ? .up : .motion
          // Like Wayland, this toolkit does not tell of a finger that rests.
          if change == .motion && way.from == way.to { continue }
          events.append(
            Event(
              change: change, finger: Int32(finger), place: place,
              milliseconds: start + milliseconds))
        }
      }
    }
  }
}
