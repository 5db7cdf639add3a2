import Contacts
public import Evdev

/// The events of a workload, frame by frame.
public struct EventStream {
  public static let device = DeviceDescription.touchpad(
    width: Workload.touchArea.width, height: Workload.touchArea.height)

  private let round: Round
  private var encoder = SlotEncoder(description: EventStream.device)
  private var next = 0

  public init(_ workload: Workload) {
    round = workload.round()
  }

  /// Appends the next frame's events.
  public mutating func encode(into events: inout [InputEvent]) {
    encoder.encode(round[next], into: &events)
    next += 1
  }

  /// The first events of a workload.
  public static func events(_ workload: Workload, count: Int) -> [InputEvent] {
    var stream = EventStream(workload)
    var events: [InputEvent] = []
    events.reserveCapacity(count + 100)
    while events.count < count { stream.encode(into: &events) }
    return events
  }
}
