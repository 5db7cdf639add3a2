public import Timeline

/// Makes contact frames of what a toolkit tells of each finger by itself.
///
/// ```swift
/// var feed = TouchFeed<Int32>(dotsPerInch: 96)      // Wayland's ids, and pixels
/// feed.down(0, at: Point(x: 480, y: 270), time: Timestamp(seconds: 0.100))
/// feed.move(0, to: Point(x: 490, y: 270), time: Timestamp(seconds: 0.108))
/// feed.up(0, time: Timestamp(seconds: 0.116))
/// application.send(feed.takeFrames())               // three frames
/// ```
///
/// A finger goes by the key that the toolkit has for it, and may get one that was used before; here
/// each landing has a number of its own. What is told of one moment is one frame, as long as each finger
/// is told of once. Time that runs backward is taken for the newest. What is told of a finger that is
/// not down, and a place that is no number, does not count.
public struct TouchFeed<Key: Hashable> {
  /// Which device the frames are of.
  public let device: Int
  /// How large the toolkit's unit is, in mm.
  public let unit: Size

  /// The fingers that are down, by ascending id.
  private var contacts: [Contact] = []
  /// Whose contact each is, by the same index.
  private var keys: [Key] = []
  private var lastID: Contact.ID = 0
  private var frames: [ContactFrame] = []
  /// The contacts that the last frame tells news of.
  private var changed: [Contact.ID] = []
  private var newest = Timestamp.min

  /// A feed of places in units of any size, in mm.
  public init(unit: Size, device: Int = 0) {
    self.unit = unit
    self.device = device
  }

  /// A feed of places in pixels.
  public init(dotsPerInch: Double, device: Int = 0) {
    self.init(unit: Size(width: 25.4 / dotsPerInch, height: 25.4 / dotsPerInch), device: device)
  }

  /// A feed of places in shares of a surface, 0 to 1, as SDL gives them; its size is in mm.
  public init(touchArea: Size, device: Int = 0) {
    self.init(unit: touchArea, device: device)
  }
}

extension TouchFeed {
  /// How many fingers are down.
  public var downCount: Int { contacts.count }

  /// A finger landed; one that was down under the same key lifts.
  public mutating func down(
    _ key: Key, at place: Point, time: Timestamp, pressure: Double? = nil,
    tool: Contact.Tool = .finger
  ) {
    guard let position = position(place) else { return }
    up(key, time: time)
    lastID += 1
    open(for: lastID, at: time)
    contacts.append(
      Contact(id: lastID, position: position, pressure: pressure, tool: tool))
    keys.append(key)
    tell()
  }

  /// A finger moved, or presses differently.
  public mutating func move(
    _ key: Key, to place: Point, time: Timestamp, pressure: Double? = nil
  ) {
    guard let index = keys.firstIndex(of: key), let position = position(place) else { return }
    open(for: contacts[index].id, at: time)
    contacts[index].position = position
    contacts[index].pressure = pressure ?? contacts[index].pressure
    tell()
  }

  /// A finger lifted.
  public mutating func up(_ key: Key, time: Timestamp) {
    guard let index = keys.firstIndex(of: key) else { return }
    open(for: contacts[index].id, at: time)
    contacts.remove(at: index)
    keys.remove(at: index)
    tell()
  }

  /// The toolkit took a touch away: nobody knows what becomes of the finger.
  public mutating func cancel(_ key: Key, time: Timestamp) {
    guard let index = keys.firstIndex(of: key) else { return }
    let id = contacts[index].id
    open(for: id, at: time)
    contacts.remove(at: index)
    keys.remove(at: index)
    tell()
    frames[frames.count - 1].cancelled.append(id)
    frames[frames.count - 1].cancelled.sort()
  }

  /// The toolkit took all touches away, as Wayland's `wl_touch.cancel` does.
  public mutating func cancelAll(time: Timestamp) {
    for key in keys { cancel(key, time: time) }
  }

  /// Hands out the frames since the last time, in their order.
  public mutating func takeFrames() -> [ContactFrame] {
    defer { frames = [] }
    return frames
  }

  private func position(_ place: Point) -> Point? {
    let position = Point(x: place.x * unit.width, y: place.y * unit.height)
    return position.x.isFinite && position.y.isFinite ? position : nil
  }

  /// Begins a frame unless the last one is of this moment and has no news of the contact.
  private mutating func open(for id: Contact.ID, at time: Timestamp) {
    newest = max(newest, time)
    if frames.last?.time != newest || changed.contains(id) {
      frames.append(ContactFrame(time: newest, contacts: contacts, device: device))
      changed.removeAll(keepingCapacity: true)
    }
    changed.append(id)
  }

  private mutating func tell() { frames[frames.count - 1].contacts = contacts }
}

extension TouchFeed: Sendable where Key: Sendable {}
