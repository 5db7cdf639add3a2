import Contacts
import Gestures
import Testing
import Timeline

@Suite("Palms")
struct PalmFilterTests {
  private let stage = TouchStage(profile: .standard)

  /// A finger or palm that lies still for a time.
  private func rest(pressure: Double, lasting duration: Double) -> [String] {
    stage.frame(at: 0, [1: (100, 100)], pressure: pressure)
    stage.frame(at: duration, [1: (100, 100)], pressure: pressure)
    stage.frame(at: duration + 0.001, up: [1])
    stage.finish()
    return stage.outcomes
  }

  @Test(
    "What presses harder than 0.42 for 50 ms, or harder than 0.52 at all, is a palm",
    arguments: [(0.419, 0.1, true), (0.42, 0.049, true), (0.42, 0.05, false), (0.52, 0.01, false)])
  func limits(pressure: Double, duration: Double, isFinger: Bool) {
    #expect(rest(pressure: pressure, lasting: duration) == (isFinger ? ["tap 1 ×1"] : []))
  }

  @Test(
    "The limit at once may be below the one for a while", arguments: [(0.3, false), (0.299, true)])
  func reversedLimits(pressure: Double, isFinger: Bool) {
    var profile = Profile.standard
    profile.palm.heavyPressure = 0.3
    let stage = TouchStage(profile: profile)
    stage.frame(at: 0, [1: (100, 100)], pressure: pressure)
    stage.frame(at: 0.02, [1: (100, 100)], pressure: pressure)
    stage.frame(at: 0.06, up: [1])
    stage.finish()
    #expect(stage.outcomes == (isFinger ? ["tap 1 ×1"] : []))
  }

  @Test("A palm cancels the touches beside it and the tap before it")
  func neighbours() {
    stage.frame(at: 0, [1: (100, 100)], pressure: 0.2)
    stage.frame(at: 0.1, up: [1])
    stage.frame(at: 0.2, [2: (300, 300)], pressure: 0.2)
    stage.frame(at: 0.3, [3: (100, 300)], pressure: 0.6)
    stage.frame(at: 0.35, up: [2, 3])
    stage.finish()
    #expect(stage.outcomes.isEmpty)
    #expect(stage.gestures.isEmpty)
  }

  @Test(
    "No touch begins for half a second after the touch up of a palm, even if it sends no frames",
    arguments: [(0.7, 0), (0.700001, 1)])
  func quietTime(touchDown: Double, taps: Int) {
    stage.frame(at: 0.1, [1: (100, 100)], pressure: 0.6)
    stage.frame(at: 0.2, up: [1])
    stage.frame(at: touchDown, [2: (100, 100)], pressure: 0.2)
    stage.frame(at: touchDown + 0.1, up: [2])
    stage.finish()
    #expect(stage.outcomes.count == taps)
  }

  @Test("A palm cancels the gesture in progress, with the palm as the reason")
  func cancelsGesture() {
    stage.frame(at: 0, [1: (100, 100)], pressure: 0.2)
    stage.move([1], by: (100, 0), lasting: 0.1)
    stage.frame(at: 0.2, [1: (210, 100)], pressure: 0.9)
    #expect(stage.gestures.map(\.state) == [.began, .cancelled])
    let pan = stage.window.gestureRecognizers.first { $0.kind == .pan }
    #expect(pan?.lastFailure?.cause == .palm)
  }

  @Test("A contact that the device reports as a palm gets no touch, or its touch is cancelled")
  func tool() {
    stage.frame(at: 0, [1: (100, 100)], tool: .palm)
    stage.frame(at: 0.1, up: [1])
    stage.frame(at: 1, [2: (100, 100)])
    stage.frame(at: 1.05, [2: (100, 100)], tool: .palm)
    stage.frame(at: 1.1, up: [2])
    stage.finish()
    #expect(stage.outcomes.isEmpty)
  }

