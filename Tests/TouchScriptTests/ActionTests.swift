import Contacts
import Testing
import Timeline

@testable import TouchScript

/// Frames match the intended action: exactly for a perfect hand, approximately for human ones.
struct ActionTests {
  private let hands = [Hand.perfect] + (0..<30).map { Hand.human.seeded($0) }

  /// Plays one action and returns its frames and its only gesture.
  private func play(
    _ action: any FingerAction, _ hand: Hand
  ) throws -> (frames: [ContactFrame], gesture: IntendedGesture) {
    let performance = FingerScript(action).performed(on: pad, by: hand)
    #expect(performance.gestures.count == 1)
    return (performance.frames, try #require(performance.gestures.first))
  }

  @Test("A gesture starts at its first frame with a finger and ends at the first one without")
  func times() throws {
    for action in everyAction {
      for hand in hands {
        let (frames, gesture) = try play(action, hand)
        #expect(gesture.start == frames.first?.time)
        #expect(gesture.end == frames.last?.time)
        #expect(gesture.start < gesture.end)
      }
    }
  }

  @Test("Gestures have the intended kinds, in the order of their ends")
  func order() {
    let gestures = everything.performed(on: pad, by: .human).gestures
    #expect(
      gestures.map(\.kind) == [
        .tap, .tap, .longPress, .swipe, .swipe, .pan, .pan, .tapAndDrag, .pinch, .rotation,
        .checkmark,
        .path,
      ])
    #expect(gestures.map(\.touches) == [1, 2, 2, 3, 1, 2, 1, 1, 2, 2, 1, 2])
    #expect(gestures.last?.name == "line")
    let together = FingerScript(
      Together([LongPress(at: .zero, duration: 2), Swipe(.down, at: middle)]))
    #expect(together.performed(on: pad).gestures.map(\.kind) == [.swipe, .longPress])
  }

  @Test("Fingers with an initial rest keep their positions, then move as without a rest")
  func rest() throws {
    let start = Point(x: 30, y: 20)
    for fingers in [1, 3] {
      let (hasty, _) = try play(Swipe(.left, at: middle, fingers: fingers), .perfect)
      let (rested, _) = try play(Swipe(.left, at: middle, fingers: fingers, rest: 1), .perfect)
      #expect(rested.count == hasty.count + 100)
      for id in hasty.identifiers {
        let track = rested.track(id)
        #expect(track.prefix(100).allSatisfy { $0 == track[0] })
        #expect(Array(track.dropFirst(100)) == hasty.track(id))
      }
    }
    let (frames, gesture) = try play(Pan(from: start, to: middle, rest: 0.5), .human)
    let track = frames.track(1)
    #expect(track.prefix(50).allSatisfy { $0.distance(to: track[0]) < 5 })
    #expect(gesture.end.seconds - gesture.start.seconds > 1.49)
    let (never, _) = try play(Swipe(.left, at: middle, rest: -.infinity), .perfect)
    #expect(never == (try play(Swipe(.left, at: middle), .perfect)).frames)
  }

  @Test("Taps have the given count and number of fingers, and are brief")
  func tap() throws {
    for hand in hands {
      let (frames, gesture) = try play(Tap(at: middle, count: 3, fingers: 2), hand)
      #expect(gesture.taps == 3 && gesture.touches == 2)
      #expect(frames.identifiers == [1, 2, 3, 4, 5, 6])
      for id in 1...6 {
        let life = try #require(frames.life(id))
        #expect(life.lift - life.landing < 0.124 + 2 * 0.04 + 2 / hand.sensor.rate)
        let track = frames.track(id)
        #expect(track.allSatisfy { $0.distance(to: track[0]) < 6 })
      }
      #expect(frames.count { $0.contacts.isEmpty } == 3)
    }
  }

