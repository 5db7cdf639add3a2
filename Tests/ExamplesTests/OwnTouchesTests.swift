import Contacts
import Testing

@testable import OwnTouches

@Suite("Example program with a toolkit's touches")
struct OwnTouchesTests {
  @Test("The program sends touches, sets its timer to the deadlines, and reports gestures")
  func program() {
    var lines: [String] = []
    var toolkit = Toolkit.example
    GestureProgram(width: 1920, height: 1080) { lines.append($0) }.run(&toolkit)
    #expect(
      lines == [
        "0.660 s tap recognized, 2 taps", "1.215 s pan began, right",
        "1.320 s pan cancelled, right",
        "1.320 s swipe recognized, right", "2.500 s longPress began", "2.800 s longPress ended",
        "3.535 s pinch began, out", "3.550 s pan began", "3.900 s pan cancelled",
        "3.900 s pinch ended, out",
      ])
  }

  @Test("A long press begins at the timer, without an event of the finger")
  func timer() {
    let rest = Toolkit.Event(
      change: .down, finger: 7, position: Point(x: 300, y: 300), milliseconds: 2000)
    var toolkit = Toolkit([rest], end: 3000)
    var lines: [String] = []
    GestureProgram(width: 1920, height: 1080) { lines.append($0) }.run(&toolkit)
    #expect(lines == ["2.500 s longPress began", "2.500 s longPress cancelled"])
    #expect(toolkit.timeouts > 0)
  }

  @Test("Touches that the toolkit cancels give no gesture")
  func cancelled() {
    func event(_ change: Toolkit.Event.Change, _ milliseconds: UInt32) -> Toolkit.Event {
      Toolkit.Event(
        change: change, finger: 1, position: Point(x: 300, y: 300), milliseconds: milliseconds)
    }
    for (change, expected) in [(Toolkit.Event.Change.up, 1), (.cancelled, 0)] {
      var toolkit = Toolkit([event(.down, 100), event(change, 150)], end: 1000)
      var count = 0
      GestureProgram(width: 1920, height: 1080) { _ in count += 1 }.run(&toolkit)
      #expect(count == expected)
    }
  }
}
