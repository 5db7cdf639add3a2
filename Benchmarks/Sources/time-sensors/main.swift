// time-sensors shake HZ SAMPLES | ball STEPS | balls COUNT STEPS: runs one benchmark once, and
// prints its processor seconds, the number of samples or steps of a ball, and a sum that prevents
// work from being optimized away.
import Glibc
import Sensors
import Timeline

/// A noisy device that is shaken for one second in every three; the same samples are repeated.
func shake(rate: Double, samples: Int) -> (Int, Double) {
  var sensor = SensorModel()
  sensor.rate = rate
  sensor.noise = 0.02
  let actions = (0..<10).map {
    MotionScript.Action(
      start: Double($0) * 3, .shake(duration: 1, frequency: 4.3, peak: 3, axis: .x))
  }
  let script = MotionScript(duration: 30, actions: actions)
  let block = Array(AccelerometerSimulator(script, sensor: sensor)).map(\.acceleration)
  let step = Int64(1e6 / rate)
  var rule = StandardShakeRule()
  var found = 0
  var done = 0
  start = processorTime()
  while done < samples {
    for acceleration in block {
      let time = Timestamp(microseconds: Int64(done) * step)
      let sample = AccelerationSample(time: time, acceleration: acceleration)
      if case .began? = rule.process(sample) { found += 1 }
      done += 1
    }
  }
  return (done, Double(found))
}

/// Balls in the textbook's box, whose tilt keeps rotating: one sample per second.
func balls(_ count: Int, steps: Int) -> (Int, Double) {
  var generator = SeededGenerator(seed: 1)
  let states = (0..<count).map { _ in
    BallSimulation.State(
      x: 25 + generator.uniform() * 270, y: 25 + generator.uniform() * 410,
      velocityX: generator.gaussian() * 100, velocityY: generator.gaussian() * 100)
  }
  var simulation = BallSimulation(balls: states)
  let tilts = [(1.0, 0.2), (0.3, -1), (-0.8, -0.4), (-0.1, 0.9)]
  for second in 0...(steps / 60 + 1) {
    let tilt = tilts[second % 4]
    simulation.append(
      AccelerationSample(
        time: Timestamp(seconds: Double(second)),
        acceleration: Acceleration(x: tilt.0, y: tilt.1, z: 0)))
  }
  var sum = 0.0
  start = processorTime()
  for step in 1...steps {
    if count == 1 {
      let state = simulation.advance(to: Double(step) / 60, following: 0)
      sum += state.x + state.y
    } else {
      simulation.advance(to: Double(step) / 60)
      simulation.visit { sum += $0.x + $0.y }
    }
  }
  return (steps * count, sum)
}

/// The processor time of this process in seconds, on which other programs have little effect.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

nonisolated(unsafe) var start = 0.0
let arguments = Array(CommandLine.arguments.dropFirst())
let numbers = arguments.dropFirst().compactMap { Int($0) }
let result: (Int, Double)
switch (arguments.first, numbers.count) {
case ("shake", 2): result = shake(rate: Double(numbers[0]), samples: numbers[1])
case ("ball", 1): result = balls(1, steps: numbers[0])
case ("balls", 2): result = balls(numbers[0], steps: numbers[1])
default: fatalError("usage: time-sensors shake HZ SAMPLES | ball STEPS | balls COUNT STEPS")
}
print(processorTime() - start, result.0, result.1)
