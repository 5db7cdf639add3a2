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
/// A time before the latest one is clamped to it. Events of fingers that are not down, and
/// positions that are not finite, are ignored.
///
/// The whole type is inlinable, so that it is specialized for the key: a call allocates otherwise.
public struct TouchFeed<Key: Hashable> {
  /// The device number of the frames.
  public let device: Int
  /// The size of the toolkit's unit in mm.
  public let unit: Size

  /// The frame in progress, changed in place, so that a frame allocates nothing.
  @usableFromInline var frame: ContactFrame
  /// The key of each contact of the frame, by the same index.
  @usableFromInline var keys: [Key] = []
  @usableFromInline var lastID: Contact.ID = 0
  /// The frames before the one in progress that have not been taken.
  @usableFromInline var completed: [ContactFrame] = []
  /// The ids of the contacts that the frame in progress changes.
  @usableFromInline var changed: [Contact.ID] = []
  @usableFromInline var newest = Timestamp.min

  /// Creates a feed of positions in any unit, whose size is given in mm.
  public init(unit: Size, device: Int = 0) {
    self.unit = unit
    self.device = device
    frame = ContactFrame(time: .min, device: device)
  }

  /// Creates a feed of positions in pixels.
  public init(dotsPerInch: Double, device: Int = 0) {
    self.init(unit: Size(width: 25.4 / dotsPerInch, height: 25.4 / dotsPerInch), device: device)
  }

  /// Creates a feed of positions from 0 to 1 across a touch area, given its size in mm, as in SDL.
  public init(touchArea: Size, device: Int = 0) {
    self.init(unit: touchArea, device: device)
  }

  /// The number of fingers that are down.
  @inlinable public var downCount: Int { keys.count }

  /// Adds a touch down; an earlier finger of the same key lifts.
  @inlinable public mutating func down(
    _ key: Key, at point: Point, time: Timestamp, pressure: Double? = nil,
    tool: Contact.Tool = .finger
  ) {
    guard let position = position(point) else { return }
    up(key, time: time)
    lastID += 1
    open(for: lastID, at: time)
    frame.contacts.append(Contact(id: lastID, position: position, pressure: pressure, tool: tool))
    keys.append(key)
  }

  /// Adds a movement or a change of pressure.
  @inlinable
  public mutating func move(_ key: Key, to point: Point, time: Timestamp, pressure: Double? = nil) {
    guard let index = keys.firstIndex(of: key), let position = position(point) else { return }
    open(for: frame.contacts[index].id, at: time)
    frame.contacts[index].position = position
    frame.contacts[index].pressure = pressure ?? frame.contacts[index].pressure
  }

  /// Adds a touch up.
  @inlinable public mutating func up(_ key: Key, time: Timestamp) { remove(key, at: time) }

  /// Cancels a touch that the toolkit no longer reports, though the finger may still be down.
  @inlinable public mutating func cancel(_ key: Key, time: Timestamp) {
    guard let id = remove(key, at: time) else { return }
    frame.cancelled.append(id)
    frame.cancelled.sort()
  }

  /// Cancels all touches, as Wayland's `wl_touch.cancel` does.
  @inlinable public mutating func cancelAll(time: Timestamp) {
    for key in keys { cancel(key, time: time) }
  }

  @discardableResult @inlinable
  mutating func remove(_ key: Key, at time: Timestamp) -> Contact.ID? {
    guard let index = keys.firstIndex(of: key) else { return nil }
    let id = frame.contacts[index].id
    open(for: id, at: time)
    frame.contacts.remove(at: index)
    keys.remove(at: index)
    return id
  }

  @inlinable func position(_ point: Point) -> Point? {
    let position = Point(x: point.x * unit.width, y: point.y * unit.height)
    return position.x.isFinite && position.y.isFinite ? position : nil
  }

  /// Begins a frame unless the one in progress has this time and does not change the contact.
  @inlinable mutating func open(for id: Contact.ID, at time: Timestamp) {
    newest = max(newest, time)
    if changed.isEmpty {
      frame.time = newest
    } else if frame.time != newest || changed.contains(id) {
      completed.append(frame)
      begin()
      frame.time = newest
    }
    changed.append(id)
  }

  @inlinable mutating func begin() {
    frame.cancelled.removeAll(keepingCapacity: true)
    changed.removeAll(keepingCapacity: true)
  }

  // MARK: Taking frames

  /// Returns the frames since the last call, in order.
  @inlinable public mutating func takeFrames() -> [ContactFrame] {
    var frames: [ContactFrame] = []
    sendFrames { frames.append($0) }
    return frames
  }

  /// Passes the frames since the last call to `body`, in order. A single frame allocates nothing,
  /// unless `body` stores it.
  ///
  /// `body` must not use the feed.
  @inlinable public mutating func sendFrames(to body: (ContactFrame) -> Void) {
    for frame in completed { body(frame) }
    completed.removeAll(keepingCapacity: true)
    if changed.isEmpty { return }
    body(frame)
    begin()
  }
}

extension TouchFeed: Sendable where Key: Sendable {}
