import Contacts
import Evdev
import Timeline

/// Played touches on a touchscreen with a unit for each pixel, for Android's
/// `MultiTouchInputMapper`.
struct AndroidInput {
  /// Android treats contacts on a device that has an axis for pressure as hovering while it is 0.
  private static let leastPressure = 1 / 255.0

  /// The device; its resolution is the scale of the touches, in pixels per mm.
  let device: DeviceDescription
  private let touches: PlayedTouches
  private let screen: Size
  /// The encoder of ``frames`` as events of the device.
  var encoder: SlotEncoder

  init(_ touches: PlayedTouches, screen: Size) {
    self.touches = touches
    self.screen = screen
    let contacts = touches.frames.lazy.map(\.contacts).joined()
    let slots = min(max(touches.mostTouches, 10), TouchInputExport.touchLimit)
    var device = DeviceDescription.touchscreen(
      width: screen.width, height: screen.height, resolution: 1, reporting: .slots(slots))
    if !contacts.contains(where: { $0.pressure != nil }) {
      device.axes[AbsoluteCode.pressure] = nil
      device.axes[AbsoluteCode.multitouchPressure] = nil
    }
    if !contacts.contains(where: { $0.size != nil }) {
      device.axes[AbsoluteCode.touchMajor] = nil
      device.axes[AbsoluteCode.touchMinor] = nil
    }
    encoder = SlotEncoder(description: device)
    let resolution = Int32(max(1, min(touches.scale, 1000)).rounded())
    for code in device.axes.keys where (device.axes[code]?.resolution ?? 0) > 0 {
      device.axes[code]?.resolution = resolution
    }
    self.device = device
  }

  /// The frames, with those in which cancelled contacts are palms: the only ones that Android
  /// cancels. It has neither lost events nor a lock button.
  var frames: [ContactFrame] {
    var frames: [ContactFrame] = []
    for frame in touches.frames {
      if var palms = frames.last,
        palms.contacts.contains(where: { frame.cancelled.contains($0.id) })
      {
        palms.time = frame.time
        for index in palms.contacts.indices
        where frame.cancelled.contains(palms.contacts[index].id) {
          palms.contacts[index].tool = .palm
        }
        frames.append(palms)
      }
      frames.append(ContactFrame(time: frame.time, contacts: frame.contacts.map(onScreen)))
    }
    return frames
  }

  private func onScreen(_ contact: Contact) -> Contact {
    var contact = contact
    contact.position.x = max(0, min(contact.position.x, screen.width - 1))
    contact.position.y = max(0, min(contact.position.y, screen.height - 1))
    let longest = max(screen.width, screen.height) - 1
    contact.size = contact.size.map {
      Size(width: min($0.width, longest), height: min($0.height, longest))
    }
    if device.axes[AbsoluteCode.multitouchPressure] != nil {
      contact.pressure = max(contact.pressure ?? 0, AndroidInput.leastPressure)
    }
    // Otherwise it would move in a slot without a tracking id, which Android ignores.
    contact.isResumed = false
    return contact
  }
}
