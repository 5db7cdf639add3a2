import CTouchstone
import Contacts
import Testing
import Timeline
import TouchstoneC

@Suite("Times of 32 bits of milliseconds")
struct TimeTests {
  private static let wrap: Int64 = 1 << 32

  private static let half: Int64 = 1 << 31
  /// Milliseconds: the 32 bits, now, and the time.
  private static let times: [(UInt32, Int64, Int64)] = [
    (5, 7, 5), (7, 5, 7), (3, wrap - 2, wrap + 3), (.max, wrap + 3, wrap - 1),
    (0, 5 * wrap, 5 * wrap), (.max, 0, wrap - 1), (0x7FFF_FFFF, wrap, wrap + half - 1),
    (0x8000_0001, wrap, wrap - half + 1),
  ]

  @Test("A time is the one nearest to now that has its 32 bits", arguments: times)
  func nearest(time: UInt32, now: Int64, expected: Int64) {
    // Whatever the microseconds of now are.
    #expect(touchstone_time_from_ms(time, now * 1000) == expected * 1000)
    #expect(touchstone_time_from_ms(time, now * 1000 + 999) == expected * 1000)
  }

  @Test("Any time can be converted", arguments: [Int64.min, -1, 1 << 60, .max])
  func extremes(now: Int64) {
    let found = touchstone_time_from_ms(17, now)
    #expect(found >= 0 && found / 1000 % Self.wrap == 17)
  }

  @Test("Taps around the wrap are all recognized")
  func taps() {
    let engine = CEngine(Size(width: 120, height: 80), isTouchpad: false)
    // Each second, 50 ms long; the third one is down when the milliseconds begin again.
    let start = Self.wrap - 2025
    for tap in 0..<5 {
      for (offset, isDown) in [(0, true), (50, false)] {
        let milliseconds = start + Int64(tap * 1000 + offset)
        let now = milliseconds * 1000 + 700
        let time = touchstone_time_from_ms(UInt32(truncatingIfNeeded: milliseconds), now)
        _ =
          isDown
          ? touchstone_engine_touch_down(engine.handle, time, 0, 60, 40)
          : touchstone_engine_touch_up(engine.handle, time, 0)
        _ = touchstone_engine_touch_frame(engine.handle)
      }
    }
    _ = touchstone_engine_finish(engine.handle)
    #expect(engine.gestures().map(\.kind) == Array(repeating: TOUCHSTONE_TAP.rawValue, count: 5))
  }
}
