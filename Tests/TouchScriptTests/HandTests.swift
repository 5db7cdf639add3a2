import Contacts
import Testing
import Timeline

@testable import TouchScript

struct HandTests {
  @Test("The same seed produces the same frames, another seed different ones")
  func seeds() {
    let hand = Hand.human.seeded(7)
    let performance = everything.performed(on: pad, by: hand)
    #expect(performance == everything.performed(on: pad, by: hand))
    #expect(performance.frames != everything.frames(on: pad, hand: .human.seeded(8)))
  }

  @Test("A digest of the frames is the same on every machine")
  func digest() {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ value: Int) {
      hash = (hash ^ UInt64(bitPattern: Int64(value))) &* 0x100_0000_01B3
    }
    for frame in everything.frames(on: pad, hand: .human.seeded(1)) {
      add(Int(frame.time.microseconds))
      for contact in frame.contacts {
        add(contact.id)
        add(Int((contact.position.x * 20).rounded()))
        add(Int((contact.position.y * 20).rounded()))
        add(Int(((contact.pressure ?? 0) * 255).rounded()))
      }
    }
    #expect(hash == 17_826_003_125_211_139_377)
  }

  @Test("Fingers of a movement touch down and up staggered, within the hand's bounds")
  func stagger() {
    var largest = 0.0
    for seed in 0..<200 as Range<UInt64> {
      let hand = Hand.human.seeded(seed)
      let script = FingerScript(Pan(from: Point(x: 40, y: 20), to: middle, fingers: 3))
      let lives = [1, 2, 3].compactMap { script.frames(on: pad, hand: hand).life($0) }
      #expect(lives.count == 3)
      let landings = lives.map(\.landing)
      let lifts = lives.map(\.lift)
      // Sampling and timestamps add at most two periods.
      let slack = 2 / hand.sensor.rate
      let landing = (landings.max() ?? 0) - (landings.min() ?? 0)
      #expect(landing <= hand.touchDownStagger.highest + slack)
      #expect((lifts.max() ?? 0) - (lifts.min() ?? 0) <= hand.touchUpStagger.highest + slack)
      largest = max(largest, landing)
    }
    #expect(largest > 0.15)
  }

  @Test("The stagger does not depend on the duration of the movement", arguments: [0.01, 0.2, 2])
  func quickStagger(duration: Double) {
    var hand = Hand.perfect.sampled(at: 1000)
    hand.touchDownStagger = .constant(0.3)
    hand.touchUpStagger = .constant(0.2)
    let frames = FingerScript(Swipe(.right, at: middle, duration: duration, fingers: 2))
      .frames(on: pad, hand: hand)
    let lives = [1, 2].compactMap { frames.life($0) }
    #expect(lives.count == 2)
    #expect(abs(lives[1].landing - lives[0].landing - 0.3) < 0.002)
    #expect(abs(abs(lives[1].lift - lives[0].lift) - 0.2) < 0.002)
  }

  @Test("The finger of a flick that lifts last slows down to rest, within a tenth of a second")
  func slowingDown() {
    var hand = Hand.perfect.sampled(at: 1000)
    hand.touchUpStagger = .constant(0.3)
    // 240 mm/s at its end.
    let flick = Swipe(.right, length: 40, duration: 0.25, fingers: 2)
    let frames = FingerScript(flick).frames(on: pad, hand: hand)
    let alone = frames.filter { $0.contacts.count == 1 }.map { $0.contacts[0].position.x }
    #expect(alone.count > 290)
    let steps = zip(alone, alone.dropFirst()).map { $1 - $0 }
    #expect(abs(steps[0] - 0.24) < 0.01)
    #expect(abs(steps[50] - 0.12) < 0.01)
    #expect(steps[100...].allSatisfy { $0 == 0 })
    #expect(abs(alone[299] - alone[0] - 12) < 0.3)
  }

  @Test("All fingers of a perfect hand touch down and up at once")
  func perfect() {
    let frames = FingerScript(LongPress(at: middle, fingers: 4)).frames(on: pad, hand: .perfect)
    #expect(frames.first?.contacts.map(\.id) == [1, 2, 3, 4])
    #expect(frames.dropLast().allSatisfy { $0.contacts.count == 4 })
    #expect(frames.last?.contacts.isEmpty == true)
  }

  @Test("A resting finger moves by the hand's tremor and no more")
  func tremor() {
    var hand = Hand.perfect
    hand.tremor = .constant(0.5)
    let track = FingerScript(LongPress(at: middle, duration: 60)).frames(on: pad, hand: hand).track(
      1)
    let square = track.reduce(0) { $0 + ($1 - middle).lengthSquared } / Double(track.count)
    #expect(abs((square / 2).squareRoot() - 0.5) < 0.1)
    let steps = zip(track, track.dropFirst()).map { $0.distance(to: $1) }
    #expect((steps.max() ?? 1) < 0.4)
  }

  @Test("Sensor noise is white and has the sensor's amplitude")
  func noise() {
    var hand = Hand.perfect
    hand.sensor.noise = .constant(0.1)
    let track = FingerScript(LongPress(at: middle, duration: 30)).frames(on: pad, hand: hand).track(
      1)
    let steps = zip(track, track.dropFirst()).map { ($1 - $0).lengthSquared }
    // Steps of white noise have twice its variance, on each of two axes.
    let deviation = (steps.reduce(0, +) / Double(steps.count) / 4).squareRoot()
    #expect(abs(deviation - 0.1) < 0.01)
  }

  @Test("A tap shifts by the roll between touch-down and touch-up")
  func roll() {
    var hand = Hand.perfect.sampled(at: 200)
    hand.roll = .constant(1.5)
    let track = FingerScript(Tap(at: middle)).frames(on: pad, hand: hand).track(1)
    #expect(track.first == middle)
    #expect(abs((track.last ?? middle).distance(to: middle) - 1.5) < 0.3)
  }

  @Test("Pressure ramps up and down")
  func pressure() {
    var hand = Hand.perfect
    hand.touchDownPressure = .constant(0.5)
    hand.touchUpPressure = .constant(0.4)
    let frames = FingerScript(LongPress(at: middle)).frames(on: pad, hand: hand)
    let pressures = frames.compactMap { $0.contacts.first?.pressure }
    #expect(abs((pressures.first ?? 0) - 0.1) < 0.003)
    #expect(abs(pressures[pressures.count / 2] - 0.2) < 0.003)
    #expect(abs((pressures.last ?? 0) - 0.08) < 0.003)
    hand.sensor.reportsPressure = false
    let silent = FingerScript(Tap(at: middle)).frames(on: pad, hand: hand)
    #expect(silent.allSatisfy { $0.contacts.allSatisfy { $0.pressure == nil } })
  }

  @Test("Fingers are side by side at the hand's spacing, or closer in a narrow touch area")
  func spacing() {
    let wide = FingerScript(LongPress(at: middle, fingers: 3)).frames(on: pad, hand: .perfect)
    let xs = wide[0].contacts.map(\.position.x)
    #expect(xs == [30, 50, 70])
    let ys = wide[0].contacts.map(\.position.y)
    #expect(ys[1] < ys[0])
    let narrow = FingerScript(LongPress(at: Point(x: 25, y: 35), fingers: 4))
      .frames(on: Size(width: 50, height: 70), hand: .perfect)
    let narrowXs = narrow[0].contacts.map(\.position.x)
    #expect(zip(narrowXs, narrowXs.dropFirst()).allSatisfy { $1 - $0 > 10 })
    #expect(narrowXs.allSatisfy { (2...48).contains($0) })
  }

  @Test(
    "Fingers close up as much as their movement needs room, and a sloping hand as its height does")
  func closing() {
    let swipe = FingerScript(Swipe(.right, length: 60, fingers: 4)).frames(on: pad, hand: .perfect)
    let xs = swipe[0].contacts.map(\.position.x)
    #expect(zip(xs, xs.dropFirst()).allSatisfy { abs($1 - $0 - 12) < 0.1 })
    var hand = Hand.perfect
    hand.slope = .constant(-1000)
    let steep = FingerScript(LongPress(fingers: 4)).frames(
      on: Size(width: 100, height: 49), hand: hand)
    let ys = steep[0].contacts.map(\.position.y)
    #expect(zip(ys, ys.dropFirst()).allSatisfy { $0 - $1 > 9 && $0 - $1 < 20 })
    #expect(ys.allSatisfy { (0...49).contains($0) })
  }

  @Test("A level row of fingers keeps its spacing, however high their movement is")
  func level() {
    let pan = Pan(from: Point(x: 50, y: 68.5), to: Point(x: 50, y: 1.5), fingers: 3)
    let frames = FingerScript(pan).frames(on: Size(width: 100, height: 70), hand: .perfect)
    #expect(frames[0].contacts.map(\.position.x) == [30, 50, 70])
  }

  @Test("A hand that would reach beyond the edge moves inward; a single finger does not")
  func inward() {
    let corner = Point(x: 1, y: 1)
    let hand = FingerScript(LongPress(at: corner, fingers: 2)).frames(on: pad, hand: .perfect)
    #expect(hand[0].contacts.map(\.position.x) == [2, 22])
    #expect(hand[0].contacts.map(\.position.y) == [2, 2])
    let finger = FingerScript(LongPress(at: corner)).frames(on: pad, hand: .perfect)
    #expect(finger[0].contacts.map(\.position) == [corner])
  }

  @Test("A roughened hand has more of every kind of noise")
  func roughened() {
    let hand = Hand.human.roughened(by: 2)
    #expect(hand.tremor.p95 == 0.828)
    #expect(hand.sensor.noise.p50 == 0.076)
    #expect(hand.touchDownStagger.highest == 1.354)
    #expect(hand.tapDuration == Hand.human.tapDuration)
  }
}
