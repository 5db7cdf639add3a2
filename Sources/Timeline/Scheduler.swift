/// Deadlines on a virtual clock, which fire only when the caller advances the time.
///
/// ```swift
/// var scheduler = Scheduler<String>()
/// scheduler.schedule("decide", at: Timestamp(seconds: 0.4))
/// scheduler.popDue(by: Timestamp(seconds: 0.3))  // nil
/// scheduler.popDue(by: Timestamp(seconds: 0.4))  // decide, at 0.4 s
/// ```
///
/// Deadlines of the same time fire in the order in which they were scheduled. Few deadlines are
/// pending at a time (one or two per recognizer), so a sorted array is faster than a heap, and
/// cancelling needs no bookkeeping.
public struct Scheduler<Payload> {
  /// Identifies a scheduled deadline; never reused.
  public struct Token: Hashable, Sendable {
    @usableFromInline let serial: UInt64

    @inlinable
    init(serial: UInt64) { self.serial = serial }
  }

  /// A deadline with its payload.
  public struct Entry {
    public let time: Timestamp
    public let token: Token
    public let payload: Payload

    @inlinable
    init(time: Timestamp, token: Token, payload: Payload) {
      self.time = time
      self.token = token
      self.payload = payload
    }
  }

  // Everything is inlinable: unspecialized, each use would look up the payload's type.

  /// The pending deadlines, next one last.
  @usableFromInline var entries: [Entry] = []
  @usableFromInline var nextSerial: UInt64 = 0

  @inlinable
  public init() {}

  @inlinable
  public var isEmpty: Bool { entries.isEmpty }

  /// The time of the next deadline.
  @inlinable
  public var nextTime: Timestamp? { entries.last?.time }

  /// Adds a deadline and returns the token that cancels it.
  @inlinable
  @discardableResult
  public mutating func schedule(_ payload: Payload, at time: Timestamp) -> Token {
    let token = Token(serial: nextSerial)
    nextSerial += 1
    // Later deadlines are first; among equal ones the older is nearer to the end.
    let index = entries.lastIndex { $0.time > time }.map { $0 + 1 } ?? 0
    entries.insert(Entry(time: time, token: token, payload: payload), at: index)
    return token
  }

  /// Cancels a deadline.
  ///
  /// - Returns: False if it has fired or was cancelled before.
  @inlinable
  @discardableResult
  public mutating func cancel(_ token: Token) -> Bool {
    guard let index = entries.lastIndex(where: { $0.token == token }) else { return false }
    entries.remove(at: index)
    return true
  }

  /// Cancels all deadlines whose payload satisfies a predicate.
  @inlinable
  public mutating func removeAll(where isCancelled: (Payload) -> Bool) {
    entries.removeAll { isCancelled($0.payload) }
  }

  /// Removes and returns the next deadline that is due at `time` or before.
  @inlinable
  public mutating func popDue(by time: Timestamp) -> Entry? {
    guard let last = entries.last, last.time <= time else { return nil }
    return entries.removeLast()
  }
}
