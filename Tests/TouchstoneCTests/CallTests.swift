import CTouchstone
import Contacts
import Testing
import Timeline

@testable import TouchstoneC

@Suite("Calls of the C interface")
struct CallTests {
  private let engine = CEngine(Size(width: 100, height: 60), isTouchpad: false)

  private func tap(from start: Int64) {
    _ = touchstone_engine_touch_down(engine.handle, start, 0, 50, 30)
    _ = touchstone_engine_touch_frame(engine.handle)
    _ = touchstone_engine_touch_up(engine.handle, start + 60_000, 0)
    _ = touchstone_engine_touch_frame(engine.handle)
  }

  @Test("A tap is reported at its deadline, which the program asks for")
  func deadline() {
    tap(from: 1_000_000)
    #expect(engine.gestures().isEmpty)
    var deadline: Int64 = 0
    #expect(touchstone_engine_next_deadline(engine.handle, &deadline) == TOUCHSTONE_OK)
    #expect(touchstone_engine_advance(engine.handle, deadline - 1) == TOUCHSTONE_OK)
    #expect(engine.gestures().isEmpty)
    #expect(touchstone_engine_advance(engine.handle, deadline) == TOUCHSTONE_OK)
    #expect(engine.gestures().map(\.kind) == [TOUCHSTONE_TAP.rawValue])
    #expect(touchstone_engine_next_deadline(engine.handle, &deadline) == TOUCHSTONE_NONE)
  }

  @Test("A callback cannot push, advance, end, reset or destroy, and can ask")
  func busy() {
    final class Answers { var statuses: [touchstone_status] = [] }
    let answers = Answers()
    let callback: touchstone_gesture_callback = { engine, _, data in
      guard let data else { return }
      let answers = Unmanaged<Answers>.fromOpaque(data).takeUnretainedValue()
      var (width, height) = (0.0, 0.0)
      answers.statuses = [
        touchstone_engine_touch_down(engine, 0, 1, 1, 1), touchstone_engine_touch_frame(engine),
        touchstone_engine_push_event(engine, 0, 0, 0, 0), touchstone_engine_advance(engine, 0),
        touchstone_engine_interrupt(engine, 0), touchstone_engine_resume(engine),
        touchstone_engine_finish(engine), touchstone_engine_reset(engine),
        touchstone_engine_destroy(engine), touchstone_engine_get_size(engine, &width, &height),
      ]
    }
    _ = touchstone_engine_set_gesture_callback(
      engine.handle, callback, Unmanaged.passUnretained(answers).toOpaque())
    tap(from: 0)
    #expect(touchstone_engine_finish(engine.handle) == TOUCHSTONE_OK)
    #expect(answers.statuses.dropLast().allSatisfy { $0 == TOUCHSTONE_BUSY })
    #expect(answers.statuses.count == 10)
    #expect(answers.statuses.last == TOUCHSTONE_OK)
    #expect(engine.gestures().isEmpty)
  }

  @Test("After the end, or a reset, touches may have earlier times", arguments: [false, true])
  func earlierTimes(resets: Bool) {
    tap(from: 5_000_000)
    _ = resets ? touchstone_engine_reset(engine.handle) : touchstone_engine_finish(engine.handle)
    #expect(engine.gestures().count == (resets ? 0 : 1))
    tap(from: 1_000_000)
    _ = touchstone_engine_finish(engine.handle)
    #expect(engine.gestures().map(\.start_us) == [1_000_000])
  }

  @Test("The oldest of more than 1024 gestures are pushed out, and counted")
  func overflow() {
    for index in 0..<1030 {
      tap(from: Int64(index) * 10_000_000)
      _ = touchstone_engine_finish(engine.handle)
    }
    let gestures = engine.gestures()
    #expect(gestures.count == 1024)
    #expect(gestures.first?.start_us == 60_000_000)
    #expect(touchstone_engine_lost_gestures(engine.handle) == 6)
  }

  @Test("A queue from which some are always taken late stays small")
  func lateTaking() {
    var queue = PendingReports<Int>()
    for number in 0..<1101 { queue.append(number) }
    var largest = 0
    for number in 0..<10_000 {
      for _ in 0..<(number < 500 ? 2 : 1) { _ = queue.takeFirst() }
      queue.append(number)
      largest = max(largest, queue.reports.count)
    }
    #expect(largest <= 2 * PendingReports<Int>.limit)
    #expect(queue.takeFirst() == 9476)
  }

  @Test("The last failure has its sentence, its numbers in mm and its parameter")
  func failure() {
    _ = touchstone_engine_touch_down(engine.handle, 0, 0, 10, 30)
    _ = touchstone_engine_touch_frame(engine.handle)
    _ = touchstone_engine_touch_motion(engine.handle, 100_000, 0, 30, 30)
    _ = touchstone_engine_touch_frame(engine.handle)
    var failure = touchstone_failure()
    failure.size = MemoryLayout<touchstone_failure>.size
    #expect(
      touchstone_engine_last_failure(engine.handle, TOUCHSTONE_LONG_PRESS.rawValue, &failure)
        == TOUCHSTONE_OK)
    #expect(failure.measured > 19.9 && failure.measured < 20.1)
    #expect(text(failure.unit) == "mm")
    #expect(text(failure.cause) == "movement")
    #expect(text(failure.parameter) == "longPress.allowableMovement")
    #expect(text(failure.sentence).hasPrefix("longPress failed: moved 20.0 mm, at most"))
    #expect(
      touchstone_engine_last_failure(engine.handle, 99, &failure) == TOUCHSTONE_INVALID_ARGUMENT)
  }
}
