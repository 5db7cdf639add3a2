import Testing
import Timeline

@Suite("Fixed-step loop")
struct FixedStepLoopTests {
  /// Notes the steps that it takes part in.
  private final class Witness: FixedStepClient {
    let name: String
    let log: Log
    var onStep: () -> Void = {}

    init(_ name: String, _ log: Log) {
      self.name = name
      self.log = log
    }

    func perform(_ step: FixedStep) {
      log.lines.append("\(name)\(step.number)")
      onStep()
    }
  }

  private final class Log {
    var lines: [String] = []
  }

  private func steps(_ loop: FixedStepLoop, to seconds: Double) -> [Int64] {
    var numbers: [Int64] = []
    loop.advance(to: Timestamp(seconds: seconds)) { numbers.append($0.number) }
    return numbers
  }

  @Test("A second has 60 steps, the last at its end and none at its start")
  func second() {
    let loop = FixedStepLoop()
    #expect(steps(loop, to: 0).isEmpty)
    #expect(steps(loop, to: 0.016666).isEmpty)
    #expect(steps(loop, to: 0.016667) == [1])
    #expect(steps(loop, to: 0.999999).last == 59)
    #expect(steps(loop, to: 1) == [60])
    #expect(loop.interpolation == 0)
  }

  @Test("Step k is due exactly at k / rate, also after an hour and a year")
  func exact() {
    let loop = FixedStepLoop(rate: FixedStepRate(1000), origin: Timestamp(seconds: 1e9))
    loop.advance(to: Timestamp(seconds: 1e9 + 3600))
    #expect(loop.completedSteps == 3_600_000)
    #expect(FixedStep(number: 180, rate: .standard).seconds == 3)
    #expect(FixedStep(number: 1, rate: .standard).duration == 1.0 / 60)
    let year = FixedStep(number: 60 * 31_536_000 + 1, rate: .standard)
    #expect(year.seconds == 31_536_000 + 1.0 / 60)
    let television = FixedStepLoop(rate: FixedStepRate(60_000, perSeconds: 1001))
    television.advance(to: Timestamp(seconds: 1001 * 3))
    #expect(television.completedSteps == 180_000)
  }

  @Test("The steps don't depend on how the time is divided", arguments: [1, 7, 16_667, 250_001])
  func cuts(microseconds: Int64) {
    let whole = FixedStepLoop()
    var expected: [FixedStep] = []
    whole.advance(to: Timestamp(seconds: 2.51)) { expected.append($0) }
    let cut = FixedStepLoop()
    var found: [FixedStep] = []
    var time: Int64 = 0
    while time < 2_510_000 {
      time = min(2_510_000, time + microseconds)
      cut.advance(to: Timestamp(microseconds: time)) { found.append($0) }
    }
    #expect(found == expected)
    #expect(cut.interpolation == whole.interpolation)
    #expect(expected.count == 150)
  }

  @Test("The interpolation is the elapsed fraction of the next step")
  func interpolation() {
    let loop = FixedStepLoop(rate: FixedStepRate(100))
    loop.advance(to: Timestamp(seconds: 0.0125))
    #expect(loop.interpolation == 0.25)
    #expect(loop.completedSteps == 1)
  }

  @Test("A backward time has no effect")
  func backward() {
    let loop = FixedStepLoop()
    loop.advance(to: Timestamp(seconds: 1))
    #expect(steps(loop, to: 0.5).isEmpty)
    #expect(loop.time == Timestamp(seconds: 1))
    loop.advance(byWallClock: -5)
    #expect(loop.time == Timestamp(seconds: 1))
  }

  @Test("Clients are called in the order in which they were added")
  func order() {
    let log = Log()
    let loop = FixedStepLoop(rate: FixedStepRate(10))
    let clients = ["a", "b", "c"].map { Witness($0, log) }
    for client in clients { loop.add(client) }
    loop.advance(to: Timestamp(seconds: 0.2))
    #expect(log.lines == ["a1", "b1", "c1", "a2", "b2", "c2"])
  }

  @Test("A client may remove itself without skipping another client")
  func removal() {
    let log = Log()
    let loop = FixedStepLoop(rate: FixedStepRate(10))
    let clients = ["a", "b", "c"].map { Witness($0, log) }
    for client in clients { loop.add(client) }
    clients[1].onStep = { loop.remove(clients[1]) }
    loop.advance(to: Timestamp(seconds: 0.2))
    #expect(log.lines == ["a1", "b1", "c1", "a2", "c2"])
  }

  @Test("A backlog of the wall clock beyond 0.25 s is dropped and counted")
  func backlog() {
    let loop = FixedStepLoop()
    loop.advance(byWallClock: 250_000)
    #expect(loop.completedSteps == 15)
    #expect(loop.droppedTime == 0)
    loop.advance(byWallClock: 1_250_000)
    #expect(loop.completedSteps == 30)
    #expect(loop.droppedTime == 1_000_000)
    #expect(loop.time == Timestamp(seconds: 0.5))
    loop.advance(byWallClock: .max)
    #expect(loop.completedSteps == 45)
  }

  @Test("Trace time has no backlog limit")
  func trace() {
    let loop = FixedStepLoop()
    loop.advance(to: Timestamp(seconds: 100))
    #expect(loop.completedSteps == 6000)
    #expect(loop.droppedTime == 0)
  }

  @Test(
    "Rates are clamped to what time can be divided into",
    arguments: [
      (0, 0, 1, 1), (-5, .min, 1, 1), (2_000_000, .max, 1_000_000, 1_000_000), (60, 1, 60, 1),
    ] as [(Int64, Int64, Int64, Int64)])
  func clampedRate(steps: Int64, perSeconds: Int64, expected: Int64, expectedSeconds: Int64) {
    let rate = FixedStepRate(steps, perSeconds: perSeconds)
    #expect(rate.steps == expected)
    #expect(rate.perSeconds == expectedSeconds)
  }

  @Test("A client that removes earlier ones does not keep later ones from their step")
  func removesOthers() {
    let loop = FixedStepLoop()
    let log = Log()
    let clients = ["a", "b", "c", "d", "e"].map { Witness($0, log) }
    clients.forEach(loop.add)
    clients[2].onStep = { clients[...2].forEach(loop.remove) }
    _ = steps(loop, to: 2.1 / 60)
    #expect(log.lines == ["a1", "b1", "c1", "d1", "e1", "d2", "e2"])
  }
}
