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
    let stage = ReplayStage(touchArea: touchArea.size, isTouchpad: true, detail: .everyState)
    var run = Run()
    stage.observer = { report in
      if case .gesture(let gesture) = report { run.gestures.append(gesture) }
    }
    for event in events(seed: seed, factor: factor) where tracker.process(event) {
      run.frames.append(tracker.frame)
      stage.application.send(tracker.frame)
    }
    stage.application.finish()
    return run
  }

  private func events(seed: UInt64, factor: Int32) -> [InputEvent] {
    var random = SeededGenerator(seed: seed)
    var events: [InputEvent] = []
    var places = [(x: Int32, y: Int32)?](repeating: nil, count: 5)
    var way: (x: Double, y: Double) = (0, 0)
    var nextID: Int32 = 1
    for frame in 0..<800 {
      let time = Timestamp(microseconds: Int64(frame) * 10_000)
      func add(_ code: UInt16, _ value: Int32) {
        events.append(InputEvent(time: time, type: .absolute, code: code, value: value))
      }
      if random.uniform() < 0.08 {
        way = ((random.uniform() - 0.5) * 400, (random.uniform() - 0.5) * 400)
      }
      for slot in places.indices {
        let dice = random.uniform()
        let turn = (x: random.uniform(), y: random.uniform())
        if var place = places[slot] {
          add(AbsoluteCode.slot, Int32(slot))
          if dice < 0.05 {
            add(AbsoluteCode.trackingID, -1)
            places[slot] = nil
            continue
          }
          place.x += Int32(way.x + turn.x * 20)
          place.y += Int32(way.y + turn.y * 20)
          places[slot] = place
          add(AbsoluteCode.positionX, place.x * factor)
          add(AbsoluteCode.positionY, place.y * factor)
        } else if dice < 0.02 {
          let place = (x: Int32(turn.x * 4096), y: Int32(turn.y * 3072))
          places[slot] = place
          add(AbsoluteCode.slot, Int32(slot))
          add(AbsoluteCode.trackingID, nextID)
          add(AbsoluteCode.positionX, place.x * factor)
          add(AbsoluteCode.positionY, place.y * factor)
          nextID += 1
        }
      }
      events.append(
        InputEvent(
          time: time, type: .synchronization, code: SynchronizationCode.report, value: 0))
    }
    return events
  }

  @Test("Times a power of two they give identical gestures", arguments: [2, 4, 256] as [Int32])
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
