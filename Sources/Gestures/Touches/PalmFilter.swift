/// Separates palms from fingers by their pressure and their flicker.
///
/// A palm presses harder than any finger, and for longer than the impact of a tap; the contacts of
/// one that hardly presses come and go faster than fingers can tap. The same hand leaves lighter
/// contacts beside it, and short touches before and after. So while a palm is down, every contact
/// of the device counts as a palm, and for a while after it no touch begins.
public struct PalmFilter {
  /// The contacts of the current frame that are palms, and those that lifted with the frame sooner
  /// than a finger would, by ascending id.
  public private(set) var palms: [Contact.ID] = []
  /// The new ones of ``palms``, which were no palms in the frame before, with their reasons.
  public private(set) var newPalms: [Palm] = []
  /// Whether the current frame exceeded a limit.
  public private(set) var foundPalm = false

  private let settings: Profile.Palm
  /// The contacts above the lower limit, and the time since which they are, by ascending id.
  private var heavy: [(id: Contact.ID, since: Timestamp)] = []
  /// The time since which the total pressure exceeds its limit.
  private var heavyTotal: Timestamp?
  private var flicker = Flicker()
  /// The contacts that touched down in the current frame harder than fingers do.
  private var hardTouchDowns: [Contact.ID] = []
  /// The contacts that lifted with the current frame, sooner than a finger would.
  private var briefContacts: [Contact] = []
  /// The time when a brief contact, maybe of a finger that was lost, began the quiet time.
  private var doubtfulFound: Timestamp?
  /// The limit that the contacts exceeded together in the current frame.
  private var commonReason: FailureReason?
  /// The time when a limit was last exceeded; nil if that is longer ago than the quiet time.
  private var lastFound: Timestamp?
  /// Whether a palm was found since the device last had no contact.
  private var isResting = false

  public init(_ settings: Profile.Palm = Profile.standard.palm) {
    self.settings = settings
  }

  /// Forgets all contacts but keeps the settings.
  public mutating func reset() { self = PalmFilter(settings) }

  /// Processes the next frame; returns whether it exceeded a limit.
  @discardableResult
  public mutating func judge(_ frame: ContactFrame) -> Bool {
    foundPalm = false
    if !hardTouchDowns.isEmpty { hardTouchDowns.removeAll(keepingCapacity: true) }
    if !briefContacts.isEmpty { briefContacts.removeAll(keepingCapacity: true) }
    if flicker.isChanged(by: frame) { watchFlicker(frame) }
    if !foundPalm && !hasState && !PalmFilter.mayHavePalm(frame, from: lowerPressure) {
      return false
    }
    weigh(frame)
    let time = frame.time
    if let last = lastFound, time > last.advanced(bySeconds: settings.quietTime) { lastFound = nil }
    isResting = !frame.contacts.isEmpty && (isResting || foundPalm || lastFound != nil)
    updatePalms(frame)
    if foundPalm { lastFound = time }
    commonReason = nil
    return foundPalm
  }

  /// Whether earlier frames affect the next one.
  private var hasState: Bool {
    isResting || lastFound != nil || heavyTotal != nil || !heavy.isEmpty || !palms.isEmpty
  }

  private mutating func updatePalms(_ frame: ContactFrame) {
    if !newPalms.isEmpty { newPalms.removeAll(keepingCapacity: true) }
    guard isResting || !briefContacts.isEmpty else {
      if !palms.isEmpty { palms.removeAll(keepingCapacity: true) }
      return
    }
    let isBesidePalm = frame.contacts.contains { palms.contains($0.id) }
    var contacts = frame.contacts
    if !briefContacts.isEmpty {
      contacts = (briefContacts + contacts).sorted { $0.id < $1.id }
    }
    for contact in contacts where !palms.contains(contact.id) {
      var palm = Palm(
        contact: contact, device: frame.device,
        reason: reason(contact, at: frame.time, isBesidePalm: isBesidePalm))
      palm.reason.touch = palm.touchID
      newPalms.append(palm)
    }
    palms.removeAll(keepingCapacity: true)
    for contact in contacts { palms.append(contact.id) }
  }

