import Contacts
import Evdev
import Testing
import Timeline

@Suite struct SlotTrackerFuzzTests {
  static let descriptions: [DeviceDescription?] = [
    nil, DeviceDescription(), .plain(), .plainPad(.slots(2)), .plainPad(.semiMultitouch),
    .plain(.packets(hasTrackingIDs: true)), .plain(.packets(hasTrackingIDs: false)),
    .plain(.single), .extreme,
  ]

  @Test(
    "Random events never trap, and every frame is consistent",
    arguments: UInt64(1)...60, descriptions.indices)
  func randomEvents(seed: UInt64, description: Int) {
    var generator = SeededGenerator(seed: seed)
    let events = RandomEvents(seed: seed).list(400)
    let observed = Bool.random(using: &generator) ? observe(events) : nil
    var tracker = SlotTracker(
      description: SlotTrackerFuzzTests.descriptions[description], observed: observed)
    var checker = FrameChecker()
    for event in events where tracker.process(event) { checker.check(tracker.frame) }
    if tracker.finish() { checker.check(tracker.frame) }
    #expect(checker.faults.isEmpty)
    #expect(tracker.frame.contacts.isEmpty)
  }

  @Test("The same events give the same frames")
  func repeatable() {
    let events = RandomEvents(seed: 7).list(2000)
    var first = SlotTracker(description: .plain())
    var second = SlotTracker(description: .plain())
    #expect(frames(events, &first) == frames(events, &second))
    #expect(first.anomalies == second.anomalies)
  }

  @Test(
    "Any frames can be encoded and decoded to the same number of frames",
    arguments: UInt64(1)...20)
  func reencoding(seed: UInt64) {
    var tracker = SlotTracker(description: .plain())
    var encoder = SlotEncoder(description: .plain())
    var encoded: [InputEvent] = []
    var count = 0
    for event in RandomEvents(seed: seed).list(600) where tracker.process(event) {
      encoder.encode(tracker.frame, into: &encoded)
      count += 1
    }
    var second = SlotTracker(description: .plain())
    var checker = FrameChecker()
    var secondCount = 0
    for event in encoded where second.process(event) {
      checker.check(second.frame)
      secondCount += 1
    }
    #expect(checker.faults.isEmpty)
    #expect(secondCount == count)
  }
}

/// Checks what must hold for every frame, given the one before.
struct FrameChecker {
  private(set) var faults: [String] = []
  private var ids: [Contact.ID] = []
  private var lastID = 0
  private var lastTime = Timestamp.min

  mutating func check(_ frame: ContactFrame) {
    let new = frame.contacts.map(\.id)
    expect(zip(new, new.dropFirst()).allSatisfy(<), "ids ascend")
    let cancelled = frame.cancelled
    expect(zip(cancelled, cancelled.dropFirst()).allSatisfy(<), "cancelled ids ascend")
    expect(Set(new).isDisjoint(with: cancelled), "no contact is both present and cancelled")
    expect(Set(cancelled).isSubset(of: ids), "cancelled contacts were present before")
    let began = new.filter { !ids.contains($0) }
    expect(began == Array(lastID + 1..<lastID + 1 + began.count), "new ids count up")
    expect(frame.time >= lastTime, "time runs forward")
    expect(frame.extraFingers >= 0 && frame.extraFingers <= 5, "extra fingers are 0 to 5")
    expect(
      frame.contacts.allSatisfy { $0.position.x.isFinite && $0.position.y.isFinite },
      "positions are finite")
    expect(
      frame.contacts.allSatisfy { (0...1).contains($0.pressure ?? 0) }, "pressure is a share")
    ids = new
    lastID += began.count
    lastTime = frame.time
  }

  private mutating func expect(_ condition: Bool, _ invariant: String) {
    if !condition { faults.append(invariant) }
  }
}

/// Random events, mostly with codes that a tracker processes.
struct RandomEvents {
  private var generator: SeededGenerator
  private var time: Int64 = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  func list(_ count: Int) -> [InputEvent] {
    var copy = self
    return (0..<count).map { _ in copy.next() }
  }

  private mutating func next() -> InputEvent {
    switch Int.random(in: 0..<200, using: &generator) {
    case 0: time = Int64.random(in: .min ... .max, using: &generator)
    case 1: time = time &- Int64.random(in: 0...3_000_000, using: &generator)
    default: time = time &+ Int64.random(in: 0...9000, using: &generator)
    }
    let (type, code) = kind()
    return InputEvent(
      time: Timestamp(microseconds: time), type: EventType(rawValue: type), code: code,
      value: value())
  }

  private mutating func kind() -> (UInt16, UInt16) {
    let touch: [UInt16] = [
      0, 1, 0x18, 0x2f, 0x2f, 0x30, 0x31, 0x35, 0x36, 0x37, 0x39, 0x39, 0x3a, 0x3b,
    ]
    let keys: [UInt16] = [0x14a, 0x14a, 0x145, 0x14d, 0x14e, 0x148, 0x110, 0x140, 116, 152]
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<60: return (3, touch.randomElement(using: &generator) ?? 0)
    case 60..<70: return (1, keys.randomElement(using: &generator) ?? 0)
    case 70..<85: return (0, 0)
    case 85..<90: return (0, 2)
    case 90: return (0, 3)
    default:
      return (
        UInt16.random(in: 0...6, using: &generator),
        UInt16.random(in: 0...0xffff, using: &generator)
      )
    }
  }

  private mutating func value() -> Int32 {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: Int32.random(in: .min ... .max, using: &generator)
    case 1: [Int32.min, Int32.max, -1, 255, 256, 4083].randomElement(using: &generator) ?? 0
    case 2..<6: Int32.random(in: -1...4, using: &generator)
    default: Int32.random(in: 0...1000, using: &generator)
    }
  }
}

extension DeviceDescription {
  /// A description with the widest, narrowest and most invalid axes.
  static var extreme: DeviceDescription {
    var device = DeviceDescription.plain()
    device.axes[AbsoluteCode.slot] = .init(value: .max, minimum: 0, maximum: .max)
    device.axes[AbsoluteCode.positionX] = .init(
      value: .min, minimum: .min, maximum: .max, resolution: .max)
    device.axes[AbsoluteCode.positionY] = .init(minimum: .max, maximum: .min, resolution: .min)
    device.axes[AbsoluteCode.multitouchPressure] = .init(minimum: .min, maximum: .max)
    device.axes[AbsoluteCode.touchMajor] = .init(minimum: 0, maximum: 0, resolution: .min)
    return device
  }
}
