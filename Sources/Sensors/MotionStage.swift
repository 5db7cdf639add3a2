public import Timeline

/// A simulated device with a shake detector and a ball on its screen, all on one loop of fixed steps.
///
/// In each step the sensor comes first, then the detector with the new samples, then the ball: so the
/// same script gives the same states, whatever cuts the time.
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

/// The sensor's turn in a step: all samples up to its moment.
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
