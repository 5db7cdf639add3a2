import Foundation
import Synchronization

/// Independent pieces of work on several threads, whose results come in order.
public enum ParallelWork {
  /// What stands on a thread's stack: readers of YAML and JSON nest.
  private static let stackSize = 8 << 20

  /// As many as the machine has processors for.
  public static var usualJobs: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }

  /// Does `work` for each number from 0 and hands the results to `consume`, on the thread of the
  /// caller, in the order of the numbers, each as soon as those before it are there.
  ///
  /// - Parameter jobs: threads that work at the same time; with 1 the caller's own does it all.
  public static func run<Result: Sendable>(
    _ count: Int, jobs: Int, work: @escaping @Sendable (Int) -> Result,
    consume: (Int, Result) -> Void
  ) {
    if jobs <= 1 || count <= 1 {
      for index in 0..<max(0, count) { consume(index, work(index)) }
      return
    }
    let desk = Desk<Result>(count)
    for _ in 0..<min(jobs, count) {
      let thread = Thread {
        while let index = desk.next() { desk.put(work(index), at: index) }
      }
      thread.stackSize = stackSize
      thread.start()
    }
    var next = 0
    while next < count {
      if let result = desk.take(next) {
        consume(next, result)
        next += 1
      } else {
        desk.wait()
      }
    }
  }

  /// The results of all pieces, in order.
  public static func map<Result: Sendable>(
    _ count: Int, jobs: Int = usualJobs, _ work: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    var results: [Result] = []
    run(count, jobs: jobs, work: work) { results.append($1) }
    return results
  }
}

/// Where workers fetch the number of their next piece and put down what they made.
private final class Desk<Result: Sendable>: Sendable {
  private struct Contents {
    var next = 0
    var results: [Result?]
  }

  private let contents: Mutex<Contents>
  private let count: Int
  /// Counts the results that were put down.
  private let news = DispatchSemaphore(value: 0)

  init(_ count: Int) {
    self.count = count
    contents = Mutex(Contents(results: Array(repeating: nil, count: count)))
  }

  func next() -> Int? {
    contents.withLock { contents in
      guard contents.next < count else { return nil }
      contents.next += 1
      return contents.next - 1
    }
  }

  func put(_ result: Result, at index: Int) {
    contents.withLock { $0.results[index] = result }
    news.signal()
  }

  func take(_ index: Int) -> Result? {
    contents.withLock { contents in
      defer { contents.results[index] = nil }
      return contents.results[index]
    }
  }

  func wait() {
    news.wait()
  }
}
