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

  private let settings: Profile.Palm
  /// When the contacts that press harder than the limit began to do so, by ascending id.
  private var heavy: [(id: Contact.ID, since: Timestamp)] = []
  /// When the total pressure began to exceed its limit.
  private var heavyTotal: Timestamp?
  private var quietUntil: Timestamp?
  /// Whether a palm was found since the device last had no contact.
  private var isResting = false

  public init(_ settings: Profile.Palm = Profile.standard.palm) {
    self.settings = settings
  }

  /// Forgets all contacts but keeps the settings.
  public mutating func reset() { self = PalmFilter(settings) }

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
      quietUntil = frame.time.advanced(bySeconds: settings.quietTime)
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
      if let pressure = contacts[index].pressure, pressure >= settings.pressure { return true }
    }
    return false
  }

  private mutating func weigh(_ contact: Contact, at time: Timestamp) {
    guard let pressure = contact.pressure, pressure >= settings.pressure else {
      if !heavy.isEmpty { heavy.removeAll { $0.id == contact.id } }
      return
    }
    if pressure >= settings.heavyPressure { foundPalm = true }
    if let entry = heavy.first(where: { $0.id == contact.id }) {
      if time.seconds(since: entry.since) >= settings.minimumDuration { foundPalm = true }
    } else {
      heavy.append((contact.id, time))
    }
  }

  private mutating func weighTogether(_ frame: ContactFrame) {
    guard let pressure = frame.totalPressure, pressure >= settings.totalPressure,
      !frame.contacts.isEmpty
    else {
      heavyTotal = nil
      return
    }
    let since = heavyTotal ?? frame.time
    heavyTotal = since
    if frame.time.seconds(since: since) >= settings.minimumDuration { foundPalm = true }
  }
}

// MARK: - Settings

extension Profile {
  /// The settings of the palm filter.
  public struct Palm: Hashable, Sendable {
    public var rule = Rule.standard
    /// Share of the device's pressure range that is a palm if it lasts for ``minimumDuration``:
    /// fingers reach 0.36 for as long, palms 0.47 and more (measured).
    public var pressure = 0.42
    /// Seconds above ``pressure``: fingers that hit the touchpad peak for a frame or two.
    public var minimumDuration = 0.08
    /// Share of the range that is a palm at once: fingers reach 0.42, palms 0.58 and more
    /// (measured).
    public var heavyPressure = 0.52
    /// Same as ``pressure``, for devices that report one pressure for all fingers together: fingers
    /// reach 0.54, palms 0.78 and more (measured).
    public var totalPressure = 0.68
    /// Seconds after a palm in which new contacts are palms, too: palms come as showers of touches.
    public var quietTime = 0.5
  }
}

extension Profile.Palm: ProfileSettings {
  static let section = "palm"
  static let rules: [Profile.Rule] = [.standard, .off]
  static let table: [SettingDescription<Self>] = [
    .number("pressure", \.pressure, 0...1, "share of the device's range"),
    .duration("minimumDuration", \.minimumDuration, "above that pressure"),
    .number("heavyPressure", \.heavyPressure, 0...1, "share that is a palm at once"),
    .number("totalPressure", \.totalPressure, 0...1, "of all fingers together"),
    .duration("quietTime", \.quietTime, "after a palm, in which new contacts are palms"),
  ]
}
