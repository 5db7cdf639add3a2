internal import Foundation

/// Independent pieces of work on several threads, with results in order.
public enum ParallelWork {
  /// The size of a thread's stack in bytes; parsers of YAML and JSON recurse.
  private static let stackSize = 8 << 20

  /// The number of active processors.
  public static var usualJobs: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }

  @usableFromInline static func start(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.stackSize = stackSize
    thread.start()
  }

  /// Does `work` for each index from 0 on some threads, the caller's if it is one, and passes the
  /// results to `consume` on the caller's thread, in order.
  public static func run<Result: Sendable>(
    _ count: Int, jobs: Int, work: @escaping @Sendable (Int) -> Result,
    consume: (Int, Result) -> Void
  ) {
    if jobs <= 1 || count <= 1 {
      for index in 0..<max(0, count) { consume(index, work(index)) }
      return
    }
    var next = 0
    ParallelStreams<(index: Int, result: Result)>(limit: .max).run(jobs: min(jobs, count)) {
      next += 1
      return next > count ? nil : next - 1
    } work: { index, emit in
      emit((index, work(index)), 0)
    } consume: {
      consume($0.index, $0.result)
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
