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

/// Objects of one thread each, many at a time: run under the thread sanitizer by `make tsan`.
@Suite("Use from several tasks")
struct ConcurrentUseTests {
  private static let folder = packageFolder.appendingPathComponent("Traces", isDirectory: true)

  private static let traces: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.hasSuffix(".md") && !$0.hasSuffix(".jsonl") }.sorted()
      .map { folder.appendingPathComponent($0).path }
  }()

  private static func gestures(_ path: String) throws -> [String] {
    var lines: [String] = []
    _ = try Replay(path: path).run { report in
      if case .gesture(let record) = report { lines.append(record.json) }
    }
    return lines
  }

  /// What a live device would give: all frames of a recording's first device, with a recording of
  /// them.
  private static func liveGestures(_ path: String, recordingTo copy: String) throws -> [String] {
    let trace = try PlayedTrace(path: path)
    let live = LiveReplay(description: trace.devices[0])
    let recording = try LiveRecording(
      path: copy, format: .evemu, devices: [.init(description: trace.devices[0])])
    var lines: [String] = []
    live.observer = { if case .gesture(let record) = $0 { lines.append(record.json) } }
    for frame in trace.frames where frame.device == 0 {
      var events = Array(trace.events[frame.range])
      live.process(&events)
      try recording.write(events)
    }
    _ = live.finish(at: trace.frames.last?.time ?? .zero)
    try recording.finish()
    return lines
  }

  @Test("Replays in several tasks give the gestures that they give one after the other")
  func replays() async throws {
    let expected = try Self.traces.map(Self.gestures)
    let found = try await withThrowingTaskGroup(of: (Int, [String]).self) { group in
      for (index, path) in Self.traces.enumerated() {
        group.addTask { (index, try Self.gestures(path)) }
      }
      var found = Self.traces.map { _ in [String]() }
      for try await (index, lines) in group { found[index] = lines }
      return found
    }
    #expect(found == expected)
    #expect(!expected.joined().isEmpty)
  }

  @Test("Live replays with their recordings in several tasks do not disturb each other")
  func liveReplays() async throws {
    let folder = try TemporaryFolder()
    let path = Self.folder.appendingPathComponent("swipes.evemu").path
    let expected = try Self.liveGestures(path, recordingTo: folder.path + "/alone.evemu")
    try await withThrowingTaskGroup(of: [String].self) { group in
      for index in 0..<8 {
        let copy = "\(folder.path)/\(index).evemu"
        group.addTask { try Self.liveGestures(path, recordingTo: copy) }
      }
      for try await lines in group { #expect(lines == expected) }
    }
    #expect(!expected.isEmpty)
  }
}
