import Contacts
import Gestures
import Testing
import Timeline

@Suite("Touch resampler")
struct TouchResamplerTests {
  private typealias Position = TouchResampler.Position

  /// What came out of one frame, as in `10: 1 (20, 30)`, with an asterisk where it was computed.
  private func frame(_ resampler: inout TouchResampler, at milliseconds: Double) -> [String] {
    var lines: [String] = []
    resampler.resample(forFrameAt: Timestamp(seconds: milliseconds / 1000)) { time, positions in
      let texts = positions.map {
        " \($0.id) (\($0.point.x), \($0.point.y))\($0.isResampled ? "*" : "")"
      }
      lines.append("\(Double(time.microseconds) / 1000):\(texts.joined())")
    }
    return lines
  }

  private func add(
    _ resampler: inout TouchResampler, at milliseconds: Double, _ x: Double...
  ) {
    resampler.add(
      x.enumerated().map { Position(id: $0.offset + 1, point: Point(x: $0.element, y: 0)) },
      at: Timestamp(seconds: milliseconds / 1000))
  }

  /// One finger that touched down at 0 and moved by 1 per millisecond until 20.
  private func moving() -> TouchResampler {
    var resampler = TouchResampler()
    add(&resampler, at: 0, 0)
    add(&resampler, at: 10, 10)
    add(&resampler, at: 20, 20)
    return resampler
  }

  @Test("Between two samples positions are interpolated, 5 ms behind the frame")
  func interpolates() {
    var resampler = moving()
    add(&resampler, at: 30, 40)
    #expect(
      frame(&resampler, at: 30) == [
        "0.0: 1 (0.0, 0.0)", "10.0: 1 (10.0, 0.0)", "20.0: 1 (20.0, 0.0)",
        "25.0: 1 (30.0, 0.0)*",
      ])
    // Later samples are delivered with the next frame.
    #expect(frame(&resampler, at: 35) == ["30.0: 1 (40.0, 0.0)"])
  }

  @Test(
    "A prediction goes half an interval beyond the last sample, and at most 8 ms",
    arguments: [(10.0, 25.0), (16, 28), (20, 28)])
  func predicts(interval: Double, last: Double) {
    var resampler = TouchResampler()
    add(&resampler, at: 0, 0)
    add(&resampler, at: 20 - interval, 20 - interval)
    add(&resampler, at: 20, 20)
    #expect(frame(&resampler, at: 60).last == "\(last): 1 (\(last), 0.0)*")
  }

  @Test(
    "It predicts nothing from samples less than 2 ms or more than 20 ms apart",
    arguments: [(1.999, false), (2.0, true), (20.0, true), (20.001, false)])
  func intervals(interval: Double, predicts: Bool) {
    var resampler = TouchResampler()
    add(&resampler, at: 0, 0)
    add(&resampler, at: interval, 10)
    #expect(frame(&resampler, at: 100).count == (predicts ? 3 : 2))
  }

  @Test("A frame without new samples has no new positions")
  func nothingNew() {
    var resampler = moving()
    #expect(frame(&resampler, at: 30).count == 4)
    #expect(frame(&resampler, at: 40) == [])
  }

  @Test("A touch down and a lift are delivered unchanged and at once")
  func touchDownAndLift() {
    var resampler = moving()
    _ = frame(&resampler, at: 25)
    add(&resampler, at: 30, 30, 500)
    #expect(frame(&resampler, at: 30) == ["30.0: 1 (30.0, 0.0) 2 (500.0, 0.0)"])
    add(&resampler, at: 40)
    #expect(frame(&resampler, at: 40) == ["40.0:"])
    // The next finger has no past.
    add(&resampler, at: 50, 0)
    #expect(frame(&resampler, at: 60) == ["50.0: 1 (0.0, 0.0)"])
  }

  @Test("A new finger is not extrapolated, while moving ones are")
  func newcomer() {
    var resampler = moving()
    _ = frame(&resampler, at: 25)
    add(&resampler, at: 22, 22, 500)
    add(&resampler, at: 30, 30, 520)
    #expect(frame(&resampler, at: 60).last == "35.0: 1 (35.0, 0.0)* 2 (520.0, 0.0)*")
  }

  @Test("A resting finger stays at its computed position")
  func rests() {
    var resampler = moving()
    #expect(frame(&resampler, at: 30).last == "25.0: 1 (25.0, 0.0)*")
    add(&resampler, at: 30, 20)
    #expect(
      frame(&resampler, at: 40) == ["30.0: 1 (25.0, 0.0)*", "35.0: 1 (25.0, 0.0)*"])
  }

  @Test("A sample older than the last computed one does not move the finger back")
  func oldSample() {
    var resampler = moving()
    _ = frame(&resampler, at: 30)
    add(&resampler, at: 24, 24)
    #expect(frame(&resampler, at: 50).first == "24.0: 1 (25.0, 0.0)*")
  }

  @Test("Earlier times are clamped to the last one")
  func backward() {
    var resampler = moving()
    add(&resampler, at: 5, 25)
    #expect(
      frame(&resampler, at: 30).suffix(2) == ["20.0: 1 (20.0, 0.0)", "20.0: 1 (25.0, 0.0)"])
  }

  @Test("A reset clears all samples")
  func reset() {
    var resampler = moving()
    _ = frame(&resampler, at: 30)
    resampler.reset()
    #expect(frame(&resampler, at: 100) == [])
    add(&resampler, at: 0, 7)
    #expect(frame(&resampler, at: 10) == ["0.0: 1 (7.0, 0.0)"])
  }

  @Test("A steady finger is shown at even steps at any report rate and frame rate")
  func steady() {
    var resampler = TouchResampler()
    var next = 0.0
    var shown: [(time: Double, position: Double)] = []
    for frame in 1...60 {
      let time = Double(frame) * 1000 / 60
      while next <= time {
        add(&resampler, at: next, next)
        next += 1000.0 / 85
      }
      var last: (Double, Double)?
      resampler.resample(forFrameAt: Timestamp(seconds: time / 1000)) { time, positions in
        if let first = positions.first { last = (time.seconds * 1000, first.point.x) }
      }
      if let last { shown.append(last) }
    }
    #expect(shown.count == 60)
    for (time, position) in shown { #expect(abs(time - position) < 0.002) }
    for (earlier, later) in zip(shown, shown.dropFirst()) { #expect(later.0 > earlier.0) }
  }
}