  @Test("Total pressure has its own limit", arguments: [(0.679, 1), (0.68, 0)])
  func totalPressure(pressure: Double, taps: Int) {
    for (time, isDown) in [(0.0, true), (0.1, true), (0.11, false)] {
      var frame = ContactFrame(time: Timestamp(seconds: time))
      if isDown { frame.contacts = [Contact(id: 1, position: Point(x: 10, y: 10))] }
      frame.totalPressure = pressure
      stage.application.send(frame)
    }
    stage.finish()
    #expect(stage.outcomes.count == taps)
  }

  @Test(
    "Fingertips and fingers that click may press together as hard as a palm",
    arguments: [
      (Size(width: 15, height: 12), [], 1), (Size(width: 16, height: 12), [], 0),
      (nil, [], 0), (nil, .left, 1),
    ] as [(Size?, ContactFrame.Buttons, Int)])
  func fingertips(size: Size?, buttons: ContactFrame.Buttons, touches: Int) {
    var delivered = 0
    stage.application.palmObserver = { _ in delivered -= 1 }
    for time in [0, 0.05, 0.1] {
      var frame = ContactFrame(
        time: Timestamp(seconds: time),
        contacts: [Contact(id: 1, position: Point(x: 10, y: 10), size: size)], buttons: buttons)
      frame.totalPressure = 0.9
      stage.application.send(frame)
    }
    #expect(1 + delivered == touches)
  }

  // MARK: Flicker

  /// Taps in one position.
  private func tap(
    _ count: Int, period: Double, lasting duration: Double = 0.04, pressure: Double? = nil
  ) {
    for number in 0..<count {
      let start = Double(number) * period
      stage.frame(at: start, [number + 1: (100, 100)], pressure: pressure)
      stage.frame(at: start + duration, up: [number + 1])
    }
    stage.finish()
  }

  @Test(
    "Four short contacts that follow each other in less than 0.09 s are a palm, fewer or slower ones taps",
    arguments: [
      (4, 0.0899, []), (4, 0.0901, ["tap 1 ×4"]), (3, 0.05, ["tap 1 ×3"]), (18, 0.075, []),
      (10, 1 / 7.0, ["tap 1 ×10"]),
    ])
  func flickerPeriod(contacts: Int, period: Double, expected: [String]) {
    tap(contacts, period: period)
    #expect(stage.outcomes == expected)
  }

  @Test(
    "A contact that lasts longer than 0.1 s is no flicker",
    arguments: [(0.1, []), (0.11, ["tap 2 ×1"])])
  func longContacts(duration: Double, expected: [String]) {
    // Each contact overlaps the next one, so that four touch down in 0.24 s.
    for number in 0..<4 {
      let start = Double(number) * 0.08
      stage.frame(
        at: start, [number + 1: (100 + Double(number % 2) * 100, 100)],
        up: number > 1 ? [number - 1] : [])
      if number > 0 { stage.frame(at: start - 0.08 + duration, up: [number]) }
    }
    stage.frame(at: 0.4, up: [4])
    stage.finish()
    #expect(stage.outcomes == expected)
  }

  @Test(
    "A hand does not get 30 mm further within 0.06 s of a short contact",
    arguments: [(30.1, 0.06, 0), (29.9, 0.06, 2), (30.1, 0.061, 2), (80.0, 0.01, 0)])
  func jumps(millimetres: Double, pause: Double, taps: Int) {
    stage.frame(at: 0, [1: (50, 50)])
    stage.frame(at: 0.05, up: [1])
    let x = 50 + millimetres * Window.pointsPerMillimetre
    stage.frame(at: 0.05 + pause, [2: (x, 50)])
    stage.frame(at: 0.1 + pause, up: [2])
    stage.finish()
    #expect(stage.outcomes.count == taps)
  }

  @Test(
    "A hand of several fingers is where each of them was, not where the last one lifted",
    arguments: [(35.0, 2), (-29.9, 2), (-30.1, 0)])
  func jumpsOfSeveral(millimetres: Double, taps: Int) {
    let mm = Window.pointsPerMillimetre
    stage.frame(at: 0, [1: (200, 150), 2: (200 + 40 * mm, 150)])
    stage.frame(at: 0.05, [1: (200, 150)], up: [2])
    stage.frame(at: 0.06, up: [1])
    // On the side of the finger that lifted first, or on the other one.
    let x = 200 + millimetres * mm
    stage.frame(at: 0.11, [3: (x, 150)])
    stage.frame(at: 0.16, up: [3])
    stage.finish()
    #expect(stage.outcomes.count == taps)
  }

