import Contacts
import Conversion
import Evdev
import Files
import Foundation
import Playback
import TestSupport
import Testing
import Timeline
import TouchFormats
import TouchScript

/// A live run on a clock of its own: frames reach it late, and deadlines fire when they have come.
private struct SimulatedRun {
  /// How late each frame comes, in seconds; used in turn.
  var delays: [Double]
  var lines: [String] = []
  var restamped = 0

  init(delays: [Double]) { self.delays = delays }

  /// Plays a recording and records what the engine sees.
  mutating func run(_ trace: PlayedTrace, recordingTo path: String) throws {
    let live = LiveReplay(description: trace.devices[0])
    let recording = try LiveRecording(
      path: path, format: .evemu, devices: [RecordedDevice(description: trace.devices[0])])
    var records: [GestureRecord] = []
    live.observer = { if case .gesture(let record) = $0 { records.append(record) } }
    for (index, frame) in trace.frames.enumerated() {
      let arrival = frame.time.advanced(bySeconds: delays[index % delays.count])
      if let deadline = live.nextDeadline, deadline <= arrival { live.advance(to: arrival) }
      var events = Array(trace.events[frame.range])
      let before = events
      live.process(&events)
      if events != before { restamped += 1 }
      try recording.write(events)
    }
    let end = trace.frames.last?.time.advanced(bySeconds: 0.2) ?? .zero
    live.advance(to: end)
    if let last = live.finish(at: end) { try recording.write(last) }
    try recording.finish()
    lines = records.map(\.json)
  }
}

@Suite("Live replay")
struct LiveReplayTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(
    "A recording replays to the gestures of the live session, even if frames came late",
    arguments: traces, [[0], [0, 0.004, 0.03], [0.4, 0, 0.15]])
  func agreement(trace: String, delays: [Double]) throws {
    let played = try PlayedTrace(path: LiveReplayTests.folder.appendingPathComponent(trace).path)
    try #require(played.devices.count == 1)
    let path = folder.path + "/live.evemu"
    var run = SimulatedRun(delays: delays)
    try run.run(played, recordingTo: path)
    #expect(try gestures(path) == run.lines)
  }

  @Test("A frame that arrives after a fired deadline gets the time of that deadline")
  func restamping() throws {
    let path = try folder.write(
      "taps.evemu",
      SampleTrace.bytes([.tap(x: 20, y: 20, at: 1), .tap(x: 20, y: 20, at: 1.375)]))
    let played = try PlayedTrace(path: path)
    // On time, the second tap continues the first; half a second late it does not.
    var onTime = SimulatedRun(delays: [0])
    try onTime.run(played, recordingTo: folder.path + "/on-time.evemu")
    var late = SimulatedRun(delays: [0.5])
    try late.run(played, recordingTo: folder.path + "/late.evemu")
    #expect(onTime.restamped == 0)
    #expect(late.restamped > 0)
    #expect(onTime.lines.count == 1)
    #expect(late.lines.count == 2)
    #expect(try gestures(folder.path + "/late.evemu") == late.lines)
  }

  @Test("Times count from the first event, even if the clock later steps back before it")
  func steppingBack() throws {
    let fingers = [10.0, 20, 30, 40].map { y in
      Finger(from: Point(x: 10, y: y), to: Point(x: 90, y: y + 5), landing: 1, lift: 3)
    }
    let text = String(decoding: try SampleTrace.bytes(fingers), as: UTF8.self)
    // More events than a reader returns at once, so that one of these comes first.
    let lines = text.split(separator: "\n").map { line in
      var words = line.split(separator: " ").map(String.init)
      guard words[0] == "E:", let time = Double(words[1]), (1.2..<2.8).contains(time) else {
        return String(line)
      }
      words[1] = "0.800000"
      return words.joined(separator: " ")
    }
    let path = try folder.write("press.evemu", Array((lines.joined(separator: "\n") + "\n").utf8))
    let played = try PlayedTrace(path: path)
    var run = SimulatedRun(delays: [0])
    try run.run(played, recordingTo: folder.path + "/live.evemu")
    #expect(run.lines.count == 1)
    #expect(run.lines.first?.contains("\"start_s\":0.0,") == true)
    #expect(try gestures(folder.path + "/live.evemu") == run.lines)
  }

  @Test("A touch that is down at the stop is cancelled there, live and in the recording")
  func stop() throws {
    let path = try folder.write(
      "pan.evemu",
      SampleTrace.bytes([
        Finger(from: Point(x: 10, y: 10), to: Point(x: 80, y: 10), landing: 1, lift: 3)
      ]))
    var played = try PlayedTrace(path: path)
    played.frames.removeLast(played.frames.count - 100)
    var run = SimulatedRun(delays: [0])
    try run.run(played, recordingTo: folder.path + "/cut.evemu")
    #expect(run.lines.count == 1)
    #expect(run.lines.first?.contains("\"state\":\"cancelled\"") == true)
    #expect(try gestures(folder.path + "/cut.evemu") == run.lines)
  }

  @Test(
    "After a kill, a recording contains every frame but the last",
    arguments: [RecordingFormat.evemu, .libinput, .raw])
  func crash(format: RecordingFormat) throws {
    let path = folder.path + "/killed.rec"
    let played = try PlayedTrace(
      path: try folder.write("a.evemu", SampleTrace.bytes([.swipeRight(y: 20, at: 1)])))
    let recording = try LiveRecording(
      path: path, format: format, devices: [RecordedDevice(description: played.devices[0])])
    for frame in played.frames {
      try recording.write(Array(played.events[frame.range]))
      guard recording.frames % 7 == 1 else { continue }
      try recording.flush()
      let whole = try Data(contentsOf: URL(fileURLWithPath: path))
      // Killed in the middle of the next write: some of its bytes are there.
      for rest in [0, 1, 7] {
        let copy = try folder.write("copy.rec", Array(whole.dropLast(rest)))
        var options = ReplayOptions()
        options.format = format
        let frames = try PlayedTrace(path: copy, options: options).frames.count
        #expect(frames >= recording.frames - (rest == 0 ? 0 : 1))
      }
    }
    #expect(recording.frames == played.frames.count)
  }

  @Test("Only the owner can read a recording, even one that replaces a file")
  func permissions() throws {
    for path in [folder.path + "/new.evemu", try folder.write("old.evemu", "something")] {
      let recording = try LiveRecording(
        path: path, format: .evemu, devices: [RecordedDevice(description: SampleTrace.device)])
      try recording.finish()
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  private static let folder = packageFolder.appendingPathComponent("Traces", isDirectory: true)

  /// The traces of one device.
  private static let traces: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter {
      !$0.hasSuffix(".md") && !$0.hasSuffix(".jsonl") && $0 != "two-devices.yml"
    }.sorted()
  }()
}
