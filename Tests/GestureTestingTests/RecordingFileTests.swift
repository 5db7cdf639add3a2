import Foundation
import GestureTesting
import TestSupport
import Testing

@testable import struct GestureTesting.GoldenFile

@Suite("Traces in tests")
struct RecordingFileTests {
  @Test(arguments: RecordingFile.all(in: "../../Traces")) func gestures(_ trace: RecordingFile) {
    expectGestures(of: trace)
  }

  @Test("A trace produces the expected gestures on its own device")
  func written() throws {
    let trace = RecordingFile("../../Traces/double-tap.getevent")
    expectGestures(of: trace) { Tap(count: 2) }
    #expect(trace.name == "double-tap.getevent")
    #expect(trace.testDescription == trace.name)
    #expect(try RecordingFile("../../Traces/swipe-left.raw").device().size.width > 10)
  }

  @Test("A folder that is missing or has no recording fails")
  func folders() throws {
    let folder = try TemporaryFolder()
    try folder.write("notes.txt", Array("nothing\n".utf8))
    let list = FailureList()
    for path in [folder.path, folder.path + "/none"] {
      let traces = RecordingFile.all(in: path)
      #expect(traces.count == 1)
      for trace in traces { expectGestures(of: trace, reporting: list.fail) }
    }
    #expect(list.failures.count == 2)
    #expect(list.failures.first?.message.contains("no recordings in it") == true)
    #expect(list.failures.last?.message.contains("none") == true)
  }

  @Test("A damaged trace fails with file and line")
  func damaged() throws {
    let folder = try TemporaryFolder()
    try folder.write("bad.evemu", Array("# EVEMU 1.3\nE: 0.1 0003 0035 10\nE: what\n".utf8))
    let check = RecordingFile(folder.path + "/bad.evemu").checkMeaning(
      on: nil, tolerances: .standard)
    #expect(check.failure?.contains("cannot play bad.evemu: ") == true)
    #expect(check.failure?.contains("bad.evemu:3:") == true)
  }

  @Test("A golden file can be missing, written, met and not met")
  func renewal() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/two.evemu"
    try FingerScript {
      Tap(count: 2)
      Wait(1)
      Swipe(.left)
    }.save(to: path)
    let log = try RecordingFile(path).played(on: nil)
    let golden = GoldenFile(path: folder.path + "/deep/er/two.gestures.jsonl")
    let absent = golden.check(log, "two.evemu", isUpdating: false).failure
    #expect(absent?.contains("no expectations; UPDATE_GESTURES=1") == true)
    #expect(absent?.contains(#""gesture":"swipe""#) == true)
    #expect(golden.check(log, "two.evemu", isUpdating: true).isMatch)
    #expect(golden.check(log, "two.evemu", isUpdating: false).isMatch)
    let less = Stage(hand: .perfect)
    less.play {
      Tap(count: 2)
      Wait(1)
      Swipe(.left, duration: 0.8)
    }
    let failure = golden.check(less.log, "two.evemu", isUpdating: false).failure ?? ""
    #expect(failure.contains("gestures of two.evemu differ from \(folder.path)"))
    #expect(failure.contains("\n    expected                recognized\n"), "\(failure)")
    #expect(failure.contains("\n  ~ tap ×2 "))
    #expect(failure.contains("\n  + "))
    #expect(failure.contains("\n  - swipe left, at "))
    #expect(failure.contains("\nNo swipe to the left: the movement took "))
  }

  @Test("A golden file may have the name of a recognizer of any kind")
  func names() throws {
    let folder = try TemporaryFolder()
    let stage = Stage(hand: .perfect) {
      let pan = PanRecognizer()
      pan.name = "sheet"
      $0.addGestureRecognizer(pan)
    }
    stage.play { Pan(.left) }
    let golden = GoldenFile(path: folder.file("pan.gestures.jsonl"))
    #expect(golden.check(stage.log, "pan", isUpdating: true).isMatch)
    #expect(try folder.text("pan.gestures.jsonl").contains(#""name":"sheet""#))
    #expect(golden.check(stage.log, "pan", isUpdating: false).isMatch)
  }

  @Test("A golden file's failure has the reason of a missing gesture")
  func reasons() throws {
    let folder = try TemporaryFolder()
    try folder.write("one.gestures.jsonl", Array(#"{"gesture":"longPress"}"#.utf8))
    let stage = Stage(hand: .perfect)
    stage.play { Wait(1) }
    let golden = GoldenFile(path: folder.path + "/one.gestures.jsonl")
    let silent = golden.check(stage.log, "one", isUpdating: false).failure
    #expect(silent?.contains("No long press: no finger touched down.") == true)
  }

  @Test("A trace of several devices is played on one stage per device")
  func devices() throws {
    let log = try RecordingFile("../../Traces/two-devices.yml").played(on: nil)
    let devices = log.records.compactMap(\.device)
    #expect(Set(devices) == ["/dev/input/event4", "/dev/input/event5"])
    #expect(devices.count == log.gestures.count)
    #expect(log.gestures.map(\.time) == log.gestures.map(\.time).sorted())
  }

  @Test("A given stage plays the device with the most frames")
  func ownStage() throws {
    let trace = RecordingFile("../../Traces/two-devices.yml")
    let stage = Stage(try trace.device())
    try stage.play(trace)
    #expect(!stage.log.gestures.isEmpty)
    #expect(stage.log.gestures.count < (try trace.played(on: nil).gestures.count))
  }
}

@Suite("Converting scripts and traces")
struct SavingTests {
  @Test(
    "A script saved in any writable format produces its gestures",
    arguments: RecordingFormat.writable)
  func formats(format: RecordingFormat) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/tour"
    try tour.save(to: path, as: format, hand: .human.seeded(3))
    expectGestures(of: RecordingFile(path)) { tour }
  }

  @Test("Read-only formats throw an error that names the writable ones")
  func readOnly() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/tour"
    let error = #expect(throws: (any Error).self) { try tour.save(to: path, as: .chromeos) }
    let formats = "evemu, libinput, evtest, getevent, raw, raw32"
    #expect(
      error.map { "\($0)" }
        == "\(path): expected a writable format (\(formats)), found chromeos")
  }

  @Test("A script made of a trace produces the trace's gestures")
  func tracing() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/tour.evemu"
    try tour.save(to: path)
    let script = try FingerScript(tracing: RecordingFile(path))
    expectGestures(of: script, on: Stage(hand: .perfect.sampled(at: 250))) { tour }
  }
}