  @Test("Contacts of a recording without times are no flicker")
  func withoutTimes() {
    tap(6, period: 0, lasting: 0)
    #expect(!stage.outcomes.isEmpty)
  }

  // MARK: Brief contacts

  /// A contact in one position; positions are in mm.
  private func touch(_ id: Contact.ID, at start: Double, lasting duration: Double, x: Double = 50) {
    stage.frame(at: start, [id: (x * Window.pointsPerMillimetre, 100)])
    stage.frame(at: start + duration, up: [id])
  }

  @Test(
    "A contact that lifts sooner than 0.03 s is a palm",
    arguments: [(0.029, []), (0.0301, ["tap 1 ×1"])])
  func briefContact(duration: Double, expected: [String]) {
    var palms: [String] = []
    stage.application.palmObserver = { palms.append("\($0.touchID): \($0.sentence)") }
    touch(1, at: 0, lasting: duration)
    stage.finish()
    #expect(stage.outcomes == expected)
    let sentence =
      "1: a contact of 0.029 s, those of fingers last at least 0.030 s (palm.briefDuration)"
    #expect(palms == (expected.isEmpty ? [sentence] : []))
  }

  @Test("A brief contact takes the tap before it and those within 0.5 s", arguments: [0.5, 0.8])
  func aroundBriefContact(start: Double) {
    touch(1, at: 0, lasting: 0.1)
    touch(2, at: 0.2, lasting: 0.02)
    touch(3, at: start, lasting: 0.1)
    stage.finish()
    #expect(stage.outcomes == (start == 0.5 ? [] : ["tap 1 ×1"]))
  }