  @Test("A tap has the given duration and interval")
  func tapTimes() throws {
    let (frames, _) = try play(Tap(at: middle, count: 2, interval: 0.2, duration: 0.05), .perfect)
    let first = try #require(frames.life(1))
    let second = try #require(frames.life(2))
    #expect(abs(first.lift - 0.06) < 1e-9)
    #expect(abs(second.landing - 0.26) < 1e-9)
  }

  @Test("A long press keeps its position for its duration")
  func press() throws {
    for hand in hands {
      let (frames, gesture) = try play(LongPress(at: middle, duration: 0.8), hand)
      #expect(gesture.kind == .longPress)
      let life = try #require(frames.life(1))
      #expect(abs(life.lift - life.landing - 0.8) < 2.5 / hand.sensor.rate)
      #expect(frames.track(1).allSatisfy { $0.distance(to: middle) < 7 })
    }
  }

  @Test(
    "A swipe moves in its direction and ends at full speed",
    arguments: [IntendedGesture.Direction.left, .right, .up, .down], [1, 3])
  func swipe(direction: IntendedGesture.Direction, fingers: Int) throws {
    for hand in hands {
      let swipe = Swipe(direction, at: middle, length: 30, duration: 0.2, fingers: fingers)
      let (frames, gesture) = try play(swipe, hand)
      #expect(gesture.direction == direction && gesture.touches == fingers)
      for id in 1...fingers {
        let track = frames.track(id)
        let first = try #require(track.first)
        let last = try #require(track.last)
        #expect((last - first).dot(direction.vector) > 18)
        #expect(abs((last - first).cross(direction.vector)) < 6)
      }
    }
  }

  @Test("A swipe has the given speed at touch-up", arguments: [0.5, 1, 1.5, 2])
  func liftOffSpeed(liftOff: Double) throws {
    let swipe = Swipe(.right, at: middle, length: 40, duration: 0.2, liftOff: liftOff)
    let (frames, _) = try play(swipe, .perfect.sampled(at: 1000))
    let track = frames.track(1)
    let speed = track[track.count - 1].distance(to: track[track.count - 2]) * 1000
    #expect(abs(speed - liftOff * 200) < 10)
  }

  @Test("A finger of a swipe that touches up after the others goes on, ever slower")
  func lateLift() throws {
    var hand = Hand.perfect
    hand.touchUpStagger = .constant(0.05)
    let swipe = Swipe(.right, at: middle, length: 30, duration: 0.2, fingers: 2)
    let (frames, _) = try play(swipe, hand)
    let lengths = [1, 2].map { id -> Double in
      let track = frames.track(id)
      return track[track.count - 1].x - track[0].x
    }.sorted()
    #expect(abs(lengths[0] - 30) < 0.01)
    // It has half of its speed after 50 ms.
    #expect(abs(lengths[1] - (30 + 0.75 * 0.05 * 1.5 * 150)) < 0.01)
  }

  @Test("A pan comes to rest at its end; a steady one does not")
  func drag() throws {
    let start = Point(x: 20, y: 20)
    let end = Point(x: 30, y: 60)
    let (smooth, gesture) = try play(Pan(from: start, to: end), .perfect)
    #expect(gesture.kind == .pan && gesture.direction == .down)
    let track = smooth.track(1)
    #expect(track.first == start && track.last == end)
    #expect(track[track.count - 2].distance(to: end) < 0.01)
    let steady = try play(Pan(from: start, to: end, isSteady: true), .perfect).frames.track(1)
    #expect(steady.last == end)
    #expect(abs(steady[steady.count - 2].distance(to: end) - 0.412) < 0.01)
  }

  @Test("A tap-and-drag is one gesture: a tap, and immediately a finger that moves")
  func tapAndDrag() throws {
    for hand in hands {
      let action = TapAndDrag(from: Point(x: 20, y: 20), to: Point(x: 70, y: 20))
      let (frames, gesture) = try play(action, hand)
      #expect(gesture.kind == .tapAndDrag && gesture.direction == .right && gesture.touches == 1)
      let tap = try #require(frames.life(1))
      let drag = try #require(frames.life(2))
      #expect((0.05...0.17).contains(drag.landing - tap.lift))
      let track = frames.track(2)
      #expect(track[track.count - 1].x - track[0].x > 42)
    }
  }

