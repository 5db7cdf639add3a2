import Contacts
import Pictures
import Playback
import SensorPlayback
import Sensors
import Testing
import Timeline

struct BallPlotTests {
  /// A device that is held upright, so that the ball falls, and bounces at the lower edge.
  private static let track: BallTrack = {
    let samples = (0...300).map { index in
      AccelerationSample(
        time: Timestamp(seconds: Double(index) / 100), acceleration: Acceleration(x: 0, y: -1, z: 0)
      )
    }
    return BallTrack(samples, box: .textbook, isTextbook: false)
  }()

  @Test("The path is colored by time, on the screen")
  func coloredPath() throws {
    let plot = Plot.ball(Self.track, title: "fall")
    let stage = try #require(plot.stage)
    let trail = try #require(stage.trails.first)
    #expect(stage.kind == .screen && stage.width == 320 && stage.unit == "px")
    #expect(trail.points.count == Self.track.points.count && trail.values.last == 1)
    #expect(stage.legend?.text == "time" && stage.legend?.high == plot.range.upperBound)
    #expect(plot.lanes.map(\.title) == ["x", "y"])
  }

  @Test("The ball is at its end, and bounces are at the edge where it turned back")
  func ballAndBounces() throws {
    let plot = Plot.ball(Self.track, title: "fall")
    let stage = try #require(plot.stage)
    let last = try #require(Self.track.points.last)
    #expect(stage.circles.map(\.radius) == [BallBox.textbook.ballSize / 2])
    #expect(stage.circles.first?.position.y == last.y)
    let bounces = stage.marks.filter { $0.kind == .bounce }
    let edge = BallBox.textbook.height - BallBox.textbook.ballSize / 2
    #expect(!bounces.isEmpty && bounces.allSatisfy { $0.position.y == edge })
    #expect(plot.events.count == bounces.count)
    // It falls from the center: sqrt(2 s / a) with 500 pixels/s².
    let expected = (2 * (edge - BallBox.textbook.height / 2) / 500).squareRoot()
    #expect(abs(bounces[0].time - expected) < 0.02)
  }

  @Test("A recording that is too short has an empty screen")
  func shortRecording() {
    let plot = Plot.ball(BallTrack([], box: .textbook, isTextbook: true), title: "")
    #expect(plot.stage?.trails.isEmpty == true && plot.stage?.marks.isEmpty == true)
  }
}
