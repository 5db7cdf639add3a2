/// The contacts of one frame of protocol A while they come in.
struct Packet: Sendable {
  /// The contact being told.
  var pending = Slot()
  /// Something was told of it.
  var hasPending = false
  /// The contacts told so far.
  var contacts: [Slot] = []
  /// For each of them its slot; -1 until it has one.
  var places: [Int] = []
  /// Slots without tracking id that wait for a partner.
  var anonymousSlots: [Int] = []
  /// Contacts without tracking id.
  var anonymousContacts: [Int] = []
  var isTaken: [Bool] = []
  var matcher = ContactMatcher()
  /// `SYN_MT_REPORT` came.
  var hasReport = false
  /// `BTN_TOUCH` went up.
  var isReleased = false
  /// Keys or emulated axes came.
  var hasOtherEvents = false

  /// Whether the frame says nothing of contacts, as one of a pressed key.
  var isSilent: Bool { contacts.isEmpty && !hasReport && !isReleased && hasOtherEvents }

  /// Empties the packet for the next frame.
  mutating func begin() {
    clearPending()
    contacts.removeAll(keepingCapacity: true)
    hasReport = false
    isReleased = false
    hasOtherEvents = false
  }

  mutating func clearPending() {
    pending = Slot()
    hasPending = false
  }

  mutating func noteTouch(_ isDown: Bool) {
    hasOtherEvents = true
    if !isDown { isReleased = true }
  }
}
