import Foundation
import Synchronization

/// Independent pieces of work on several threads, with results in order.
public enum ParallelWork {
  /// The size of a thread's stack in bytes; parsers of YAML and JSON recurse.
  private static let stackSize = 8 << 20

  /// The number of active processors.
  public static var usualJobs: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }

  /// Starts a thread.
  static func start(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.stackSize = stackSize
    thread.start()
  }

  /// Does `work` for each index from 0 and passes the results to `consume` on the caller's thread,
  /// in the order of the indices, each as soon as those before it are done.
  ///
  /// - Parameter jobs: The number of threads that work at the same time; with 1 the caller's thread
  ///   does all.
  public static func run<Result: Sendable>(
    _ count: Int, jobs: Int, work: @escaping @Sendable (Int) -> Result,
    consume: (Int, Result) -> Void
  ) {
    if jobs <= 1 || count <= 1 {
      for index in 0..<max(0, count) { consume(index, work(index)) }
      return
    }
    let queue = WorkQueue<Result>(count)
    for _ in 0..<min(jobs, count) {
      start { while let index = queue.next() { queue.put(work(index), at: index) } }
    }
    var next = 0
    while next < count {
      if let result = queue.take(next) {
        consume(next, result)
        next += 1
      } else {
        queue.wait()
      }
    }
  }

  /// Does `work` for each index from 0 and returns the results in order.
  public static func map<Result: Sendable>(
    _ count: Int, jobs: Int = usualJobs, _ work: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    var results: [Result] = []
    run(count, jobs: jobs, work: work) { results.append($1) }
    return results
  }
}

/// Hands out the indices of pieces of work and collects the results.
private final class WorkQueue<Result: Sendable>: Sendable {
  private struct Contents {
    var next = 0
    var results: [Result?]
  }

  private let contents: Mutex<Contents>
  private let count: Int
  /// Counts the results that were added.
  private let finished = DispatchSemaphore(value: 0)

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
    finished.signal()
  }

  func take(_ index: Int) -> Result? {
    contents.withLock { contents in
      defer { contents.results[index] = nil }
      return contents.results[index]
    }
  }

  func wait() {
    finished.wait()
  }
}
