import Files
import Playback
import TestSupport
import Testing

@testable import replay

struct ViewPlaybackTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A swipe of 21 frames from 0 s, and a tap from 1 s that is recognized 0.3 s after its end.
  private func playback(_ text: String = SampleRecording.both) throws -> ViewPlayback {
    let path = try folder.write("a.evemu", text)
    return ViewPlayback(
      try RecordingView.load(path, ReplayOptions(), progress: { _ in }, notes: { _ in }))
  }

  @Test("It begins at the first frame and ends when nothing else is decided")
  func firstAndLastFrame() throws {
    let playback = try playback()
    #expect(playback.time == 0 && playback.frame == 0 && playback.isPlaying)
    #expect(playback.history.frames.last?.time == 1.08)
    #expect(playback.end > 1.3)
  }

  @Test("Time passes at its speed, and the end pauses")
  func speedOfTime() throws {
    var playback = try playback()
    playback.advance(by: 0.1)
    #expect(abs(playback.time - 0.1) < 1e-9 && playback.frame == 10)
    playback.handle(.character("+"))
    playback.advance(by: 0.05)
    #expect(abs(playback.time - 0.2) < 1e-9 && playback.speed == 2)
    playback.advance(by: 10)
    #expect(playback.time == playback.end && !playback.isPlaying)
    playback.handle(.character(" "))
    #expect(playback.time == 0 && playback.isPlaying)
  }

  @Test("A pause stops time")
  func pause() throws {
    var playback = try playback()
    playback.handle(.character(" "))
    playback.advance(by: 1)
    #expect(playback.time == 0 && !playback.isPlaying)
  }

  @Test(
    "Steps go by a frame and stop at both ends",
    arguments: [(ViewKey.right, ViewKey.left), (.character("."), .character(","))])
  func steps(on: ViewKey, back: ViewKey) throws {
    var playback = try playback()
    playback.handle(back)
    #expect(playback.frame == 0 && !playback.isPlaying)
    playback.handle(on)
    #expect(playback.frame == 1 && playback.time == 0.01)
    let count = playback.history.frames.count
    for _ in 0..<count { playback.handle(on) }
    #expect(playback.frame == count - 1 && playback.time == playback.end)
    playback.handle(back)
    #expect(playback.frame == count - 1 && playback.time == 1.08)
    playback.handle(back)
    #expect(playback.frame == count - 2)
  }

  @Test("The keys n and p go from gesture to gesture")
  func gestureKeys() throws {
    var playback = try playback()
    playback.handle(.character("n"))
    #expect(playback.moment.gestures.map(\.text) == ["swipe right, 28.5 mm"])
    playback.handle(.character("n"))
    #expect(playback.moment.gestures.first?.text == "tap")
    let last = playback.time
    playback.handle(.character("n"))
    #expect(playback.time == last)
    playback.handle(.character("p"))
    #expect(playback.moment.gestures.count == 1)
  }

  @Test("Jumps stay within the recording")
  func jumps() throws {
    var playback = try playback()
    playback.handle(.shiftRight)
    #expect(playback.time == 1)
    playback.handle(.pageDown)
    #expect(playback.time == playback.end)
    playback.handle(.shiftLeft)
    #expect(playback.time == playback.end - 1)
    playback.handle(.home)
    #expect(playback.time == 0)
    playback.handle(.end)
    #expect(playback.time == playback.end)
  }

  @Test("The speed stays within its limits")
  func speedLimits() throws {
    var playback = try playback()
    for _ in 0..<30 { playback.handle(.up) }
    #expect(playback.speed == 1000)
    for _ in 0..<40 { playback.handle(.character("-")) }
    #expect(playback.speed == 0.001)
  }

  @Test("A key closes the help and does nothing else")
  func help() throws {
    var playback = try playback()
    playback.handle(.character("?"))
    #expect(playback.showsHelp)
    playback.handle(.character("q"))
    #expect(!playback.showsHelp && !playback.isOver)
    playback.handle(.character("q"))
    #expect(playback.isOver)
  }

  @Test("A recording without touches, and one with too many frames, are refused with what to do")
  func refusedRecordings()
    throws
  {
    let error = #expect(throws: FileError.self) { try playback(SampleRecording.description) }
    #expect(error?.description.contains("expected touches to view, found none") == true)
    let long =
      SampleRecording.description + "E: 0.000000 0003 0039 1\n"
      + String(repeating: "E: 0.000000 0000 0000 0\n", count: RecordingView.maximumFrames + 1)
    let tooLong = #expect(throws: FileError.self) { try playback(long) }
    #expect(tooLong?.description.contains("--from and --to choose a part") == true)
  }

  @Test("A recording with more positions of touches than fit is refused with what to do")
  func positionLimit()
    throws
  {
    let path = try folder.write("long.evemu", SampleRecording.both)
    func load(_ maximumContacts: Int) throws -> [ViewHistory] {
      try RecordingView.load(
        path, ReplayOptions(), maximumContacts: maximumContacts, progress: { _ in }, notes: { _ in }
      )
    }
    let all = try load(.max).flatMap(\.frames).reduce(0) { $0 + $1.contacts.count }
    #expect(all > 20)
    #expect(try load(all).count == 1)
    let error = #expect(throws: FileError.self) { try load(all - 1) }
    let expected = "at most \(all - 1) positions of touches to view (--from and --to choose a part)"
    #expect(error?.description.contains(expected) == true)
  }
}
