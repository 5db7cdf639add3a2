import Contacts

/// What is known of one slot of a device.
///
/// The kernel sends a value only when it changes, so everything but the occupancy outlasts a touch.
struct Slot: Sendable {
  enum Occupancy: UInt8, Sendable {
    /// Nobody told so far: the recording began, or events were lost.
    case unknown
    case empty
    case touched
  }

  var occupancy = Occupancy.unknown
  /// Something changed since the last frame.
  var isDirty = false
  /// A touch is evident though nobody told that it landed.
  var isEvident = false
  /// A tracking id came since events were lost.
  var isConfirmed = false
  /// The touch was there before we looked.
  var isResumed = false
  var knowsX = false
  var knowsY = false
  var tool = Contact.Tool.finger
  /// The kernel's name for the touch; -1 for one without.
  var trackingID: Int32 = -1
  var x: Int32 = 0
  var y: Int32 = 0
  /// As the device tells it; `Int32.min` where it does not.
  var pressure: Int32 = .min
  var major: Int32 = .min
  var minor: Int32 = .min
  /// Above 0 while the finger hovers.
  var distance: Int32 = 0
  /// The contact of the last frame that stands for this touch; 0 for none.
  var contact: Contact.ID = 0

  init(occupancy: Occupancy = .unknown) { self.occupancy = occupancy }

  /// Forgets the touch; its contact lifts with the next frame.
  mutating func lift() {
    occupancy = .empty
    contact = 0
    isEvident = false
  }

  /// Begins a touch, which gets its contact with the next frame.
  mutating func land(trackingID: Int32, isResumed: Bool) {
    occupancy = .touched
    contact = 0
    isEvident = false
    isDirty = true
    self.trackingID = trackingID
    self.isResumed = isResumed
  }
}

extension Contact.Tool {
  /// The tool of an `MT_TOOL_*` value; what is neither pen nor palm is a finger.
  init(toolType: Int32) {
    switch toolType {
    case ToolType.pen: self = .pen
    case ToolType.palm: self = .palm
    default: self = .finger
    }
  }
}
