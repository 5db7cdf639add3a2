public import Timeline

/// Runs a simulated accelerometer, a shake detector and a ball in one loop of fixed steps.
///
/// In each step the sensor is first, then the detector with the new samples, then the ball. The
/// same script therefore gives the same states, however the calls divide the time.
public final class MotionStage {
  public let loop: FixedStepLoop
  public let accelerometer = Accelerometer()
  public var detector: ShakeDetector
  public private(set) var ball: BallSimulation

  private let source: Source

  public init(
    _ simulator: AccelerometerSimulator, detector: ShakeDetector = ShakeDetector(),
    ball: BallSimulation = BallSimulation(), rate: FixedStepRate = .standard
  ) {
    loop = FixedStepLoop(rate: rate, origin: simulator.origin)
    source = Source(simulator, accelerometer)
    self.detector = detector
    self.ball = ball
    accelerometer.delegate = self
    loop.add(source)
    loop.add(self)
  }
}

extension MotionStage: AccelerometerDelegate {
  public func accelerometer(_: Accelerometer, didAccelerate sample: AccelerationSample) {
    detector.process(sample)
    ball.append(sample)
  }
}

extension MotionStage: FixedStepClient {
  public func perform(_ step: FixedStep) {
    ball.perform(step)
  }
}

/// Delivers the samples of a step.
private final class Source: FixedStepClient {
  private var simulator: AccelerometerSimulator
  private let accelerometer: Accelerometer

  init(_ simulator: AccelerometerSimulator, _ accelerometer: Accelerometer) {
    self.simulator = simulator
    self.accelerometer = accelerometer
  }

  func perform(_ step: FixedStep) {
    simulator.advance(
      to: simulator.origin.advanced(bySeconds: step.seconds), accelerometer)
  }
}
