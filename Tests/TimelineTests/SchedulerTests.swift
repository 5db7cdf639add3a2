import Testing
import Timeline

@Suite("Scheduler")
struct SchedulerTests {
  private func drain(_ scheduler: inout Scheduler<String>, by seconds: Double) -> [String] {
    var due: [String] = []
    while let entry = scheduler.popDue(by: Timestamp(seconds: seconds)) {
      due.append(entry.payload)
    }
    return due
  }

  @Test("A deadline is due at its time, not before")
  func due() {
    var scheduler = Scheduler<String>()
    scheduler.schedule("a", at: Timestamp(seconds: 0.4))
    #expect(drain(&scheduler, by: 0.399999).isEmpty)
    #expect(scheduler.nextTime == Timestamp(seconds: 0.4))
    #expect(drain(&scheduler, by: 0.4) == ["a"])
    #expect(scheduler.isEmpty)
  }

  @Test("Deadlines fire by time, those of one time in the order of scheduling")
  func order() {
    var scheduler = Scheduler<String>()
    for (name, time) in [("c", 3.0), ("a", 1), ("d", 3), ("b", 2), ("e", 3)] {
      scheduler.schedule(name, at: Timestamp(seconds: time))
    }
    #expect(drain(&scheduler, by: 5) == ["a", "b", "c", "d", "e"])
  }

  @Test("A deadline can be cancelled once")
  func cancel() {
    var scheduler = Scheduler<String>()
    let token = scheduler.schedule("a", at: .zero)
    scheduler.schedule("b", at: .zero)
    let first = scheduler.cancel(token)
    let second = scheduler.cancel(token)
    #expect(first && !second)
    #expect(drain(&scheduler, by: 0) == ["b"])
  }

  @Test("A token does not cancel a deadline that came after its own")
  func lateCancel() {
    var scheduler = Scheduler<String>()
    let token = scheduler.schedule("a", at: .zero)
    #expect(drain(&scheduler, by: 0) == ["a"])
    scheduler.schedule("b", at: .zero)
    let isCancelled = scheduler.cancel(token)
    #expect(!isCancelled)
    #expect(drain(&scheduler, by: 0) == ["b"])
  }

  @Test("Any order of scheduling, cancelling and firing has the deadlines of a sorted list")
  func model() {
    var random = SeededGenerator(seed: 1)
    var scheduler = Scheduler<String>()
    var model: [(time: Double, name: String, token: Scheduler<String>.Token)] = []
    for step in 0..<3000 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        let time = Double(Int.random(in: 0..<9, using: &random) + step / 9)
        let token = scheduler.schedule("\(step)", at: Timestamp(seconds: time))
        model.insert(
          (time, "\(step)", token), at: model.firstIndex { $0.time > time } ?? model.count)
      case 2:
        guard !model.isEmpty else { continue }
        let entry = model.remove(at: Int.random(in: 0..<model.count, using: &random))
        let (first, second) = (scheduler.cancel(entry.token), scheduler.cancel(entry.token))
        #expect(first && !second)
      default:
        let now = Double(step / 9)
        let due = model.prefix { $0.time <= now }.map(\.name)
        model.removeFirst(due.count)
        #expect(drain(&scheduler, by: now) == due)
      }
      #expect(scheduler.nextTime == model.first.map { Timestamp(seconds: $0.time) })
    }
    scheduler.removeAll { $0.hasSuffix("1") }
    #expect(drain(&scheduler, by: 1e6) == model.map(\.name).filter { !$0.hasSuffix("1") })
  }

  @Test("All deadlines of one owner can be cancelled")
  func removeAll() {
    var scheduler = Scheduler<String>()
    for name in ["a", "b", "a"] { scheduler.schedule(name, at: .zero) }
    scheduler.removeAll { $0 == "a" }
    #expect(drain(&scheduler, by: 0) == ["b"])
  }
}
