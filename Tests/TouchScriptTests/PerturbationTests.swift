import Contacts
import Testing
import Timeline
import TouchScript

struct PerturbationTests {
  /// Two fingers, 20 mm apart, that move 40 mm to the right in 0.4 s, at 100 Hz.
  private var frames: [ContactFrame] {
    (0...40).map { step in
      let time = Timestamp(microseconds: Int64(step) * 10_000)
      if step == 40 { return ContactFrame(time: time) }
      return ContactFrame(
        time: time,
        contacts: [1, 2].map { id in
          Contact(id: id, position: Point(x: 10 + Double(step), y: Double(id) * 20))
        })
    }
  }

  private func made(_ kind: Perturbation.Kind, _ amount: Double, seed: UInt64 = 0) -> [ContactFrame]
  {
    Perturbation(kind, amount: amount, seed: seed).applied(to: frames)
  }

  @Test(
    "The same seed produces the same frames, another seed different ones",
    arguments: Perturbation.Kind.allCases)
  func seeds(kind: Perturbation.Kind) {
    let amount = kind == .rate ? 40.0 : kind == .smaller ? 0.5 : 30
    #expect(made(kind, amount, seed: 1) == made(kind, amount, seed: 1))
    #expect(made(kind, amount) != frames)
    let isDifferent = (2...9).contains {
      made(kind, amount, seed: $0) != made(kind, amount, seed: 1)
    }
    #expect(isDifferent == Perturbation(kind, amount: amount).isRandom)
  }

  @Test(
    "A zero, negative or non-finite amount changes nothing", arguments: Perturbation.Kind.allCases)
  func nothing(kind: Perturbation.Kind) {
    for amount in [0, -1, Double.nan, .infinity] { #expect(made(kind, amount) == frames) }
    #expect(Perturbation(kind, amount: 1).applied(to: []).isEmpty)
  }

  @Test("Tremor has the given root mean square")
  func tremor() {
    var sum = 0.0
    var count = 0.0
    for seed in 0..<200 {
      for (worse, frame) in zip(made(.tremor, 0.5, seed: UInt64(seed)), frames) {
        for (one, other) in zip(worse.contacts, frame.contacts) {
          sum += (one.position - other.position).lengthSquared
          count += 2
        }
      }
    }
    #expect(abs((sum / count).squareRoot() - 0.5) < 0.05)
  }

  @Test("A slower sensor produces frames at the given rate, and keeps the last touch-up")
  func rate() {
    let slow = made(.rate, 25)
    #expect((10...12).contains(slow.count))
    #expect(slow.last == frames.last)
    #expect(made(.rate, 1000).count == frames.count)
  }

  @Test("The given percentage of the frames is dropped")
  func droppedFrames() {
    let counts = (0..<200).map { made(.droppedFrames, 30, seed: UInt64($0)).count }
    let mean = Double(counts.reduce(0, +)) / 200
    // The last of the 41 frames is delayed, never dropped.
    #expect(abs(mean - (40 * 0.7 + 1)) < 1)
    #expect(made(.droppedFrames, 100).count == 1)
  }

  @Test("A touch-up in a dropped frame is reported in one of the next frames, whatever follows")
  func lostLift() throws {
    let late = frames.map { frame in
      var frame = frame
      frame.time = frame.time.advanced(bySeconds: 10)
      return frame
    }
    var isLate = false
    for seed in 0..<200 as Range<UInt64> {
      let alone = Perturbation(.droppedFrames, amount: 50, seed: seed).applied(to: frames)
      let both = Perturbation(.droppedFrames, amount: 50, seed: seed).applied(to: frames + late)
      // Later touches change nothing.
      #expect(Array(both.prefix(alone.count)) == alone)
      let lift = try #require(both.first { $0.contacts.isEmpty })
      #expect((0.4..<0.7).contains(lift.time.seconds))
      #expect(lift.time.microseconds % 10_000 == 0)
      if lift.time.seconds > 0.4 { isLate = true }
    }
    #expect(isLate)
  }

  @Test("Positions are scaled and rotated about their middle")
  func mapping() throws {
    let half = made(.smaller, 0.5)
    let first = try #require(half[0].contacts.first)
    // The middle is at 29.5, 30.
    #expect(abs(first.position.x - 19.75) < 1e-9 && abs(first.position.y - 25) < 1e-9)
    let turned = try #require(made(.clockwise, 90)[0].contacts.first)
    // A point above the middle and to its left moves above it and to its right.
    #expect(abs(turned.position.x - 39.5) < 1e-9 && abs(turned.position.y - 10.5) < 1e-9)
    let back = try #require(made(.counterclockwise, 90)[0].contacts.first)
    #expect(abs(back.position.x - 19.5) < 1e-9 && abs(back.position.y - 49.5) < 1e-9)
  }

  @Test("Staggered fingers touch down late, the last one by the whole stagger")
  func stagger() {
    let late = made(.stagger, 50)
    #expect(late.firstIndex { $0.contacts.count == 2 } == 5)
    #expect(late[0].contacts.map(\.id) == [1])
  }

  @Test("Timestamps never run backward")
  func jitter() {
    let worse = made(.jitter, 30)
    #expect(zip(worse, worse.dropFirst()).allSatisfy { $0.time <= $1.time })
  }

  @Test("After lost events, new contacts are resumed and missing ones cancelled")
  func lostEvents() {
    // Finger 2 touches down in the gap, finger 1 touches up in it.
    let events = (0..<40).map { step in
      var frame = frames[step]
      frame.contacts.removeAll { $0.id == (step < 20 ? 2 : 1) }
      return frame
    }
    var isSeen = false
    for seed in 0..<50 {
      let worse = Perturbation(.lostEvents, amount: 60, seed: UInt64(seed)).applied(to: events)
      guard let index = worse.firstIndex(where: { !$0.cancelled.isEmpty }) else { continue }
      isSeen = true
      #expect(worse[index].cancelled == [1])
      #expect(worse[index...].allSatisfy { $0.contacts.allSatisfy(\.isResumed) })
    }
    #expect(isSeen)
  }

  @Test("After lost events, the state is reported immediately, whatever follows")
  func lostEnd() throws {
    let late = frames.map { frame in
      var frame = frame
      frame.time = frame.time.advanced(bySeconds: 10)
      return frame
    }
    var isLost = false
    for seed in 0..<200 as Range<UInt64> {
      let alone = Perturbation(.lostEvents, amount: 60, seed: seed).applied(to: frames)
      let both = Perturbation(.lostEvents, amount: 60, seed: seed).applied(to: frames + late)
      #expect(Array(both.prefix(alone.count)) == alone)
      let lift = try #require(both.first { $0.contacts.isEmpty })
      #expect((0.4..<0.461).contains(lift.time.seconds))
      if lift.time.seconds > 0.4 {
        isLost = true
        #expect(lift.cancelled == [1, 2])
      }
    }
    #expect(isLost)
  }

  @Test("A contact that was cancelled in an omitted frame is cancelled in the next frame")
  func thinning() {
    var frames = frames
    frames[10].cancelled = [2]
    for index in 10..<40 { frames[index].contacts.removeAll { $0.id == 2 } }
    let rest = FrameThinning.keeping(frames) { $0 != 10 }
    #expect(rest[10].cancelled == [2])
    #expect(FrameThinning.touches(frames) == [0..<41])
  }
}
