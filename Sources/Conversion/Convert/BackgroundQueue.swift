import Files
import SystemPackage

/// Passes elements in order to a thread that may block, without delaying the thread that adds them.
/// Elements beyond a limit of their cost are refused. Signals are left to the other threads.
///
/// Unchecked sendable: the monitor guards all state that changes.
package final class BackgroundQueue<Element: Sendable>: @unchecked Sendable {
  /// The largest cost of waiting elements, in the unit of ``add(_:cost:)``.
  private let limit: Int
  private let monitor = Monitor()
  private var waiting: [Element] = []
  /// The cost of the elements that wait or are being processed.
  private var cost = 0
  private var isProcessing = false
  private var isClosed = false
  private var error: FileError?
  private let process: ([Element]) throws(FileError) -> Void
  private let onFailure: @Sendable () -> Void

  /// Starts the thread. `process` gets all waiting elements, never twice at a time, and not after
  /// an error, which has the name of the output; then `onFailure` is called on the thread.
  package init(
    limit: Int, name: String, process: sending @escaping ([Element]) throws(FileError) -> Void,
    onFailure: @escaping @Sendable () -> Void = {}
  ) throws(FileError) {
    self.limit = limit
    self.process = process
    self.onFailure = onFailure
    do throws(Errno) {
      try BackgroundThread.start { [self] in run() }
    } catch {
      throw .cannotWrite(name, error)
    }
  }

  private func run() {
    while let (batch, cost) = next() {
      if !process(batch, cost) { return onFailure() }
    }
  }

  /// The waiting elements and their cost; nil if no more will come.
  private func next() -> ([Element], cost: Int)? {
    monitor.locked {
      while isProcessing || waiting.isEmpty && !isClosed { monitor.wait() }
      if waiting.isEmpty || error != nil { return nil }
      defer { waiting = [] }
      isProcessing = true
      return (waiting, cost)
    }
  }

  /// Processes elements, while ``isProcessing`` is set; returns whether that succeeded.
  private func process(_ batch: [Element], _ cost: Int) -> Bool {
    var failure: FileError?
    do throws(FileError) { try process(batch) } catch { failure = error }
    return monitor.changing {
      isProcessing = false
      self.cost -= cost
      if failure != nil { error = failure }
      return failure == nil
    }
  }

  /// Processes an element on this thread; returns false, without an effect, if others precede it.
  package func processNow(_ element: Element, cost: Int) -> Bool {
    let isFree = monitor.locked {
      if isBusy || error != nil { return false }
      isProcessing = true
      self.cost += cost
      return true
    }
    if isFree, !process([element], cost) { onFailure() }
    return isFree
  }

  /// The error that ended processing.
  package var failure: FileError? { monitor.locked { error } }

  /// Whether at least half of the limit is free.
  package var isHalfFree: Bool { monitor.locked { cost <= limit / 2 } }

  /// Adds an element; false if it would exceed the limit, which an empty queue does not have.
  package func add(_ element: Element, cost: Int) -> Bool {
    monitor.changing {
      if cost > 0, self.cost > 0, self.cost + cost > limit { return false }
      self.cost += cost
      waiting.append(element)
      return true
    }
  }

  /// Waits until all elements are processed; false after an error, or once `isPatient`, which is
  /// called every 20 ms, returns false.
  package func drain(while isPatient: () -> Bool) -> Bool {
    while true {
      let isDone = monitor.locked {
        if error == nil, isBusy { monitor.wait(milliseconds: 20) }
        return error != nil || !isBusy
      }
      if isDone { return failure == nil }
      if !isPatient() { return false }
    }
  }

  /// Whether elements wait or are being processed; to be read within the monitor.
  private var isBusy: Bool { isProcessing || !waiting.isEmpty }

  /// The cost of the elements that are not processed, in the unit of ``add(_:cost:)``.
  package var backlog: Int { monitor.locked { cost } }

  /// Lets the thread end when it has processed all elements.
  package func close() {
    monitor.changing { isClosed = true }
  }
}

/// Mutual exclusion, and waiting for a change.
private final class Monitor {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    // Timeouts are on the monotonic clock, since the wall clock can be set.
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` alone.
  func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Runs `body` alone, and wakes the threads that wait for a change.
  func changing<Result>(_ body: () -> Result) -> Result {
    locked {
      defer { pthread_cond_broadcast(condition) }
      return body()
    }
  }

  /// Waits for a change, within ``locked(_:)``.
  func wait() {
    pthread_cond_wait(condition, mutex)
  }

  /// Waits for a change, or for some milliseconds below 1000.
  func wait(milliseconds: Int) {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let nanoseconds = time.tv_nsec + milliseconds * 1_000_000
    time.tv_sec += nanoseconds / 1_000_000_000
    time.tv_nsec = nanoseconds % 1_000_000_000
    pthread_cond_timedwait(condition, mutex, &time)
  }
}

/// A detached thread without signals, so that they reach the threads that wait for them.
private enum BackgroundThread {
  private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  static func start(_ body: @escaping () -> Void) throws(Errno) {
    // The thread inherits the mask, so that no signal reaches it before it could block them.
    var all = sigset_t()
    var mask = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    let context = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    guard result == 0 else {
      context.release()
      throw Errno(rawValue: result)
    }
    pthread_detach(thread)
  }
}
