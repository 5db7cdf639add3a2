/// The path of a ball on a screen that moves like the recorded device.
public struct BallTrack: Sendable {
  /// The ball after a step, a record of `replay ball`; see docs/Records.md.
  public struct Point: Hashable, JSONObject {
    /// The time in seconds from the first sample.
    public var time: Double
    /// The position of the centre, in pixels, y downward.
    public var x: Double
    public var y: Double

    public func add(to line: inout JSONLine) {
      line.add("v", 2)
      line.add("time_s", time, decimals: 6)
      line.add("x_px", x, decimals: 3)
      line.add("y_px", y, decimals: 3)
    }
  }

  public let box: BallBox
  public let points: [Point]

  /// Rolls a ball from the first sample to the last.
  public init(_ samples: [AccelerationSample], box: BallBox, isTextbook: Bool) {
    self.box = box
    var points: [Point] = []
    Self.roll(samples, box: box, isTextbook: isTextbook) { points.append($0) }
    self.points = points
  }

  /// Rolls a ball from the first sample to the last, and passes each point to a closure.
  public static func roll(
    _ samples: [AccelerationSample], box: BallBox, isTextbook: Bool, _ body: (Point) -> Void
  ) {
    guard let first = samples.first, let last = samples.last else { return }
    let loop = FixedStepLoop(origin: first.time)
    if isTextbook {
      var ball = TextbookBall(box: box)
      var index = 0
      loop.advance(to: last.time) { step in
        let now = first.time.advanced(bySeconds: step.seconds)
        while index + 1 < samples.count, samples[index + 1].time <= now { index += 1 }
        ball.step(step.duration, samples[index].acceleration)
        body(Point(time: step.seconds, x: ball.x + box.ballSize / 2, y: ball.y + box.ballSize / 2))
      }
    } else {
      var simulation = BallSimulation(box: box, origin: first.time)
      for sample in samples { simulation.append(sample) }
      loop.advance(to: last.time) { step in
        simulation.perform(step)
        let state = simulation[0]
        body(Point(time: step.seconds, x: state.x, y: state.y))
      }
    }
  }

  /// Reads a table; throws if it is empty, or if a ball in it takes more steps than a limit.
  public static func samples(
    _ reader: AccelerationReader, limit: SampleLimit = .usual
  ) throws(FileError) -> [AccelerationSample] {
    let samples = try reader.readAll()
    if let first = samples.first, let last = samples.last {
      let duration = last.time.microseconds(since: first.time)
      let steps = FixedStepRate.standard.stepCount(within: duration)
      try limit.check(Double(steps), "steps of the ball", in: reader.file)
    }
    return samples
  }
}
