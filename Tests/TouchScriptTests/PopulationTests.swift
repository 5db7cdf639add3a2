import Contacts
import Testing
import Timeline

@testable import TouchScript

/// The frames of many human hands match measurements of real ones: they are as hard to recognize,
/// and not absurdly harder.
struct PopulationTests {
  /// The median and the 95th percentile of a measure of the frames of many hands.
  private func percentiles(
    of action: any FingerAction, _ measure: ([ContactFrame]) -> Double?
  ) -> (median: Double, p95: Double) {
    let values = (0..<600 as Range<UInt64>).compactMap { seed in
      measure(FingerScript(action).frames(on: pad, hand: .human.seeded(seed)))
    }.sorted()
    #expect(values.count == 600)
    return (values[values.count / 2], values[values.count * 95 / 100])
  }

  @Test("Taps last as long as measured: 75 ms in the median, 118 ms in one of twenty")
  func tapDuration() {
    let duration = percentiles(of: Tap(at: middle)) { frames in
      frames.life(1).map { $0.lift - $0.landing }
    }
    #expect((0.07...0.085).contains(duration.median))
    #expect((0.11...0.125).contains(duration.p95))
  }

  @Test("Taps travel as far as measured: 0.42 mm in the median, 2.0 mm in one of twenty")
  func tapTravel() {
    let travel = percentiles(of: Tap(at: middle)) { frames in
      let track = frames.track(1)
      return track.map { $0.distance(to: track[0]) }.max()
    }
    #expect((0.3...0.6).contains(travel.median))
    #expect((1.9...2.8).contains(travel.p95))
  }

  @Test("Touch-downs are staggered as measured: 11 ms in the median, 155 ms in one of twenty")
  func touchDownStagger() {
    let stagger = percentiles(of: LongPress(at: middle, duration: 1, fingers: 2)) { frames in
      guard let first = frames.life(1), let second = frames.life(2) else { return nil }
      return second.landing - first.landing
    }
    #expect((0.006...0.02).contains(stagger.median))
    #expect((0.14...0.19).contains(stagger.p95))
  }

  @Test("Resting fingers stray as measured: over 0.43 mm in the median, 2.0 mm in one of twenty")
  func rest() {
    let range = percentiles(of: LongPress(at: middle, duration: 1)) { frames in
      let track = frames.track(1).dropFirst(5).dropLast(8)
      guard let low = track.map(\.x).min(), let high = track.map(\.x).max() else { return nil }
      guard let top = track.map(\.y).min(), let bottom = track.map(\.y).max() else { return nil }
      return max(high - low, bottom - top)
    }
    #expect((0.35...0.8).contains(range.median))
    #expect((1.8...2.8).contains(range.p95))
  }

  @Test("Intervals jitter as measured: by 5 % in the median, 21 % in one of twenty")
  func jitter() {
    let deviation = percentiles(of: LongPress(at: middle, duration: 2)) { frames in
      let gaps = zip(frames, frames.dropFirst()).map { $1.time.seconds(since: $0.time) }
      let squares = gaps.map { ($0 / 0.008 - 1) * ($0 / 0.008 - 1) }
      return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }
    #expect((0.05...0.075).contains(deviation.median))
    #expect((0.18...0.23).contains(deviation.p95))
  }

  @Test("Positions are as noisy as measured: 0.038 mm in the median, 0.14 mm in one of twenty")
  func noise() {
    let start = Point(x: 20, y: 35)
    let pan = Pan(from: start, to: Point(x: 80, y: 35), isSteady: true)
    let noise = percentiles(of: pan) { frames in
      let across = frames.track(1).map(\.y)
      let second = zip(across, zip(across.dropFirst(), across.dropFirst(2))).map {
        $0 - 2 * $1.0 + $1.1
      }
      let square = second.reduce(0) { $0 + $1 * $1 } / Double(second.count)
      return (square / 6).squareRoot()
    }
    #expect((0.035...0.06).contains(noise.median))
    // The 97th percentile is twice the 95th.
    #expect((0.12...0.28).contains(noise.p95))
  }
}
