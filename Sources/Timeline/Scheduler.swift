/// Deadlines on a virtual clock, which fire only when the caller advances the time.
///
/// Deadlines of the same time fire in the order in which they were scheduled. Many recognizers have
/// few different times, so the deadlines of one time are a list, and the lists are sorted by time.
/// A deadline of a new time moves the lists that fire before it.
public struct Scheduler<Payload> {
  /// The identity of a scheduled deadline; never reused.
  public struct Token: Hashable, Sendable {
    @usableFromInline let serial: UInt64
    @usableFromInline let time: Timestamp
    @usableFromInline let slot: Int

    @inlinable init(serial: UInt64, time: Timestamp, slot: Int) {
      self.serial = serial
      self.time = time
      self.slot = slot
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

  /// A deadline; without a payload it has fired or was cancelled, and waits for the end of its
  /// list.
  @usableFromInline struct Slot {
    @usableFromInline var token: Token
    @usableFromInline var payload: Payload?
    /// The slot of the next deadline of the same time, or of the next free slot; nil at the end.
    @usableFromInline var next: Int?

    @inlinable init(token: Token, payload: Payload?) {
      self.token = token
      self.payload = payload
    }
  }

  /// The deadlines of one time, of which at least one is pending.
  @usableFromInline struct List {
    @usableFromInline let time: Timestamp
    @usableFromInline var first: Int
    @usableFromInline var last: Int
    @usableFromInline var pending = 1

    @inlinable init(time: Timestamp, slot: Int) {
      self.time = time
      first = slot
      last = slot
    }
  }

  @usableFromInline var slots: [Slot] = []
  @usableFromInline var freeSlot: Int?
  /// The lists, the last one first: deadlines fire at the end of the array.
  @usableFromInline var lists: [List] = []
  @usableFromInline var nextSerial: UInt64 = 0

  @inlinable public init() {}

  @inlinable public var isEmpty: Bool { lists.isEmpty }

  /// The time of the next deadline.
  @inlinable public var nextTime: Timestamp? { lists.last?.time }

  /// Adds a deadline and returns the token that cancels it.
  @inlinable @discardableResult
  public mutating func schedule(_ payload: Payload, at time: Timestamp) -> Token {
    let slot = freeSlot ?? slots.count
    let token = Token(serial: nextSerial, time: time, slot: slot)
    nextSerial += 1
    if slot == slots.count {
      slots.append(Slot(token: token, payload: payload))
    } else {
      freeSlot = slots[slot].next
      slots[slot] = Slot(token: token, payload: payload)
    }
    let index = index(of: time)
    if index < lists.count, lists[index].time == time {
      slots[lists[index].last].next = slot
      lists[index].last = slot
      lists[index].pending += 1
    } else {
      lists.insert(List(time: time, slot: slot), at: index)
    }
    return token
  }

  /// The index of the list of a time, or of the first list that fires before it.
  @inlinable func index(of time: Timestamp) -> Int { lists.partitioningIndex { $0.time <= time } }

  /// Cancels a deadline; false if it has fired or was cancelled before.
  @inlinable @discardableResult public mutating func cancel(_ token: Token) -> Bool {
    guard slots.indices.contains(token.slot), slots[token.slot].token == token,
      slots[token.slot].payload != nil
    else { return false }
    finish(token.slot, in: index(of: token.time))
    return true
  }

  /// Cancels all deadlines whose payload satisfies a predicate.
  @inlinable public mutating func removeAll(where isCancelled: (Payload) -> Bool) {
    for slot in slots.indices where slots[slot].payload.map(isCancelled) ?? false {
      finish(slot, in: index(of: slots[slot].token.time))
    }
  }

  /// Removes and returns the next deadline that is due at `time` or before.
  @inlinable public mutating func popDue(by time: Timestamp) -> Entry? {
    guard let list = lists.last, list.time <= time else { return nil }
    var slot = list.first
    while slots[slot].payload == nil, let next = slots[slot].next {
      free(slot)
      slot = next
    }
    lists[lists.count - 1].first = slot
    guard let payload = slots[slot].payload else { return nil }
    let token = slots[slot].token
    finish(slot, in: lists.count - 1)
    return Entry(token: token, payload: payload)
  }

  /// Empties a slot, and frees those of its list if none of them is pending any more.
  @inlinable mutating func finish(_ slot: Int, in index: Int) {
    slots[slot].payload = nil
    lists[index].pending -= 1
    guard lists[index].pending == 0 else { return }
    var next: Int? = lists.remove(at: index).first
    while let slot = next {
      next = slots[slot].next
      free(slot)
    }
  }

  @inlinable mutating func free(_ slot: Int) {
    slots[slot].next = freeSlot
    freeSlot = slot
  }
}
