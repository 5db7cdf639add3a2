import SceneHost

@testable import Scenes

/// Runs a scene on samples, fixes and touches, and keeps what it reports.
final class SceneRun {
  let runner: SceneRunner
  private(set) var changes: [ScreenChange] = []

  init(
    _ type: Scene.Type, _ rules: SceneRules = .standard, settings: SettingsValues = SettingsValues()
  ) {
    runner = SceneRunner(type, in: SceneContext(rules: rules, settings: settings))
    runner.observer = { [unowned self] in changes.append($0) }
  }

  /// Each sound that was played.
  var sounds: [String] {
    changes.compactMap { if case .event(.sound(let name)) = $0.kind { name } else { nil } }
  }

  var image: String? {
    if case .image(let name) = runner.screen["picture"]?.content { name } else { nil }
  }

  /// Sends a sample.
  func sample(_ time: Double, _ x: Double, _ y: Double, _ z: Double) {
    runner.send(
      AccelerationSample(
        time: Timestamp(seconds: time), acceleration: Acceleration(x: x, y: y, z: z)))
  }

  /// Touches the middle of the screen for 0.1 s.
  func tap(_ time: Double) {
    let middle = Point(x: 25, y: 35)
    runner.send(
      ContactFrame(
        time: Timestamp(seconds: time), contacts: [Contact(id: Int(time * 1000), position: middle)])
    )
    runner.send(ContactFrame(time: Timestamp(seconds: time + 0.1)))
  }

  /// Shakes along x for a second at 4 Hz, with a peak of 3 g, sampled at 100 Hz, and rests for a
  /// second.
  func shake(_ time: Double) {
    let script = MotionScript(
      duration: 2, actions: [.init(start: 0, .shake(duration: 1, frequency: 4, peak: 3, axis: .x))])
    var sensor = SensorModel()
    sensor.rate = 100
    let origin = Timestamp(seconds: time)
    for sample in AccelerometerSimulator(script, sensor: sensor, origin: origin) {
      runner.send(sample)
    }
  }
}
