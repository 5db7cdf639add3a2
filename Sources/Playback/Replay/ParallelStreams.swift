import Foundation

/// Independent items on several threads, each with a stream of pieces, in the order of the items.
///
/// The pieces of the first unfinished item are consumed while it is worked on; those of later items
/// wait. Threads that are too far ahead wait, too, so that memory does not grow with the number of
/// items or with the length of a stream.
public final class ParallelStreams<Piece: Sendable>: @unchecked Sendable {
  /// In bytes: what may wait, of the first item and of those after it.
  private let limit: Int
  /// In bytes: what a piece takes beside its content.
  private let overhead = 256
  /// Guards all properties below.
  private let condition = NSCondition()
  /// The index of the item whose pieces are consumed.
  private var first = 0
  /// The pieces of each item that was begun, and their bytes.
  private var waiting: [Int: [(piece: Piece, bytes: Int)]] = [:]
  private var finished: Set<Int> = []
  /// The bytes of the first item that wait, and those of the items after it.
  private var ready = 0
  private var early = 0
  /// The number of items; nil until all were taken.
  private var count: Int?

  public init(limit: Int = 16 << 20) { self.limit = limit }

  /// Works on items until `next` is nil and passes the pieces to `consume` on the caller's thread.
  ///
  /// - Parameters:
  ///   - jobs: The number of threads.
  ///   - next: Returns the next item. It is called on any of the threads, by one at a time.
  ///   - work: Works on an item and emits pieces, each with the number of bytes that it takes.
  public func run<Item>(
    jobs: Int, next: @escaping () -> Item?,
    work: @escaping @Sendable (Item, @escaping (Piece, Int) -> Void) -> Void,
    consume: (Piece) -> Void
  ) {
    let items = SharedItems(next)
    for _ in 0..<max(1, jobs) {
      ParallelWork.start { [self] in
        while let (index, item) = items.take() {
          work(item) { self.put($0, bytes: $1 + self.overhead, of: index) }
          finish(index)
        }
        end(at: items.count)
      }
    }
    while let pieces = take() { for piece in pieces { consume(piece.piece) } }
  }

  private func put(_ piece: Piece, bytes: Int, of index: Int) {
    condition.withLock {
      while index == first ? ready > limit : early > limit { condition.wait() }
      waiting[index, default: []].append((piece, bytes))
      if index == first { ready += bytes } else { early += bytes }
      condition.broadcast()
    }
  }

  private func finish(_ index: Int) {
    condition.withLock {
      _ = finished.insert(index)
      condition.broadcast()
    }
  }

  private func end(at count: Int) {
    condition.withLock {
      self.count = count
      condition.broadcast()
    }
  }

  /// The pieces of the first item that wait; nil after the last item.
  private func take() -> [(piece: Piece, bytes: Int)]? {
    condition.withLock {
      while true {
        if let pieces = waiting.removeValue(forKey: first) {
          ready = 0
          condition.broadcast()
          return pieces
        }
        if finished.remove(first) != nil {
          first += 1
          ready = waiting[first, default: []].reduce(0) { $0 + $1.bytes }
          early -= ready
          condition.broadcast()
        } else if let count, first >= count {
          return nil
        } else {
          condition.wait()
        }
      }
    }
  }
}

/// Items that several threads take, one at a time.
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
