import Conversion
import Files
import Playback
import Synchronization
import SystemPackage
import Testing

@Suite("Background queue")
struct BackgroundQueueTests {
  /// What has been processed, and a gate that holds processing up until it is opened.
  private final class Processor: Sendable {
    let batches = Mutex<[[Int]]>([])
    let failures = Mutex(0)
    private let gate: Mutex<Bool>
    private let failsAt: Int?

    init(isOpen: Bool = true, failsAt: Int? = nil) {
      gate = Mutex(isOpen)
      self.failsAt = failsAt
    }

    func open() { gate.withLock { $0 = true } }

    func queue(limit: Int = 100) throws -> BackgroundQueue<Int> {
      try BackgroundQueue(
        limit: limit, name: "x",
        process: { (batch: [Int]) throws(FileError) in
          while !self.gate.withLock({ $0 }) {}
          self.batches.withLock { $0.append(batch) }
          if let failsAt = self.failsAt, batch.contains(failsAt) {
            throw .cannotWrite("x", .noSpace)
          }
        }, onFailure: { self.failures.withLock { $0 += 1 } })
    }

    var elements: [Int] { batches.withLock { $0.flatMap { $0 } } }
  }

  @Test("Elements are processed in order, on another thread")
  func order() throws {
    let processor = Processor()
    let queue = try processor.queue(limit: 10_000)
    for number in 0..<10_000 { #expect(queue.add(number, cost: 1)) }
    #expect(queue.drain { true })
    #expect(processor.elements == Array(0..<10_000))
    #expect(queue.backlog == 0)
  }

  @Test(
    "While the thread is held up, elements wait up to the limit, and nothing that adds them does")
  func limit() throws {
    let processor = Processor(isOpen: false)
    let queue = try processor.queue(limit: 10)
    #expect(queue.add(0, cost: 4))
    #expect(queue.add(1, cost: 6))
    #expect(!queue.isHalfFree)
    #expect(!queue.add(2, cost: 1))
    #expect(queue.add(3, cost: 0))
    #expect(queue.backlog == 10)
    #expect(!queue.drain { false })
    processor.open()
    #expect(queue.drain { true })
    #expect(queue.isHalfFree)
    #expect(processor.elements == [0, 1, 3])
  }

  @Test("An element beyond the limit is taken by an empty queue")
  func large() throws {
    let processor = Processor()
    let queue = try processor.queue(limit: 10)
    #expect(queue.add(1, cost: 11))
    #expect(queue.drain { true })
    #expect(processor.elements == [1])
  }

  @Test("An error ends processing and is kept; what waits is not processed")
  func failure() throws {
    let processor = Processor(failsAt: 2)
    let queue = try processor.queue()
    for number in 1...2 {
      _ = queue.add(number, cost: 1)
      _ = queue.drain { true }
    }
    #expect(queue.failure?.systemError == .noSpace)
    _ = queue.add(3, cost: 1)
    #expect(!queue.drain { true })
    #expect(processor.elements == [1, 2])
    while processor.failures.withLock({ $0 }) == 0 {}
  }

  @Test("An element is processed on the adding thread if nothing comes before it")
  func now() throws {
    let processor = Processor(isOpen: false)
    let queue = try processor.queue()
    #expect(queue.add(1, cost: 1))
    #expect(!queue.processNow(2, cost: 1))
    processor.open()
    #expect(queue.drain { true })
    #expect(queue.processNow(3, cost: 1))
    #expect(processor.elements == [1, 3])
    #expect(queue.backlog == 0)
  }

  @Test("An error of the adding thread ends processing, too")
  func failureNow() throws {
    let processor = Processor(failsAt: 1)
    let queue = try processor.queue()
    #expect(queue.processNow(1, cost: 1))
    #expect(queue.failure != nil)
    #expect(processor.failures.withLock { $0 } == 1)
    #expect(!queue.processNow(2, cost: 1))
    #expect(!queue.drain { true })
  }

  @Test("A closed queue processes what waits")
  func closing() throws {
    let processor = Processor(isOpen: false)
    let queue = try processor.queue()
    _ = queue.add(1, cost: 1)
    queue.close()
    processor.open()
    #expect(queue.drain { true })
    #expect(processor.elements == [1])
  }
}
