import Contacts
import Evdev
import Testing
import Timeline

@Suite struct FrameClockTests {
  private func times(_ script: String) -> ([Int64], AnomalyCounts) {
    var tracker = SlotTracker(description: .plain())
    var times: [Int64] = []
    for event in events(script) where tracker.process(event) {
      times.append(tracker.frame.time.microseconds / 1000)
    }
    return (times, tracker.anomalies)
  }

  @Test("A frame's time is that of its SYN_REPORT, whatever the times of its other events")
  func reportTime() {
    let (times, anomalies) = times("at 100 x 1 at 90 y 1 at 105 | at 110 id 1")
    #expect(times == [105, 110])
    #expect(anomalies[.backwardTime] == 1)
  }

  @Test("A step back of up to a second holds time until the stamps catch up")
  func stepBack() {
    let (times, anomalies) = times("at 5000 x 1 | at 4500 x 2 | at 4990 x 3 | at 5010 x 4")
    #expect(times == [5000, 5000, 5000, 5010])
    #expect(anomalies[.backwardTime] == 1)
    #expect(anomalies[.timeJump] == 0)
  }

  @Test("A step back of one second holds time; a longer one is a new clock")
  func limit() {
    let (held, anomalies) = times("at 5000 x 1 | at 4000 x 2")
    #expect(held == [5000, 5000])
    #expect(anomalies[.timeJump] == 0)
    let (jumped, _) = times("at 5000 x 1 | at 3999 x 2 | at 4009 x 3")
    #expect(jumped == [5000, 5000, 5010])
  }

  @Test("After a longer step back, time continues from where it was, and the jump is counted once")
  func newClock() {
    let (times, anomalies) = times("at 900000 x 1 | at 0 x 2 | at 10 x 3 | at 30 x 4")
    #expect(times == [900000, 900000, 900010, 900030])
    #expect(anomalies[.timeJump] == 1)
    #expect(anomalies[.backwardTime] == 0)
  }

  @Test("A gap of more than a day during a touch is counted, and changes nothing else")
  func gap() {
    let day = 86_400_000
    let (whole, none) = times("at 1000 id 1 x 1 y 1 | at \(1000 + day) x 2 | id -1")
    #expect(whole == [1000, Int64(1000 + day), Int64(1010 + day)])
    #expect(none[.timeGap] == 0)
    let (times, anomalies) = times("at 1000 id 1 x 1 y 1 | at \(1001 + day) x 2 | id -1")
    #expect(times == [1000, Int64(1001 + day), Int64(1011 + day)])
    #expect(anomalies[.timeGap] == 1)
    #expect(anomalies.occurred.count == 1)
  }

  @Test("A gap of more than a day without a touch is not an anomaly")
  func pause() {
    let later = 1000 + 2 * 86_400_000
    #expect(times("at 1000 id 1 x 1 y 1 | id -1 | at \(later) id 2 | id -1").1[.timeGap] == 0)
  }

  @Test("No frame of a recording is earlier than its first event")
  func firstEvent() {
    let all = events("at 5000 x 1 at 1000 | at 1010 x 2")
    var tracker = SlotTracker(description: .plain(), observed: observe(all))
    var times: [Int64] = []
    for event in all where tracker.process(event) {
      times.append(tracker.frame.time.microseconds / 1000)
    }
    #expect(times == [5000, 5010])
  }

  @Test("Any epoch works: wall-clock times, times since boot and negative ones")
  func anyEpoch() {
    #expect(times("at 1700000000000 x 1 | x 2").0 == [1_700_000_000_000, 1_700_000_000_010])
    #expect(times("at -50 x 1 | x 2").0 == [-50, -40])
  }

  @Test("The largest and smallest times do not overflow")
  func extremes() {
    var tracker = SlotTracker(description: .plain())
    var last = Timestamp.min
    for stamp in [Int64.max, .min, .max, .min, 0, .max, .min, .min + 1] {
      let time = Timestamp(microseconds: stamp)
      let report = InputEvent(time: time, type: .synchronization, code: 0, value: 0)
      _ = tracker.process(report)
      #expect(tracker.frame.time >= last)
      last = tracker.frame.time
    }
  }
}
