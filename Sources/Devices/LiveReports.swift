#if Live
  public import Playback
  import Files

  extension LiveSession {
    /// The reports of the session, for a task or an actor that owns it.
    ///
    /// The session runs on the iterating task's actor, which waits without blocking. The first
    /// iteration starts it, and the end of the sequence ends it: when the task is cancelled, when
    /// ``LiveSession/ending`` is not nil any more, and by an error. The last elements are the
    /// gestures that the end cancels. A loop that is left by `break` does not end the session;
    /// iterate again, or call ``LiveSession/end()``.
    ///
    /// No report is dropped: nothing is read while the task handles an element. A task that falls
    /// behind leaves events to the kernel, which stores 64 or more for each device. The device's
    /// state replaces further ones, and ``LiveSession/lostEvents`` counts that. Gestures do not
    /// depend on the delay with which a frame is read.
    public var reports: LiveReports { LiveReports(session: self) }

    /// The gestures among the ``reports``.
    public var gestures: AsyncCompactMapSequence<LiveReports, GestureRecord> {
      reports.compactMap { report in
        if case .gesture(let record) = report { record } else { nil }
      }
    }
  }

  /// The reason why the reports of a session ended early.
  public enum LiveSessionError: Error {
    /// An error of a device that cannot be opened or read.
    case device(DeviceError)
    /// An error of a recording that cannot be written.
    case recording(FileError)
    /// An error of the session's ``LiveSession/makeProgram``.
    case program(any Error)

    init(_ error: any Error) {
      switch error {
      case let error as DeviceError: self = .device(error)
      case let error as FileError: self = .recording(error)
      default: self = .program(error)
      }
    }
  }

  extension LiveSessionError: CustomStringConvertible {
    public var description: String {
      switch self {
      case .device(let error): error.description
      case .recording(let error): error.description
      case .program(let error): "\(error)"
      }
    }
  }

  /// The sequence of a session's reports, see ``LiveSession/reports``.
  public struct LiveReports: AsyncSequence {
    public typealias Element = GestureEngine.Report
    public typealias Failure = LiveSessionError

    let session: LiveSession

    public func makeAsyncIterator() -> Iterator { Iterator(session) }

    /// The iterator, which dispatches the session while it waits for the next report.
    public final class Iterator: AsyncIteratorProtocol {
      private let session: LiveSession
      private var wait: InterruptibleWait?

      fileprivate init(_ session: LiveSession) {
        self.session = session
        session.reportBuffer.isIterated = true
      }

      public func next() async throws(LiveSessionError) -> GestureEngine.Report? {
        try await next(isolation: nil)
      }

      public func next(
        isolation actor: isolated (any Actor)?
      ) async throws(LiveSessionError) -> GestureEngine.Report? {
        while true {
          if let report = session.reportBuffer.next() { return report }
          guard session.phase != .ended else { return try session.reportBuffer.end() }
          do {
            try await advance(isolation: actor)
          } catch {
            // The reports before the error precede it.
            session.reportBuffer.failure = LiveSessionError(error)
            _ = try? session.end()
          }
        }
      }

      /// Waits until there is work, and performs it.
      private func advance(isolation actor: isolated (any Actor)?) async throws {
        try session.start()
        let wait = try self.wait ?? InterruptibleWait(device: "session")
        self.wait = wait
        let outcome = await wait.wait(for: session.descriptor, isolation: actor)
        if outcome != .interrupted { try session.dispatch() }
        if outcome == .interrupted || session.ending != nil { try session.end() }
      }
    }
  }

  /// The reports that wait for the next iteration, and the error after them.
  final class ReportBuffer {
    /// Whether the reports are iterated; until then no report is stored.
    var isIterated = false
    private var waiting: [GestureEngine.Report] = []
    private var first = 0
    var failure: LiveSessionError?

    func append(_ report: GestureEngine.Report) {
      if isIterated { waiting.append(report) }
    }

    func next() -> GestureEngine.Report? {
      guard first < waiting.count else {
        waiting.removeAll(keepingCapacity: true)
        first = 0
        return nil
      }
      first += 1
      return waiting[first - 1]
    }

    /// Throws the error once, after the reports before it.
    func end() throws(LiveSessionError) -> GestureEngine.Report? {
      guard let failure else { return nil }
      self.failure = nil
      throw failure
    }
  }
#endif
