import Checking
import Contacts
import Evdev
import Files
import Gestures
import Lab
import Playback
import TestSupport
import Testing
import TouchFormats

struct RecordingShrinkerTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func trace(_ fingers: [Finger]) throws -> LoadedRecording {
    try LoadedRecording(path: folder.write("trace.evemu", SampleTrace.bytes(fingers)))
  }

  private func shrunk(
    _ trace: LoadedRecording, _ goal: ShrinkGoal
  ) throws -> (shrinker: RecordingShrinker, records: [String]) {
    var shrinker = try #require(RecordingShrinker(trace, goal: goal))
    shrinker.run()
    let path = folder.path + "/small.evemu"
    try shrinker.write(to: path, format: .evemu)
    return (shrinker, try gestures(path))
  }

  @Test("Of two taps and a swipe only the swipe is kept, little longer than its limit")
  func expect() throws {
    let trace = try trace([
      .tap(x: 20, y: 20, at: 0), .swipeRight(y: 30, at: 2), .tap(x: 60, y: 30, at: 4),
    ])
    let (shrinker, records) = try shrunk(
      trace, .recognized(ExpectedGesture(parsing: "swipe,direction=right")))
    #expect(records.count == 1 && records[0].contains("\"direction\":\"right\""))
    #expect(shrinker.before.fingers == 3 && shrinker.after.fingers == 1)
    // A touch-down, at most one position between, a touch-up.
    #expect(shrinker.after.frames <= 4)
    // A quick movement needs more than 36 points, which is 5.6 mm.
    #expect(shrinker.after.movement > 5.5 && shrinker.after.movement < 6.5)
  }

  @Test("For a gesture of two fingers, two fingers of three are kept")
  func fingers() throws {
    let two = [Finger.tap(x: 30, y: 30, at: 0), .tap(x: 50, y: 30, at: 0)]
    let trace = try trace(two + [.swipeRight(y: 10, at: 3)])
    let (shrinker, records) = try shrunk(
      trace, .recognized(ExpectedGesture(parsing: "tap,touches=2")))
    #expect(shrinker.after.fingers == 2 && shrinker.after.movement == 0)
    #expect(records.count == 1 && records[0].contains("\"touches\":2"))
  }

  @Test("A trace shrunk to a lost gesture loses it for the same reason")
  func lose() throws {
    // At 45 degrees a movement is not a swipe in any direction.
    let diagonal = Finger(from: Point(x: 20, y: 20), to: Point(x: 50, y: 50), landing: 0, lift: 0.2)
    let trace = try trace([diagonal, .tap(x: 70, y: 30, at: 2)])
    let loss = try #require(trace.loss(of: .swipe))
    #expect(loss.change.reason?.parameter == "swipe.maximumDeviation")
    let (shrinker, _) = try shrunk(
      trace, .lost(ExpectedGesture(.swipe), #require(loss.change.reason)))
    #expect(shrinker.after.fingers == 1 && shrinker.after.movement < 10)
    let small = try LoadedRecording(path: folder.path + "/small.evemu")
    #expect(small.loss(of: .swipe)?.change.reason?.parameter == "swipe.maximumDeviation")
  }

  @Test("Of a double tap with a long rest and a long pause, neither is kept")
  func pauses() throws {
    let trace = try trace([
      Finger(from: Point(x: 20, y: 20), to: Point(x: 20, y: 20), landing: 0, lift: 0.2),
      .tap(x: 20, y: 20, at: 0.4),
    ])
    let (shrinker, records) = try shrunk(trace, .recognized(ExpectedGesture(parsing: "tap,taps=2")))
    #expect(records.count == 1 && records[0].contains("\"taps\":2"))
    // At most two taps of two frames each, 10 ms apart; a shorter contact would be a palm's.
    #expect(shrinker.after.frames <= 4 && shrinker.before.duration > 0.45)
    let longest = 2 * Profile.standard.palm.briefDuration + 0.012
    #expect(shrinker.after.duration >= 0.02 && shrinker.after.duration <= longest)
  }

  @Test("A press is kept as long as its limit, to a millisecond")
  func press() throws {
    let trace = try trace([
      .tap(x: 60, y: 30, at: 0),
      Finger(from: Point(x: 20, y: 20), to: Point(x: 20, y: 20), landing: 2, lift: 4),
    ])
    let (shrinker, records) = try shrunk(trace, .recognized(ExpectedGesture(parsing: "longPress")))
    #expect(records.count == 1)
    #expect(shrinker.after.duration >= 0.5 && shrinker.after.duration < 0.502)
  }

  @Test("A swipe that is lost because it is too slow stays a little too slow")
  func tooSlow() throws {
    let trace = try trace([
      Finger(from: Point(x: 20, y: 20), to: Point(x: 50, y: 20), landing: 0, lift: 2)
    ])
    let loss = try #require(trace.loss(of: .swipe))
    #expect(loss.change.reason?.parameter == "swipe.maximumDuration")
    let (shrinker, _) = try shrunk(
      trace, .lost(ExpectedGesture(.swipe), #require(loss.change.reason)))
    #expect(shrinker.after.duration > 0.5 && shrinker.after.duration < 0.52)
  }

  @Test("The limit of trials ends the search with the smallest part so far, and says so")
  func maximumTrials() throws {
    let trace = try trace([.tap(x: 20, y: 20, at: 0), .swipeRight(y: 30, at: 2)])
    func search(_ maximumTrials: Int) throws -> RecordingShrinker {
      var shrinker = try #require(
        RecordingShrinker(
          trace, goal: try .recognized(ExpectedGesture(parsing: "swipe")),
          maximumTrials: maximumTrials))
      shrinker.run()
      return shrinker
    }
    let whole = try search(RecordingShrinker.usualTrials)
    #expect(!whole.isCutShort && whole.json(input: "", output: "").hasSuffix(",\"complete\":true}"))
    #expect(try !search(whole.trials).isCutShort)
    for limit in [1, 5, whole.trials - 1] {
      let short = try search(limit)
      #expect(short.isCutShort && short.trials == limit)
      #expect(short.json(input: "", output: "").hasSuffix(",\"complete\":false}"))
      try short.write(to: folder.path + "/short.evemu", format: .evemu)
      #expect(try gestures(folder.path + "/short.evemu").contains { $0.contains("\"swipe\"") })
    }
  }

  @Test(
    "The shrunk trace keeps the device, whatever its recording says of it",
    arguments: [RecordingFormat.evemu, .libinput, .evtest, .getevent], [true, false])
  func device(format: RecordingFormat, isDescribed: Bool) throws {
    var text = String(
      decoding: try SampleTrace.bytes([.tap(x: 20, y: 20, at: 0), .swipeRight(y: 30, at: 2)]),
      as: UTF8.self)
    if !isDescribed {
      text =
        text.split(separator: "\n").filter { $0.hasPrefix("E: ") }.joined(separator: "\n") + "\n"
    }
    let trace = try LoadedRecording(path: folder.write("trace.evemu", text))
    var shrinker = try #require(
      RecordingShrinker(
        trace, goal: try .recognized(ExpectedGesture(parsing: "swipe,direction=right")))
    )
    shrinker.run()
    #expect(try shrinker.write(to: folder.file("small"), format: format).isEmpty)
    let before = try #require(try RecordingInfo(path: folder.file("trace.evemu")).mainDevice)
    let after = try #require(try RecordingInfo(path: folder.file("small")).mainDevice)
    #expect(after.touchArea.kind == .touchpad && before.touchArea.kind == .touchpad)
    #expect(after.size == before.size)
    #expect(after.description?.properties == [InputProperty.pointer])
    #expect(after.description?.supports(.key, KeyCode.left) == true)
    #expect(after.description?.supports(.key, KeyCode.toolTripleTap) == true)
    if isDescribed { #expect(after.description?.axes == before.description?.axes) }
    #expect(try gestures(folder.file("small")).count == 1)
  }

  @Test("What the format does not hold of the device is reported", arguments: [RecordingFormat.raw])
  func losses(format: RecordingFormat) throws {
    let trace = try trace([.swipeRight(y: 30, at: 0)])
    let shrinker = try #require(
      RecordingShrinker(trace, goal: try .recognized(ExpectedGesture(parsing: "swipe"))))
    let losses = try shrinker.write(to: folder.file("small.raw"), format: format)
    #expect(losses.count == 1 && losses[0].contains("--device FILE"))
  }

  @Test("A gesture that the trace does not produce cannot be the goal")
  func absent() throws {
    let trace = try trace([.tap(x: 20, y: 20, at: 0)])
    #expect(
      RecordingShrinker(trace, goal: try .recognized(ExpectedGesture(parsing: "swipe"))) == nil)
  }
}
