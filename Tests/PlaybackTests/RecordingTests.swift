import Contacts
import Evdev
import Files
import Foundation
import Playback
import TestSupport
import Testing
import TouchFormats

struct RecordingTests {
  private let path: String
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(
      "a.evemu", SampleTrace.bytes([.tap(x: 10, y: 10, at: 0), .swipeRight(y: 30, at: 2)]))
  }

  private func events(_ recording: Recording) throws -> [InputEvent] {
    var events: [InputEvent] = []
    try recording.forEachBatch { events += $0.events }
    return events
  }

  @Test("The only device of a recording has no name, and its description")
  func onlyTrack() throws {
    let recording = try Recording(path: path)
    let track = try #require(recording.tracks.first)
    #expect(recording.tracks.count == 1)
    #expect(track.name == nil)
    #expect(track.description?.name == "Sample")
    #expect(track.isTouchpad && track.isTouched && track.hasEvents)
    #expect(track.size == track.touchArea.size)
    #expect(recording.notes.isEmpty)
  }

  @Test("Tracks of several devices have the names of their nodes, and their own touch areas")
  func severalTracks() throws {
    let recording = try Recording(
      path: packageFolder.appending(path: "Traces/two-devices.yml").path)
    #expect(recording.tracks.map(\.name) == ["/dev/input/event4", "/dev/input/event5"])
    #expect(recording.tracks.map(\.isTouchpad) == [true, false])
    #expect(recording.origin == recording.tracks.compactMap(\.observed?.firstTime).min())
  }

  @Test("Events can be streamed repeatedly, whether they are kept in memory or read again")
  func streaming() throws {
    let kept = try Recording(path: path)
    let reread = try Recording(path: path, keepsEvents: false)
    let expected = try events(kept)
    #expect(expected.count == kept.events)
    #expect(try events(kept) == expected)
    #expect(try events(reread) == expected)
    #expect(try events(reread) == expected)
  }

  @Test(
    "A source of a file is read from its first byte as often as a recording is made of it",
    arguments: [0, 1, 100])
  func openedSource(countReadBefore: Int) throws {
    let source = try ByteSource(path: path)
    _ = try source.peek(200)
    var bytes = [UInt8](repeating: 0, count: countReadBefore)
    #expect(try source.read(into: &bytes) == countReadBefore)
    let recordings = try [
      Recording(source, keepsEvents: false), Recording(source),
      Recording(source, keepsEvents: false),
    ]
    let expected = try events(Recording(path: path))
    for recording in recordings.reversed() { #expect(try events(recording) == expected) }
  }

  @Test("A loaded recording produces the records of a replay")
  func loading() throws {
    for trace in ["two-devices.yml", "phone-session.evemu", "lost-events.evemu"] {
      let path = packageFolder.appending(path: "Traces/\(trace)").path
      var records = try LoadedRecording(path: path).records()
      for index in records.indices { records[index].file = nil }
      #expect(try records.map(\.json) == gestures(path), "\(trace)")
    }
  }

  @Test("A given size replaces that of the device, and a given description that of the recording")
  func options() throws {
    var options = ReplayOptions()
    options.size = .init(width: 50, height: 30)
    options.device = .touchpad(width: 80, height: 40, name: "Given")
    let track = try #require(try Recording(path: path, options: options).tracks.first)
    #expect(track.size == .init(width: 50, height: 30))
    #expect(track.description?.name == "Given")
    #expect(track.recorded.description?.name == "Sample")
  }
}
