import Dispatch
import Foundation
import Playback
import Testing

struct ParallelWorkTests {
  @Test("Results arrive in order, each once, for any number of threads", arguments: [1, 2, 7])
  func order(jobs: Int) {
    var seen: [Int] = []
    ParallelWork.run(200, jobs: jobs) {
      $0 * $0
    } consume: { index, result in
      #expect(result == index * index)
      seen.append(index)
    }
    #expect(seen == Array(0..<200))
  }

  @Test("No work produces no results")
  func nothing() {
    #expect(ParallelWork.map(0, jobs: 4) { $0 }.isEmpty)
  }

  @Test(
    "The pieces of streams arrive in the order of their items, however few may wait",
    arguments: [1, 2, 5], [1, 1 << 20])
  func streams(jobs: Int, limit: Int) {
    var next = 0
    var seen: [Int] = []
    ParallelStreams<Int>(limit: limit).run(jobs: jobs) {
      next += 1
      return next > 100 ? nil : next
    } work: { item, emit in
      // Later items have fewer pieces, so that they are done first.
      for piece in 0..<(100 / item) { emit(item * 1000 + piece, 64) }
    } consume: {
      seen.append($0)
    }
    #expect(seen == (1...100).flatMap { item in (0..<(100 / item)).map { item * 1000 + $0 } })
  }

  @Test("No piece waits for the next item if that may take long", .timeLimit(.minutes(1)))
  func slowItems() {
    let consumed = DispatchSemaphore(value: 0)
    var (next, pieces) = (0, 0)
    ParallelStreams<Int>().run(jobs: 2, nextMayWait: true) {
      next += 1
      if next == 2 { consumed.wait() }
      return next > 2 ? nil : next
    } work: { item, emit in
      emit(item, 1)
    } consume: { _ in
      pieces += 1
      consumed.signal()
    }
    #expect(pieces == 2)
  }

  @Test(
    "The caller's thread completes a slow item that others are too far ahead of",
    .timeLimit(.minutes(1)))
  func slowItemsOfCaller() {
    let caller = ObjectIdentifier(Thread.current)
    var next = 0
    var seen: [Int] = []
    ParallelStreams<Int>(limit: 1000).run(jobs: 2) {
      next += 1
      return next > 6 ? nil : next
    } work: { item, emit in
      // Each piece is large enough to be passed on at once.
      if ObjectIdentifier(Thread.current) == caller {
        Thread.sleep(forTimeInterval: 0.1)
        emit(item, 20_000)
      }
      emit(item, 20_000)
    } consume: {
      seen.append($0)
    }
    #expect(Set(seen) == Set(1...6))
    #expect(seen == seen.sorted())
  }

  @Test("Streams of no items end")
  func noStreams() {
    ParallelStreams<Int>().run(jobs: 3) {
      nil as Int?
    } work: { _, _ in
    } consume: { _ in
      Issue.record("a piece of nothing")
    }
  }
}
