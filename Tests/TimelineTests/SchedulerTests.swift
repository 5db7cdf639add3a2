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

  @Test("All deadlines of one owner can be cancelled")
  func removeAll() {
    var scheduler = Scheduler<String>()
    for name in ["a", "b", "a"] { scheduler.schedule(name, at: .zero) }
    scheduler.removeAll { $0 == "a" }
    #expect(drain(&scheduler, by: 0) == ["b"])
  }
}