  @Test("Beside a finger, two brief contacts within a second are a palm", arguments: [1, 2])
  func besideFinger(contacts: Int) {
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.1)
    for number in 0..<contacts {
      touch(2 + number, at: 0.2 + Double(number) * 0.9, lasting: 0.02)
    }
    stage.frame(at: 1.3, up: [1])
    stage.finish()
    #expect(stage.outcomes == (contacts == 1 ? ["pan 2 right"] : []))
  }

  @Test(
    "A finger that is lost for a moment is no palm",
    arguments: [(4.9, 0.06, 1), (5.1, 0.06, 0), (4.9, 0.061, 0)])
  func lostFinger(millimetres: Double, pause: Double, taps: Int) {
    touch(1, at: 0, lasting: 0.02)
    touch(2, at: 0.02 + pause, lasting: 0.1, x: 50 + millimetres)
    stage.finish()
    #expect(stage.outcomes.count == taps)
  }

  @Test("A finger whose touch down or lift was not seen is no palm", arguments: [true, false])
  func cutContact(isResumed: Bool) {
    stage.frame(at: 0, [1: (100, 100)], isResumed: isResumed)
    if isResumed {
      stage.frame(at: 0.01, up: [1])
    } else {
      stage.frame(at: 0.01, cancelled: [1])
    }
    touch(2, at: 0.2, lasting: 0.1)
    stage.finish()
    #expect(stage.outcomes == ["tap 1 ×1"])
  }

  // MARK: First frames

  @Test(
    "With a limit for the first frame, a palm gets no touch at all",
    arguments: [(0.36, [], []), (0.359, ["began 1", "cancelled 1"], ["tap 1 ×1"])])
  func firstPressure(pressure: Double, log: [String], outcomes: [String]) {
    var profile = Profile.standard
    profile.palm.firstPressure = 0.36
    let stage = TouchStage(profile: profile)
    let view = RecordingView(frame: stage.window.bounds)
    stage.window.addSubview(view)
    var palms: [String] = []
    stage.application.palmObserver = { palms.append($0.sentence) }
    stage.frame(at: 0, [1: (100, 100)], pressure: pressure)
    stage.frame(at: 0.01, [1: (100, 100)], pressure: 0.37)
    stage.frame(at: 0.06, up: [1])
    stage.finish()
    #expect(view.log.filter { !$0.hasPrefix("moved") } == log)
    #expect(stage.outcomes == outcomes)
    let sentence = "pressure 0.36, fingers press less than 0.36 (palm.firstPressure)"
    #expect(palms == (log.isEmpty ? [sentence] : []))
  }

  // MARK: Reports

  @Test("Each palm is reported once, with the limit that it exceeded")
  func observer() {
    var palms: [String] = []
    stage.application.palmObserver = { palms.append("\($0.touchID): \($0.sentence)") }
    stage.frame(at: 0, [1: (100, 100)], pressure: 0.6)
    stage.frame(at: 0.01, [1: (100, 100)], pressure: 0.7)
    stage.frame(at: 0.02, [2: (300, 300)], pressure: 0.1)
    stage.frame(at: 0.04, up: [1, 2])
    stage.frame(at: 0.3, [3: (300, 300)], pressure: 0.1)
    stage.frame(at: 0.4, up: [3])
    stage.frame(at: 1, [4: (300, 300)], tool: .palm)
    stage.frame(at: 1.1, up: [4])
    stage.frame(at: 2, [5: (300, 300)])
    stage.frame(at: 2.1, [5: (300, 300)], tool: .palm)
    stage.finish()
    #expect(
      palms == [
        "1: pressure 0.60, fingers press less than 0.52 (palm.heavyPressure)",
        "2: beside a palm",
        "3: 0.260 s after a palm, more than 0.500 s needed (palm.quietTime)",
        "4: the device reports a palm", "5: the device reports a palm",
      ])
  }

  @Test("A recognizer that a palm cuts short names what made it a palm, as do those that waited")
  func reasons() {
    tap(4, period: 0.05)
    let tap = stage.window.gestureRecognizers.first { $0.kind == .tap }
    #expect(
      tap?.lastFailure?.sentence
        == "a palm: 0.050 s between touch downs, fingers take at least 0.090 s (palm.flickerPeriod)"
    )
  }

  // MARK: Coalesced frames

  /// Frames of a finger that moves to the right, 5 points every 10 ms.
  private func movement(_ frames: Range<Int>, pressure: (Int) -> Double) -> [ContactFrame] {
    frames.map { index in
      ContactFrame(
        time: Timestamp(seconds: Double(index) * 0.01),
        contacts: [contact(1, 100 + Double(index) * 5, 100, pressure: pressure(index))])
    }
  }

  @Test(
    "A palm among coalesced frames is found wherever it is", arguments: [1, 3, 5, 8, 9], [1, 3, 10])
  func palmAmongCoalesced(heavyFrame: Int, batch: Int) {
    let stage = TouchStage(profile: .standard)
    let view = RecordingView(frame: stage.window.bounds)
    stage.window.addSubview(view)
    stage.application.send(movement(0..<1) { _ in 0.2 })
    let frames = movement(1..<11) { $0 == heavyFrame ? 0.9 : 0.2 }
    for start in stride(from: 0, to: 10, by: batch) {
      stage.application.send(Array(frames[start..<min(start + batch, 10)]))
    }
    #expect(view.log.last == "cancelled 1")
    stage.application.send(ContactFrame(time: Timestamp(seconds: 0.2)))
    stage.application.finish()
    #expect(stage.outcomes.isEmpty)
  }

  @Test("A light finger among coalesced frames is no palm", arguments: [1, 3, 10])
  func noPalm(batch: Int) {
    let stage = TouchStage(profile: .standard)
    stage.application.send(movement(0..<1) { _ in 0.2 })
    let frames = movement(1..<11) { _ in 0.3 }
    for start in stride(from: 0, to: 10, by: batch) {
      stage.application.send(Array(frames[start..<min(start + batch, 10)]))
    }
    stage.application.send(ContactFrame(time: Timestamp(seconds: 0.2)))
    stage.application.finish()
    #expect(stage.outcomes.count == 1)
  }
}
