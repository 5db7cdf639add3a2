import Contacts
import Testing
import Timeline

@testable import Gestures

/// What no device should send, but an application can.
@Suite("Extreme input")
struct OddInputTests {
  @Test(
    "Positions that are not finite or very large leave nothing inconsistent",
    arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, .leastNonzeroMagnitude])
  func positions(value: Double) {
    for setup in PropertyStage.Setup.allCases {
      let stage = PropertyStage(setup)
      let script = RandomFingers.script(seed: 3, frames: 400)
      stage.play(
        script.enumerated().map { index, frame in
          var frame = frame
          guard !frame.contacts.isEmpty else { return frame }
          let odd = index % frame.contacts.count
          if index % 3 == 0 { frame.contacts[odd].position.x = value }
          if index % 5 == 0 { frame.contacts[odd].position.y = value }
          if index % 7 == 0 { frame.contacts[odd].pressure = value }
          return frame
        })
      #expect(stage.violations().isEmpty, "\(setup)")
    }
  }

  @Test("Times at both ends of the range and backward times leave nothing inconsistent")
  func times() {
    let stage = PropertyStage(.nested)
    let script = RandomFingers.script(seed: 4, frames: 400)
    stage.play(
      script.enumerated().map { index, frame in
        var frame = frame
        if index < 100 { frame.time = .min }
        if index % 11 == 0 { frame.time = frame.time.advanced(bySeconds: -5) }
        if index >= 300 { frame.time = .max }
        return frame
      })
    #expect(stage.violations().isEmpty)
  }

  @Test("Contacts in any order, or twice in a frame, give the same gestures")
  func order() {
    for seed in 0..<10 {
      let script = RandomFingers.script(seed: seed, frames: 300)
      let sorted = PropertyStage(.standard)
      sorted.play(script)
      let shuffled = PropertyStage(.standard)
      shuffled.play(
        script.map { frame in
          var frame = frame
          frame.contacts.reverse()
          if let first = frame.contacts.first { frame.contacts.append(first) }
          return frame
        })
      #expect(shuffled.violations().isEmpty)
      let isSame = shuffled.checker.gestures == sorted.checker.gestures
      #expect(isSame, "script \(seed)")
    }
  }

  @Test("Empty, negative and infinite windows and units do not trap")
  func emptyWindows() {
    for (size, unit) in [(0.0, 1.0), (100, 0), (100, .nan), (-5, -1), (.infinity, 1)] {
      let application = Application()
      let window = Window(frame: Rect(x: 0, y: 0, width: size, height: size))
      window.pointsPerUnit = unit
      application.addWindow(window)
      RecognizerSet.standard.attach(to: window)
      for frame in RandomFingers.script(seed: 5, frames: 200) { application.send(frame) }
      application.finish()
      #expect(application.arbiter.members.isEmpty)
    }
  }

  @Test("A thousand simultaneous contacts leave nothing inconsistent")
  func thousand() {
    let stage = PropertyStage(.nested)
    let contacts = (1...1000).map { id in
      Contact(id: id, position: Point(x: Double(id % 90), y: Double(id % 60)))
    }
    var frames = [ContactFrame(time: .zero, contacts: contacts)]
    for index in 1...3 {
      var moved = contacts
      for other in moved.indices { moved[other].position.x += Double(index) }
      frames.append(
        ContactFrame(time: Timestamp(microseconds: Int64(index) * 10_000), contacts: moved))
    }
    frames.append(ContactFrame(time: Timestamp(seconds: 0.05)))
    stage.play(frames)
    #expect(stage.violations().isEmpty)
  }
}
