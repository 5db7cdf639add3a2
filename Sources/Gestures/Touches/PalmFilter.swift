public import Contacts
import Timeline

/// Tells palms from fingers by their pressure, size and behaviour.
///
/// A palm presses harder than any finger, and longer than the blow of a tap. It seldom comes alone:
/// the same hand leaves lighter contacts beside it, and short touches before and after. So one
/// palm makes a palm of everything that is on the surface with it, and nothing lands for a while.
public struct PalmFilter {
  /// The contacts of the current frame that are palms; by ascending id.
  public private(set) var palms: [Contact.ID] = []
  /// Whether the current frame showed that a palm is there.
  public private(set) var foundPalm = false

  private let limits: Profile.Palm
  /// Since when contacts have been pressed harder than the limit; by ascending id.
  private var heavy: [(id: Contact.ID, since: Timestamp)] = []
  /// Since when everything together has been pressed harder than the limit.
  private var heavyTotal: Timestamp?
  private var quietUntil: Timestamp?
  /// Whether a palm has been seen since the surface was empty.
  private var isResting = false

  public init(_ limits: Profile.Palm = Profile.standard.palm) {
    self.limits = limits
  }

  /// Forgets what was seen; the limits stay.
  public mutating func reset() { self = PalmFilter(limits) }

  /// Looks at the next frame; true if it showed that a palm is there.
  @discardableResult
  public mutating func judge(_ frame: ContactFrame) -> Bool {
    foundPalm = false
    if !remembersSomething && !presses(frame) { return false }
    if frame.totalPressure == nil {
      let contacts = frame.contacts.span
      for index in contacts.indices { weigh(contacts[index], at: frame.time) }
    }
    weighTogether(frame)
    if !heavy.isEmpty {
      heavy.removeAll { entry in !frame.contacts.contains { $0.id == entry.id } }
    }
    if foundPalm {
      isResting = true
      quietUntil = frame.time.advanced(bySeconds: limits.quietTime)
    }
    if frame.contacts.isEmpty { isResting = false }
    if let quietUntil, frame.time <= quietUntil, !frame.contacts.isEmpty { isResting = true }
    if !palms.isEmpty { palms.removeAll(keepingCapacity: true) }
    if isResting {
      for contact in frame.contacts { palms.append(contact.id) }
    }
    return foundPalm
  }

  /// Whether anything but the frame itself can make a palm, or is to be forgotten.
  private var remembersSomething: Bool {
    isResting || quietUntil != nil || heavyTotal != nil || !heavy.isEmpty || !palms.isEmpty
  }

  /// Whether anything in the frame presses harder than the weaker limits.
  private func presses(_ frame: ContactFrame) -> Bool {
    if frame.totalPressure != nil { return true }
    let contacts = frame.contacts.span
    for index in contacts.indices {
      if let pressure = contacts[index].pressure, pressure >= limits.pressure { return true }
    }
    return false
  }

  private mutating func weigh(_ contact: Contact, at time: Timestamp) {
    guard let pressure = contact.pressure, pressure >= limits.pressure else {
      if !heavy.isEmpty { heavy.removeAll { $0.id == contact.id } }
      return
    }
    if pressure >= limits.heavyPressure { foundPalm = true }
    if let entry = heavy.first(where: { $0.id == contact.id }) {
      if time.seconds(since: entry.since) >= limits.minimumDuration { foundPalm = true }
    } else {
      heavy.append((contact.id, time))
    }
  }

  private mutating func weighTogether(_ frame: ContactFrame) {
    guard let pressure = frame.totalPressure, pressure >= limits.totalPressure,
      !frame.contacts.isEmpty
    else {
      heavyTotal = nil
      return
    }
    let since = heavyTotal ?? frame.time
    heavyTotal = since
    if frame.time.seconds(since: since) >= limits.minimumDuration { foundPalm = true }
  }
}
