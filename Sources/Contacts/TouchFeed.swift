public import Timeline

/// Makes contact frames from a toolkit's touch events, which report each finger separately.
///
/// ```swift
/// var feed = TouchFeed<Int32>(dotsPerInch: 96)      // Wayland's ids, and pixels
/// feed.down(0, at: Point(x: 480, y: 270), time: Timestamp(seconds: 0.100))
/// feed.move(0, to: Point(x: 490, y: 270), time: Timestamp(seconds: 0.108))
/// feed.up(0, time: Timestamp(seconds: 0.116))
/// application.send(feed.takeFrames())               // three frames
/// ```
///
/// Fingers are identified by the toolkit's keys, which may be reused: each touch down gets a new
/// contact id. Events of the same time become one frame, unless two of them change the same finger.
/// A time before the latest one is clamped to it. Events of fingers that are not down, and positions
/// that are not finite, are ignored.
public struct TouchFeed<Key: Hashable> {
  /// The device number of the frames.
  public let device: Int
  /// The size of the toolkit's unit in mm.
  public let unit: Size

  /// The fingers that are down, by ascending id.
  private var contacts: [Contact] = []
  /// The key of each contact, by the same index.
  private var keys: [Key] = []
  private var lastID: Contact.ID = 0
  private var frames: [ContactFrame] = []
  /// The contacts that the last frame changes.
  private var changed: [Contact.ID] = []
  private var newest = Timestamp.min

  /// A feed of positions in any unit.
  ///
  /// - Parameters:
  ///   - unit: The size of the unit in mm.
  ///   - device: The device number of the frames.
  public init(unit: Size, device: Int = 0) {
    self.unit = unit
    self.device = device
  }

  /// A feed of positions in pixels.
  public init(dotsPerInch: Double, device: Int = 0) {
    self.init(unit: Size(width: 25.4 / dotsPerInch, height: 25.4 / dotsPerInch), device: device)
  }

  /// A feed of positions from 0 to 1 across the touch area, as in SDL.
  ///
  /// - Parameters:
  ///   - touchArea: The size of the touch area in mm.
  ///   - device: The device number of the frames.
  public init(touchArea: Size, device: Int = 0) {
    self.init(unit: touchArea, device: device)
  }
}

extension TouchFeed {
  /// The number of fingers that are down.
  public var downCount: Int { contacts.count }

  /// Adds a touch down; a finger that was down under the same key lifts.
  public mutating func down(
    _ key: Key, at point: Point, time: Timestamp, pressure: Double? = nil,
    tool: Contact.Tool = .finger
  ) {
    guard let position = position(point) else { return }
    up(key, time: time)
    lastID += 1
    open(for: lastID, at: time)
    contacts.append(
      Contact(id: lastID, position: position, pressure: pressure, tool: tool))
    keys.append(key)
    update()
  }

  /// Adds a movement or a change of pressure.
  public mutating func move(
    _ key: Key, to point: Point, time: Timestamp, pressure: Double? = nil
  ) {
    guard let index = keys.firstIndex(of: key), let position = position(point) else { return }
    open(for: contacts[index].id, at: time)
    contacts[index].position = position
    contacts[index].pressure = pressure ?? contacts[index].pressure
    update()
  }

  /// Adds a touch up.
  public mutating func up(_ key: Key, time: Timestamp) {
    guard let index = keys.firstIndex(of: key) else { return }
    open(for: contacts[index].id, at: time)
    contacts.remove(at: index)
    keys.remove(at: index)
    update()
  }

  /// Cancels a touch that the toolkit no longer reports, though the finger may still be down.
  public mutating func cancel(_ key: Key, time: Timestamp) {
    guard let index = keys.firstIndex(of: key) else { return }
    let id = contacts[index].id
    open(for: id, at: time)
    contacts.remove(at: index)
    keys.remove(at: index)
    update()
    frames[frames.count - 1].cancelled.append(id)
    frames[frames.count - 1].cancelled.sort()
  }

  /// Cancels all touches, as Wayland's `wl_touch.cancel` does.
  public mutating func cancelAll(time: Timestamp) {
    for key in keys { cancel(key, time: time) }
  }

  /// Returns the frames since the last call, in order.
  public mutating func takeFrames() -> [ContactFrame] {
    defer { frames = [] }
    return frames
  }

  private func position(_ point: Point) -> Point? {
    let position = Point(x: point.x * unit.width, y: point.y * unit.height)
    return position.x.isFinite && position.y.isFinite ? position : nil
  }

  /// Begins a frame unless the last one has this time and does not change the contact.
  private mutating func open(for id: Contact.ID, at time: Timestamp) {
    newest = max(newest, time)
    if frames.last?.time != newest || changed.contains(id) {
      frames.append(ContactFrame(time: newest, contacts: contacts, device: device))
      changed.removeAll(keepingCapacity: true)
    }
    changed.append(id)
  }

  private mutating func update() { frames[frames.count - 1].contacts = contacts }
}

extension TouchFeed: Sendable where Key: Sendable {}
