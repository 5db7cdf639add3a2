import Testing
import Timeline

@testable import Sensors

@Suite("A motion script that plays from its start")
struct MotionPlaybackTests {
  private func script(seed: Int) -> MotionScript {
    var generator = SeededGenerator(seed: UInt64(seed))
    let orientations: [DeviceOrientation] = [.portrait, .faceUp, .landscapeLeft, .faceDown]
    let actions = (0..<30).map { _ in
      let start = generator.uniform() * 10
      let duration = generator.uniform() * 3
      let motion: MotionScript.Motion =
        switch generator.next() % 6 {
        case 0: .turn(to: Attitude(orientations[Int(generator.next() % 4)]), duration: duration)
        case 1: .turn(to: Attitude(orientations[Int(generator.next() % 4)]), duration: 0)
        case 2: .shake(duration: duration, frequency: 4, peak: 2, axis: .x)
        case 3: .tap(peak: 3, axis: .z)
        case 4: .drop(height: duration)
        default: .walk(duration: duration, steps: 2, peak: 0.4)
        }
      return MotionScript.Action(start: start, motion)
    }
    return MotionScript(duration: 15, actions: actions)
  }

  @Test("It measures what the whole script says, to the last bit", arguments: 0..<30)
  func same(seed: Int) {
    let script = script(seed: seed)
    var playback = MotionPlayback(script)
    for step in 0..<1500 {
      let time = Double(step) / 100
      let attitude = script.attitude(at: time, after: script.actions)
      let whole = script.acceleration(at: time, attitude, of: script.actions)
      #expect(playback.acceleration(at: time) == whole, "\(time) s")
    }
  }
}
