public import Contacts
import Timeline

/// Separates palms from fingers by their pressure.
///
/// A palm presses harder than any finger, and for longer than the impact of a tap. The same hand
/// usually leaves lighter contacts beside it, and short touches before and after. So while a palm is
/// down, every contact of the device counts as a palm, and for a while after it no touch begins.
public struct PalmFilter {
  /// The contacts of the current frame that are palms, by ascending id.
  public private(set) var palms: [Contact.ID] = []
  /// Whether the current frame exceeded a limit.
  public private(set) var foundPalm = false

  private let limits: Profile.Palm
  /// When the contacts that press harder than the limit began to do so, by ascending id.
  private var heavy: [(id: Contact.ID, since: Timestamp)] = []
  /// When the total pressure began to exceed its limit.
  private var heavyTotal: Timestamp?
  private var quietUntil: Timestamp?
  /// Whether a palm was found since the device last had no contact.
  private var isResting = false

  public init(_ limits: Profile.Palm = Profile.standard.palm) {
    self.limits = limits
  }

  /// Forgets all contacts but keeps the limits.
  public mutating func reset() { self = PalmFilter(limits) }

  /// Processes the next frame.
  ///
  /// - Returns: Whether the frame exceeded a limit: ``foundPalm``.
  @discardableResult
  public mutating func judge(_ frame: ContactFrame) -> Bool {
    foundPalm = false
    if !hasState && !mayHavePalm(frame) { return false }
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

  /// Whether earlier frames affect the next one.
  private var hasState: Bool {
    isResting || quietUntil != nil || heavyTotal != nil || !heavy.isEmpty || !palms.isEmpty
  }

  /// Whether a contact presses harder than the lower limit, or the total pressure has to be tested.
  private func mayHavePalm(_ frame: ContactFrame) -> Bool {
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
