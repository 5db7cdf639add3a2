/// Takes part in the steps of a ``FixedStepLoop``.
public protocol FixedStepClient: AnyObject {
  /// Goes from the state before a step to the one after it.
  func perform(_ step: FixedStep)
}

/// Steps of one length for things that move, however unevenly time comes.
///
/// ```swift
/// let loop = FixedStepLoop()                     // 60 steps a second
/// loop.add(simulator)
/// loop.add(ball)                                 // always after the simulator
/// loop.advance(to: Timestamp(seconds: 0.025))    // step 1, due at 1/60 s
/// loop.interpolation                             // 0.5: half of step 2 is over
/// ```
///
/// Step k is due at k / rate after the origin, exactly: the time is kept in whole microseconds and
/// compared as a fraction, so that the steps of a second are 60 and not the 59 that steps of 16,667
/// microseconds would be. What happens depends on the time that was reached only, never on the ways
/// by which it was reached.
///
/// A trace advances it to its own times. A wall clock uses ``advance(byWallClock:)``, which gives up
/// what cannot be caught up with.
public final class FixedStepLoop {
  /// How much time of a wall clock may be behind: 0.25 s. A program that was stopped for longer goes
  /// on instead of racing.
  public static let longestBacklog: Int64 = 250_000

  public let rate: FixedStepRate
  /// The moment of step 0, which is the state before all steps.
  public let origin: Timestamp
  /// How many steps were done; also the number of the last one.
  public private(set) var completedSteps: Int64 = 0
  /// The moment that was reached: that of the last step, or up to one step later.
  public private(set) var time: Timestamp
  /// The time that a wall clock ran and the loop did not, in microseconds.
  public private(set) var droppedTime: Int64 = 0
  /// Microseconds since the step before, in units of 1 / rate.steps microseconds.
  private var rest: Int64 = 0
  private var clients: [any FixedStepClient] = []

  public init(rate: FixedStepRate = .standard, origin: Timestamp = .zero) {
    self.rate = rate
    self.origin = origin
    time = origin
  }

  /// Adds a client, whose turn in each step is after those of the clients that were added before.
  public func add(_ client: any FixedStepClient) {
    clients.append(client)
  }

  /// Takes a client out; it is not called again, not even within a step that is going on.
  public func remove(_ client: any FixedStepClient) {
    clients.removeAll { $0 === client }
  }

  /// How much of the next step is over, from 0 to less than 1: what to draw lies so far between the
  /// states before and after the last step.
  public var interpolation: Double { Double(rest) / Double(rate.stepUnits) }

  /// Does all steps that are due at `time` or before; times before the one that was reached do
  /// nothing.
  ///
  /// - Parameter body: is called after the clients of each step.
  public func advance(to time: Timestamp, _ body: (FixedStep) -> Void = { _ in }) {
    guard time > self.time else { return }
    self.time = time
    let due = rate.split(elapsed: time.microseconds(since: origin))
    rest = due.rest
    while completedSteps < due.steps {
      completedSteps += 1
      let step = FixedStep(number: completedSteps, rate: rate)
      var index = 0
      // By index: a client may take itself or others out.
      while index < clients.count {
        let client = clients[index]
        client.perform(step)
        if index < clients.count, clients[index] === client { index += 1 }
      }
      body(step)
    }
  }

  /// Goes on by what a wall clock ran since the call before, in microseconds.
  ///
  /// If more than ``longestBacklog`` is behind then, the rest is dropped and counted in
  /// ``droppedTime``. A clock that runs backward does nothing.
  public func advance(
    byWallClock elapsed: Int64, _ body: (FixedStep) -> Void = { _ in }
  ) {
    guard elapsed > 0 else { return }
    let behind = rest / rate.steps
    let excess = max(0, elapsed - max(0, FixedStepLoop.longestBacklog - behind))
    droppedTime = droppedTime.addingReportingOverflow(excess).partialValue
    advance(to: time.advanced(byMicroseconds: elapsed - excess), body)
  }
}
