import Sensors
import Testing
import Timeline

@Suite("Accelerometer simulator")
struct AccelerometerSimulatorTests {
  private func samples(
    _ script: MotionScript, _ sensor: SensorModel = SensorModel(), seed: UInt64 = 1
  ) -> [AccelerationSample] {
    Array(AccelerometerSimulator(script, sensor: sensor, seed: seed))
  }

  @Test("A device at rest measures gravity 100 times per second")
  func still() {
    let all = samples(MotionScript(attitude: Attitude(.faceUp), duration: 1))
    #expect(all.count == 101)
    #expect(all[100].time == Timestamp(seconds: 1))
    #expect(all.allSatisfy { ($0.acceleration - DeviceOrientation.faceUp.down).magnitude < 1e-12 })
  }

  @Test("A turn rotates gravity smoothly")
  func turn() {
    let script = MotionScript(
      duration: 2,
      actions: [.init(start: 0.5, .turn(to: Attitude(.landscapeRight), duration: 1))])
    let all = samples(script)
    #expect(all[50].acceleration.y < -0.9999)
    #expect(abs(all[100].acceleration.x - 0.5.squareRoot()) < 1e-9)
    #expect(all[150].acceleration.x > 0.9999)
    #expect(all.allSatisfy { abs($0.acceleration.magnitude - 1) < 1e-9 })
  }

  @Test("A fall is weightless for its duration and ends with an impact")
  func drop() throws {
    let all = samples(MotionScript(duration: 2, actions: [.init(start: 1, .drop(height: 1.2))]))
    // A fall of 1.2 m takes 0.495 s.
    let weightless = all.filter { $0.acceleration.magnitude < 1e-9 }
    #expect(weightless.count == 50)
    let blow = try #require(all.max { $0.acceleration.magnitude < $1.acceleration.magnitude })
    #expect(blow.time.seconds > 1.49 && blow.time.seconds < 1.52)
    #expect(blow.acceleration.y > 5)
  }

  @Test("A tap has its peak at any rate", arguments: [10.0, 25, 50, 100, 400])
  func tap(rate: Double) throws {
    var sensor = SensorModel()
    sensor.rate = rate
    let script = MotionScript(
      attitude: Attitude(.faceUp), duration: 4, actions: [.init(start: 2, .tap(peak: 2, axis: .z))])
    let highest = try #require(samples(script, sensor).map(\.acceleration.z).max())
    #expect(abs(highest - 1) < 0.01, "2 g, without gravity")
  }

  @Test("Only shakes of scripts are recognized as shakes")
  func detection() {
    let actions: [(MotionScript.Motion, Bool)] = [
      (.shake(duration: 0.8, frequency: 4, peak: 3, axis: .x), true),
      (.tap(peak: 4, axis: .z), false), (.drop(height: 0.8), false),
      (.walk(duration: 6, steps: 2, peak: 0.5), false),
      (.turn(to: Attitude(.portraitUpsideDown), duration: 0.3), false),
    ]
    for (motion, isShake) in actions {
      let script = MotionScript(duration: 12, actions: [.init(start: 3, motion)])
      let shakes = StandardShakeRule.shakes(in: samples(script))
      #expect(shakes.count == (isShake ? 1 : 0), "\(motion)")
    }
  }

  @Test("Bias, resolution and range apply to every sample")
  func sensor() {
    var sensor = SensorModel()
    sensor.bias = Acceleration(x: 0.1, y: 0, z: 0)
    sensor.quantum = 0.25
    sensor.range = 2
    let script = MotionScript(
      duration: 1,
      actions: [.init(start: 0, .shake(duration: 1, frequency: 5, peak: 9, axis: .x))])
    let all = samples(script, sensor)
    #expect(all.map(\.acceleration.x).max() == 2)
    #expect(all.map(\.acceleration.x).min() == -2)
    #expect(all.allSatisfy { ($0.acceleration.x * 4).rounded() == $0.acceleration.x * 4 })
    #expect(all[0].acceleration.x == 0)
  }

  @Test("Noise has its deviation, jitter its bounds, and lost samples leave the others unchanged")
  func imperfections() {
    var sensor = SensorModel()
    sensor.noise = 0.05
    sensor.jitter = 0.003
    let script = MotionScript(duration: 50)
    let whole = samples(script, sensor)
    let square = whole.reduce(0) { $0 + $1.acceleration.x * $1.acceleration.x }
    #expect(abs((square / Double(whole.count)).squareRoot() - 0.05) < 0.002)
    for (index, sample) in whole.enumerated() {
      #expect(abs(sample.time.seconds - Double(index) / 100) <= 0.0030005)
    }
    sensor.loss = 0.2
    let lossy = samples(script, sensor)
    #expect(abs(Double(lossy.count) / 5001 - 0.8) < 0.03)
    #expect(Set(lossy).isSubset(of: Set(whole)))
  }

  @Test("A seed determines the samples")
  func seeds() {
    var sensor = SensorModel()
    sensor.noise = 0.1
    let script = MotionScript(duration: 1)
    #expect(samples(script, sensor, seed: 4) == samples(script, sensor, seed: 4))
    #expect(samples(script, sensor, seed: 4) != samples(script, sensor, seed: 5))
  }
}
