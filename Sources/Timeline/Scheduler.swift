/// Deadlines on a virtual clock: nothing happens until somebody advances the time.
///
/// ```swift
/// var scheduler = Scheduler<String>()
/// scheduler.schedule("decide", at: Timestamp(seconds: 0.4))
/// scheduler.popDue(by: Timestamp(seconds: 0.3))  // nil
/// scheduler.popDue(by: Timestamp(seconds: 0.4))  // decide, at 0.4 s
/// ```
///
/// Deadlines of the same moment come in the order in which they were scheduled. Few deadlines are
/// pending at a time (one or two a recognizer), so a sorted array serves better than a heap, and
/// cancelling needs no bookkeeping.
public struct Scheduler<Payload> {
  /// Names one scheduled deadline, to cancel it by; never reused.
  public struct Token: Hashable, Sendable {
    @usableFromInline let serial: UInt64

    @inlinable
    init(serial: UInt64) { self.serial = serial }
  }

  /// A deadline and what it is for.
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

  // All of it can be inlined: unspecialized, each use would look up the payload's type.

  /// The pending deadlines, the next one last.
  @usableFromInline var entries: [Entry] = []
  @usableFromInline var nextSerial: UInt64 = 0

  @inlinable
  public init() {}

  @inlinable
  public var isEmpty: Bool { entries.isEmpty }

  /// The moment of the next deadline.
  @inlinable
  public var nextTime: Timestamp? { entries.last?.time }

  /// Adds a deadline and returns the token that cancels it.
  @inlinable
  @discardableResult
  public mutating func schedule(_ payload: Payload, at time: Timestamp) -> Token {
    let token = Token(serial: nextSerial)
    nextSerial += 1
    // Later deadlines stand in front; among equals the older one stays behind, nearer to the end.
    let index = entries.lastIndex { $0.time > time }.map { $0 + 1 } ?? 0
    entries.insert(Entry(time: time, token: token, payload: payload), at: index)
    return token
  }

  /// Takes a deadline back; false when it has fired or was cancelled before.
  @inlinable
  @discardableResult
  public mutating func cancel(_ token: Token) -> Bool {
    guard let index = entries.lastIndex(where: { $0.token == token }) else { return false }
    entries.remove(at: index)
    return true
  }

  /// Takes back all deadlines whose payload is meant.
  @inlinable
  public mutating func removeAll(where isMeant: (Payload) -> Bool) {
    entries.removeAll { isMeant($0.payload) }
  }

  /// Takes out the next deadline that is due at `time` or before.
  @inlinable
  public mutating func popDue(by time: Timestamp) -> Entry? {
    guard let last = entries.last, last.time <= time else { return nil }
    return entries.removeLast()
  }
}
