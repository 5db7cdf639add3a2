import Contacts
import Evdev
import Foundation
import Playback
import TestSupport
import Testing
import Timeline

/// A program that receives a live device's frames instead of recognizers.
struct ContactProgramTests {
  /// Notes what it receives, and waits for a deadline half a second after each frame.
  private final class Recorder: ContactProgram {
    var times: [Timestamp] = []
    var fired: [Timestamp] = []
    var nextDeadline: Timestamp?
    var touchArea: Size?
    var isTouchpad: Bool?
    var finishes = 0

    func send(_ frame: ContactFrame) {
      times.append(frame.time)
      nextDeadline = frame.time.advanced(bySeconds: 0.5)
    }

    func advance(to time: Timestamp) {
      fired.append(time)
      nextDeadline = nil
    }

    func finish() { finishes += 1 }
  }

  @Test("A program receives the frames, the deadlines and the end in place of recognizers")
  func programInput()
    throws
  {
    let trace = try PlayedTrace(path: packageFolder.appending(path: "Traces/tap.evemu").path)
    let live = LiveReplay(description: trace.devices[0])
    let recorder = Recorder()
    live.run { touchArea, isTouchpad in
      recorder.touchArea = touchArea
      recorder.isTouchpad = isTouchpad
      return recorder
    }
    var reports = 0
    live.observer = { _ in reports += 1 }
    for frame in trace.frames {
      var events = Array(trace.events[frame.range])
      live.process(&events)
    }
    let last = try #require(recorder.times.last)
    #expect(recorder.times.count == live.summary.frames)
    #expect(live.nextDeadline == last.advanced(bySeconds: 0.5))
    live.advance(to: last.advanced(bySeconds: 0.4))
    #expect(recorder.fired == [])
    live.advance(to: last.advanced(bySeconds: 0.5))
    #expect(recorder.fired == [last.advanced(bySeconds: 0.5)])
    _ = live.finish(at: last.advanced(bySeconds: 1))
    #expect(recorder.finishes == 1)
    #expect(reports == 0)
    #expect(recorder.touchArea?.width ?? 0 > 0)
    #expect(recorder.isTouchpad == true)
  }
}