  private func reason(_ contact: Contact, at time: Timestamp, isBesidePalm: Bool) -> FailureReason {
    if let reason = pressureReason(contact, at: time) { return reason }
    if let commonReason { return commonReason }
    if !foundPalm, !isBesidePalm, let lastFound {
      return settings.reason(.palm, time.seconds(since: lastFound), limit: \.quietTime, at: time)
    }
    return FailureReason(.palm, time: time)
  }

  // MARK: Pressure

  /// The pressure below which no contact is a palm: a file may have its limits in either order.
  private var lowerPressure: Double { min(settings.pressure, settings.heavyPressure) }

  /// Whether a contact presses harder than the lower limit, or the total pressure has to be tested.
  // Static, because a method would copy the filter for each frame.
  @inline(__always)
  private static func mayHavePalm(_ frame: ContactFrame, from limit: Double) -> Bool {
    if frame.totalPressure != nil { return true }
    let contacts = frame.contacts.span
    for index in contacts.indices {
      if let pressure = contacts[index].pressure, pressure >= limit { return true }
    }
    return false
  }

  private mutating func weigh(_ frame: ContactFrame) {
    if frame.totalPressure == nil {
      let contacts = frame.contacts.span
      for index in contacts.indices { weigh(contacts[index], at: frame.time) }
    }
    weighTogether(frame)
    if !heavy.isEmpty {
      // A palm that stays heavy presses until its touch up, even where no frame says so.
      let hasLifted = heavy.contains { entry in
        palms.contains(entry.id) && !frame.contacts.contains { $0.id == entry.id }
      }
      if hasLifted { lastFound = frame.time }
      heavy.removeAll { entry in !frame.contacts.contains { $0.id == entry.id } }
    }
  }

  private mutating func weigh(_ contact: Contact, at time: Timestamp) {
    guard let pressure = contact.pressure, pressure >= lowerPressure else {
      if !heavy.isEmpty { heavy.removeAll { $0.id == contact.id } }
      return
    }
    if !heavy.contains(where: { $0.id == contact.id }) { heavy.append((contact.id, time)) }
    if pressureReason(contact, at: time) != nil { foundPalm = true }
  }

  /// The limit that a contact's pressure has exceeded for long enough; nil for a finger.
  private func pressureReason(_ contact: Contact, at time: Timestamp) -> FailureReason? {
    guard let pressure = contact.pressure else { return nil }
    let entry = heavy.first { $0.id == contact.id }
    if entry != nil, pressure >= settings.heavyPressure {
      return settings.reason(.palm, pressure, limit: \.heavyPressure, at: time)
    }
    if hardTouchDowns.contains(contact.id) {
      return settings.reason(.palm, pressure, limit: \.firstPressure, at: time)
    }
    guard let entry, time.seconds(since: entry.since) >= settings.minimumDuration
    else { return nil }
    return settings.reason(.palm, pressure, limit: \.pressure, at: time)
  }

  private mutating func weighTogether(_ frame: ContactFrame) {
    guard let pressure = frame.totalPressure, pressure >= settings.totalPressure,
      !frame.contacts.isEmpty, frame.buttons.isEmpty, !PalmFilter.areFingertips(frame.contacts)
    else {
      heavyTotal = nil
      return
    }
    let since = heavyTotal ?? frame.time
    heavyTotal = since
    if frame.time.seconds(since: since) >= settings.minimumDuration {
      foundPalm = true
      commonReason = settings.reason(.palm, pressure, limit: \.totalPressure, at: frame.time)
    }
  }

  /// The longest axis of a fingertip's contact in mm; the axis of a thumb or palm is longer.
  private static let fingertip = 15.0

  /// Whether all contacts have the size of fingertips, several of which may press like a palm.
  private static func areFingertips(_ contacts: [Contact]) -> Bool {
    contacts.allSatisfy { contact in contact.size.map { $0.width <= fingertip } ?? false }
  }

  // MARK: Flicker

