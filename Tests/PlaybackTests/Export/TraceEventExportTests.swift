import Contacts
import Conversion
import Files
import Foundation
import Gestures
import Playback
import SensorPlayback
import TestSupport
import Testing
import TouchFormats

/// An event of a trace, as Foundation reads it.
private struct TraceEvent: Decodable {
  struct Arguments: Decodable {
    var name: String?
    var sentence: String?
    var measured: Double?
    var limit: Double?
    var unit: String?
    var parameter: String?
    var gesture: String?
    var end: String?
  }

  var ph: String
  var pid: Int
  var tid: Int?
  var ts: Int64?
  var dur: Int64?
  var name: String
  var cat: String?
  var args: Arguments?

  var end: Int64 { (ts ?? 0) + (dur ?? 0) }
}

private struct TraceFile: Decodable {
  var traceEvents: [TraceEvent]

  func events(_ phase: String, _ category: String? = nil) -> [TraceEvent] {
    traceEvents.filter { $0.ph == phase && (category == nil || $0.cat == category) }
  }

  var trackNames: [String] {
    traceEvents.filter { $0.name == "thread_name" }.compactMap(\.args?.name)
  }
}

struct TraceEventExportTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func bytes(
    _ path: String, _ options: ReplayOptions = ReplayOptions()
  ) throws -> [UInt8] {
    let sink = ByteSink()
    _ = try TraceEventExport.write(
      Replay(path: path, options: options), to: sink, generator: "test")
    return sink.bytes
  }

  private func trace(
    _ path: String, _ options: ReplayOptions = ReplayOptions()
  ) throws -> TraceFile {
    try JSONDecoder().decode(TraceFile.self, from: Data(bytes(path, options)))
  }

  private static let traces = InputFiles.expand([packageFolder.appending(path: "Traces").path])
    .compactMap(\.file).filter { (try? $0.looksLikeRecording()) == true }.map(\.path)

  @Test("Each recording has its gestures as slices, with any profile", arguments: traces)
  func gestureSlices(path: String) throws {
    for profile in ["standard", "textbook", "uikit"] {
      var options = ReplayOptions()
      options.profile = try ProfileFile.find(profile)
      var expected: [String] = []
      _ = try Replay(path: path, options: options).run { report in
        guard case .gesture(let record) = report, record.gesture.state != .cancelled else { return }
        expected.append(record.gesture.kind.rawValue)
      }
      let slices = try trace(path, options).events("X", "gesture").compactMap(\.args?.gesture)
      #expect(slices.sorted() == expected.sorted(), "\(profile)")
    }
  }

  @Test("The slices of a track are one after the other or within each other", arguments: traces)
  func nesting(path: String) throws {
    let events = try trace(path).events("X")
    for (_, slices) in Dictionary(grouping: events, by: { $0.tid ?? 0 }) {
      for (index, slice) in slices.enumerated() {
        #expect(slice.ts ?? -1 >= 0 && slice.dur ?? -1 >= 0)
        for other in slices[(index + 1)...] {
          let (start, otherStart) = (slice.ts ?? 0, other.ts ?? 0)
          let isApart = slice.end <= otherStart || other.end <= start
          let isWithin = otherStart >= start && other.end <= slice.end
          #expect(isApart || isWithin, "\(slice.name) and \(other.name)")
        }
      }
    }
  }

  @Test("The same recording gives the same bytes", arguments: traces.prefix(8))
  func sameBytes(path: String) throws {
    let first = try bytes(path)
    #expect(try bytes(path) == first)
  }

  @Test("A touch is a slice from touch down to up, on the track of the lowest free finger")
  func fingers() throws {
    // 1 and 2 overlap; 3 begins when 1 is up, and 2 is not.
    let path = try folder.write(
      "three.evemu",
      SampleTrace.bytes([
        Finger(from: Point(x: 10, y: 10), to: Point(x: 10, y: 10), landing: 0, lift: 0.2),
        Finger(from: Point(x: 40, y: 10), to: Point(x: 60, y: 10), landing: 0.1, lift: 0.6),
        Finger(from: Point(x: 80, y: 10), to: Point(x: 80, y: 10), landing: 0.3, lift: 0.5),
      ]))
    let file = try trace(path)
    let touches = file.events("X", "touch").sorted { $0.name < $1.name }
    #expect(touches.map(\.name) == ["touch 1", "touch 2", "touch 3"])
    #expect(touches.map(\.ts) == [0, 100_000, 300_000])
    #expect(touches.map(\.dur) == [200_000, 500_000, 200_000])
    #expect(touches[0].tid == touches[2].tid && touches[0].tid != touches[1].tid)
    #expect(file.trackNames.filter { $0.hasPrefix("finger") } == ["finger 1", "finger 2"])
    #expect(touches.allSatisfy { $0.args?.end == "up" })
  }

  @Test("A failure is an instant with its sentence, what was measured, and the limit")
  func failures() throws {
    let path = packageFolder.appending(path: "Traces/tap.evemu").path
    let failures = try trace(path).events("i", "failure")
    let press = try #require(failures.first { $0.name.hasPrefix("longPress") })
    #expect(
      press.name
        == "longPress failed: lasted 0.080 s, at least 0.500 s needed (longPress.minimumDuration)")
    #expect(press.args?.measured.map { abs($0 - 0.08) < 0.001 } == true)
    #expect(press.args?.limit == 0.5 && press.args?.unit == "s")
    #expect(press.args?.parameter == "longPress.minimumDuration")
    #expect(press.ts.map { abs($0 - 80_000) < 1000 } == true)
    // Recognizers that were recognized have none.
    #expect(!failures.contains { $0.name.hasPrefix("tap ") })
  }

  @Test("A palm has its reason, from its touch down to its up")
  func palms() throws {
    let file = try trace(packageFolder.appending(path: "Traces/palm.evemu").path)
    let palms = file.events("X", "palm")
    #expect(palms.count == 2 && file.events("X", "touch").isEmpty)
    #expect(
      palms.contains {
        $0.name == "palm 1: pressure 0.64, fingers press less than 0.52 (palm.heavyPressure)"
          && $0.ts == 0 && $0.dur == 1_207_592
      })
  }

  @Test("Several devices are processes with their names, and share no track")
  func devices() throws {
    let file = try trace(packageFolder.appending(path: "Traces/two-devices.yml").path)
    let names = file.traceEvents.filter { $0.name == "process_name" }.compactMap(\.args?.name)
    #expect(
      names == [
        "Touchstone Touchpad (/dev/input/event4)", "Touchstone Tablet (/dev/input/event5)",
      ])
    let tracks = Dictionary(grouping: file.events("X"), by: { $0.tid ?? 0 })
    #expect(tracks.values.allSatisfy { Set($0.map(\.pid)).count == 1 })
  }

  @Test("Recognizers share no track with fingers, however many are down at a time")
  func tracksOfRecognizers() throws {
    var text = "# EVEMU 1.3\nN: Sample\nP: 01 00 00 00 00 00 00 00\nA: 2f 0 255 0 0 0\n"
    text += "A: 35 0 3999 0 0 40\nA: 36 0 2399 0 0 40\nA: 39 0 65535 0 0 0\n"
    // The second frame lifts all fingers and puts down as many others.
    for (frame, time) in ["0.000000", "0.100000"].enumerated() {
      for slot in 0..<256 {
        text += "E: \(time) 0003 002f \(slot)\nE: \(time) 0003 0039 \(frame * 256 + slot)\n"
        text += "E: \(time) 0003 0035 \(slot * 10)\nE: \(time) 0003 0036 \(slot)\n"
      }
      text += "E: \(time) 0000 0000 0\n"
    }
    let names = try trace(folder.write("many.evemu", text)).traceEvents.filter {
      $0.name == "thread_name"
    }
    let fingers = names.filter { $0.args?.name?.hasPrefix("finger ") == true }
    #expect(fingers.count == 512 && names.count > 512)
    #expect(Set(names.map(\.tid)).count == names.count)
  }

  @Test("A hostile device name stays a text")
  func hostileName() throws {
    let name = #"","args":{}}]}</script>\#u{202e}\"#
    let frames = try SampleTrace.bytes([.tap(x: 10, y: 10, at: 0)], format: .libinput)
    let text = String(decoding: frames, as: UTF8.self)
      .replacing("\"Sample\"", with: #""\",\"args\":{}}]}</script>\u202e\\""#)
    let path = try folder.write("hostile.yml", text)
    let names = try trace(path).traceEvents.filter { $0.name == "process_name" }
    #expect(names.compactMap(\.args?.name) == [name])
  }

  @Test("Touches that are down at the end are cancelled there")
  func cutEnd() throws {
    var frames = SampleTrace.frames([.tap(x: 10, y: 10, at: 0)])
    frames.removeLast(3)
    let path = try folder.write("cut.evemu", SampleTrace.bytes(frames: frames))
    let touch = try #require(try trace(path).events("X", "touch").first)
    #expect(touch.end == 60_000 && touch.args?.end == "cancelled")
  }

  @Test("A table of accelerations has a counter and its shakes")
  func accelerations() throws {
    let path = packageFolder.appending(path: "Examples/Samples/shakes.csv").path
    let sink = ByteSink()
    let summary = try TraceEventExport.write(
      ByteSource(path: path), ShakeSearch(), to: sink, generator: "test")
    let file = try JSONDecoder().decode(TraceFile.self, from: Data(sink.bytes))
    #expect(file.events("C").count == summary.samples)
    var shakes: [Int64] = []
    _ = try ShakeSearch().run(ByteSource(path: path)) {
      shakes.append(Int64(($0.start * 1e6).rounded()))
    }
    #expect(file.events("X", "gesture").compactMap(\.ts) == shakes)
  }
}
