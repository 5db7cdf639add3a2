import Files
import Playback
import SensorFormats
import Sensors
import Timeline

extension FuzzTarget {
  /// Reads scripts of motions and of locations, and simulates their beginning.
  ///
  /// Promises: samples in the order of time, with numbers; the same script gives the same samples;
  /// valid coordinates.
  static let simulations = FuzzTarget(
    "simulations", words: simulationWords, seeds: simulationSeeds
  ) { bytes in
    let text = Array(bytes.dropFirst())
    if bytes.first.map({ $0 & 1 == 0 }) ?? true { simulateMotion(text) } else { simulateWalk(text) }
  }

  /// The most samples that are simulated of a script, which may last for years.
  private static let most = 300

  private static func simulateMotion(_ text: [UInt8]) {
    do throws(FileError) {
      let file = try MotionScriptFile(ByteSource(name: "input", bytes: text))
      // Samples may all be lost, so that the first is far away.
      guard file.script.duration * file.sensor.rate < 20_000 else { return }
      let simulator = AccelerometerSimulator(file.script, sensor: file.sensor, seed: file.seed)
      let samples = Array(simulator.prefix(most))
      promise(
        samples == Array(simulator.prefix(most)), "a script of motions gives the same samples")
      for sample in samples {
        let numbers = [sample.acceleration.x, sample.acceleration.y, sample.acceleration.z]
        promise(numbers.allSatisfy(\.isFinite), "accelerations are numbers: \(sample)")
      }
    } catch {
      check(error, in: text)
    }
  }

  private static func simulateWalk(_ text: [UInt8]) {
    do {
      let script = try LocationScript(parsing: String(decoding: text, as: UTF8.self))
      let samples = Array(LocationSimulation(script).prefix(most))
      promise(
        samples == Array(LocationSimulation(script).prefix(most)),
        "a script of locations gives the same fixes")
      var last: Timestamp?
      for sample in samples {
        promise(sample.truth.coordinate.isValid, "a simulated location is valid: \(sample)")
        if let fix = sample.fix {
          promise(fix.coordinate.isValid, "a simulated fix is valid: \(fix)")
        }
        if let last, let time = sample.truth.timestamp {
          promise(time >= last, "simulated locations ascend in time")
        }
        last = sample.truth.timestamp
      }
    } catch {
      promise(error.line >= 1 && error.column >= 1, "an error has a position: \(error)")
      promise(!error.expected.isEmpty && !error.found.isEmpty, "an error says what is wrong")
    }
  }

  private static let simulationWords = [
    "rate ", "noise ", "bias ", "quantum ", "range ", "jitter ", "loss ", "seed ", "pose faceUp\n",
    "end ",
    " turn landscapeLeft 0.5\n", " shake 0.8 4 2.5 x\n", " tap 3 z\n", " drop 0.5\n",
    " walk 5 1.8 0.4\n",
    "start 2024-05-01T09:00:00Z\n", "at 37.5665 126.9780 38\n", "speed 5 km/h\n",
    "to 37.57 126.977\n",
    "wait 60 s\n", "tunnel 300 m\n", "go 90 for 1 km\n", "accuracy 5\n", "outage 20 s\n",
    "drift 5 60\n",
    "0", "1e300", "-90 180\n", "# ",
  ]

  private static let simulationSeeds: [[UInt8]] = {
    let motion = """
      rate 50
      noise 0.02
      seed 7
      range 2
      0.5 walk 0.5 1.9 0.3
      1.0 shake 0.8 4 3 x
      2.0 turn landscapeLeft 0.4
      2.5 tap 3 z
      3.0 drop 0.5
      end 5

      """
    let walk = """
      start 2026-05-01T08:00:00Z
      seed 7
      rate 1
      at 37.5665 126.9780 38
      accuracy 5
      noise 3
      drift 4 60
      speed 5 km/h
      go 90 for 15 m
      wait 6 s
      to 37.5666 126.9781
      outage 2 s
      tunnel 3 m
      go 0 for 10 m

      """
    return [[0] + Array(motion.utf8), [1] + Array(walk.utf8)]
  }()
}