  private mutating func watchFlicker(_ frame: ContactFrame) {
    let changes = flicker.follow(frame, briefDuration: settings.briefDuration)
    if changes.isSameFinger, let found = doubtfulFound, found == lastFound { lastFound = nil }
    for contact in changes.new {
      guard let pressure = contact.pressure, pressure >= settings.firstPressure else { continue }
      hardTouchDowns.append(contact.id)
      foundPalm = true
    }
    // A recording without times has all events at once.
    if let period = changes.period, period > 0, period < settings.flickerPeriod {
      commonReason = settings.reason(.palm, period, limit: \.flickerPeriod, at: frame.time)
    } else if let jump = changes.jump, jump > settings.jumpDistance {
      commonReason = settings.reason(.palm, jump, limit: \.jumpDistance, at: frame.time)
    } else if let duration = changes.briefest {
      commonReason = settings.reason(.palm, duration, limit: \.briefDuration, at: frame.time)
      if lastFound == nil { doubtfulFound = frame.time }
    }
    briefContacts = changes.brief
    if commonReason != nil { foundPalm = true }
  }
}

/// The measurements of short contacts: their durations, and the time and distance between them.
private struct Flicker {
  /// The number of touch downs in a row that make a period, more than of a tap that bounces.
  static let touchDowns = 4
  /// The longest duration of a contact in a flicker, in seconds.
  static let shortDuration = 0.1
  /// Seconds in which no finger gets from one position to another (measured).
  static let jumpDuration = 0.06
  /// Seconds after a brief contact in which another one beside contacts shows a palm.
  static let showerDuration = 1.0
  /// Points between brief contacts of the same finger, which was lost for a moment: 5 mm.
  static let sameFinger = 5 / Quantity.millimetresPerPoint

  struct Changes {
    var new: [Contact] = []
    /// Seconds from one touch down to the next, the mean of the latest.
    var period: Double?
    /// The distance in points from the position where the hand was down a moment before.
    var jump: Double?
    /// The contacts that lifted sooner than a finger would, if they show a palm.
    var brief: [Contact] = []
    /// The duration of the last of these contacts, in seconds.
    var briefest: Double?
    /// Whether a contact continues a brief one.
    var isSameFinger = false
  }

  /// A contact at its touch down, and the time of that.
  private typealias Down = (contact: Contact, since: Timestamp)

  /// The contacts of the last frame.
  private var contacts: [Down] = []
  /// The short contacts that have lifted since the hand was last down, with the times.
  private var lifted: [Down] = []
  private var liftTime = Timestamp.zero
  /// The times of the latest touch downs, each after a short contact that had lifted.
  private var touchDowns: [Timestamp] = []
  /// Whether a short contact has lifted since the last of ``touchDowns``.
  private var shortHasLifted = false
  /// The last contact that lifted sooner than a finger would, and the time.
  private var lastBrief: (contact: Contact, time: Timestamp)?

  /// Whether contacts touched down or lifted since the frame before. A new contact has a higher id.
  func isChanged(by frame: ContactFrame) -> Bool {
    contacts.count != frame.contacts.count || contacts.last?.contact.id != frame.contacts.last?.id
  }

  /// Follows the contacts of a frame; those of fingers last at least `briefDuration` seconds.
  mutating func follow(_ frame: ContactFrame, briefDuration: Double) -> Changes {
    var changes = Changes()
    noteBrief(frame, briefDuration, &changes)
    noteLifted(frame)
    changes.new = frame.contacts.filter { new in !contacts.contains { $0.contact.id == new.id } }
    let handWasUp = contacts.isEmpty
    contacts.removeAll { down in !frame.contacts.contains { $0.id == down.contact.id } }
    for contact in changes.new { contacts.append((contact, frame.time)) }
    guard let first = changes.new.first else { return changes }
    changes.period = addTouchDown(at: frame.time, handWasUp: handWasUp)
    guard handWasUp else { return changes }
    if frame.time.seconds(since: liftTime) <= Flicker.jumpDuration {
      changes.jump = lifted.map { $0.contact.point.distance(to: first.point) }.min()
      changes.isSameFinger =
        lastBrief.map {
          $0.time == liftTime && $0.contact.point.distance(to: first.point) <= Flicker.sameFinger
        } ?? false
    }
    if !lifted.isEmpty { lifted.removeAll(keepingCapacity: true) }
    return changes
  }