  @Test("A pinch ends at the given span", arguments: [(20.0, 60.0), (60.0, 15.0)])
  func pinch(from: Double, to: Double) throws {
    for hand in hands {
      let (frames, gesture) = try play(Pinch(center: middle, from: from, to: to), hand)
      #expect(gesture.scale == to / from)
      #expect(gesture.direction == (to > from ? .out : .in))
      let both = frames.filter { $0.contacts.count == 2 }.map { frame in
        frame.contacts[0].position.distance(to: frame.contacts[1].position)
      }
      let ratio = try #require(both.last) / (try #require(both.first))
      if hand == .perfect {
        #expect(abs(ratio - to / from) < 0.001)
      } else {
        #expect(to > from ? ratio > 1.8 : ratio < 0.6)
      }
    }
  }

  @Test("Five fingers pinch around the center")
  func fiveFingers() throws {
    let (frames, gesture) = try play(
      Pinch(center: middle, from: 60, to: 30, fingers: 5), .perfect)
    #expect(gesture.touches == 5)
    #expect(frames[0].contacts.allSatisfy { abs($0.position.distance(to: middle) - 30) < 0.01 })
  }

  @Test("A rotation has the given angle and radius", arguments: [90.0, -90.0])
  func rotation(degrees: Double) throws {
    for hand in hands {
      let action = Rotation(center: middle, radius: 20, degrees: degrees, duration: 0.5)
      let (frames, gesture) = try play(action, hand)
      #expect(gesture.direction == (degrees > 0 ? .clockwise : .counterclockwise))
      let both = frames.filter { $0.contacts.count == 2 }.map { frame in
        frame.contacts[1].position - frame.contacts[0].position
      }
      let first = try #require(both.first)
      let last = try #require(both.last)
      let sine = first.cross(last) / (first.length * last.length)
      if hand == .perfect {
        #expect(abs(sine - degrees / 90) < 0.001)
        #expect(both.allSatisfy { abs($0.length - 40) < 0.01 })
      } else {
        #expect(sine * degrees > 80)
      }
    }
  }

  @Test("A checkmark goes down to the right, then farther up to the right")
  func checkmark() throws {
    for hand in hands {
      let (frames, gesture) = try play(Checkmark(at: middle), hand)
      #expect(gesture.kind == .checkmark)
      let track = frames.track(1)
      let lowest = try #require(track.max { $0.y < $1.y })
      let first = try #require(track.first)
      let last = try #require(track.last)
      #expect(first.x < lowest.x && lowest.x < last.x)
      #expect(lowest.y - first.y > 5 && lowest.y - last.y > 13)
    }
  }

  @Test("An action of zero fingers has one finger, and a pinch of one finger has two")
  func fewFingers() throws {
    #expect(try play(Tap(at: middle, count: 0, fingers: 0), .perfect).gesture.touches == 1)
    #expect(
      try play(Pinch(center: middle, from: 9, to: 30, fingers: 1), .perfect).gesture.touches == 2)
  }

  @Test("Each action of a sequence starts after the touch-up of the previous one")
  func sequence() throws {
    let script = FingerScript(Tap(at: middle), Wait(0.5), Tap(at: middle))
    let gestures = script.performed(on: pad, by: .perfect).gestures
    #expect(gestures.count == 2)
    #expect(abs(gestures[1].start.seconds - 0.58) < 0.011)
    let touching = FingerScript(Tap(at: middle), Tap(at: middle)).frames(on: pad, hand: .perfect)
    #expect(touching.allSatisfy { $0.contacts.count <= 1 })
    #expect(touching.identifiers == [1, 2])
  }
}
