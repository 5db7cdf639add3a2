import Contacts
import Gestures
import Timeline

/// A program that receives touches from a toolkit and reports gestures.
final class GestureProgram {
  private let application: Application
  private let window: Window
  private var feed = TouchFeed<Int32>(dotsPerInch: 96)

  init(width: Double, height: Double, report: @escaping (String) -> Void) {
    let gestures = RecognizerSet.standard
    application = Application(policy: gestures.policy)
    window = Window(frame: Rect(x: 0, y: 0, width: width, height: height), dotsPerInch: 96)
    gestures.attach(to: window)
    application.addWindow(window)
    application.arbiter.observer = { _, gesture in report(describe(gesture)) }
  }

  /// The main loop: sleeps until a finger moves or a recognizer's deadline is due.
  func run(_ toolkit: inout Toolkit) {
    while true {
      switch toolkit.wait(until: application.nextDeadline.map(milliseconds)) {
      case .events(let events):
        for event in events { take(event) }
        // One event for all movements since the last refresh; see `coalescedTouches(for:)`.
        application.send(feed.takeFrames())
      case .timeout:
        break
      case .quit:
        return application.finish()
      }
      // After the touches: one that came before a deadline may cancel it.
      application.advance(to: time(toolkit.milliseconds))
    }
  }

  private func take(_ event: Toolkit.Event) {
    let time = time(event.milliseconds)
    switch event.change {
    case .down: feed.down(event.finger, at: event.position, time: time)
    case .motion: feed.move(event.finger, to: event.position, time: time)
    case .up: feed.up(event.finger, time: time)
    case .cancelled: feed.cancel(event.finger, time: time)
    }
  }

  private func time(_ milliseconds: UInt32) -> Timestamp {
    Timestamp(microseconds: Int64(milliseconds) * 1000)
  }

  /// Rounded up: a timer that fires too early would have to be set again.
  private func milliseconds(_ time: Timestamp) -> UInt32 {
    UInt32(clamping: (time.microseconds + 999) / 1000)
  }
}

/// A gesture in one line, as in `0.250 s swipe recognized, right`.
func describe(_ gesture: Gesture) -> String {
  let details = gesture.direction.map { ", \($0)" } ?? gesture.taps.map { ", \($0) taps" } ?? ""
  let milliseconds = String(gesture.time.microseconds / 1000 % 1000)
  let fraction = String(repeating: "0", count: 3 - milliseconds.count) + milliseconds
  return "\(gesture.time.microseconds / 1_000_000).\(fraction) s "
    + "\(gesture.kind) \(gesture.state)\(details)"
}