  /// Records the contacts that lifted sooner than a finger would: each is a palm if there was no
  /// other contact, or if it follows another such contact.
  private mutating func noteBrief(
    _ frame: ContactFrame, _ briefDuration: Double, _ changes: inout Changes
  ) {
    for down in contacts where !down.contact.isResumed {
      let id = down.contact.id
      let duration = frame.time.seconds(since: down.since)
      // A recording without times has all events at once.
      guard duration > 0, duration < briefDuration, !frame.cancelled.contains(id),
        !frame.contacts.contains(where: { $0.id == id })
      else { continue }
      let isShower =
        lastBrief.map { frame.time.seconds(since: $0.time) <= Flicker.showerDuration } ?? false
      if contacts.count == 1 || isShower {
        changes.brief.append(down.contact)
        changes.briefest = duration
      }
      lastBrief = (down.contact, frame.time)
    }
  }

  private mutating func noteLifted(_ frame: ContactFrame) {
    guard !contacts.isEmpty else { return }
    let short = contacts.filter { down in
      frame.time.seconds(since: down.since) <= Flicker.shortDuration
        && !frame.contacts.contains { $0.id == down.contact.id }
    }
    if !short.isEmpty { shortHasLifted = true }
    lifted += short
    if frame.contacts.isEmpty { liftTime = frame.time }
  }

  /// - Returns: The mean time between the latest touch downs.
  private mutating func addTouchDown(at time: Timestamp, handWasUp: Bool) -> Double? {
    if handWasUp && !shortHasLifted { touchDowns.removeAll(keepingCapacity: true) }
    guard handWasUp || shortHasLifted else { return nil }
    shortHasLifted = false
    if touchDowns.count == Flicker.touchDowns { touchDowns.removeFirst() }
    touchDowns.append(time)
    guard touchDowns.count == Flicker.touchDowns else { return nil }
    return time.seconds(since: touchDowns[0]) / Double(Flicker.touchDowns - 1)
  }
}

// MARK: - Settings

extension Profile {
  /// The settings of the palm filter.
  public struct Palm: ProfileSettings, Hashable, Sendable {
    public var rule = Rule.standard
    /// Share of the device's pressure range that no finger has for ``minimumDuration`` (measured).
    public var pressure = 0.42
    /// Seconds above ``pressure``: fingers that hit the touchpad peak for a frame or two.
    public var minimumDuration = 0.05
    /// Share of the range that is a palm at once: between fingers and palms (measured).
    public var heavyPressure = 0.52
    /// Share of the range that is a palm if a contact begins with it; 1 leaves the first frame to
    /// ``heavyPressure``. With 0.36 more palms get no touch at all: for programs that act at touch
    /// down.
    public var firstPressure = 1.0
    /// Same for devices with one pressure for all contacts: between fingers and palms (measured).
    public var totalPressure = 0.68
    /// Seconds from one touch down to the next, on average of three, that are too few for fingers:
    /// hardly anyone taps twelve times a second.
    public var flickerPeriod = 0.09
    /// Points that a hand does not get from one short contact to the next within 0.06 s: 30 mm,
    /// more than between neighbouring fingers and less than between the parts of a palm.
    public var jumpDistance = 192.52
    /// Seconds that a finger touches at least (measured).
    public var briefDuration = 0.03
    /// Seconds after a palm in which new contacts are palms, too: palms come as showers of touches.
    public var quietTime = 0.5

    static let table: [SettingDescription<Self>] = [
      .number("pressure", \.pressure, 0...1, "share of the device's range"),
      .duration("minimumDuration", \.minimumDuration, "above that pressure"),
      .number("heavyPressure", \.heavyPressure, 0...1, "share that is a palm at once"),
      .number("firstPressure", \.firstPressure, 0...1, "of a contact's first frame"),
      .number("totalPressure", \.totalPressure, 0...1, "of all fingers together"),
      .duration("flickerPeriod", \.flickerPeriod, "between touch downs, that fingers do not reach"),
      .length("jumpDistance", \.jumpDistance, "from one short contact to the next, 0.06 s later"),
      .duration("briefDuration", \.briefDuration, "that a finger touches at least"),
      .duration("quietTime", \.quietTime, "after a palm, in which new contacts are palms"),
    ]
  }
}
