import Evdev
import Files
import Foundation
import Playback
import TestSupport
import Testing

struct ReplayTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(
      "a.evemu", try SampleTrace.bytes([.tap(x: 10, y: 10, at: 5), .swipeRight(y: 30, at: 7)]))
  }

  private func records(_ replay: Replay) throws -> [String] {
    var lines: [String] = []
    _ = try replay.run { report in
      switch report {
      case .gesture(let record): lines.append(record.json)
      case .touch(let record): lines.append(record.json)
      case .palm(let record): lines.append(record.json)
      case .change(let record): lines.append(record.json)
      }
    }
    return lines
  }

  @Test("Devices with the same name get distinct names in records")
  func namesakes() throws {
    let device = """
      Input driver version is 1.0.1
      Input device name: "Pad"
      Event: time 1.000000, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 1
      Event: time 1.000000, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 100
      Event: time 1.000000, type 3 (EV_ABS), code 54 (ABS_MT_POSITION_Y), value 100
      Event: time 1.000000, -------------- SYN_REPORT ------------
      Event: time 1.080000, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value -1
      Event: time 1.080000, -------------- SYN_REPORT ------------

      """
    let path = try folder.write("two.evtest", device + device)
    let records = try records(Replay(path: path))
    #expect(records.count == 2)
    #expect(records.first?.contains("\"device\":\"Pad\"") == true)
    #expect(records.last?.contains("\"device\":\"Pad (2)\"") == true)
  }

  @Test("A paced replay waits for each time in order, and produces the same records")
  func pace() throws {
    for detail in [GestureEngine.Detail.outcomes, .everyState, .touches, .explanation] {
      var options = ReplayOptions()
      options.detail = detail
      let fast = try records(Replay(path: path, options: options))
      var moments: [Double] = []
      var replay = Replay(path: path, options: options)
      replay.pace = { moments.append($0) }
      #expect(try records(replay) == fast)
      #expect(moments.first == 0)
      #expect(moments == moments.sorted())
      #expect(abs((moments.last ?? 0) - 2.21) < 0.02)
    }
  }

  @Test(
    "A tap that waits for another one is reported at its deadline, also at the end of a recording")
  func lastDeadline() throws {
    let tap = try folder.write("tap.evemu", try SampleTrace.bytes([.tap(x: 10, y: 10, at: 0)]))
    var moments: [Double] = []
    var replay = Replay(path: tap)
    replay.pace = { moments.append($0) }
    #expect(try records(replay) == records(Replay(path: tap)))
    // 0.08 s of touch, then the 0.3 s of the standard profile and a microsecond.
    #expect(moments.last == 0.380001)
  }

  @Test("Progress counts the bytes of each pass, one for a short recording, and never decreases")
  func progress() throws {
    var positions: [Int] = []
    var replay = Replay(path: path)
    replay.progress = { positions.append($0) }
    _ = try records(replay)
    let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
    #expect(positions.last == size)
    positions = []
    replay.pace = { _ in }
    _ = try records(replay)
    #expect(positions.last == 2 * size)
    #expect(positions == positions.sorted())
  }

  @Test("The summary counts gestures, whether or not every state is reported")
  func summary() throws {
    var options = ReplayOptions()
    var counts: [Int] = []
    for detail in [GestureEngine.Detail.outcomes, .everyState] {
      options.detail = detail
      let summary = try Replay(path: path, options: options).run { _ in }
      counts.append(summary.gestures)
      #expect(summary.files == 1)
      #expect(summary.notes.isEmpty)
    }
    #expect(counts == [2, 2])
  }

  @Test("Assumptions and anomalies are noted")
  func notes() throws {
    let events = try folder.write(
      "a.events",
      """
      E: 1.000000 0003 0039 1
      E: 1.000000 0003 0035 100
      E: 1.000000 0003 0036 50
      E: 1.000000 0000 0000 0

      """)
    let summary = try Replay(path: events).run { _ in }
    #expect(summary.notes.count == 3)
    #expect(
      summary.notes[1...] == [.anomaly(.endsMidTouch, count: 1), .noGestures(touches: 1, palms: 0)])
    #expect(
      summary.notes.first?.description.hasPrefix("no device description: assuming ") == true)
    var options = ReplayOptions()
    options.device = SampleTrace.device
    let described = try Replay(path: events, options: options).run { _ in }
    #expect(
      described.notes == [
        .anomaly(.endsMidTouch, count: 1), .noGestures(touches: 1, palms: 0),
      ])
  }

  @Test("A description without events is distinguished from an empty recording")
  func noEvents() throws {
    let description = try folder.write("a.desc", "A: 35 0 100 0 0 10\n")
    let empty = try folder.write("a.events", "")
    #expect(try Replay(path: description).run { _ in }.notes == [.noEvents])
    #expect(try Replay(path: empty).run { _ in }.notes == [.nothing(bytes: 0)])
  }

  @Test("Every anomaly has a distinct phrase", arguments: [1, 3])
  func phrases(count: Int) {
    let phrases = Anomaly.allCases.map { RecordingNote.anomaly($0, count: count).description }
    #expect(Set(phrases).count == Anomaly.allCases.count)
    #expect(phrases.allSatisfy { !$0.isEmpty })
  }
}
