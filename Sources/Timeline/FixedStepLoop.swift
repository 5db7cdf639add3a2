/// Advances simulations in steps of equal length, however unevenly time advances.
///
/// ```swift
/// let loop = FixedStepLoop()                     // 60 steps a second
/// loop.add(simulator)
/// loop.add(ball)                                 // always after the simulator
/// loop.advance(to: Timestamp(seconds: 0.025))    // step 1, due at 1/60 s
/// loop.interpolation                             // 0.5: halfway through step 2
/// ```
///
/// Step k is due exactly at k / rate after the origin: times are compared as fractions, so that a
/// second has 60 steps. The result depends only on the final time, not on the sequence of calls.
public final class FixedStepLoop {
  /// The longest time to catch up with a wall clock, in microseconds: 0.25 s. A program that was
  /// stopped for longer continues instead of racing.
  public static let maximumBacklog: Int64 = 250_000

  public let rate: FixedStepRate
  /// The time of step 0, the state before all steps.
  public let origin: Timestamp
  /// The number of completed steps, which is also the number of the last step.
  public private(set) var completedSteps: Int64 = 0
  /// The reached time: the time of the last step, or up to one step later.
  public private(set) var time: Timestamp
  /// The dropped time of the wall clock, in microseconds.
  public private(set) var droppedTime: Int64 = 0
  /// The time since the last step, in units of 1 / rate.steps microseconds.
  private var rest: Int64 = 0
  private var clients: [any FixedStepClient] = []
  /// The index of the next client to call in the step in progress.
  private var next = 0

  public init(rate: FixedStepRate = .standard, origin: Timestamp = .zero) {
    self.rate = rate
    self.origin = origin
    time = origin
  }

  /// Adds a client; each step calls the clients in the order in which they were added.
  public func add(_ client: any FixedStepClient) { clients.append(client) }

  /// Whether a step has clients to call.
  public var hasClients: Bool { !clients.isEmpty }

  /// Removes a client; it is not called again, not even in a step in progress.
  public func remove(_ client: any FixedStepClient) {
    while let index = clients.firstIndex(where: { $0 === client }) {
      clients.remove(at: index)
      if index < next { next -= 1 }
    }
  }

  /// The elapsed fraction of the next step, from 0 to less than 1, for drawing the state
  /// interpolated between the states before and after the last step.
  public var interpolation: Double { Double(rest) / Double(rate.stepUnits) }

  /// Performs all steps that are due at `time` or before, and calls `body` after the clients of
  /// each step; does nothing for a time that is already reached.
  public func advance(to time: Timestamp, _ body: (FixedStep) -> Void = { _ in }) {
    guard time > self.time else { return }
    self.time = time
    let due = rate.split(elapsed: time.microseconds(since: origin))
    rest = due.rest
    while completedSteps < due.steps {
      completedSteps += 1
      let step = FixedStep(number: completedSteps, rate: rate)
      next = 0
      // A loop over indices: a client may remove itself or others.
      while next < clients.count {
        next += 1
        clients[next - 1].perform(step)
      }
      body(step)
    }
  }

  /// Advances by the microseconds that a wall clock ran since the previous call; none if negative.
  ///
  /// A backlog of more than ``maximumBacklog`` is dropped and counted in ``droppedTime``.
  public func advance(byWallClock elapsed: Int64, _ body: (FixedStep) -> Void = { _ in }) {
    guard elapsed > 0 else { return }
    let behind = rest / rate.steps
    let excess = max(0, elapsed - max(0, FixedStepLoop.maximumBacklog - behind))
    droppedTime = droppedTime.addingReportingOverflow(excess).partialValue
    advance(to: time.advanced(byMicroseconds: elapsed - excess), body)
  }
}

/// A participant in the steps of a ``FixedStepLoop``.
public protocol FixedStepClient: AnyObject {
  /// Advances the state by one step.
  func perform(_ step: FixedStep)
}

// MARK: - Steps

/// A step of a ``FixedStepLoop``.
public struct FixedStep: Hashable, Sendable {
  /// The number of the step, from 1.
  public let number: Int64
  /// The time of the step in seconds since the loop's origin: `number / rate` rounded once, not a
  /// sum of rounded steps.
  public let seconds: Double
  /// The length of the step in seconds: `1 / rate`.
  public let duration: Double

  @inlinable public init(number: Int64, rate: FixedStepRate) {
    self.number = number
    seconds = rate.seconds(ofStep: number)
    duration = rate.stepDuration
  }
}

/// A rate as a fraction of steps and seconds, so that the time of every step is exact.
public struct FixedStepRate: Hashable, Sendable {
  public let steps: Int64
  public let perSeconds: Int64

  /// The rate of the textbook accelerometer program and of displays: 60 steps per second.
  public static let standard = FixedStepRate(60)

  /// A rate of `steps` in `perSeconds` seconds, each clamped to 1...1,000,000.
  public init(_ steps: Int64, perSeconds: Int64 = 1) {
    self.steps = max(1, min(1_000_000, steps))
    self.perSeconds = max(1, min(1_000_000, perSeconds))
  }

  /// The duration of a step in seconds, `1 / rate`.
  @inlinable public var stepDuration: Double { Double(perSeconds) / Double(steps) }

  /// The time of a step in seconds since the origin.
  @inlinable public func seconds(ofStep number: Int64) -> Double {
    Double(number) * Double(perSeconds) / Double(steps)
  }

  /// The number of steps that are due within `microseconds` after the origin; check it before
  /// ``FixedStepLoop/advance(to:_:)`` reaches a time that may be far away.
  public func stepCount(within microseconds: Int64) -> Int64 {
    microseconds > 0 ? split(elapsed: microseconds).steps : 0
  }

  /// The length of a step in units of `1 / steps` microseconds, a whole number.
  var stepUnits: Int64 { perSeconds * 1_000_000 }

  /// Divides `elapsed` microseconds into complete steps and a rest in units of `1 / steps` µs.
  func split(elapsed: Int64) -> (steps: Int64, rest: Int64) {
    let product = elapsed.magnitude.multipliedFullWidth(by: steps.magnitude)
    let divisor = stepUnits.magnitude
    // The longest span is 2^61 microseconds and the highest rate 10^6 steps, so the quotient needs
    // more than 64 bits only if a step is shorter than a microsecond.
    guard product.high < divisor else { return (.max, 0) }
    let (quotient, rest) = divisor.dividingFullWidth(product)
    return (Int64(clamping: quotient), Int64(clamping: rest))
  }
}
