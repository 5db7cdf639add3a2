import Contacts
import Evdev
import Recordings

/// The events of a touchpad that made a recording of contacts.
struct ContactEvents {
  /// Units a millimetre, for recordings of contacts, which are in mm: a micrometre moves nothing.
  private static let resolution: Int32 = 1000
  /// More fingers than any touchpad follows.
  private static let slots = 10

  let description: DeviceDescription
  private let reader: any ContactFrameReader

  init(_ reader: any ContactFrameReader) {
    self.reader = reader
    let size = reader.touchAreaSize
    var description = DeviceDescription.touchpad(
      width: size.width, height: size.height, resolution: ContactEvents.resolution,
      reporting: .slots(ContactEvents.slots))
    if let name = reader.description?.name, !name.isEmpty { description.name = name }
    self.description = description
  }

  /// Hands over the events of each frame.
  func read(_ body: ([InputEvent]) -> Void) throws(RecordingError) {
    var encoder = SlotEncoder(description: description)
    var events: [InputEvent] = []
    while let frame = try reader.next() {
      events.removeAll(keepingCapacity: true)
      encoder.encode(frame, into: &events)
      if !events.isEmpty { body(events) }
    }
  }
}
