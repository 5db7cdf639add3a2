import Foundation

/// Independent items on several threads, each with a stream of pieces, in the order of the items.
///
/// Threads that are too far ahead of the first unfinished item wait, so that memory does not grow.
public final class ParallelStreams<Piece: Sendable>: @unchecked Sendable {
  private final class Batch: @unchecked Sendable {
    var pieces: [Piece] = []
    var bytes = 0
  }

  /// The most bytes that may wait, of the first item and of the items after it.
  private let limit: Int
  /// The bytes that a piece takes beside its content.
  private let overhead = 256
  /// The bytes that a thread collects before it passes them on: waking the consumer takes long.
  private let batchSize = 16 << 10
  /// Guards all properties below.
  private let condition = NSCondition()
  /// The index of the item whose pieces are consumed.
  private var first = 0
  private var waiting: [Int: [Batch]] = [:]
  private var finished: Set<Int> = []
  /// The waiting bytes of the first item, and of the items after it.
  private var ready = 0
  private var early = 0
  /// The number of threads that wait because they are too far ahead.
  private var waitingThreads = 0
  /// The number of items; nil until all were taken.
  private var count: Int?

  public init(limit: Int = 16 << 20) { self.limit = limit }

  /// Works on items until `next` is nil and passes the pieces to `consume` on the caller's thread;
  /// `work` emits pieces with the number of bytes that each takes. One thread at a time calls
  /// `next`.
  public func run<Item>(
    jobs: Int, next: @escaping () -> Item?,
    work: @escaping @Sendable (Item, @escaping (Piece, Int) -> Void) -> Void,
    consume: (Piece) -> Void
  ) {
    let items = SharedItems(next)
    for _ in 0..<max(1, jobs) {
      ParallelWork.start { [self] in
        while let (index, item) = items.take() {
          var batch = Batch()
          work(item) { piece, bytes in
            batch.pieces.append(piece)
            batch.bytes += bytes + self.overhead
            guard batch.bytes >= self.batchSize else { return }
            self.put(batch, of: index)
            batch = Batch()
          }
          put(batch, of: index, isLast: true)
        }
        end(at: items.count)
      }
    }
    while let batches = take() {
      for batch in batches { for piece in batch.pieces { consume(piece) } }
    }
  }

  private func put(_ batch: Batch, of index: Int, isLast: Bool = false) {
    condition.withLock {
      while index == first ? ready > limit : early > limit {
        waitingThreads += 1
        condition.wait()
        waitingThreads -= 1
      }
      waiting[index, default: []].append(batch)
      if index == first { ready += batch.bytes } else { early += batch.bytes }
      if isLast { finished.insert(index) }
      if index == first { condition.broadcast() }
    }
  }

  private func end(at count: Int) {
    condition.withLock {
      self.count = count
      condition.broadcast()
    }
  }

  /// The pieces that wait of the first items; nil after the last item.
  private func take() -> [Batch]? {
    condition.withLock {
      while true {
        var batches = waiting.removeValue(forKey: first) ?? []
        while finished.remove(first) != nil {
          first += 1
          let next = waiting.removeValue(forKey: first) ?? []
          early -= next.reduce(0) { $0 + $1.bytes }
          batches += next
        }
        ready = 0
        if waitingThreads > 0 { condition.broadcast() }
        if !batches.isEmpty { return batches }
        if let count, first >= count { return nil }
        condition.wait()
      }
    }
  }
}

private final class SharedItems<Item>: @unchecked Sendable {
  private let lock = NSLock()
  private let next: () -> Item?
  private var taken = 0

  init(_ next: @escaping () -> Item?) { self.next = next }

  var count: Int { lock.withLock { taken } }

  func take() -> (Int, Item)? {
    lock.withLock {
      guard let item = next() else { return nil }
      taken += 1
      return (taken - 1, item)
    }
  }
}
