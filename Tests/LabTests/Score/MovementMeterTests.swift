import Contacts
import Gestures
import Playback
import TestSupport
import Testing

@testable import Lab

struct MovementMeterTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func meter(_ fingers: [Finger]) throws -> MovementMeter {
    let path = try folder.write("trace.evemu", SampleTrace.bytes(fingers))
    return try MovementMeter(LoadedRecording(path: path))
  }

  private func label(_ gesture: String, from start: Double = 0, to end: Double) throws
    -> ScoreLabel.Gesture
  {
    let text =
      #"{"v":2,"file":"a","expect":[{"gesture":\#(gesture),"touches":1,"direction":"right","#
      + #""start":\#(start),"end":\#(end)}]}"#
    let label = try #require(ScoreLabel.parse(Array(text.utf8), file: "labels").first)
    return try #require(label.gestures.first)
  }

  private static let either = #"["swipe","pan"]"#

  @Test(
    "A movement lasts from where a finger leaves 2.5 to 4 mm around its touch down to the last touch up"
  )
  func duration() throws {
    // 50 mm/s: 2.5 mm after 0.05 s, 4 mm after 0.08 s, and the next frame is beyond.
    let finger = Finger(
      from: Point(x: 20, y: 30), to: Point(x: 50, y: 30), landing: 0, lift: 0.6)
    let duration = try #require(try meter([finger]).duration(of: label(Self.either, to: 0.6)))
    #expect(abs(duration.upperBound - 0.54) < 0.001, "\(duration)")
    #expect(abs(duration.lowerBound - 0.51) < 0.001, "\(duration)")
  }

  @Test("Fingers that rest beside a movement, or touch down after it, have no part in it")
  func others() throws {
    let finger = Finger.swipeRight(y: 20, at: 0.5)
    let resting = Finger(
      from: Point(x: 80, y: 50), to: Point(x: 80, y: 50), landing: 0, lift: 3)
    let later = Finger.swipeRight(y: 40, at: 1)
    let alone = try meter([finger]).duration(of: label(Self.either, to: 0.2))
    let among = try meter([finger, resting, later])
      .duration(of: label(Self.either, from: 0.5, to: 0.7))
    let (one, other) = (try #require(alone), try #require(among))
    #expect(abs(one.upperBound - other.upperBound) < 0.001)
    #expect(abs(one.lowerBound - other.lowerBound) < 0.001)
  }

  @Test("A finger that touches down after the end of a label is of another gesture")
  func overlap() throws {
    let finger = Finger.swipeRight(y: 20, at: 0)
    let next = Finger.swipeRight(y: 40, at: 0.18)
    // The label ends before the finger lifts, as those of people do.
    let duration = try #require(
      try meter([finger, next]).duration(of: label(Self.either, to: 0.15)))
    #expect(abs(duration.upperBound - 0.18) < 0.001, "\(duration)")
  }

  @Test(
    "A movement that began before the recording has no duration, so that its label's motion counts")
  func resumed() throws {
    let path = try folder.write("trace.evemu", SampleTrace.bytes([.swipeRight(y: 30, at: 0)]))
    var recording = try LoadedRecording(path: path)
    for index in recording.tracks[0].frames.indices {
      for contact in recording.tracks[0].frames[index].contacts.indices {
        recording.tracks[0].frames[index].contacts[contact].isResumed = true
      }
    }
    var label = try label(Self.either, to: 0.2)
    label.motion = .drag
    #expect(MovementMeter(recording).duration(of: label) == nil)
    #expect(label.withOneMotion(MovementMeter(recording)).kinds == [.pan])
  }

  @Test("A finger that stays where it is has no duration, and its label keeps both kinds")
  func still() throws {
    let meter = try meter([Finger.tap(x: 30, y: 30, at: 0)])
    let label = try label(Self.either, to: 0.08)
    #expect(meter.duration(of: label) == nil)
    #expect(label.withOneMotion(meter).kinds == [.swipe, .pan])
  }

  @Test("The motion of a label decides only where the duration cannot be measured")
  func motion() throws {
    var still = try label(Self.either, to: 0.08)
    let tap = try meter([Finger.tap(x: 30, y: 30, at: 0)])
    still.motion = .drag
    #expect(still.withOneMotion(tap).kinds == [.pan])
    var quick = try label(Self.either, to: 0.2)
    quick.motion = .drag
    let swipe = try meter([Finger.swipeRight(y: 30, at: 0)])
    #expect(quick.withOneMotion(swipe).kinds == [.swipe])
  }

  @Test(
    "A movement of at most 0.5 s is a swipe, a longer one a pan, and one that may be either stays both",
    arguments: [
      // 10 mm at constant speed: 2.5 mm after a quarter of the time, 4 mm after two fifths.
      (0.4, [Gesture.Kind.swipe]), (0.64, [.swipe]), (0.72, [.swipe, .pan]),
      (0.8, [.swipe, .pan]), (0.9, [.pan]), (2, [.pan]),
    ])
  func kinds(lift: Double, kinds: [Gesture.Kind]) throws {
    let finger = Finger(
      from: Point(x: 20, y: 30), to: Point(x: 30, y: 30), landing: 0, lift: lift)
    let meter = try meter([finger])
    #expect(try label(Self.either, to: lift).withOneMotion(meter).kinds == kinds)
  }

  @Test("A rest before the movement does not make it a pan")
  func rest() throws {
    let rest = Finger(from: Point(x: 20, y: 30), to: Point(x: 20, y: 30), landing: 0, lift: 1)
    var frames = SampleTrace.frames([rest]).filter { !$0.contacts.isEmpty }
    let move = SampleTrace.frames([Finger.swipeRight(y: 30, at: 1)])
    frames += move
    let path = try folder.write("rest.evemu", SampleTrace.bytes(frames: frames))
    let meter = try MovementMeter(LoadedRecording(path: path))
    #expect(try label(Self.either, to: 1.2).withOneMotion(meter).kinds == [.swipe])
  }

  @Test("A label that names one kind keeps it, whatever the duration; other alternatives stay")
  func named() throws {
    let meter = try meter([Finger.swipeRight(y: 30, at: 0)])
    #expect(try label(#""pan""#, to: 0.2).withOneMotion(meter).kinds == [.pan])
    #expect(
      try label(#"["edgePan","swipe","pan"]"#, to: 0.2).withOneMotion(meter).kinds
        == [.edgePan, .swipe])
  }
}
