/// Deadlines on a virtual clock, which fire only when the caller advances the time.
///
/// Deadlines of the same time fire in the order in which they were scheduled. Few are pending at a
/// time, so a sorted array is faster than a heap.
public struct Scheduler<Payload> {
  /// The identity of a scheduled deadline; never reused.
  public struct Token: Hashable, Sendable {
    @usableFromInline let serial: UInt64
    @usableFromInline let time: Timestamp

    @inlinable init(serial: UInt64, time: Timestamp) {
      self.serial = serial
      self.time = time
    }
  }

  /// A deadline with its payload.
  public struct Entry {
    public let token: Token
    public let payload: Payload

    @inlinable public var time: Timestamp { token.time }

    @inlinable init(token: Token, payload: Payload) {
      self.token = token
      self.payload = payload
    }
  }

  // Everything is inlinable: unspecialized, each use would look up the payload's type.

  /// A deadline; without a payload it has fired or was cancelled.
  @usableFromInline struct Slot {
    @usableFromInline let token: Token
    @usableFromInline var payload: Payload?

    @inlinable init(token: Token, payload: Payload?) {
      self.token = token
      self.payload = payload
    }
  }

  /// The deadlines in the order in which they fire, including finished ones until there are many.
  @usableFromInline var slots: [Slot] = []
  /// The index of the next deadline.
  @usableFromInline var next = 0
  @usableFromInline var emptyCount = 0
  @usableFromInline var nextSerial: UInt64 = 0

  @inlinable public init() {}

  @inlinable public var isEmpty: Bool { next == slots.count }

  /// The time of the next deadline.
  @inlinable public var nextTime: Timestamp? { next < slots.count ? slots[next].token.time : nil }

  /// Adds a deadline and returns the token that cancels it.
  @inlinable @discardableResult
  public mutating func schedule(_ payload: Payload, at time: Timestamp) -> Token {
    let token = Token(serial: nextSerial, time: time)
    nextSerial += 1
    slots.insert(Slot(token: token, payload: payload), at: index(of: token))
    return token
  }

  /// The index of a deadline, or of the first one that fires after it.
  @inlinable func index(of token: Token) -> Int {
    slots[next...].partitioningIndex {
      ($0.token.time, $0.token.serial) >= (token.time, token.serial)
    }
  }

  /// Cancels a deadline; false if it has fired or was cancelled before.
  @inlinable @discardableResult public mutating func cancel(_ token: Token) -> Bool {
    let index = index(of: token)
    guard index < slots.count, slots[index].token == token, slots[index].payload != nil else {
      return false
    }
    empty(index)
    return true
  }

  /// Cancels all deadlines whose payload satisfies a predicate.
  @inlinable public mutating func removeAll(where isCancelled: (Payload) -> Bool) {
    slots.removeAll { $0.payload.map(isCancelled) ?? true }
    next = 0
    emptyCount = 0
  }

  /// Removes and returns the next deadline that is due at `time` or before.
  @inlinable public mutating func popDue(by time: Timestamp) -> Entry? {
    guard next < slots.count, slots[next].token.time <= time, let payload = slots[next].payload
    else { return nil }
    let token = slots[next].token
    empty(next)
    return Entry(token: token, payload: payload)
  }

  @inlinable mutating func empty(_ index: Int) {
    slots[index].payload = nil
    emptyCount += 1
    while next < slots.count, slots[next].payload == nil { next += 1 }
    if next == slots.count {
      slots.removeAll(keepingCapacity: true)
    } else if emptyCount > slots.count / 2 + 8 {
      slots.removeAll { $0.payload == nil }
    } else {
      return
    }
    next = 0
    emptyCount = 0
  }
}
