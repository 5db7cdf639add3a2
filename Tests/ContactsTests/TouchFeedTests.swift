import Contacts
import Testing
import Timeline

@Suite("Touch feed")
struct TouchFeedTests {
  private var feed = TouchFeed<String>(unit: Size(width: 0.5, height: 0.25))

  private func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(microseconds: milliseconds * 1000)
  }

  /// Frames as `8: 1@10,20 2@30,40 -3`.
  private mutating func taken() -> [String] {
    feed.takeFrames().map { frame in
      let places = frame.contacts.map {
        " \($0.id)@\(Int($0.position.x)),\(Int($0.position.y))"
      }
      let gone = frame.cancelled.map { " -\($0)" }
      return "\(frame.time.microseconds / 1000):" + places.joined() + gone.joined()
    }
  }

  @Test("Each time is a frame, in millimetres")
  mutating func frames() {
    feed.down("a", at: Point(x: 20, y: 80), time: time(0))
    feed.move("a", to: Point(x: 40, y: 80), time: time(8))
    feed.up("a", time: time(16))
    #expect(taken() == ["0: 1@10,20", "8: 1@20,20", "16:"])
    #expect(taken() == [])
  }

  @Test("Events of one time are one frame")
  mutating func together() {
    feed.down("a", at: Point(x: 20, y: 80), time: time(0))
    feed.down("b", at: Point(x: 60, y: 80), time: time(0))
    feed.move("a", to: Point(x: 22, y: 80), time: time(8))
    feed.move("b", to: Point(x: 62, y: 80), time: time(8))
    feed.up("a", time: time(8))
    feed.up("b", time: time(8))
    #expect(taken() == ["0: 1@10,20 2@30,20", "8: 1@11,20 2@31,20", "8:"])
  }

  @Test("A finger that touches down and lifts at one time is not lost")
  mutating func quick() {
    feed.down("a", at: Point(x: 20, y: 80), time: time(5))
    feed.up("a", time: time(5))
    #expect(taken() == ["5: 1@10,20", "5:"])
  }

  @Test("A frame that was taken does not change")
  mutating func handedOut() {
    feed.down("a", at: Point(x: 20, y: 80), time: time(5))
    #expect(taken() == ["5: 1@10,20"])
    feed.down("b", at: Point(x: 60, y: 80), time: time(5))
    #expect(taken() == ["5: 1@10,20 2@30,20"])
  }

  @Test("Frames are passed on once, in order, and those that are kept do not change")
  mutating func passedOn() {
    var kept: [ContactFrame] = []
    feed.down("a", at: Point(x: 20, y: 80), time: time(0))
    feed.move("a", to: Point(x: 40, y: 80), time: time(8))
    feed.sendFrames { kept.append($0) }
    feed.sendFrames { kept.append($0) }
    feed.cancel("a", time: time(16))
    feed.sendFrames { kept.append($0) }
    feed.down("b", at: .zero, time: time(24))
    feed.sendFrames { kept.append($0) }
    #expect(kept.map { $0.time.microseconds / 1000 } == [0, 8, 16, 24])
    #expect(kept.map { $0.contacts.map(\.position.x) } == [[10], [20], [], [0]])
    #expect(kept.map(\.cancelled) == [[], [], [1], []])
  }

  @Test("A reused key gets a new contact id")
  mutating func keys() {
    feed.down("a", at: .zero, time: time(0))
    feed.up("a", time: time(1))
    feed.down("a", at: .zero, time: time(2))
    feed.down("a", at: Point(x: 2, y: 4), time: time(3))
    #expect(taken() == ["0: 1@0,0", "1:", "2: 2@0,0", "3: 3@1,1"])
    #expect(feed.downCount == 1)
  }

  @Test("Cancelled touches are in the frame's list once")
  mutating func cancelled() {
    for (index, key) in ["a", "b", "c"].enumerated() {
      feed.down(key, at: Point(x: Double(index * 2), y: 0), time: time(0))
    }
    feed.cancel("b", time: time(1))
    feed.cancelAll(time: time(2))
    #expect(taken() == ["0: 1@0,0 2@1,0 3@2,0", "1: 1@0,0 3@2,0 -2", "2: -1 -3"])
    #expect(feed.downCount == 0)
  }

  @Test("Earlier times are clamped to the latest")
  mutating func backward() {
    feed.down("a", at: .zero, time: time(10))
    feed.move("a", to: Point(x: 2, y: 0), time: time(4))
    #expect(taken() == ["10: 1@0,0", "10: 1@1,0"])
  }

  @Test("Events of unknown fingers and positions that are not finite are ignored")
  mutating func nonsense() {
    feed.move("a", to: .zero, time: time(0))
    feed.up("a", time: time(0))
    feed.cancel("a", time: time(0))
    feed.down("a", at: Point(x: .nan, y: 0), time: time(0))
    feed.down("b", at: .zero, time: time(1))
    feed.move("b", to: Point(x: .infinity, y: 0), time: time(2))
    #expect(taken() == ["1: 1@0,0"])
  }

  @Test("Pixels and fractions of a touch area are converted to millimetres")
  func units() {
    var pixels = TouchFeed<Int>(dotsPerInch: 254, device: 3)
    pixels.down(0, at: Point(x: 100, y: 50), time: .zero, pressure: 0.5, tool: .pen)
    pixels.move(0, to: Point(x: 100, y: 60), time: time(1))
    let frames = pixels.takeFrames()
    #expect(frames.map { ($0.contacts[0].position.y * 1e9).rounded() } == [5e9, 6e9])
    #expect(frames.allSatisfy { $0.device == 3 && $0.contacts[0].pressure == 0.5 })
    #expect(frames.allSatisfy { $0.contacts[0].tool == .pen })
    var shares = TouchFeed<Int>(touchArea: Size(width: 300, height: 200))
    shares.down(0, at: Point(x: 0.5, y: 0.25), time: .zero)
    #expect(shares.takeFrames()[0].contacts[0].position == Point(x: 150, y: 50))
  }
}
