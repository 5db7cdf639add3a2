import Contacts
import Evdev
import Files
import Foundation
import Playback
import TestSupport
import Testing
import Timeline
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

  @Test("The main track is that with the most touches, not with the most events")
  func mainTrack() throws {
    var recording = try LoadedRecording(path: path)
    var keyboard = recording.tracks[0]
    keyboard.name = "keyboard"
    keyboard.frames = (0..<1000).map { ContactFrame(time: Timestamp(microseconds: $0 * 100)) }
    for position in 0...1 {
      recording.tracks.insert(keyboard, at: position)
      #expect(recording.mainTrack?.name == nil)
      recording.tracks.remove(at: position)
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

  /// A ChromeOS log of a touchpad of 100 x 60 mm, with an entry for each time.
  private func log(_ times: [Double], fingers: String = "") throws -> String {
    let entries = times.map {
      #"{"type":"hardwareState","timestamp":\#($0),"fingers":[\#(fingers)]}"#
    }
    return try folder.write(
      "a.json",
      #"{"entries":[\#(entries.joined(separator: ","))],"#
        + #""hardwareProperties":{"left":0,"top":0,"right":100,"bottom":60,"#
        + #""xResolution":1,"yResolution":1}}"#)
  }

  @Test("The time of contacts continues after a jump back, and waits for a late stamp")
  func contactTimes() throws {
    let recording = try Recording(path: log([10, 10.25, 3, 3.5, 3.375]))
    var times: [Double] = []
    try recording.forEachContactFrame { times.append($0.time.seconds) }
    #expect(times == [10, 10.25, 10.25, 10.75, 10.75])
    #expect(recording.anomalies[.timeJump] == 1 && recording.anomalies[.backwardTime] == 1)
  }

  @Test("A given size scales contacts and their sizes, and a given device is ignored with a note")
  func contactOptions() throws {
    let finger =
      #"{"trackingId":1,"positionX":10,"positionY":20,"touchMajor":8,"touchMinor":6}"#
    var options = ReplayOptions()
    options.size = Size(width: 200, height: 120)
    options.device = .touchpad(width: 80, height: 40)
    let recording = try Recording(path: log([1], fingers: finger), options: options)
    var contacts: [Contact] = []
    try recording.forEachContactFrame { contacts += $0.contacts }
    #expect(contacts.map(\.position) == [Point(x: 20, y: 40)])
    #expect(contacts.map(\.size) == [Size(width: 16, height: 12)])
    #expect(recording.notes.contains(.ignoredDevice))
  }
}
