import Contacts
import Evdev
import Gestures
import Playback
import Testing
import Timeline
import TouchScript

/// The same fingers on a device that counts in finer units.
@Suite("Units of the device")
struct DeviceUnitsTests {
  private struct Run: Equatable {
    var frames: [ContactFrame] = []
    var gestures: [Gesture] = []
  }

  /// Random fingers in the slots of a pad of 102.4 × 76.8 mm with 40 units to a millimetre, all
  /// of it times `factor`.
  private func run(seed: UInt64, factor: Int32) -> Run {
    func axis(_ units: Int32) -> DeviceDescription.Axis {
      DeviceDescription.Axis(
        minimum: 0, maximum: units * factor - 1, resolution: 40 * factor)
    }
    let description = DeviceDescription(
      name: "pad", properties: [InputProperty.pointer],
      axes: [
        AbsoluteCode.slot: DeviceDescription.Axis(minimum: 0, maximum: 4),
        AbsoluteCode.positionX: axis(4096), AbsoluteCode.positionY: axis(3072),
      ])
    let touchArea = TouchArea(description: description)
    var tracker = SlotTracker(description: description)
    let engine = GestureEngine(touchArea: touchArea.size, isTouchpad: true, detail: .everyState)
    var run = Run()
    engine.observer = { report in
      if case .gesture(let record) = report { run.gestures.append(record.gesture) }
    }
    for event in events(seed: seed, factor: factor) where tracker.process(event) {
      run.frames.append(tracker.frame)
      engine.send(tracker.frame)
    }
    engine.finish()
    return run
  }

  private func events(seed: UInt64, factor: Int32) -> [InputEvent] {
    var random = SeededGenerator(seed: seed)
    var events: [InputEvent] = []
    var positions = [(x: Int32, y: Int32)?](repeating: nil, count: 5)
    var step: (x: Double, y: Double) = (0, 0)
    var nextID: Int32 = 1
    for frame in 0..<800 {
      let time = Timestamp(microseconds: Int64(frame) * 10_000)
      func add(_ code: UInt16, _ value: Int32) {
        events.append(InputEvent(time: time, type: .absolute, code: code, value: value))
      }
      if random.uniform() < 0.08 {
        step = ((random.uniform() - 0.5) * 400, (random.uniform() - 0.5) * 400)
      }
      for slot in positions.indices {
        let dice = random.uniform()
        let turn = (x: random.uniform(), y: random.uniform())
        if var position = positions[slot] {
          add(AbsoluteCode.slot, Int32(slot))
          if dice < 0.05 {
            add(AbsoluteCode.trackingID, -1)
            positions[slot] = nil
            continue
          }
          position.x += Int32(step.x + turn.x * 20)
          position.y += Int32(step.y + turn.y * 20)
          positions[slot] = position
          add(AbsoluteCode.positionX, position.x * factor)
          add(AbsoluteCode.positionY, position.y * factor)
        } else if dice < 0.02 {
          let position = (x: Int32(turn.x * 4096), y: Int32(turn.y * 3072))
          positions[slot] = position
          add(AbsoluteCode.slot, Int32(slot))
          add(AbsoluteCode.trackingID, nextID)
          add(AbsoluteCode.positionX, position.x * factor)
          add(AbsoluteCode.positionY, position.y * factor)
          nextID += 1
        }
      }
      events.append(
        InputEvent(
          time: time, type: .synchronization, code: SynchronizationCode.report, value: 0))
    }
    return events
  }

  @Test(
    "Coordinates scaled by a power of two produce identical gestures",
    arguments: [2, 4, 256] as [Int32])
  func scaled(factor: Int32) {
    var gestures = 0
    for seed in 0..<10 as Range<UInt64> {
      let plain = run(seed: seed, factor: 1)
      let isSame = run(seed: seed, factor: factor) == plain
      #expect(isSame, "script \(seed)")
      gestures += plain.gestures.count
    }
    #expect(gestures > 100)
  }
}
